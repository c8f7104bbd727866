"""Lists whose items were counted before they were said: "three things tyres lights and ladder straps"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from aura.language.slots.cells import Piece, Row
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.predicates import NAMING

COLON, SEVERAL = ":", "s"
LEADING = (COLON, ",")
LEAST, MOST = 2, 20
"""How many items are counted."""
MOST_WAYS = 3
ONE, SOME = 1, 0
"""How many rows are spoken of before their cells: one, or several that nobody counted."""


def past_count(numbers: Numbers, start: int) -> tuple[int, int]:
    """Where items begin that are announced at a token, and how many there are to be: "*the following two points:* a".

    They may have been counted right before it: "with *three slides* welcome, plan and end", "*two columns called* a and
    b"; and so may what they are of: "a list of *three:* a". None are, where it is 0.
    """
    lattice = numbers.lattice
    begin = lattice.skip(start, "determiner")
    begin += lattice.in_set(begin, "announcing")
    counted = numbers.at(begin) if begin < lattice.size else None
    led = counted is not None and begin > 0 and lattice.in_set(begin - 1, "part_of")
    if counted is not None and led and lattice.is_word(counted[0], COLON) and counted[0] + 1 < lattice.size:
        return counted[0] + 1, _items(counted[1])
    if counted is not None and _is_counted(lattice, counted[0]):
        behind = counted[0] + 1
        behind += lattice.is_word(behind, *LEADING)
        return (behind, _items(counted[1])) if behind < lattice.size else (start, 0)
    noun = start - 1 - (lattice.is_word(start - 1, *LEADING) or lattice.class_name(start - 1) in NAMING)
    before = numbers.at(noun - 1) if noun > 0 and lattice.in_set(noun, "counted_items") else None
    return start, _items(before[1]) if before is not None and before[0] == noun else 0


def _is_counted(lattice: Lattice, at: int) -> bool:
    """Whether a word is one for what lists have, or for several things before a colon: "three *rules*: be kind, …"."""
    several = at + 1 < lattice.size and lattice.low[at].endswith(SEVERAL) and lattice.is_word(at + 1, COLON)
    return lattice.in_set(at, "counted_items") or several


def _items(digits: str) -> int:
    return int(digits) if digits.isdecimal() and LEAST <= int(digits) <= MOST else 0


def ways_of_count(told: tuple[str, ...], pieces: Sequence[Piece], count: int) -> list[tuple[str, ...]]:
    """The items that were counted: as they were told apart, or words that ran together parted so that they are as many.

    Where several partings come to that, or none does, only the user knows.
    """
    words = told[0].split()
    wanted = count - len(told) + 1
    if wanted == 1:
        return [told]
    if wanted < 1 or wanted > len(words) or pieces[0].whole or any(piece.apart == "," for piece in pieces[1:]):
        return [told, (f"{count}", *told)]
    cuts = combinations(range(1, len(words)), wanted - 1)
    parted = ([0, *cut, len(words)] for cut in cuts)
    rows = [tuple(" ".join(words[at:end]) for at, end in pairwise(each)) for each in parted]
    return [(*row, *told[1:]) for row in rows[:MOST_WAYS]]


def rows_before(numbers: Numbers, start: int) -> int:
    """How many rows are spoken of before their cells: "add *two rows* to x.xlsx: ida, tom"; one where none are."""
    lattice = numbers.lattice
    nouns = (
        at for at in range(start - 1, -1, -1) if lattice.in_set(at, "one_row") or lattice.in_set(at, "several_rows")
    )
    noun = next(nouns, start)
    if noun == start or not lattice.in_set(noun, "several_rows"):
        return ONE
    counted = (numbers.at(at) for at in range(max(0, noun - 2), noun))
    return next((_items(number[1]) for number in counted if number is not None), SOME)


def ways_of_several(cells: Sequence[Piece], ways: Sequence[tuple[Row, ...]], count: int) -> Sequence[tuple[Row, ...]]:
    """The rows that cells may be where several are spoken of: as many as were counted, or else only the user knows."""
    alone = len(ways) == 1 and len(ways[0]) == 1
    if count == ONE or len(cells) < LEAST or any(cell.apart == ";" for cell in cells):
        return ways
    if count == SOME:
        return [*ways, tuple((cell,) for cell in ways[0][0])] if alone and len(ways[0][0]) > 1 else ways
    as_many = [rows for rows in ways if len(rows) == count]
    every = tuple(cell.value for cell in cells)
    width = len(every) // count
    if not as_many and width * count == len(every):
        as_many = [tuple(every[at : at + width] for at in range(0, len(every), width))]
    return as_many or [*ways, tuple((cell,) for cell in every)]
