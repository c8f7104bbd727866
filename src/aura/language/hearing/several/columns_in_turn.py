"""Cells of a row that are told with their columns, from the first on: "oak *in the first*, 12 *in the second*"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import past

ROW, COLUMN, SEPARATED = "table_row", "in_column", ("item_separator", "joint")


def columns_in_turn(lattice: Lattice) -> str | None:
    """The utterance with such cells one behind the other, "oak, 12"; None where a column is left out or comes late."""
    found: list[tuple[int, int]] = []
    for at in sorted(lattice.beginnings.get(COLUMN, ())):
        hits = [(end, number) for end, cost, number in lattice.at(at, COLUMN) if not cost]
        if not hits or (found and at < found[-1][1]):
            continue
        end, number = max(hits)
        if number != str(len(found) + 1):
            return None
        found.append((at, end))
    rows = [at for at in lattice.beginnings.get(ROW, ()) if found and at < found[0][0]]
    behind = [past(lattice, end, *SEPARATED) for _, end in found]
    if (
        len(found) < 2
        or not rows
        or any(next_one <= cell for (next_one, _), cell in zip(found[1:], behind, strict=False))
    ):
        return None
    said, seen = "", 0
    for (at, end), cell in zip(found, behind, strict=True):
        last = end == found[-1][1]
        said += lattice.text[seen : lattice.tokens[at - 1].end] + ("" if last else ", ")
        seen = lattice.tokens[end - 1].end if last else lattice.tokens[cell].start
    return said + lattice.text[seen:]
