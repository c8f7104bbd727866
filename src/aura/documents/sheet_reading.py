"""What the cells of a workbook hold, as it is shown: read row by row with openpyxl, which is imported on use."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.documents.archive import BROKEN, Archive, spoiled
from aura.documents.formulas import as_written
from aura.documents.ranges import Box, Table, a1, find, name_of
from aura.documents.values import shown_rows, unescaped
from aura.documents.workbook import FORMULA, Workbook

MOST_CELLS = 5_000_000
"""How many cells may be read at once."""
TOLD_EVERY = 5_000
MOST_KNOWN = 4_096
"""How many different texts are looked for in further cells."""
UNREADABLE = (*BROKEN, SyntaxError, TypeError, AttributeError, IndexError)
PLAIN = frozenset((int, float, bool, type(None)))

Value = str | int | float | bool | None
Tell = Callable[[int, int], None]


class Found(Struct, frozen=True):
    """The values of a range, its A1 name, and whether one cell was meant."""

    rows: list[list[Value]]
    name: str
    is_cell: bool = False

    @property
    def text(self) -> str:
        """The values as text, a line for each row."""
        return shown_rows(self.rows)


def read_range(path: str, data: bytes, place: str, sheet: str | int, tell: Tell) -> Found:
    """The values of a range; without a place all of the sheet. Raises ToolError where it is not there or may be two."""
    workbook = Workbook(Archive(path, data))
    named = a1(place)
    meant = workbook.sheet(sheet or (named.sheet if named is not None else ""))
    with _opened(path, data, results=True) as book:
        page = book[meant.name]
        total = page.max_row or 0
        page.reset_dimensions()
        box = find(place, lambda: _table(page)) if place.strip() else Box(None, None, None, None)
        rows = _rows(path, page, box, tell, total)
    top, left = box.top or 1, box.left or 1
    if workbook.archive.finds(meant.part, FORMULA):
        _with_formulas(path, data, meant.name, rows, top, left)
    rows = _squared(rows, box)
    return Found(
        rows, name_of(top, left, top + max(len(rows), 1) - 1, left + max(map(len, rows), default=1) - 1), box.is_cell
    )


def all_rows(path: str, data: bytes) -> Iterator[list[Value]]:
    """The rows of all sheets, one sheet after the other, as far as they have values."""
    workbook = Workbook(Archive(path, data))
    for number in range(1, len(workbook.sheets) + 1):
        yield from read_range(path, data, "", number, lambda done, total: None).rows


@contextmanager
def _opened(path: str, data: bytes, *, results: bool) -> Iterator[Any]:
    """A workbook of openpyxl that is read row by row; with the results of formulas, or with the formulas."""
    from openpyxl import load_workbook

    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="openpyxl")  # What it would not write back: nothing is written.
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=results)
        try:
            yield book
        finally:
            book.close()
    except UNREADABLE as error:
        raise spoiled(path) from error


def _rows(path: str, page: Any, box: Box, tell: Tell, total: int) -> list[list[Value]]:
    rows: list[list[Value]] = []
    texts = _Texts()
    cells = 0
    for row in _raw(page, box):
        rows.append(
            [value if type(value) in PLAIN else texts[value] if type(value) is str else _plain(value) for value in row]
        )
        cells += len(row)
        if cells > MOST_CELLS:
            raise ToolError(
                "TOO_LARGE", f"More than {MOST_CELLS} cells of {path} cannot be read at once; name a range."
            )
        if len(rows) % TOLD_EVERY == 0:
            tell(len(rows), max(total, len(rows)))
    return rows


class _Texts(dict[str, str]):
    """Texts as they are shown by what a file has; one that stands in many cells is kept once."""

    def __missing__(self, text: str) -> str:
        shown = unescaped(text)
        if len(self) < MOST_KNOWN:
            self[text] = shown
        return shown


def _raw(page: Any, box: Box) -> Any:
    return page.iter_rows(
        min_row=box.top, max_row=box.bottom, min_col=box.left, max_col=box.right, values_only=True
    )  # fmt: skip


def _with_formulas(path: str, data: bytes, sheet: str, rows: list[list[Value]], top: int, left: int) -> None:
    """Put a formula where none of its results was kept."""
    if all(value is not None for row in rows for value in row):
        return
    width = max(map(len, rows), default=1)
    with _opened(path, data, results=False) as book:
        page = book[sheet]
        page.reset_dimensions()
        written = page.iter_rows(
            min_row=top, max_row=top + len(rows) - 1, min_col=left, max_col=left + width - 1, values_only=True
        )
        for row, formulas in zip(rows, written, strict=False):
            for at, value in enumerate(row):
                if value is None and at < len(formulas):
                    row[at] = _formula(formulas[at])


def _formula(value: Any) -> Value:
    text = getattr(value, "text", value)
    return as_written(text) if isinstance(text, str) and text.startswith("=") else None


def _plain(value: Any) -> Value:
    """A value as JSON has it: days and times in ISO 8601."""
    if isinstance(value, str):
        return unescaped(value)
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    return value if type(value) in PLAIN else str(value)


def _squared(rows: list[list[Value]], box: Box) -> list[list[Value]]:
    """Rows of one length, without the empty ones and the empty columns at the end of a range that has no end."""
    if box.bottom is None:
        while rows and all(value is None for value in rows[-1]):
            rows.pop()
    elif box.top is not None:
        rows += [[] for _ in range(box.bottom - box.top + 1 - len(rows))]
    width = max(map(_filled, rows), default=0)
    if box.right is not None and box.left is not None:
        width = box.right - box.left + 1
    for row in rows:
        if len(row) != width:
            row[width:] = [None] * (width - len(row))
    return rows


def _filled(row: list[Value]) -> int:
    return next((at for at in range(len(row), 0, -1) if row[at - 1] is not None), 0)


def _table(page: Any) -> Table:
    """What names the cells: the first row with values, and the first column of it."""
    rows = enumerate(page.iter_rows(values_only=True), 1)
    for head, row in rows:
        headings = [(at, _name(value)) for at, value in enumerate(row, 1) if value is not None]
        if headings:
            first = headings[0][0]
            firsts = [(number, _name(row[first - 1])) for number, row in islice(rows, None) if len(row) >= first]
            return Table(head, headings, [(number, name) for number, name in firsts if name])
    return Table(0, (), ())


def _name(value: Any) -> str:
    plain = value if type(value) in PLAIN else _plain(value)
    return "" if plain is None else str(plain)
