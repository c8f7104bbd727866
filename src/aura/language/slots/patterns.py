"""Which: "every .log file", "all the pdfs", "files that start with draft", as globs over names."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from aura.language.slots.named_groups import kind_nobody_knows, names_in_plural, several_of, words_of_names
from aura.language.slots.parts import OWNING, Place, PlacePart, Thing
from aura.language.utterance.described import all_that
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.verbs import verbs_before

Found = tuple[int, float, Thing]
Group = tuple[int, float, str, bool]
"""Where words for a group of files end, their cost, the globs, and whether they say that there are several."""
PAIR, UNKNOWN_KIND, OF_NAMES = "pair", 4.0, 1.0
THE_ONLY = 2.5
"""What it costs that a word for a kind of file means the one that is there: "the pdf in downloads"."""
OF_IT = Place((PlacePart("it", "it", sense=OWNING),))
"""In what was said before."""


class Patterns:
    """Patterns in one utterance."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice

    def at(self, position: int) -> Iterator[Found]:
        lattice = self.lattice
        for category, everything in (("everything", True), ("every_file", False)):
            for end, cost, glob in lattice.at(position, category):
                kind = "" if everything else "file"
                pattern = Thing("pattern", position, end, globs=(glob,), everything=everything, plural=True, kind=kind)
                if everything and self._is_of_it(position, end):
                    pattern = msgspec.structs.replace(pattern, place=OF_IT)
                yield end, cost + 1.0, pattern
                yield from self.described(pattern, cost + 1.0)
        if lattice.in_set(position, "whichever"):
            any_name = Thing("pattern", position, position + 1, globs=("*",), plural=True)
            yield from self.described(any_name, 2.0)
        start = self._quantified(position)
        if all_that(lattice, position):
            yield from self.described(Thing("pattern", position, position + 1, globs=("*",), plural=True), 2.0)
        said = range(position, start)
        one = any(lattice.grammar.words["cardinal"].get(lattice.low[at]) == 1 for at in said[:-1])
        some = any(lattice.in_set(at, "amount") for at in said) and self._is_sought(position)
        picked = any(lattice.in_set(at, "picking") for at in said if not (some and lattice.in_set(at, "amount")))
        if one or picked or any(lattice.in_set(at, "excluding") for at in said):
            return  # Only the user knows which: "one of the text files".
        if any(lattice.in_set(at, "remainder") for at in said) and not any(
            lattice.at(at, "joint") for at in range(position)
        ):
            return  # Nothing was named that it could be the rest of.
        for begin in {position, start}:
            yield from self._of_group(position, begin)
            yield from self._of_names(position, begin)
            if lattice.in_set(begin, "file_noun"):
                one = lattice.in_set(begin, "indefinite_nouns")
                pattern = Thing("pattern", position, begin + 1, globs=("*",), plural=True, kind="file", count=int(one))
                single = not lattice.in_set(begin, "file_nouns") and begin == position
                yield from self.described(pattern, 2.0 if single else 0.0)

    def _is_sought(self, position: int) -> bool:
        """Whether words are what is looked for, so that some of a kind are any of it."""
        lattice = self.lattice
        begin = max(lattice.starts(position, "sought"), default=position)
        return any("sought" in frame.takes for _, frame in verbs_before(lattice, begin))

    def _is_of_it(self, start: int, end: int) -> bool:
        """ "Its content": what may be the text of a file, and said of something."""
        texts = self.lattice.at(start, "its_content")
        return self.lattice.class_name(start) == "pronoun" and any(stop == end for stop, _, _ in texts)

    def _quantified(self, position: int) -> int:
        """Past "all of the", "every single", "the two"."""
        lattice, at = self.lattice, position
        while at < lattice.size and (
            lattice.class_name(at) == "quantifier"
            or lattice.in_set(at, "determiner")
            or lattice.is_word(at, "of", "single")
            or self.number(at)
        ):
            at += 1
        return at

    def _of_group(self, position: int, start: int) -> Iterator[Found]:
        lattice, options = self.lattice, self._groups(start)
        if not options:
            return
        quantified = start > position
        every = any(lattice.class_name(at) == "quantifier" for at in range(position, start))
        count = self._count(position, start)
        single = any(lattice.in_set(at, "indefinite") for at in range(position, start))
        for end, cost, globs, plural in options:
            pattern = Thing(
                "pattern", position, end, globs=tuple(globs.split("|")), plural=True, kind="file",
                count=count or int(single and not plural and not lattice.in_set(end, "file_nouns")),
            )  # fmt: skip
            noun = lattice.in_set(end, "file_noun")
            if quantified and not (plural or every or count or single) and lattice.in_set(start - 1, "definite"):
                last = end + (noun and not lattice.in_set(end, "file_nouns"))
                yield last, cost + THE_ONLY, msgspec.structs.replace(pattern, end=last, plural=False, count=1)
            if noun and (every or lattice.in_set(end, "file_nouns") or (plural and quantified)):
                whole = msgspec.structs.replace(pattern, end=end + 1)
                yield end + 1, cost + 0.5, whole
                yield from self.described(whole, cost + 0.5)
            elif not noun and every:
                yield end, cost + 0.5, pattern
            elif not noun and plural:
                price = cost + (1.0 if quantified else 2.5)
                yield end, price, pattern
                yield from self.described(pattern, price)

    def _count(self, position: int, start: int) -> int:
        """How many words before a noun say that there are: "the *two*", "*both* of the"; 0 where they do not."""
        numbers = (self.number(at) or 2 * self.lattice.in_set(at, PAIR) for at in range(position, start))
        return next(filter(None, numbers), 0)

    def _of_names(self, position: int, start: int) -> Iterator[Found]:
        """Several files that share words of their names, or a kind that nobody knows: "the two *rota* pdfs"."""
        lattice = self.lattice
        every = any(lattice.class_name(at) == "quantifier" for at in range(position, start))
        count = self._count(position, start)
        if every and (ending := kind_nobody_knows(lattice, start)) and not count:
            kind = Thing("pattern", position, start + 2, globs=(f"*.{ending}",), plural=True, kind="file")
            yield start + 2, UNKNOWN_KIND, kind
        for end, words, known in words_of_names(lattice, start):
            for after, cost, globs, plural in self._groups_of_names(end):
                if (plural or every) and (known or count or every) and not (count == 1 or (every and not known)):
                    yield after, cost + OF_NAMES + (not known), _named(position, after, words, globs, count)
        for end, words in names_in_plural(lattice, start, count) if start > position else ():
            yield end, OF_NAMES, _named(position, end, words, "*", count)

    def _groups_of_names(self, at: int) -> Iterator[Group]:
        """Words for files behind words of their names: "pdfs", "pdf files", "files"."""
        lattice = self.lattice
        for end, cost, globs, plural in self._groups(at):
            noun = lattice.in_set(end, "file_noun")
            yield end + noun, cost, globs, plural or lattice.in_set(end, "file_nouns")
        if lattice.in_set(at, "file_nouns"):
            yield at + 1, 0.0, "*", True

    def _groups(self, start: int) -> list[Group]:
        """Words for a group of files: "pdf", "pictures", "*.log", and the noun first: "files pdf"."""
        lattice = self.lattice
        options = [(end, cost, globs, False) for end, cost, globs in lattice.at(start, "group")]
        options.extend((end, cost, globs, True) for end, cost, globs in lattice.at(start, "groups"))
        if not options and lattice.in_set(start, "extension"):
            options.append((start + 1, 0.5, "*." + lattice.low[start], False))
        if not options and start < lattice.size and (ending := several_of(lattice, start)):
            options.append((start + 1, 0.5, "*." + ending, True))
        if lattice.in_set(start, "file_nouns") and lattice.in_set(start + 1, "extension"):
            options.append((start + 2, 0.5, "*." + lattice.low[start + 1], True))
        if start < lattice.size and lattice.tokens[start].shape in ("glob", "extension"):
            text = lattice.tokens[start].text
            globs = text if "*" in text else "*" + text
            options.append((start + 1, 0.0, globs, lattice.tokens[start].shape == "glob"))
        return [*options, *(both for option in options for both in self._narrowed(option))]

    def _narrowed(self, option: Group) -> Iterator[Group]:
        """ "jpg photos": what two words for a group have in common."""
        end, cost, globs, plural = option
        for category in ("group", "groups"):
            for after, more, other in self.lattice.at(end, category):
                common = [glob for glob in globs.split("|") if glob in other.split("|")]
                if common:
                    yield after, cost + more, "|".join(common), plural or category == "groups"

    def described(self, pattern: Thing, cost: float) -> Iterator[Found]:
        """A pattern narrowed by what its names start with, end in or contain."""
        for end, more, globs in self._descriptions(pattern.end, pattern.everything):
            if pattern.globs == ("*",):
                yield (
                    end,
                    cost + more,
                    msgspec.structs.replace(pattern, end=end, globs=globs, everything=False),
                )
            elif len(globs) == 1 and globs[0].endswith("*"):
                narrowed = tuple(globs[0][:-1] + glob for glob in pattern.globs)
                yield end, cost + more, msgspec.structs.replace(pattern, end=end, globs=narrowed)

    def _descriptions(self, position: int, of_everything: bool) -> Iterator[tuple[int, float, tuple[str, ...]]]:
        lattice = self.lattice
        start = lattice.skip(position, "description_lead", 7)
        for begin in range(position, start + 1):
            for category in ("prefix", "suffix", "infix", *(("named",) if of_everything else ())):
                for at, cost, _ in lattice.at(begin, category):
                    yield from self._description(category, at, cost)
            if self._has_extension(begin):
                yield from self._description("suffix", begin + 1, 0.0)
        if start > position and start < lattice.size:
            for end, cost, _ in lattice.at(start + 1, "in_name"):
                yield end, cost + 2.0, (f"*{lattice.tokens[start].text}*",)

    def _has_extension(self, at: int) -> bool:
        """Whether an extension stands behind a preposition that leads to a description: "files *with .tmp*"."""
        lattice = self.lattice
        led = lattice.class_name(at) == "preposition" and lattice.in_set(at, "description_lead")
        return led and at + 1 < lattice.size and lattice.tokens[at + 1].shape in ("extension", "glob")

    def _description(self, category: str, at: int, cost: float) -> Iterator[tuple[int, float, tuple[str, ...]]]:
        lattice = self.lattice
        if at >= lattice.size or lattice.tokens[at].shape in ("path", "mark"):
            return
        text = lattice.tokens[at].text
        if category == "suffix":
            for end, more, globs in lattice.at(at, "group"):
                yield end, cost + more + 1.0, tuple(globs.split("|"))
            dotted = lattice.tokens[at].shape in ("extension", "glob")
            extension = lattice.low[at] in lattice.grammar.words["extension"]
            yield (
                at + 1,
                cost + 2.0,
                (("*." + text.lstrip("*.")) if dotted or extension else f"*{text}|*{text}.*",),
            )
            return
        if lattice.class_name(at) in ("preposition", "joint", "pronoun"):
            return
        if category == "named":
            yield at + 1, cost + 2.0, (f"{text}|{text}.*",)
            return
        glob = f"{text}*" if category == "prefix" else f"*{text}*"
        yield at + 1, cost + 2.0, (glob,)
        for end, more, _ in lattice.at(at + 1, "in_name"):
            yield end, cost + more + 1.0, (glob,)

    def number(self, position: int) -> int:
        """How many a token says; 0 if it is no number."""
        if position >= self.lattice.size:
            return 0
        low = self.lattice.low[position]
        return int(low) if low.isdecimal() and len(low) < 4 else self.lattice.grammar.words["number"].get(low, 0)


def _named(start: int, end: int, words: str, globs: str, count: int) -> Thing:
    """Files of some kinds with words in their names, as many as were said."""
    named = tuple(f"*{words.replace(' ', '*')}{glob}" for glob in globs.split("|"))
    return Thing("pattern", start, end, globs=named, named=words, plural=True, kind="file", count=count)
