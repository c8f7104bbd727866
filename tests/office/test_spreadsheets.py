"""Spreadsheets: what is made, set and added is in the file, read by a reader that shares nothing with the product."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from bureau import Bureau, step
from parts_read import Cell, cells, named, sheets, values

import aura
import aura.documents
from aura.documents.archive import steady

BUDGET = {
    "columns": ["What", "Cost", "When", "Paid"],
    "rows": [["Rent", 1200.5, "2026-03-01", True], ["Food", "300", "2026-03-02", False], ["Tea", None, None, None]],
}


def parts_in(document: bytes) -> dict[str, bytes]:
    """The parts of an office file by name."""
    with zipfile.ZipFile(io.BytesIO(document)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture
def budget(bureau: Bureau) -> Path:
    bureau.does("create_spreadsheet", "budget.xlsx", **BUDGET)
    return bureau.path("budget.xlsx")


def test_a_spreadsheet_has_its_headings_and_its_values_with_their_types(budget: Path) -> None:
    named(budget)
    found = cells(budget)
    assert found["A1"] == Cell("text", "What", bold=True) and found["D1"].value == "Paid"
    assert found["B2"] == Cell("number", "1200.5") and found["B3"] == Cell("number", "300")
    assert found["C2"] == Cell("number", "46082", format="yyyy-mm-dd")
    assert found["D2"] == Cell("boolean", "1") and found["D3"] == Cell("boolean", "0")
    assert found["A4"] == Cell("text", "Tea") and "B4" not in found


def test_the_same_plan_makes_the_same_bytes(bureau: Bureau, budget: Path) -> None:
    bureau.does("create_spreadsheet", "again.xlsx", **BUDGET)
    assert bureau.path("again.xlsx").read_bytes() == budget.read_bytes()


def test_a_new_spreadsheet_begins_with_the_empty_one_that_openpyxl_makes() -> None:
    made = io.BytesIO()
    book = openpyxl.Workbook()
    book.active.title = "Sheet1"
    book.save(made)
    ours = Path(aura.documents.__path__[0], "empty.xlsx").read_bytes()
    assert parts_in(ours) == parts_in(steady(made))


def test_a_text_that_stands_in_many_cells_is_read_as_one(bureau: Bureau) -> None:
    rows = [[f"item {number % 5_000}", "north & <south>", "_x0041_"] for number in range(5_500)]
    bureau.does("create_spreadsheet", "many.xlsx", rows=rows)
    found = bureau.does("read_cells", "many.xlsx")
    assert found["rows"] == rows
    assert found["text"] == "\n".join("\t".join(row) for row in rows)
    assert found["rows"][0][1] is found["rows"][-1][1]


def test_undo_takes_a_new_spreadsheet_away_and_gives_a_changed_one_back(bureau: Bureau, budget: Path) -> None:
    before = budget.read_bytes()
    result = bureau.call("set_cell", "budget.xlsx", cell="B2", value=7)
    assert cells(budget)["B2"].value == "7"
    assert bureau.session().undo(result.run_id).status == "completed" and budget.read_bytes() == before
    made = bureau.call("create_spreadsheet", "new.xlsx")
    assert bureau.path("new.xlsx").exists()
    assert bureau.session().undo(made.run_id).status == "completed" and not bureau.path("new.xlsx").exists()


@pytest.mark.parametrize(
    ("place", "cell"),
    [
        ("B3", "B3"),
        ("b3", "B3"),
        ("$B$3", "B3"),
        ("Sheet1!B3", "B3"),
        ("cost of food", "B3"),
        ("the Cost of Food", "B3"),
        ("Food's cost", "B3"),
        ("cost of row 3", "B3"),
        ("column b of food", "B3"),
        ("cost of 3", "B3"),
        ("cell E9", "E9"),
        ("AA100", "AA100"),
    ],
)
def test_a_cell_is_found_by_every_name_it_has(bureau: Bureau, budget: Path, place: str, cell: str) -> None:
    before = cells(budget)
    assert bureau.does("set_cell", "budget.xlsx", cell=place, value="x")["cell"] == cell
    after = cells(budget)
    assert after.pop(cell).value == "x"
    before.pop(cell, None)
    assert after == before


def test_a_name_that_two_cells_have_is_asked_for(bureau: Bureau) -> None:
    bureau.does(
        "create_spreadsheet", "two.xlsx", columns=["What", "Cost", "Cost"], rows=[["Rent", 1, 2], ["Rent", 3, 4]]
    )
    said = bureau.refuses("set_cell", "two.xlsx", cell="cost of rent", value=5)
    assert "B2, C2, B3, C3" in said


def test_a_name_that_is_not_there_says_what_is_near(bureau: Bureau, budget: Path) -> None:
    assert "Cost" in bureau.refuses("set_cell", "budget.xlsx", cell="costs", value=5)
    assert "What, Cost, When, Paid" in bureau.refuses("set_cell", "budget.xlsx", cell="cst of rent", value=5)
    assert "Sheet1" in bureau.refuses("set_cell", "budget.xlsx", cell="B2", value=5, sheet="March")
    assert "budget.xlsx" in bureau.refuses("set_cell", "budgett.xlsx", cell="B2", value=5)


def test_more_than_one_cell_is_not_set_to_one_value(bureau: Bureau, budget: Path) -> None:
    assert "more than one cell" in bureau.refuses("set_cell", "budget.xlsx", cell="cost", value=5)


def test_a_range_is_set_row_by_row_and_must_have_the_size(bureau: Bureau, budget: Path) -> None:
    given = bureau.does("set_cells", "budget.xlsx", range="A3:B4", rows=[["Bread", 4], ["Milk", "=B2*2"]])
    assert given["cell"] == "A3:B4"
    found = values(budget)
    assert (found["A3"], found["B3"], found["A4"], found["B4"]) == ("Bread", "4", "Milk", "B2*2")
    assert "another size" in bureau.refuses("set_cells", "budget.xlsx", range="A3:B4", rows=[["x"]])
    assert bureau.does("set_cells", "budget.xlsx", range="cost", rows=[[1], [2], [3]])["cell"] == "B2:B4"
    assert [values(budget)[f"B{row}"] for row in (1, 2, 3, 4)] == ["Cost", "1", "2", "3"]


def test_rows_are_added_below_the_last_one_and_look_like_it(bureau: Bureau, budget: Path) -> None:
    bureau.does("set_cell", "budget.xlsx", cell="B4", value="$5.00")
    bureau.does("add_rows", "budget.xlsx", rows=[["Coal", 12, "2026-04-01"], ["Oil", 3]])
    found = cells(budget)
    assert found["A5"].value == "Coal" and found["B5"] == Cell("number", "12", format='"$"#,##0.00')
    assert found["C5"].format == "yyyy-mm-dd" and found["A6"].value == "Oil"
    assert not found["A5"].bold


def test_a_formula_stays_one_and_its_kept_result_is_not_trusted_any_more(bureau: Bureau) -> None:
    from xlsxwriter import Workbook

    book = Workbook(bureau.path("sums.xlsx"))
    one, two = book.add_worksheet("One"), book.add_worksheet("Two")
    one.write_row(0, 0, [1, 2, 3])
    one.write_formula("D1", "=SUM(A1:C1)", None, 6)
    two.write_formula("A1", "=One!D1*2", None, 12)
    book.close()
    assert bureau.does("read_cells", "sums.xlsx", range="D1")["rows"] == [[6]]
    bureau.does("set_cell", "sums.xlsx", cell="A1", value=10)
    found = sheets(bureau.path("sums.xlsx"))
    assert found["One"]["D1"].formula == "SUM(A1:C1)" and found["One"]["D1"].value == ""
    assert found["Two"]["A1"].formula == "One!D1*2" and found["Two"]["A1"].value == ""
    assert bureau.does("read_cells", "sums.xlsx", range="A1:D1")["rows"] == [[10, 2, 3, "=SUM(A1:C1)"]]
    assert bureau.does("read_cells", "sums.xlsx", range="A1", sheet="Two")["text"] == "=One!D1*2"
    assert bureau.does("read_cells", "sums.xlsx", range="A1", sheet=2)["text"] == "=One!D1*2"


def test_cells_are_read_by_every_name(bureau: Bureau, budget: Path) -> None:
    def read(place: str = "") -> list[list[Any]]:
        rows: list[list[Any]] = bureau.does("read_cells", "budget.xlsx", range=place)["rows"]
        return rows

    assert read("A1:B2") == [["What", "Cost"], ["Rent", 1200.5]]
    assert read("B") == [["Cost"], [1200.5], [300]]
    assert read("cost") == [[1200.5], [300]]
    assert read("row 2") == read("2:2") == [["Rent", 1200.5, "2026-03-01", True]]
    assert read("when of food") == [["2026-03-02"]]
    assert read()[0] == ["What", "Cost", "When", "Paid"] and len(read()) == 4
    assert read("Z50:Z51") == [[None], [None]]


def test_text_that_comes_from_elsewhere_is_never_a_formula(bureau: Bureau, budget: Path) -> None:
    bureau.path("evil.txt").write_text('=HYPERLINK("http://x","y")')
    evil, place = str(bureau.path("evil.txt")), str(budget)
    result = bureau.run(
        step("files.read_file", path=evil),
        step("set_cell", path=place, cell="A9", value="${0.outputs.content}"),
        step("set_cell", path=place, cell="B9", value="=${0.outputs.content}"),
        step("add_rows", path=place, rows=[["${0.outputs.content}", "=A9"]]),
        step("create_spreadsheet", path=str(bureau.path("new.xlsx")), rows=[["${0.outputs.content}", "=A1"]]),
    )
    assert result.status == "completed", result.message
    found = cells(budget)
    assert found["A9"].formula == "" and found["A9"].value == '=HYPERLINK("http://x","y")'
    assert found["B9"].formula == ""
    assert found["A10"].formula == "" and found["B10"].formula == "A9"
    new = cells(bureau.path("new.xlsx"))
    assert new["A1"].formula == "" and new["B1"].formula == "A1"


def test_whole_rows_from_another_step_have_no_formulas(bureau: Bureau, budget: Path) -> None:
    bureau.does("set_cell", "budget.xlsx", cell="B4", value="=B2+B3")
    result = bureau.run(
        step("read_cells", path=str(budget), range="A2:C4"),
        step("create_spreadsheet", path=str(bureau.path("copy.xlsx")), rows="${0.outputs.rows}"),
    )
    assert result.status == "completed", result.message
    found = cells(bureau.path("copy.xlsx"))
    assert found["B1"] == Cell("number", "1200.5") and found["C1"] == Cell("number", "46082", format="yyyy-mm-dd")
    assert found["B3"] == Cell("text", "=B2+B3")


def test_a_value_that_an_earlier_step_gives_is_previewed_and_set(bureau: Bureau, budget: Path) -> None:
    result = bureau.run(
        step("knowledge.calculate", expression="2+3"),
        step("set_cell", path=str(budget), cell="cost of rent", value="${0.outputs.value}"),
    )
    assert result.status == "completed", result.message
    assert cells(budget)["B2"] == Cell("number", "5")


def test_a_step_that_gave_nothing_spoils_no_file(bureau: Bureau, budget: Path) -> None:
    result = bureau.run(
        step("read_cells", path=str(budget), range="B4"),
        step("append_document", path=str(bureau.path("budget.docx")), text="${0.outputs.rows[0][0]}"),
    )
    assert result.status == "failed" and not bureau.path("budget.docx").exists()
    bureau.does("create_document", "budget.docx", text="old")
    before = bureau.path("budget.docx").read_bytes()
    result = bureau.run(
        step("read_cells", path=str(budget), range="B4"),
        step("append_document", path=str(bureau.path("budget.docx")), text="${0.outputs.rows[0][0]}"),
    )
    assert result.status == "failed" and bureau.path("budget.docx").read_bytes() == before


def test_steps_of_one_plan_see_each_other(bureau: Bureau) -> None:
    place = str(bureau.path("chain.xlsx"))
    result = bureau.run(
        step("create_spreadsheet", path=place, columns=["a", "b"], rows=[["x", 1]]),
        step("add_rows", path="${0.outputs.path}", rows=[["y", 2]]),
        step("set_cell", path=place, cell="b of y", value=3),
        step("read_cells", path=place, range="b"),
    )
    assert result.status in ("completed", "answered"), result.message
    assert result.steps[-1].outputs["rows"] == [[1], [3]]


def test_no_change_of_a_cell_asks_for_a_yes(bureau: Bureau, budget: Path) -> None:
    plan = {"steps": [step("set_cell", path=str(budget), cell="B2", value=1)]}
    assert bureau.session().run_document({"target": "t", "plan": plan}).status == "completed"
    assert cells(budget)["B2"].value == "1"


def test_a_cell_that_has_the_value_already_is_no_change(bureau: Bureau, budget: Path) -> None:
    bureau.does("set_cell", "budget.xlsx", cell="B2", value=1)
    before = budget.read_bytes()
    bureau.does("set_cell", "budget.xlsx", cell="B2", value=1)
    assert budget.read_bytes() == before


def test_a_plan_document_runs_from_the_command_line(bureau: Bureau, tmp_path: Path) -> None:
    plan = tmp_path / "plan.json"
    steps = [
        step("create_spreadsheet", path=str(bureau.path("a.xlsx")), columns=["x"], rows=[[1]]),
        step("set_cell", path="${0.outputs.path}", cell="A2", value="=1+1"),
    ]
    plan.write_text(json.dumps({"target": "t", "plan": {"steps": steps}}))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AURA_")}
    environ = kept | {"AURA_HOME": str(bureau.root / "state"), "HOME": str(bureau.root / "home")}
    environ["PYTHONPATH"] = str(Path(aura.__file__).resolve().parent.parent)
    command = [sys.executable, "-m", "aura", "run", str(plan), "--yes", "--json"]
    done = subprocess.run(command, cwd=bureau.desk, env=environ, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["status"] == "completed"
    assert cells(bureau.path("a.xlsx"))["A2"].formula == "1+1"


def test_a_large_spreadsheet_tells_how_far_it_is_and_is_made_and_read_once(bureau: Bureau) -> None:
    place, heard = str(bureau.path("large.xlsx")), []
    rows = [[number, f"row {number}", "x", "y"] for number in range(12_000)]
    result = bureau.run(step("create_spreadsheet", path=place, rows=rows), on_event=heard.append)
    assert result.status == "completed", result.message
    told = [(event.done, event.total) for event in heard if event.kind == "progress"]
    assert told[:2] == [(5_000, 12_000), (10_000, 12_000)] and len(told) == 3
    assert len(cells(bureau.path("large.xlsx"))) == 48_000
    heard.clear()
    result = bureau.run(step("read_cells", path=place, range="A11999:B12000"), on_event=heard.append)
    assert result.steps[0].outputs["rows"] == [[11998, "row 11998"], [11999, "row 11999"]]


def test_a_row_names_the_cell_beside_it(bureau: Bureau) -> None:
    bureau.does("create_spreadsheet", "few.xlsx", columns=["item", "cost"], rows=[["rent", 900]])
    assert bureau.does("set_cell", "few.xlsx", cell="rent", value=950)["cell"] == "B2"
    assert bureau.does("read_cells", "few.xlsx", range="cell rent")["rows"] == [[950]]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([["rent", 1, 2]], "cost, paid"),
        ([["rent", 1, 2], ["rent", 3, 4]], "B2"),
        ([["cost", 1, 2]], "a row and a column"),
        ([["food", 1, 2]], "food"),
    ],
)
def test_a_row_that_names_no_cell_alone_is_never_guessed(bureau: Bureau, rows: list[list[Any]], told: str) -> None:
    bureau.does("create_spreadsheet", "wide.xlsx", columns=["item", "cost", "paid"], rows=rows)
    before = bureau.path("wide.xlsx").read_bytes()
    cell = "cost" if rows[0][0] == "cost" else "rent"
    assert told in bureau.refuses("set_cell", "wide.xlsx", cell=cell, value=5)
    assert bureau.path("wide.xlsx").read_bytes() == before


def test_a_plan_of_words_names_the_cell_that_a_file_has(bureau: Bureau) -> None:
    bureau.does("create_spreadsheet", "few.xlsx", columns=["item", "cost"], rows=[["rent", 900]])
    planned = bureau.session().plan("change the rent in few.xlsx to 950")
    assert planned.plan is not None
    assert planned.plan["steps"][0]["inputs"]["cell"] == "B2"
