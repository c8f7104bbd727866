"""Where a name begins and ends: shape first, then a price for every structure word it would swallow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple, TypeVar

from aura.language.slots.doubts import CALLED_ALONE, LONGEST_SURE_NAME, Doubts
from aura.language.slots.parts import Name, NameShape
from aura.language.utterance.lattice import Lattice
from aura.language.words.tokens import VERBS, tokenize

Named = tuple[int, float, Name]
T = TypeVar("T")
Row = tuple[int, float, tuple[Name, ...]]

LONGEST_NAME = 8
FIRST_WORD = 3.0
FURTHER_WORD = 2.0
KNOWN = 2.0
JOINING_MARK = 8.0
STRUCTURE = 10.0
CALLED_DISCOUNT = 6.0
FILLER_AT_END = 7.0
CALLED_ALL_THE_SAME = ("preposition", "joint", "filler", "day", "negation")
VERB_UNCALLED = 10.0
LONGEST_FILLER = 3
BRACKET = "("
SAID_TWICE, BEFORE_A_PATH = 3.0, 2.0
SEPARATOR, UNSEPARATED = 0.5, 2.0
DEAREST_NAME = 66.0
"""No part can have a name that costs more."""
TOPIC = "topic"
KEPT_PER_END = 6


class _OnDisk(NamedTuple):
    """The tokens of a name on disk, whether it is a file's, and whether some of them are marks."""

    tokens: tuple[str, ...]
    is_file: bool
    marked: bool


