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
    if len(found) < 2 or not rows or not all(_goes_on(lattice, end) for _, end in found[:-1]):
        return None
    said, seen = "", 0
    for at, end in found:
        said += lattice.text[seen : lattice.tokens[at - 1].end]
        behind = past(lattice, end, *SEPARATED) if (at, end) != found[-1] else end
        said += ", " if behind > end else ""
        seen = lattice.tokens[behind].start if behind > end else lattice.tokens[end - 1].end
    return said + lattice.text[seen:]


def _goes_on(lattice: Lattice, end: int) -> bool:
    """Whether another cell follows behind a column."""
    return any(behind < lattice.size for behind in lattice.ends(end, *SEPARATED))
