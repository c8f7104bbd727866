"""What an utterance says where files are counted before their names: "the two recipes a.txt and b.txt" → "two files".

What they are called there is no part of a name, where just as many are named behind it.
"""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers

COMMA, FILE, WORD, MANY = ",", "file", "word", "many_files"
OF_FILES = ("parts_of_things", "document_part", "counted_text", "in_texts", "unit_of_text")
"""Sets of words for what is in a file: "the two *lines* …"."""
LONGEST_NOUN = 2
"""Words of what they are called: "the three *old recipes* …"."""


def counted_as_files(lattice: Lattice) -> str | None:
    """The utterance with the first counted files called files; None where none are called otherwise."""
    numbers = Numbers(lattice)
    for at in range(lattice.size - 2):
        number = numbers.at(at + 1) if lattice.in_set(at, "definite") else None
        if number is None or not number[1].isdecimal():
            continue
        begin = number[0]
        end = next(
            (end for end in range(begin, begin + LONGEST_NOUN + 1) if _names(lattice, end, int(number[1]))), None
        )
        if end is not None and _is_noun(lattice, begin, end):
            text, tokens = lattice.text, lattice.tokens
            files = next(iter(lattice.grammar.words[MANY]))
            return f"{text[: tokens[begin - 1].end]} {files}{text[tokens[end - 1].end :]}"
    return None


def _names(lattice: Lattice, at: int, count: int) -> bool:
    """Whether just as many files are named at a token, behind a comma or right there."""
    at += at < lattice.size and lattice.low[at] == COMMA
    named = 0
    while at < lattice.size and lattice.tokens[at].shape == FILE:
        named += 1
        at = max(lattice.ends(at + 1, "item_separator"), default=lattice.size)
    return named == count > 1


def _is_noun(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether words are a noun for several things, or none at all, and no word of the language for files."""
    if begin == end:
        return lattice.low[begin] == COMMA
    plain = all(lattice.tokens[at].shape == WORD and not lattice.class_name(at) for at in range(begin, end))
    known = any(lattice.at(end - 1, name) for name in ("kind", "kinds", "group", "groups"))
    known = known or any(lattice.in_set(end - 1, name) for name in OF_FILES)
    return plain and not known and lattice.ends_like(end - 1, "subject")