class Names:
    """Names and lists of names in one utterance, memoised by position."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self._found: dict[int, list[Named]] = {}
        self._separators: dict[int, list[tuple[int, float]]] = {}

    @cached_property
    def _doubts(self) -> Doubts:
        return Doubts(self.lattice, self._introduced)

    @cached_property
    def _introduced(self) -> frozenset[int]:
        return _introduced(self.lattice)

    @cached_property
    def _known(self) -> dict[str, list[_OnDisk]]:
        known = _index(self.lattice.known.folders, False)
        for first, phrases in _index(self.lattice.known.files, True).items():
            known.setdefault(first, []).extend(phrases)
        return known

    @cached_property
    def _fillers(self) -> list[int]:
        return _filler_starts(self.lattice)

    def at(self, position: int) -> list[Named]:
        """Names that begin at a token: (end, cost, name)."""
        if position >= self.lattice.size:
            return []
        found = self._found.get(position)
        if found is None:
            found = self._found[position] = self._names(position)
        return found

    def exists_at(self, position: int) -> bool:
        """Whether a name on disk begins at a token."""
        low = self.lattice.low
        phrases = self._known.get(low[position])
        return phrases is not None and any(
            tuple(low[position : position + len(said)]) == said for said, _, _ in phrases
        )

    def barred(self, position: int) -> bool:
        """Whether no name can begin at a token."""
        shape = self.lattice.tokens[position].shape
        if shape == "word" and (not self.lattice.price(position)[1] or self._after_called(position)):
            return False
        return shape in ("word", "mark") and not self.exists_at(position)

    def like_a_verb(self, position: int) -> bool:
        """Whether a name that began at a token would begin with a verb, for which there is no sign."""
        lattice = self.lattice
        if lattice.class_name(position) not in VERBS or self._after_called(position) or self.exists_at(position):
            return False
        return not lattice.repeats[position]

    def _names(self, start: int) -> list[Named]:
        token = self.lattice.tokens[start]
        if token.shape == "quoted":
            return [(start + 1, 0.0, self._name("quoted", start, start + 1))]
        if token.shape == "path":
            return [(start + 1, 1.0, self._name("path", start, start + 1)), *self._longer_paths(start)]
        found = self._existing(start)
        if token.shape == "file" and not found and self._ends_known(start):
            return []
        if token.shape in ("word", "file", "extension") and not token.text.startswith("-"):
            found.extend(self._free(start))
        return found

    def _ends_known(self, last: int) -> bool:
        """Whether a file's name that is there ends at a token: "overwrite *on call.txt*" is not about call.txt."""
        low = self.lattice.low
        return any(
            tuple(low[begin : last + 1]) == phrase
            for begin in range(max(0, last - LONGEST_NAME), last)
            for phrase, _, _ in self._known.get(low[begin], ())
        )

    def _longer_paths(self, start: int) -> Iterator[Named]:
        """A path in which a name goes on behind a space, as one on disk does: "documents/*tax 2026*/a.txt"."""
        lattice = self.lattice
        for phrase, _, _ in self._known.get(lattice.low[start].rpartition("/")[2], ()):
            end = start + len(phrase)
            if end == start + 1 or end > lattice.size or tuple(lattice.low[start + 1 : end - 1]) != phrase[1:-1]:
                continue
            if f"{lattice.low[end - 1]}/".startswith(f"{phrase[-1]}/"):
                yield end, 1.0, Name(lattice.words_of(start, end), "path", start, end)

    def _existing(self, start: int) -> list[Named]:
        """Names on disk, word for word."""
        lattice, found = self.lattice, []
        structure = lattice.class_name(start)
        for phrase, is_file, marked in self._known.get(lattice.low[start], ()):
            end = start + len(phrase)
            if not is_file and len(phrase) > 1 and self._path_goes_on(phrase, start):
                found.append((end, KNOWN, Name(lattice.words_of(start, end), "path", start, end)))
            if tuple(lattice.low[start:end]) != phrase:
                continue
            if len(phrase) == 1 and not self._may_be_name(start, structure):
                continue
            shape: NameShape = "file" if is_file and lattice.tokens[end - 1].shape == "file" else "known"
            words = lattice.text_of(start, end) if marked else lattice.words_of(start, end)
            found.append((end, KNOWN, Name(words, shape, start, end, exists=True)))
        return found

    def _path_goes_on(self, folder: tuple[str, ...], start: int) -> bool:
        """ "Tax 2026/budget.txt": a folder's name of several words, the last of which begins a path."""
        lattice, last = self.lattice, start + len(folder) - 1
        if last >= lattice.size or lattice.tokens[last].shape != "path":
            return False
        return tuple(lattice.low[start:last]) == folder[:-1] and lattice.low[last].startswith(f"{folder[-1]}/")

    def _may_be_name(self, start: int, structure: str) -> bool:
        """Whether a lone word that exists is meant as a name: an article only where no noun can follow it."""
        if structure == "article":
            lattice, after = self.lattice, start + 1
            named = start > 0 and lattice.class_name(start - 1) in ("kind", "called")
            ends = after == lattice.size or lattice.class_name(after) in ("joint", "preposition")
            return named or ends or lattice.tokens[after].shape == "mark"
        return structure in ("", "kind", "vague", "loose", "filler", "verb", "noun")

    def _free(self, start: int) -> list[Named]:
        """Runs of words that could be a name, each priced; a file-like token closes it.

        One that ends in a filler is dearer; one said before is as cheap as one that exists.
        """
        lattice, found = self.lattice, []
        low, prices, structures, fillers = lattice.low, lattice.prices, lattice.structure, self._fillers
        named = self._after_called(start)
        counted = lattice.in_set(start, "number") and not self._determines(start)
        cost, determiners, repeats = FIRST_WORD, True, self._may_repeat(start)
        plain = not lattice.near_class(start, "called")
        for position in range(start, min(lattice.size, start + LONGEST_NAME)):
            token = lattice.tokens[position]
            if token.shape in ("file", "extension"):
                if position == start + 1 and self._says_kind(start):
                    found.append((position + 1, SAID_TWICE, self._name("file", position, position + 1)))
                    break
                if position > start + 1 and self._determines(start) and lattice.is_known(token.low):
                    break  # "a.txt can go in *the bin b.txt* stays": what is there begins something else.
                extra = 1.0 if position == start else cost + 4.0
                found.append((position + 1, extra, self._name("file", start, position + 1)))
                break
            if token.shape == "path" and position > start:
                found.append((position + 1, cost + BEFORE_A_PATH, self._name("path", start, position + 1, doubt=True)))
                break
            if (token.shape != "word" and token.low != "&") or (position > start and self._says_what_for(position)):
                break
            if not named and lattice.in_set(position, "never_orders"):
                break  # "The day lot *couldn't* find it" tells what somebody did.
            price, edge = prices[position]
            if position > start and low[position - 1] == token.low:
                price += SAID_TWICE
            structure = structures[position]
            plain = plain and not structure and not lattice.near(position)
            plain = plain and not (position > start and lattice.in_set(position, "states"))
            if structure == "noun" and not named:
                price += VERB_UNCALLED
            if position == start:
                if edge and not (self._participle(start) and structure in CALLED_ALL_THE_SAME):
                    break
                cost += price if price < STRUCTURE else price + CALLED_DISCOUNT
            elif lattice.stands_out[position] and not edge:
                cost += FURTHER_WORD
            else:
                discount = CALLED_DISCOUNT if named and structure in ("preposition", "joint") else 0.0
                cost += FURTHER_WORD + price - discount + (JOINING_MARK if token.low == "&" else 0.0)
            if cost > DEAREST_NAME and not repeats:
                break
            end = position + 1
            determiners = determiners and (self._determines(position) or (position == start and counted))
            whole = not edge or (position == start and structure in CALLED_ALONE)
            if whole and token.low != "&" and not (determiners and self._noun_follows(start, end, counted)):
                if fillers[end] >= start + named:
                    price = cost + FILLER_AT_END
                else:
                    price = KNOWN if repeats and lattice.said_before(start, end) else cost
                found.append((end, price, self._name("words", start, end, plain)))
        return found

    def _says_what_for(self, at: int) -> bool:
        """Whether words behind what is there say what something is done for: "to archive *to keep it safe*"."""
        lattice = self.lattice
        aim = lattice.in_set(at, "infinitive") and lattice.in_set(at + 1, "aim") and at + 2 < lattice.size
        return aim and lattice.is_known(lattice.low[at - 1])

    def _says_kind(self, start: int) -> bool:
        """Whether a word only says what kind of thing a file is that is there: "the *table* grades.xlsx"."""
        lattice, known = self.lattice, self.lattice.known.files
        whole = lattice.words_of(start, start + 2).lower() in known
        told = lattice.low[start + 1] in known or lattice.in_set(start - 1, "indefinite")
        coined = lattice.low[start + 1].partition(".")[0] not in lattice.grammar.words["common"]
        kind = lattice.in_set(start, "kind_of_document") or (coined and lattice.in_set(start, "sort_of_paper"))
        return kind and told and not whole

    def _participle(self, start: int) -> bool:
        """Whether "called" stands right before, so that what follows is a name even if it begins with "to"."""
        after = start + 1 < self.lattice.size or not self.lattice.in_set(start, "polite")
        return after and start > 0 and self.lattice.class_name(start - 1) == "called"

    def _after_called(self, start: int) -> bool:
        """Whether the words before say that a name follows."""
        return start in self._introduced

    def called_before(self, start: int, end: int) -> bool:
        """Whether the same words were called a name earlier: "a folder called *lab*, then open the *lab* folder"."""
        low, span = self.lattice.low, self.lattice.low[start:end]
        return any(low[at : at + len(span)] == span for at in self._introduced if at + len(span) <= start)

    def _determines(self, position: int) -> bool:
        """Whether a word only says which of what comes after it."""
        return self.lattice.class_name(position) in ("article", "quantifier") or self.lattice.in_set(
            position, "adjective"
        )

    def _noun_follows(self, start: int, end: int, counted: bool) -> bool:
        """Whether determiners can be no name: a lone letter may be one, and so is a number without its noun.

        That is a capital, or one that is called so and is no article of what follows: "called *a* in archive".
        """
        if end - start == 1 and (self.lattice.tokens[start].text.isupper() or self._is_a_called_letter(start)):
            return False
        return not counted or bool(self.lattice.at(end, "kinds"))

    def _is_a_called_letter(self, at: int) -> bool:
        """Whether a letter stands behind "called", and nothing behind it that it could be the article of."""
        over = self.lattice.is_over(at + 1) or self.lattice.class_name(at + 1) in ("joint", "preposition")
        return over and len(self.lattice.low[at]) == 1 and self._participle(at)

    def _may_repeat(self, start: int) -> bool:
        """Whether a name that begins at a token may be one that was said before."""
        lattice = self.lattice
        if not lattice.repeats[start]:
            return False
        return lattice.price(start)[0] < STRUCTURE and lattice.class_name(start) != "article"

    def _name(self, shape: NameShape, start: int, end: int, plain: bool = False, doubt: bool = False) -> Name:
        bare = shape == "file" and self.lattice.low[start].lstrip(".") in self.lattice.grammar.words["extension"]
        free = shape in ("words", "file") and not (plain and end - start <= LONGEST_SURE_NAME)
        told = shape == "words" and self._doubts.tells_more(start, end)
        doubt = doubt or bare or told or (free and self._doubts.is_doubtful(shape, start, end))
        words = self.lattice.words_of(start, end)
        quality = shape == "words" and self.lattice.in_set(end - 1, "quality") and not self._participle(start)
        exists = words.lower() in self.lattice.known.files
        return Name(words, shape, start, end, doubt, exists, quality, self._is_definite(shape, start, end))

    def _is_definite(self, shape: NameShape, start: int, end: int) -> bool:
        """Whether words rather mean what was spoken of than name something: "*the* ticket"."""
        lattice = self.lattice
        led = shape == "words" and end > start + 1 and lattice.in_set(start, "definite")
        return led and lattice.tokens[start].text.islower()

    def separators(self, position: int) -> list[tuple[int, float]]:
        """Ways to go on to the next item of a list: (position of the item, cost)."""
        found = self._separators.get(position)
        if found is None:
            found = self._separators[position] = self._separated(position)
        return found

    def _separated(self, position: int) -> list[tuple[int, float]]:
        lattice = self.lattice
        if position >= lattice.size:
            return []
        if lattice.tokens[position].shape == "file" and lattice.tokens[position - 1].shape == "file" and position:
            return [(position, SEPARATOR)]
        found = [(end, SEPARATOR + cost) for end, cost, _ in lattice.at(position, "item_separator")]
        if any(lattice.at(end, "called") for end, _, _ in lattice.at(position, "item_lead")):
            found.append((position, UNSEPARATED))
        return found

    def many(self, position: int) -> list[Row]:
        """One or more names given in a row: "A, B and C", "one A and the other B"; the cheapest few per end go on.

        What leads to one of several is of the name where there is no other: "called *one day*".
        """
        found: list[Row] = []
        leads = self.lattice.at(position, "item_lead") if position in self._introduced else ()
        led = {end for end, _, _ in leads}
        layer: list[Row] = [(position, 0.0, ())]
        for _ in range(LONGEST_NAME):
            layer = few_per_end(
                (end, cost + more + price, (*names, name))
                for at, cost, names in layer
                for begin, more in self._item_starts(at, bool(names))
                for end, price, name in self.at(begin)
                if not names or price <= STRUCTURE + 4
            )
            found.extend(row for row in layer if len(row[2]) > 1 or row[2][0].start not in led)
            layer = [
                (after, cost + gap + 1.0, names) for end, cost, names in layer for after, gap in self.separators(end)
            ]
            if not layer:
                break
        return found

    def _item_starts(self, position: int, listed: bool) -> list[tuple[int, float]]:
        """Where an item's name may begin: at once, or after "one called", "the other", "the second is"."""
        lattice = self.lattice
        starts = [(position, 0.0)]
        for end, cost, _ in lattice.at(position, "item_lead"):
            starts.append((end, cost - 1.0))
            starts.extend((after, cost + more - 1.0) for after, more, _ in lattice.at(end, "called"))
        if listed:
            starts.extend((end, cost) for end, cost, _ in lattice.at(position, "called"))
        return starts


