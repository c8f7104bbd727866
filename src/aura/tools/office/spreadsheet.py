"""Spreadsheets: made, their cells set and read, rows added."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk, Planned, Stage
from aura.capability.semantic import FilePath, Text
from aura.capability.tool import tool
from aura.documents.family import SPREADSHEET
from aura.documents.values import Typed, typed, typed_rows
from aura.tools.office.changing import (
    Cell,
    Changed,
    TextCell,
    change,
    comes_later,
    content_of,
    place_of_new,
)
from aura.tools.office.document import Made

LARGE = 20_000
"""Cells from which on a new spreadsheet is only made when the plan runs, not for its preview too."""
LARGE_FILE = 1 << 20
"""Bytes from which on a spreadsheet is only read when the plan runs, not for its preview too."""

Sheet = Annotated[str | int, "The sheet by its name or number; the one that is in front if not given."]
Rows = Annotated[
    list[list[TextCell]],
    "Rows of cells: text, numbers, true or false, null for empty. Text that is written as one is one.",
]


class CellSet(Struct, frozen=True):
    """Which cell was set."""

    path: Annotated[FilePath, "The spreadsheet."]
    cell: Annotated[str, "The cell by its name, such as B2; empty while it is not known."]


class CellsRead(Struct, frozen=True):
    """What cells hold."""

    text: Annotated[Text, "The values as text: a line for each row, a tab between cells."]
    rows: Annotated[
        list[list[Cell]], "The values, dates in ISO 8601; a formula without a kept result as it is written."
    ]
    cells: Annotated[str, "The range that was read, such as A1:C3."]
    cell: Annotated[str, "The same where it is one cell by what was said; else empty."]
    path: Annotated[FilePath, "The spreadsheet."]


@tool(verb="create", object="spreadsheet", effect=Effect.WRITES)
def create_spreadsheet(
    disk: Disk,
    planned: Planned,
    stage: Stage,
    path: Annotated[FilePath, "The .xlsx file to make, which must not exist yet."],
    columns: Annotated[list[Text], "The headings of the columns; none if not given."] = [],  # noqa: B006
    rows: Rows = [],  # noqa: B006
) -> Made:
    """Create a spreadsheet with headings and rows."""
    place = place_of_new(disk, path, SPREADSHEET)
    disk.write(place, _new(place, columns, rows, planned, stage))
    return Made(place)


def _new(path: str, columns: Any, rows: Any, planned: Planned, stage: Stage) -> bytes | None:
    from aura.documents.sheet_making import made_sheet

    if comes_later(stage, columns=columns, rows=rows):
        return None
    if stage.rehearsal and len(rows) * max(map(len, rows), default=0) > LARGE:
        return None
    return made_sheet(path, columns, typed_rows(rows, planned.get("rows")), stage.tell, len(rows))


@tool(verb="set", object="cell", effect=Effect.WRITES, settles={"cell": "cell"})
def set_cell(
    disk: Disk,
    planned: Planned,
    stage: Stage,
    path: Annotated[FilePath, "The spreadsheet to change."],
    cell: Annotated[
        str,
        "The cell by its name (B2), by its column's heading and its row's first value (cost of rent), "
        "or by the row's alone (rent) where there is one column beside it.",
    ],
    value: Annotated[
        TextCell, "What to put in; text that is written as a number, date or formula is one, null empties it."
    ],
    sheet: Sheet = "",
) -> CellSet:
    """Set one cell of a spreadsheet; everything else in it stays."""
    if stage.rehearsal and value is None and planned.get("value") is not None:
        change(disk, path, (SPREADSHEET,), None)
        return CellSet(path, "")
    return CellSet(path, _set(disk, path, cell, [[typed(value, planned.get("value"))]], sheet, one=True))


@tool(verb="set", object="cells", effect=Effect.WRITES)
def set_cells(
    disk: Disk,
    planned: Planned,
    stage: Stage,
    path: Annotated[FilePath, "The spreadsheet to change."],
    range: Annotated[str, "The first cell (B2), or the cells (B2:C4, B, 2:2, a column's heading)."],
    rows: Rows,
    sheet: Sheet = "",
) -> CellSet:
    """Set the cells of a range of a spreadsheet, row by row; everything else in it stays."""
    if comes_later(stage, rows=rows):
        change(disk, path, (SPREADSHEET,), None)
        return CellSet(path, "")
    given = list(typed_rows(rows, planned.get("rows")))
    return CellSet(path, _set(disk, path, range, given, sheet, one=False))


def _set(disk: Disk, path: str, place: str, rows: list[list[Typed]], sheet: str | int, *, one: bool) -> str:
    from aura.documents.sheet_changing import with_cells

    names: list[str] = []

    def made(data: bytes) -> bytes:
        new, name = with_cells(path, data, place, rows, sheet, one=one)
        names.append(name)
        return new

    change(disk, path, (SPREADSHEET,), made)
    return names[0] if names else ""


@tool(verb="add", object="rows", effect=Effect.WRITES)
def add_rows(
    disk: Disk,
    planned: Planned,
    stage: Stage,
    path: Annotated[FilePath, "The spreadsheet to add to."],
    rows: Rows,
    sheet: Sheet = "",
) -> Changed:
    """Add rows below the last row of a spreadsheet."""
    from aura.documents.sheet_changing import with_rows

    if comes_later(stage, rows=rows):
        change(disk, path, (SPREADSHEET,), None)
        return Changed(path)
    if not rows:
        raise ToolError("NOTHING_NAMED", "There are no rows to add; say what is in them.")
    given = typed_rows(rows, planned.get("rows"))
    change(disk, path, (SPREADSHEET,), lambda data: with_rows(path, data, given, sheet))
    return Changed(path)


@tool(verb="read", object="cells", effect=Effect.READS, settles={"range": "cell"})
def read_cells(
    disk: Disk,
    stage: Stage,
    path: Annotated[FilePath, "The spreadsheet to read."],
    range: Annotated[
        str,
        "The cells (A1:C3, B, 2:2, row 2), a column's heading, a heading and a row's first value, "
        "the cell beside a row's first value (cell rent); all if not given.",
    ] = "",
    sheet: Sheet = "",
) -> CellsRead:
    """Read cells of a spreadsheet as they are shown."""
    from aura.documents.sheet_reading import read_range

    data = content_of(disk, path, SPREADSHEET)
    if stage.rehearsal and len(data) > LARGE_FILE:
        raise ToolError("NOT_KNOWN_YET", f"The cells of {path} are many, and are only read when the plan runs.")
    found = read_range(path, data, range, sheet, stage.tell)
    return CellsRead(found.text, found.rows, found.name, found.name if found.is_cell else "", path)
