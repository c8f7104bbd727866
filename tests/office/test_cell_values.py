"""What a cell gets for what was written, and laws that hold for any value, cell and neighbour."""

from __future__ import annotations

import string
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parts_read import Cell, cells

from aura.capability.errors import ToolError
from aura.documents.ranges import MOST_COLUMNS, a1, letters, name_of, number
from aura.documents.sheet_changing import with_cells, with_rows
from aura.documents.sheet_making import made_sheet
from aura.documents.sheet_reading import read_range
from aura.documents.values import NO_XML, Formula, Moment, Quoted, Shown, Typed, typed, typed_rows

PATH = "/somewhere/a.xlsx"


def silent(done: int, total: int) -> None:
    return None


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("12", Shown(12, "", "12")),
        ("-1.5", Shown(-1.5, "", "-1.5")),
        ("1.50", Shown(1.5, "0.00", "1.50")),
        ("1,500", Shown(1500, "#,##0", "1,500")),
        ("5%", Shown(0.05, "0%", "5%")),
        ("12.5 %", Shown(0.125, "0.0%", "12.5 %")),
        ("$1,200.50", Shown(1200.5, '"$"#,##0.00', "$1,200.50")),
        ("5 €", Shown(5, '#,##0 "€"', "5 €")),
        ("2026-03-01", Moment(datetime(2026, 3, 1), "yyyy-mm-dd", "2026-03-01")),
        ("2026-03-01 10:30", Moment(datetime(2026, 3, 1, 10, 30), "yyyy-mm-dd hh:mm", "2026-03-01 10:30")),
        ("true", True),
        ("FALSE", False),
        ("=A1+B1", Formula("A1+B1")),
        ("=IF(A1>1,\"x\",'My sheet'!B2)", Formula("IF(A1>1,\"x\",'My sheet'!B2)")),
        ("'12", Quoted("12")),
        ("'007", Quoted("007")),
        ("'=A1", Quoted("=A1")),
    ],
)
def test_text_is_what_it_is_written_as(written: str, means: Typed) -> None:
    assert typed(written, written) == means


@pytest.mark.parametrize(
    "written",
    (
        *("007", "1,5", "1,50", "12,34", "1e5", "+49 30 1234", "1234567890123456", "2026-13-01", "2026-3-1"),
        *("01/02/2026", "3:2", "'tis", "true love", "$", "5 apples", "1.2.3", "0x10", "inf", "nan", "١٢", "$5 €"),
        *("--5", "", " 12", "1 500"),
    ),
)
def test_what_may_be_something_else_stays_text(written: str) -> None:
    assert typed(written, written) == written


@pytest.mark.parametrize("written", ["=A1+", "=SUM(A1", "=== Total ===", "=A1 B1", "=)", '="a', "=,", "=(A1,B1", "=*2"])
def test_a_formula_that_is_none_is_refused(written: str) -> None:
    with pytest.raises(ToolError, match="no formula"):
        typed(written, written)


def test_newer_functions_are_kept_by_the_names_that_files_have_for_them() -> None:
    assert typed('=IFS(A1>1,XLOOKUP(B1,C:C,D:D),TRUE,"IFS(")', '=IFS(A1>1,XLOOKUP(B1,C:C,D:D),TRUE,"IFS(")') == Formula(
        '_xlfn.IFS(A1>1,_xlfn.XLOOKUP(B1,C:C,D:D),TRUE,"IFS(")'
    )
    made = made_sheet(PATH, [], [[typed("=ifs(B1,2)", "=ifs(B1,2)")]], silent)
    assert cells(made)["A1"].formula == "_xlfn.ifs(B1,2)"
    assert read_range(PATH, made, "A1", "", silent).rows == [["=ifs(B1,2)"]]


@pytest.mark.parametrize("planned", ["${1.outputs.text}", "=${1.outputs.text}", None, [], 3])
def test_only_what_the_plan_itself_says_is_a_formula(planned: Any) -> None:
    assert typed("=A1", planned) == Quoted("=A1")
    assert list(typed_rows([["=A1", 1]], planned)) == [[Quoted("=A1"), 1]]
    assert list(typed_rows([["=A1", 1]], [[planned, 1]])) == [[Quoted("=A1"), 1]]