def _introduced(lattice: Lattice) -> frozenset[int]:
    """Where a name begins because words before it say so: "called", "name it", "about"."""
    found = {at + 1 for at, structure in enumerate(lattice.structure) if structure in ("called", "naming")}
    for at in lattice.beginnings.get("called", ()):
        found.update(end for end, slip, _ in lattice.at(at, "called") if end > at + 1 or slip)
    for at in lattice.beginnings.get("about", ()):
        found.update(end for end, _, sense in lattice.at(at, "about") if sense == TOPIC)
    return frozenset(found)


def few_per_end(found: Iterable[tuple[int, float, T]]) -> list[tuple[int, float, T]]:
    """The cheapest few of what ends at the same token: longer rows of them would be more than can be looked at."""
    cheapest = sorted(found, key=itemgetter(1))
    if len(cheapest) <= KEPT_PER_END:
        return cheapest
    counts: dict[int, int] = {}
    kept: list[tuple[int, float, T]] = []
    for item in cheapest:
        count = counts[item[0]] = counts.get(item[0], 0) + 1
        if count <= KEPT_PER_END:
            kept.append(item)
    return kept


def _filler_starts(lattice: Lattice) -> list[int]:
    """For each end the last token at which a short filler begins that stops there; -1 where none does."""
    starts = [-1] * (lattice.size + 1)
    for position in lattice.beginnings.get("filler", ()):
        for end, cost, _ in lattice.at(position, "filler"):
            if cost == 0 and end - position <= LONGEST_FILLER:
                starts[end] = position
    return starts


def _index(names: frozenset[str], is_file: bool) -> dict[str, list[_OnDisk]]:
    index: dict[str, list[_OnDisk]] = {}
    for name in sorted(names):
        marked = BRACKET in name
        phrase = tuple(token.low for token in tokenize(name)) if marked else tuple(name.split(" "))
        index.setdefault(phrase[0], []).append(_OnDisk(phrase, is_file, marked))
    return index
