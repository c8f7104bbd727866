"""Which by a word of their names: "the two *rota* pdfs", "both of the *Tallis* files", "every *crdownload* file"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice

LONGEST_WORDS, FEWEST = 3, 2
"""Words that names share at most, and how many of them show that they do."""
EXTENSION, PLURAL = "extension", "plural"
OF_FILES = ("parts_of_things", "document_part", "counted_text", "in_texts", "unit_of_text")
"""Sets of words for what is in a file: "both report *lines*"."""
SHORTEST_EXTENSION = 3
OF_NO_NAME = ("adjective", "definite", "singling", "singled_out", "picking", "remainder", "excluding", "polite")
"""Sets of words that say which, or nothing, and are no part of a name: "both *new* pdfs"."""


def words_of_names(lattice: Lattice, start: int) -> Iterator[tuple[int, str, bool]]:
    """Where words end that several names may share, these words, and whether names that are there begin so."""
    for end in range(start + 1, min(start + LONGEST_WORDS, lattice.size - 1) + 1):
        if not _is_plain(lattice, end - 1):
            return
        said = lattice.words_of(start, end).lower()
        files = [name for name in lattice.known.files if name == said or name.startswith(f"{said} ")]
        yield end, said, len(files) >= FEWEST


def names_in_plural(lattice: Lattice, start: int, count: int) -> Iterator[tuple[int, str]]:
    """Where a noun for several files ends, and the words that their names share: "both *order lists*".

    Those are all of its words, the last for one of them, or where just as many are there as is said the words before
    it: "both *arrivals* lists" of arrivals week 18 and 19.
    """
    for end in range(start + 1, min(start + LONGEST_WORDS, lattice.size) + 1):
        if not _is_plain(lattice, end - 1):
            return
        if any(lattice.in_set(end - 1, name) for name in OF_FILES) or not lattice.ends_like(end - 1, PLURAL):
            continue
        said = lattice.words_of(start, end).lower()
        endings = lattice.grammar.words[f"{PLURAL}_ending"]
        ones = [said.removesuffix(ending) for ending in endings if said.endswith(ending)]
        one = next((one for one in ones if len(_called(lattice, one)) >= FEWEST), None)
        if one is not None and said not in lattice.known.files:
            yield end, one
        elif end > start + 1 and count >= FEWEST:
            shared = lattice.words_of(start, end - 1).lower()
            if len(_called(lattice, shared)) == count and not any(_called(lattice, one) for one in (said, *ones)):
                yield end, shared


def _called(lattice: Lattice, words: str) -> set[str]:
    """The names of files that are there and begin with some words, without what they end in."""
    files = lattice.known.files
    begun = {name for name in files if name == words or name.startswith(f"{words} ")}
    return {name for name in begun if any(other.startswith(f"{name}.") for other in begun)}


def several_of(lattice: Lattice, at: int) -> str:
    """The extension of several files that a word means, "stls"; empty where it means none."""
    low, endings = lattice.low[at], lattice.grammar.words[f"{PLURAL}_ending"]
    known, common = lattice.grammar.words[EXTENSION], lattice.grammar.words["common"]
    found = (low.removesuffix(ending) for ending in endings if lattice.ends_like(at, PLURAL))
    named = (one for one in found if one in known and one != low and len(one) >= SHORTEST_EXTENSION)
    return "" if lattice.class_name(at) or low in common else next(named, "")


def kind_nobody_knows(lattice: Lattice, at: int) -> str:
    """The extension that a word before a noun for files says, which is no word of the language: "every *part* file"."""
    if at + 1 >= lattice.size:
        return ""
    token, low = lattice.tokens[at], lattice.low[at]
    strange = low not in lattice.grammar.words["common"] and not lattice.is_known(low)
    said = any(not cost for hits in lattice.hits[at].values() for _, cost, _ in hits)
    plain = strange and low.isalnum() and not said and token.text.islower() and _is_plain(lattice, at)
    return low if plain and lattice.in_set(at + 1, "file_noun") else ""


def _is_plain(lattice: Lattice, at: int) -> bool:
    """Whether a token is a plain word that may stand in a name."""
    plain = lattice.tokens[at].shape == "word" and lattice.class_name(at) in ("", "noun")
    sort = lattice.begins(at, "group", "groups", "kind", "kinds")
    return plain and not sort and not any(lattice.in_set(at, name) for name in OF_NO_NAME)
