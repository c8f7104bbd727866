"""Cells as they were told one after another, and the items or rows that they may be."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from aura.language.utterance.lattice import Lattice

Cell = str | int | float
Row = tuple[Cell, ...]
LONGEST_CELL = 4


class Piece(NamedTuple):
    """A cell, the token after it, its price, the mark that tells it from the one before, and whether it was quoted.

    Where there is a word in that, it is the `joint`.
    """

    value: Cell
    end: int
    cost: float
    apart: str
    whole: bool = False
    joint: str = ""


def joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Words that follow each other as one cell."""
    found: list[Piece] = []
    for piece in pieces:
        if found and not piece.apart and isinstance(found[-1].value, str):
            last = found[-1]
            found[-1] = last._replace(value=f"{last.value} {piece.value}", end=piece.end)
        else:
            found.append(piece)
    return _with_joints(found)


def _with_joints(cells: Sequence[Piece]) -> list[Piece]:
    """Cells in which "and" joins words of one, where another stands behind a comma or only figures follow.

    "A, *b and c*, and d", "*tea and coffee*, 3, 4.50"; but "a, b and c, d" may be rows.
    """
    found: list[Piece] = []
    for at, cell in enumerate(cells):
        later = [other for other in cells[at + 1 :] if other.apart == ","]
        last_of_all = bool(later) and later[-1].joint != ""
        first = not any(other.apart == "," for other in cells[1:at])
        valued = bool(later) and first and not any(isinstance(other.value, str) for other in later)
        before = found[-1] if found and cell.apart == "&" and (last_of_all or valued) else None
        words = before is not None and isinstance(before.value, str) and isinstance(cell.value, str)
        if before is not None and words and not (before.whole or cell.whole):
            found[-1] = before._replace(value=f"{before.value} {cell.joint} {cell.value}", end=cell.end)
        else:
            found.append(cell)
    return found


def parts_rows(lattice: Lattice, at: int) -> bool:
    """Whether rows are told in turn around a token, each with commas of its own: "ada, tea *and then* bo, milk"."""
    ends = list(lattice.ends(at, "in_turn"))
    near = (
        range(max(at - LONGEST_CELL, 0), at),
        range(max(ends, default=at) + 1, max(ends, default=at) + LONGEST_CELL),
    )
    return bool(ends) and all(any(lattice.is_word(where, ",") for where in places) for places in near)


def ways_of_items(told: tuple[str, ...], pieces: Sequence[Piece]) -> list[tuple[str, ...]]:
    """Every item as it was told apart; one run of words, or a last one behind "and", may be several."""
    words = [len(item.split()) for item in told]
    together = len(told) == 1 or (len(told) == 2 and pieces[1].apart == "&" and words[1] == 1)
    if not together or words[0] == 1 or pieces[0].whole:
        return [told]
    return [(*told[0].split(), *told[1:]), told]


def ways_of_rows(cells: Sequence[Piece], words: Mapping[str, Container[str]]) -> list[tuple[Row, ...]]:
    """The rows that cells may be, also without what each is there."""
    return [*_without_roles(cells, words), *_told_apart(cells)]


def _told_apart(cells: Sequence[Piece]) -> list[tuple[Row, ...]]:
    """The rows that cells may be: told apart by where they were, else by the sort of value in each column."""
    groups: list[list[Cell]] = []
    for cell in cells:
        if groups and cell.apart == "#":
            groups[-1].append(cell.value)
        else:
            groups.append([cell.value])
    every = tuple(cell.value for cell in cells)
    if any(cell.apart == ";" for cell in cells):
        return [_by_semicolons(cells)]
    widths = {len(group) for group in groups}
    if len(groups) > 1 and widths == {1}:
        return [(every,), *_in_turn(every)]
    if len(groups) == 1:
        return [(every,), *_in_turn(every), *(() if cells[0].whole else _words_apart(every))]
    rows = tuple(tuple(group) for group in groups)
    return [rows] if len(widths) == 1 else [(every,), rows]


def _without_roles(cells: Sequence[Piece], words: Mapping[str, Container[str]]) -> Iterator[tuple[Row, ...]]:
    """A row without what its texts are there: "oak *as the wood*, 12"; in which column each is nobody knows."""
    bare = tuple(_without_role(cell.value, words) for cell in cells)
    if len(cells) > 1 and bare != tuple(cell.value for cell in cells):
        yield (bare,)


def _without_role(value: Cell, words: Mapping[str, Container[str]]) -> Cell:
    said = value.split() if isinstance(value, str) else []
    roles = (at for at in range(1, len(said) - 2) if said[at].lower() in words["as_what"])
    at = next((at for at in roles if said[at + 1].lower() in words["definite"]), len(said))
    return " ".join(said[:at]) if at < len(said) else value


def _by_semicolons(cells: Sequence[Piece]) -> tuple[Row, ...]:
    rows: list[list[Cell]] = [[]]
    for cell in cells:
        if cell.apart == ";":
            rows.append([])
        rows[-1].append(cell.value)
    return tuple(map(tuple, rows))


def _in_turn(every: Row) -> list[tuple[Row, ...]]:
    """Rows of two where a text and a number take turns: "rent, 900, food, 250"."""
    sorts = [isinstance(cell, str) for cell in every]
    if len(every) < 4 or len(every) % 2 or any(one == other for one, other in pairwise(sorts)):
        return []
    return [tuple((every[at], every[at + 1]) for at in range(0, len(every), 2))]


def _words_apart(every: Row) -> list[tuple[Row, ...]]:
    """One cell of several words may be as many cells."""
    text = every[0]
    words = text.split() if len(every) == 1 and isinstance(text, str) else []
    return [(tuple(words),)] if len(words) > 1 else []


def number_of(digits: str) -> int | float:
    """What digits come to, as a whole number where that is one."""
    value = float(digits)
    return int(value) if value.is_integer() else value
