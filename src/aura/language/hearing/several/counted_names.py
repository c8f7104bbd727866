"""Names of several words behind a colon, told apart by how many new things there are to be.

"Make three folders: Tax Forms, Old Letters and Maps" → "make three folders: "Tax Forms", "Old Letters" and "Maps"".
"""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.hearing.said_anew import is_fresh
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import before_last_mark
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.stretches import may_order
from aura.language.utterance.verbs import verbs_before

COLON, COMMA, JOINING, KINDS = ":", ",", "coordinating", ("kinds", "kind")
LONGEST_LED, LONGEST_NAME = 14, 5
"""Tokens between how many there are to be and the colon, and of a name."""
OF_NO_NAME = frozenset(("preposition", "joint", "negation", "later", "day", "being", "pronoun", "filler", "article"))
"""Classes of words that a name without quotes hardly has."""


def counted_names(lattice: Lattice) -> str | None:
    """The utterance with each of its counted names in quotes; None where there are not just as many as it says."""
    colons = [at for at, low in enumerate(lattice.low) if low == COLON]
    if len(colons) != 1 or (count := how_many(lattice, colons[0])) is None:
        return None
    end = before_last_mark(lattice)
    names = list(_names(lattice, colons[0] + 1, end))
    lengths = {stop - start for start, stop in names}
    if len(names) != count or max(lengths) < 2 or not all(is_name(lattice, *name) for name in names):
        return None
    said, seen = "", 0
    for start, stop in names:
        begin, last = lattice.tokens[start].start, lattice.tokens[stop - 1].end
        said, seen = f'{said}{lattice.text[seen:begin]}"{lattice.text[begin:last]}"', last
    return said + lattice.text[seen:]


def how_many(lattice: Lattice, names: int) -> int | None:
    """How many new things of a kind are to be made, as is said before their names: "make *three* new folders here:"."""
    numbers = Numbers(lattice)
    for at in range(max(0, names - LONGEST_LED), names):
        number = numbers.at(at)
        if number is not None and number[1].isdigit():
            kinds = (word for word in range(number[0], min(number[0] + 2, names)) if lattice.begins(word, *KINDS))
            return int(number[1]) if next(kinds, None) is not None and _is_to_be_made(lattice, at) else None
    return None


def _is_to_be_made(lattice: Lattice, at: int) -> bool:
    """Whether a verb that makes something, or a wish, stands right before a token and begins a command."""
    verbs = (begin for begin, frame in verbs_before(lattice, at) if frame.is_new)
    return any(is_fresh(lattice, begin) for begin in (*verbs, *lattice.starts(at, "want")))


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


def is_name(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words may be a name and nothing else: no order, place or time, and nothing that only fills."""
    words = range(start, end)
    plain = all(lattice.tokens[at].shape == "word" and lattice.class_name(at) not in OF_NO_NAME for at in words)
    plain = plain and not any(lattice.in_set(at, "polite") for at in words)
    ordered = may_order(lattice, start) and not lattice.tokens[start].text[:1].isupper()
    return plain and not ordered and 0 < len(words) <= LONGEST_NAME