def test_a_day_that_no_workbook_has_a_number_for_stays_text() -> None:
    made = made_sheet(PATH, [], [[typed("1850-01-01", "")], [typed("1900-03-01", "")]], silent)
    assert cells(made)["A1"] == Cell("text", "1850-01-01")
    assert cells(made)["A2"] == Cell("number", "61", format="yyyy-mm-dd")


WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=30).filter(
    lambda t: not NO_XML.search(t)
)
NUMBERS = st.integers(-(10**15) + 1, 10**15 - 1) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = WORDS | NUMBERS | st.booleans() | st.none()
PLACES = st.tuples(st.integers(1, 40), st.integers(1, 40)).map(lambda at: f"{letters(at[1])}{at[0]}")
GRIDS = st.lists(st.lists(VALUES, max_size=4), max_size=5)


def as_read(value: Any, kept: Typed) -> Any:
    """What is read of a cell that was given a value."""
    if isinstance(kept, Shown):
        return kept.value
    if isinstance(kept, Moment):
        return kept.at.date().isoformat() if "hh" not in kept.format else kept.at.isoformat()
    return kept.text if isinstance(kept, Quoted) else kept


@settings(max_examples=150, deadline=None)
@given(GRIDS, PLACES, VALUES)
def test_what_is_set_is_read_again_with_its_type_and_all_other_cells_stay(
    rows: list[list[Any]], place: str, value: Any
) -> None:
    made = made_sheet(PATH, [], list(typed_rows(rows, None)), silent)
    kept = typed(value, None)
    changed, name = with_cells(PATH, made, place, [[kept]], "", one=True)
    assert name == place
    before, after = cells(made), cells(changed)
    before.pop(place, None)
    after.pop(place, None)
    assert after == before
    expected = as_read(value, kept)
    read = read_range(PATH, changed, place, "", silent).rows[0][0]
    if expected == "":
        assert read in (None, "")
    else:
        assert read == expected and isinstance(read, bool) == isinstance(expected, bool)


@settings(max_examples=100, deadline=None)
@given(GRIDS, GRIDS)
def test_rows_that_are_added_stand_behind_those_that_were_there(old: list[list[Any]], new: list[list[Any]]) -> None:
    made = made_sheet(PATH, [], list(typed_rows(old, None)), silent)
    if not any(new):
        return
    changed = with_rows(PATH, made, typed_rows(new, None), "")
    before, after = cells(made), cells(changed)
    assert {name: after[name] for name in before if name in after} == before
    added = [place for name in after if name not in before and (place := a1(name)) is not None]
    last = max((place.top or 0 for name, cell in before.items() if cell.kind and (place := a1(name))), default=0)
    assert all((place.top or 0) > last for place in added)


@given(st.integers(1, MOST_COLUMNS))
def test_letters_of_columns_go_both_ways(column: int) -> None:
    assert number(letters(column)) == column
    assert set(letters(column)) <= set(string.ascii_uppercase)


@given(st.integers(1, 1000), st.integers(1, 700), st.integers(0, 50), st.integers(0, 50))
def test_names_of_ranges_go_both_ways(top: int, left: int, height: int, width: int) -> None:
    box = a1(name_of(top, left, top + height, left + width))
    assert box is not None and (box.top, box.left, box.bottom, box.right) == (top, left, top + height, left + width)


@settings(max_examples=300)
@given(st.text(max_size=20))
def test_any_text_is_a_range_or_none(text: str) -> None:
    box = a1(text)
    assert box is None or (box.top or 1) <= (box.bottom or MOST_COLUMNS * 100)


@pytest.mark.parametrize("text", ["=1  ", "=A1  +   B1", "= SUM( A1 ,  B1 )", '="a  b" & "c"', "=CONCAT(A1,  B1)"])
def test_the_spaces_of_a_formula_are_kept(text: str) -> None:
    kept = typed(text, text)
    assert isinstance(kept, Formula)
    assert kept.text.removeprefix("_xlfn.") == text[1:]


@settings(max_examples=200, deadline=None)
@given(st.text("=+-*/(),:;\"'A1B2 SUM{}%&<>!", max_size=12).map(lambda text: "=" + text))
def test_any_formula_is_kept_whole_or_refused(text: str) -> None:
    try:
        kept = typed(text, text)
    except ToolError as error:
        assert error.code == "BAD_FORMULA"
        return
    assert kept in (Formula(text[1:]), Quoted(text))
