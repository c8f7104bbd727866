"""Cells of a row as they were told apart, also where a number is of the words beside it: "Room 9, Farida, two keys"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from aura.language.slots.cells import Cell, Piece, Row
from aura.language.utterance.lattice import Lattice

SEVERAL = "s"
"""How the word for several things ends."""


def row_as_told(lattice: Lattice, begin: int, cells: Sequence[Piece], separator: Callable[[int], int]) -> Row | None:
    """The row whose cells are told apart by one mark or word, where some hold a number and what it counts or tells.

    None where each has as many parts, which may be a row, or it holds a number that may be another cell.
    """
    groups = _groups(cells)
    if len({len(group) for group in groups}) < 2 or len({group[0].apart for group in groups[1:]}) > 1:
        return None
    told = [*_told(lattice, begin, groups, separator)]
    return tuple(cell for cell in told if cell is not None) if None not in told else None


def _groups(cells: Sequence[Piece]) -> list[list[Piece]]:
    """The parts of each cell that was told apart from others."""
    groups: list[list[Piece]] = []
    for cell in cells:
        if groups and cell.apart == "#":
            groups[-1].append(cell)
        else:
            groups.append([cell])
    return groups


def _told(
    lattice: Lattice, begin: int, groups: Sequence[Sequence[Piece]], separator: Callable[[int], int]
) -> Iterator[Cell | None]:
    """What each cell is; nothing for one that may be several."""
    for group in groups:
        end = group[-1].end
        match [part.value for part in group]:
            case [value]:
                yield value
            case [int() | float(), str(counted)] if counted.endswith(SEVERAL):
                yield lattice.text_of(begin, end)
            case [str(), int() | float()] if end == begin + 2 and lattice.in_set(begin, "numbered"):
                yield lattice.text_of(begin, end)
            case _:
                yield None
        begin = end + separator(end) if end < lattice.size else end
