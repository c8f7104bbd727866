"""A sheet is changed without reading the rows that stay: the result is the same, and those rows have the same bytes."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aura.documents import grid
from aura.documents.sheet_changing import with_cells
from aura.documents.sheet_making import SHEET, made_sheet
from aura.documents.sheet_reading import read_range
from aura.documents.sparing import Spared, spared

HEAD = '<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
TAIL = "<pageMargins/></worksheet>"

cells = st.lists(st.none() | st.integers(-9, 9) | st.sampled_from(["a", "<row r='1'>", "&", "</sheetData>", "é"]))
blocks = st.lists(st.lists(st.integers(50, 60), min_size=1, max_size=2), min_size=1, max_size=3)
numbers = st.lists(st.integers(1, 40), unique=True, max_size=8).map(sorted)


def sheet(*rows: int, inside: str = "") -> bytes:
    """The part of a sheet whose rows have these numbers."""
    made = "".join(f'\n<row r="{row}" spans="1:1"><c r="A{row}"><v>{row}</v></c></row>' for row in rows)
    return f"{HEAD}<sheetData>{made}{inside}</sheetData>{TAIL}".encode()


def workbook(*rows: int) -> bytes:
    """A workbook whose only sheet has these rows."""
    made = io.BytesIO()
    empty = io.BytesIO(made_sheet("a.xlsx", [], [], lambda done, total: None))
    with zipfile.ZipFile(empty) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            new.writestr(name, sheet(*rows) if name == SHEET else old.read(name))
    return made.getvalue()


def part_of(data: bytes) -> bytes:
    """The sheet of a workbook."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(SHEET)


@given(numbers, st.integers(1, 42), st.integers(0, 3))
def test_rows_that_are_cut_out_are_put_back_where_they_were(rows: list[int], first: int, more: int) -> None:
    part = sheet(*rows)
    found = spared(part, first, first + more)
    assert found.put_back(found.part) == part
    left = [row for row in rows if b'<row r="%d"' % row in found.part]
    looked_at = [row for row in rows if first <= row <= first + more]
    assert left == looked_at + [row for row in rows if row > first + more][:1]


@settings(max_examples=60, deadline=None)
@given(
    numbers, st.integers(1, 42), st.lists(st.lists(st.integers(50, 60), min_size=1, max_size=2), min_size=1, max_size=3)
)
def test_a_change_is_the_same_whether_other_rows_are_read_or_not(rows: list[int], top: int, new: list[Any]) -> None:
    data, place = workbook(*rows), f"A{top}"
    ours, _ = with_cells("a.xlsx", data, place, new, "", one=False)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(grid, "spared", lambda part, first, last: Spared(part))
        whole, _ = with_cells("a.xlsx", data, place, new, "", one=False)
    assert part_of(ours) == part_of(whole)


@settings(max_examples=60, deadline=None)
@given(st.lists(cells, min_size=1, max_size=6), st.integers(1, 8))
def test_all_other_cells_are_read_as_before(rows: list[list[Any]], row: int) -> None:
    data = made_sheet("a.xlsx", [], [[*each, "end"] for each in rows], lambda done, total: None)
    before = read_range("a.xlsx", data, "", "", lambda done, total: None).rows
    after, _ = with_cells("a.xlsx", data, f"J{row}", [["new"]], "", one=True)
    found = read_range("a.xlsx", after, "", "", lambda done, total: None).rows
    assert found[row - 1][9] == "new"
    found[row - 1][9] = before[row - 1][9] if row <= len(before) and len(before[row - 1]) > 9 else None
    width = len(before[0])
    assert [each[:width] for each in found[: len(before)]] == before


@pytest.mark.parametrize(
    "part",
    [
        sheet(1, 2, 3, inside='<row r="4"><c r="A4"><f>A1</f></c></row>'),
        sheet(1, 2, 3, inside="<row><c><v>4</v></c></row>"),
        sheet(1, 2, 3, inside='<!--<row r="4">-->'),
        sheet(1, 2, 3, inside='<row r="4"><c r="A4"><is><t><![CDATA[<row r="5">]]></t></is></c></row>'),
        sheet(1, 2, 3, inside="<?other?>"),
        sheet(1, 3, 2),
        sheet(1, 2, 3).replace(b"UTF-8", b"ISO-8859-1"),
        sheet(1, 2, 3).replace(b"<sheetData>", b"<sheetData/><other>").replace(b"</sheetData>", b"</other>"),
        sheet(1, 2, 3).decode().encode("utf-16"),
    ],
)
def test_a_sheet_of_which_it_is_not_sure_is_read_whole(part: bytes) -> None:
    assert spared(part, 2, 2) == Spared(part)
