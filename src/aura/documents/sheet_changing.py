"""A workbook with cells changed or rows added: their parts are written anew, every other stays byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from aura.capability.errors import ToolError
from aura.documents.archive import Archive, refuse_signed
from aura.documents.grid import Grid
from aura.documents.ranges import MOST_COLUMNS, MOST_ROWS, Box, a1, find, letters, name_of
from aura.documents.values import Typed
from aura.documents.workbook import Workbook, elements, relations

MOST_CELLS = 2_000_000
"""How many cells may be set at once."""


def with_cells(
    path: str, data: bytes, place: str, rows: Iterable[list[Typed]], sheet: str | int, *, one: bool
) -> tuple[bytes, str]:
    """A workbook with the cells of a range set, and the range's A1 name; `one` takes a place that is one cell only.

    Raises ToolError where the place is not there or may be two, does not fit the rows, or may not be changed.
    """
    given = list(rows)
    workbook, grid, box = _found(path, data, place, sheet, len(given), one=one)
    if one and not box.is_cell:
        raise ToolError("NOT_ONE_CELL", f'"{place}" is more than one cell of {path}; name one, such as B2.')
    box = _fitted(place, box, given)
    grid.refuse_hidden(box)
    _refuse_headings(workbook, grid.part, box)
    top, left = box.top or 1, box.left or 1
    for number, row in enumerate(given):
        for at, value in enumerate(row):
            grid.set(top + number, left + at, value)
    _save(workbook, grid, box)
    return workbook.archive.saved(), name_of(top, left, box.bottom or top, box.right or left)


def with_rows(path: str, data: bytes, rows: Iterable[list[Typed]], sheet: str | int) -> bytes:
    """A workbook with rows below the last one that has values; they look like that one, where it is not the first."""
    given = list(rows)
    workbook, grid, _ = _found(path, data, "A1", sheet)
    table = grid.table()
    last, left = grid.last_row, table.headings[0][0] if table.headings else 1
    box = _fitted("A1", Box(last + 1, left, last + 1, left), given)
    grid.refuse_hidden(box)
    _grow_tables(workbook, grid.part, last, last + len(given))
    looks = {column: grid.look(last, column) for column in range(left, (box.right or left) + 1)} if last else {}
    for number, row in enumerate(given, last + 1):
        for column, value in enumerate(row, left):
            grid.set(number, column, value, looks[column] if last > table.head else None)
    _save(workbook, grid, box)
    return workbook.archive.saved()


def _found(
    path: str, data: bytes, place: str, sheet: str | int, height: int = 0, *, one: bool = False
) -> tuple[Workbook, Grid, Box]:
    """The sheet that is meant and a range of it, of which so many rows are set; none where all are looked at."""
    archive = Archive(path, data)
    refuse_signed(archive)
    workbook = Workbook(archive)
    named = a1(place)
    rows = range(named.top, named.top + height) if named is not None and named.top and height else None
    grid = Grid(workbook, workbook.sheet(sheet or (named.sheet if named is not None else "")).part, rows)
    return workbook, grid, find(place, grid.table, one=one)


def _fitted(place: str, box: Box, rows: Sequence[Sequence[Any]]) -> Box:
    """The range with all its ends, as large as the rows; raises ToolError `SIZE_DIFFERS` where it is not."""
    height, width = len(rows), max(map(len, rows), default=0)
    if not height or not width:
        raise ToolError("NOTHING_NAMED", "There is nothing to put into the cells; say what.")
    if height * width > MOST_CELLS:
        raise ToolError("TOO_LARGE", f"{height * width} cells cannot be set at once, at most {MOST_CELLS} can.")
    top, left = box.top or 1, box.left or 1
    bottom, right = top + height - 1, left + width - 1
    if bottom > MOST_ROWS or right > MOST_COLUMNS:
        raise ToolError(
            "TOO_LARGE", f"A sheet has at most {MOST_ROWS} rows and {MOST_COLUMNS} columns, which is too few."
        )
    too_high = not box.is_cell and box.bottom is not None and box.bottom != bottom
    too_wide = not box.is_cell and box.right is not None and box.right != right
    if too_high or too_wide:
        raise ToolError(
            "SIZE_DIFFERS",
            f'"{place}" has another size than what is to be put in ({height} × {width}); name its first cell.',
        )
    return Box(top, left, bottom, right)


def _save(workbook: Workbook, grid: Grid, box: Box) -> None:
    grid.ended(box.top or 1, box.left or 1, box.bottom or 1, box.right or 1)
    workbook.recalculated(grid.part, formulas=grid.formulas_changed)


def _tables(workbook: Workbook, part: str) -> Iterator[tuple[str, Any, Box]]:
    """The tables of a sheet, each with its part, its element and its range."""
    for relation in relations(workbook.archive, part):
        if relation.kind == "table" and workbook.archive.has(relation.target):
            root = workbook.archive.xml(relation.target)
            box = a1(root.get("ref", ""))
            if box is not None:
                yield relation.target, root, box


def _refuse_headings(workbook: Workbook, part: str, box: Box) -> None:
    """Raise ToolError for headings of a table, whose name is kept in the table and in formulas too."""
    for _, root, table in _tables(workbook, part):
        apart = (box.right or 0) < (table.left or 0) or (box.left or 0) > (table.right or 0)
        if root.get("headerRowCount") == "0" or apart:
            continue
        if (box.top or 0) <= (table.top or 0) <= (box.bottom or 0):
            raise ToolError(
                "TABLE_HEADING",
                f"Row {table.top} of {workbook.archive.path} has the headings of a table; rename them in its program.",
            )


def _grow_tables(workbook: Workbook, part: str, last: int, new_last: int) -> None:
    """Let a table that ends at the last row take in the new ones."""
    for target, root, table in _tables(workbook, part):
        if table.bottom != last:
            continue
        if root.get("totalsRowCount", "0") != "0":
            raise ToolError(
                "TABLE_TOTAL",
                f"The table in {workbook.archive.path} ends with a row of totals; add the rows in its program.",
            )
        wider = f"{letters(table.left or 1)}{table.top}:{letters(table.right or 1)}{new_last}"
        root.set("ref", wider)
        for each in elements(root, "autoFilter"):
            each.set("ref", wider)
        workbook.archive.put_xml(target, root)
