"""Names of several words behind a colon, told apart by how many there are to be.

"Make three folders: Tax Forms, Old Letters and Maps" → "make three folders: "Tax Forms", "Old Letters" and "Maps"".
"""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers

COLON, COMMA, JOINING, KINDS = ":", ",", "coordinating", ("kinds", "kind")
LONGEST_LED, LONGEST_NAME = 8, 5
"""Tokens between how many there are to be and the colon, and of a name."""


def counted_names(lattice: Lattice) -> str | None:
    """The utterance with each of its counted names in quotes; None where there are not just as many as it says."""
    colons = [at for at, low in enumerate(lattice.low) if low == COLON]
    if len(colons) != 1 or (count := _count(lattice, colons[0])) is None:
        return None
    end = lattice.size - (lattice.tokens[-1].shape == "mark")
    names = list(_names(lattice, colons[0] + 1, end))
    plain = all(lattice.tokens[at].shape == "word" for start, stop in names for at in range(start, stop))
    plain = plain and not any(start < stop and lattice.in_set(start, "indefinite") for start, stop in names)
    lengths = {stop - start for start, stop in names}
    if len(names) != count or not plain or not lengths or min(lengths) < 1 or not 1 < max(lengths) <= LONGEST_NAME:
        return None
    said, seen = "", 0
    for start, stop in names:
        begin, last = lattice.tokens[start].start, lattice.tokens[stop - 1].end
        said, seen = f'{said}{lattice.text[seen:begin]}"{lattice.text[begin:last]}"', last
    return said + lattice.text[seen:]


def _count(lattice: Lattice, colon: int) -> int | None:
    """How many new things of a kind are announced before a colon: "*three* new folders in documents, please:"."""
    numbers = Numbers(lattice)
    for at in range(max(0, colon - LONGEST_LED), colon):
        number = numbers.at(at)
        if number is not None and number[1].isdigit():
            kinds = (word for word in range(number[0], min(number[0] + 2, colon)) if lattice.begins(word, *KINDS))
            return int(number[1]) if next(kinds, None) is not None else None
    return None


def _names(lattice: Lattice, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches between commas, and a last word that joins."""
    begin = start
    for at in range(start, end):
        joins = lattice.in_set(at, JOINING)
        if lattice.low[at] == COMMA or joins:
            if not (joins and at == begin):
                yield begin, at
            begin = at + 1
    yield begin, end
