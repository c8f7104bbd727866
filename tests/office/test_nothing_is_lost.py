"""What a file has besides the cells or the text that are changed is still in it, other parts byte for byte."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bureau import Bureau
from parts_read import Cell, cells, named, paragraphs, parts, sheets, values
from PIL import Image
from xlsxwriter import Workbook

SHEET1 = "xl/worksheets/sheet1.xml"


def picture() -> io.BytesIO:
    out = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(out, "PNG")
    out.seek(0)
    return out


def rich(place: Path, name: str = "rich.xlsx") -> Path:
    """A workbook with nearly all that a spreadsheet program puts into one."""
    book = Workbook(place / name)
    if name.endswith("m"):
        book.add_vba_project(io.BytesIO(b"not really a project"), is_stream=True)
    page, other = book.add_worksheet("Data"), book.add_worksheet("Charts")
    money = book.add_format({"num_format": "#,##0.00 [$EUR]", "bold": True, "bg_color": "yellow"})
    page.write_row(0, 0, ["Item", "Cost", "Left"])
    for row, (item, cost) in enumerate([("Rent", 1200), ("Food", 300), ("Tea", 20)], 1):
        page.write(row, 0, item)
        page.write(row, 1, cost, money)
        page.write_formula(row, 2, f"=2000-B{row + 1}", money, 2000 - cost)
    page.write_rich_string("E1", book.add_format({"bold": True}), "bold", " and not")
    page.data_validation("F1:F9", {"validate": "list", "source": ["a", "b"]})
    page.conditional_format("B2:B4", {"type": "data_bar", "data_bar_2010": True})
    page.add_sparkline("G2", {"range": "Data!B2:B4"})
    page.write_comment("A2", "a remark")
    page.insert_image("H1", "red.png", {"image_data": picture()})
    page.insert_textbox("J1", "a text box")
    page.insert_button("L1", {"caption": "Press"})
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=Data!$B$2:$B$4"})
    other.insert_chart("B2", chart)
    book.define_name("Costs", "=Data!$B$2:$B$4")
    book.close()
    return place / name


@pytest.mark.parametrize("name", ["rich.xlsx", "rich.xlsm"])
def test_only_the_parts_of_what_is_changed_are_written(bureau: Bureau, name: str) -> None:
    place = rich(bureau.desk, name)
    before = parts(place)
    bureau.does("set_cell", name, cell="cost of rent", value=1300)
    after = parts(place)
    named(place)
    assert set(before) - set(after) <= {"xl/calcChain.xml"}
    changed = {part for part in after if after[part] != before[part]}
    assert changed == {SHEET1, "xl/workbook.xml"}
    assert ("xl/vbaProject.bin" in after) == name.endswith("m")
    kept = after[SHEET1].decode()
    for piece in ("sparkline", "dataValidation", "dataBar", "legacyDrawing", "conditionalFormatting", "<drawing"):
        assert kept.count(piece) == before[SHEET1].decode().count(piece) > 0, piece


def test_a_cell_keeps_its_look_and_others_keep_all(bureau: Bureau) -> None:
    place = rich(bureau.desk)
    before = sheets(place)["Data"]
    bureau.does("set_cell", "rich.xlsx", cell="B2", value=1300)
    after = sheets(place)["Data"]
    assert after["B2"] == before["B2"]._replace(value="1300")
    assert after["C2"] == before["C2"]._replace(kind="", value="")
    assert {name: after[name] for name in after if name[0] not in "BC"} == {
        name: before[name] for name in before if name[0] not in "BC"
    }


@pytest.mark.filterwarnings("ignore::UserWarning")  # What it cannot keep, it says.
def test_an_independent_library_still_reads_what_was_changed(bureau: Bureau) -> None:
    from openpyxl import load_workbook

    place = rich(bureau.desk)
    bureau.does("add_rows", "rich.xlsx", rows=[["Coal", 12, "=2000-B5"]])
    page = load_workbook(place)["Data"]
    assert page["B5"].value == 12 and page["C5"].value == "=2000-B5"
    assert page["B5"].number_format == page["B4"].number_format and len(page._images) == 1


def changed_sheet(place: Path, change: Callable[[str], str], part: str = SHEET1) -> None:
    """The same file with the XML of a part changed by hand."""
    found = parts(place)
    found[part] = change(found[part].decode()).encode()
    with zipfile.ZipFile(place, "w") as archive:
        for name, data in found.items():
            archive.writestr(name, data)


def plain(bureau: Bureau, rows: list[list[Any]], name: str = "plain.xlsx") -> Path:
    bureau.does("create_spreadsheet", name, rows=rows)
    return bureau.path(name)


def test_a_shared_formula_lives_on_when_the_cell_that_has_its_text_is_set(bureau: Bureau) -> None:
    place = plain(bureau, [[1, "=A1*2"], [2, 0], [3, 0]])

    def shared(xml: str) -> str:
        xml = xml.replace("<f>A1*2</f>", '<f t="shared" ref="B1:B3" si="0">A1*2</f><v>2</v>')
        for row in (2, 3):
            xml = xml.replace(f'<c r="B{row}"><v>0</v>', f'<c r="B{row}"><f t="shared" si="0"/><v>{2 * row}</v>')
        return xml

    changed_sheet(place, shared)
    bureau.does("set_cell", "plain.xlsx", cell="B1", value=9)
    assert values(place) == {"A1": "1", "B1": "9", "A2": "2", "B2": "A2*2", "A3": "3", "B3": "A3*2"}


def test_a_cell_of_a_formula_over_many_cells_is_left_alone(bureau: Bureau) -> None:
    place = plain(bureau, [["=A2", 1], [2, 3]])
    changed_sheet(place, lambda xml: xml.replace("<f>A2</f>", '<f t="array" ref="A1:B1">A2:B2</f><v>2</v>'))
    assert "A1:B1" in bureau.refuses("set_cell", "plain.xlsx", cell="B1", value=5)


def test_a_cell_inside_a_merged_one_is_left_alone(bureau: Bureau) -> None:
    place = plain(bureau, [["a", None], [1, 2]])
    changed_sheet(
        place, lambda xml: xml.replace("</sheetData>", '</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>')
    )
    assert "set A1 instead" in bureau.refuses("set_cell", "plain.xlsx", cell="B1", value=5)
    bureau.does("set_cell", "plain.xlsx", cell="A1", value="b")
    assert cells(place)["A1"].value == "b"


def test_rows_and_cells_without_their_places_keep_them(bureau: Bureau) -> None:
    place = plain(bureau, [[1, 2], [3, 4]])

    def bare(xml: str) -> str:
        for name in ("A1", "B1", "A2", "B2"):
            xml = xml.replace(f'<c r="{name}">', "<c>")
        return xml.replace('<row r="1">', "<row>").replace('<row r="2">', "<row>")

    changed_sheet(place, bare)
    bureau.does("set_cell", "plain.xlsx", cell="B1", value=9)
    bureau.does("set_cell", "plain.xlsx", cell="C5", value=8)
    assert values(place) == {"A1": "1", "B1": "9", "A2": "3", "B2": "4", "C5": "8"}


def test_a_sheet_whose_names_have_a_prefix_is_changed_too(bureau: Bureau) -> None:
    place = plain(bureau, [[1, "=A1"]])

    def prefixed(xml: str) -> str:
        head, _, rest = xml.partition("<worksheet xmlns=")
        rest = rest.replace("</", "</x:").replace("<", "<x:").replace("<x:/x:", "</x:")
        return f"{head}<x:worksheet xmlns:x={rest}"

    changed_sheet(place, prefixed)
    bureau.does("set_cell", "plain.xlsx", cell="A1", value="text")
    bureau.does("set_cell", "plain.xlsx", cell="A3", value=2)
    assert values(place) == {"A1": "text", "B1": "A1", "A3": "2"}
    assert bureau.does("read_cells", "plain.xlsx")["rows"] == [["text", "=A1"], [None, None], [2, None]]


def test_days_are_counted_from_1904_where_the_workbook_does(bureau: Bureau) -> None:
    place = bureau.path("mac.xlsx")
    book = Workbook(place, {"date_1904": True})
    book.add_worksheet().write(0, 0, 1)
    book.close()
    bureau.does("set_cell", "mac.xlsx", cell="A2", value="2026-03-01")
    assert cells(place)["A2"] == Cell("number", str(46082 - 1462), format="yyyy-mm-dd")
    assert bureau.does("read_cells", "mac.xlsx", range="A2")["rows"] == [["2026-03-01"]]


def table(bureau: Bureau, **more: Any) -> Path:
    place = bureau.path("table.xlsx")
    book = Workbook(place)
    page = book.add_worksheet()
    page.add_table("A1:B3", {"data": [["x", 1], ["y", 2]], "columns": [{"header": "k"}, {"header": "n"}], **more})
    book.close()
    return place


def test_a_table_takes_in_the_rows_that_are_added_below_it(bureau: Bureau) -> None:
    place = table(bureau)
    bureau.does("add_rows", "table.xlsx", rows=[["z", 3]])
    assert b'ref="A1:B4"' in parts(place)["xl/tables/table1.xml"] and cells(place)["B4"].value == "3"
    assert "headings of a table" in bureau.refuses("set_cell", "table.xlsx", cell="A1", value="other")
    bureau.does("set_cell", "table.xlsx", cell="n of y", value=7)
    assert cells(place)["B3"].value == "7"


def test_a_cell_for_text_keeps_what_is_said_as_text(bureau: Bureau) -> None:
    book = Workbook(bureau.path("text.xlsx"))
    book.add_worksheet().write_blank(0, 0, None, book.add_format({"num_format": "@"}))
    book.close()
    bureau.does("set_cell", "text.xlsx", cell="A1", value="12")
    assert cells(bureau.path("text.xlsx"))["A1"] == Cell("text", "12", format="@")


def test_a_workbook_without_looks_gets_what_a_day_needs(bureau: Bureau) -> None:
    place = plain(bureau, [[1]])
    found = parts(place)
    del found["xl/styles.xml"]
    for part, piece in (("xl/_rels/workbook.xml.rels", b"styles"), ("[Content_Types].xml", b"styles")):
        pieces = found[part].split(b"<")
        found[part] = b"<".join(each for each in pieces if piece not in each)
    with zipfile.ZipFile(place, "w") as archive:
        for name, data in found.items():
            archive.writestr(name, data)
    bureau.does("set_cell", "plain.xlsx", cell="A2", value="2026-03-01")
    named(place)
    assert cells(place)["A2"] == Cell("number", "46082", format="yyyy-mm-dd")


def test_a_text_that_cells_share_is_counted_in_each_and_a_heading_of_a_table_stays(bureau: Bureau) -> None:
    book = Workbook(bureau.path("shared.xlsx"))
    book.add_worksheet().write_column(0, 0, ["my cat", "my cat", "dog"])
    book.close()
    assert bureau.does("replace_text", "shared.xlsx", find="cat", replace="cow")["count"] == 2
    assert values(bureau.path("shared.xlsx")) == {"A1": "my cow", "A2": "my cow", "A3": "dog"}
    table(bureau)
    assert "heading of a table" in bureau.refuses("replace_text", "table.xlsx", find="k", replace="key")


def test_a_document_with_macros_keeps_them(bureau: Bureau) -> None:
    bureau.does("create_document", "a.docx", text="x")
    found = parts(bureau.path("a.docx"))
    main = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    macros = b"application/vnd.ms-word.document.macroEnabled.main+xml"
    found["[Content_Types].xml"] = found["[Content_Types].xml"].replace(main, macros)
    with zipfile.ZipFile(bureau.path("b.docm"), "w") as archive:
        for name, data in found.items():
            archive.writestr(name, data)
    bureau.does("append_document", "b.docm", text="y")
    assert [text for _, text in paragraphs(bureau.path("b.docm"))] == ["x", "y"]
    assert macros in parts(bureau.path("b.docm"))["[Content_Types].xml"]
    assert bureau.does("read_document", "b.docm")["text"] == "x\ny"


def test_a_document_keeps_its_pictures_and_the_look_of_what_is_replaced(bureau: Bureau) -> None:
    from docx import Document

    document = Document()
    document.add_picture(picture())
    paragraph = document.add_paragraph("Dear ")
    for text, bold in (("Mr Smi", True), ("th, hello ", False), ("Smith", False)):
        paragraph.add_run(text).bold = bold
    document.add_table(1, 1).cell(0, 0).text = "Smith's"
    document.sections[0].header.paragraphs[0].text = "for Smith"
    document.save(str(bureau.path("letter.docx")))
    before = parts(bureau.path("letter.docx"))
    assert bureau.does("replace_text", "letter.docx", find="Smith", replace="Jones & Co")["count"] == 4
    after = parts(bureau.path("letter.docx"))
    assert {name for name in after if after[name] != before[name]} == {"word/document.xml", "word/header1.xml"}
    assert [text for _, text in paragraphs(bureau.path("letter.docx"))][1:] == [
        "Dear Mr Jones & Co, hello Jones & Co",
        "Jones & Co's",
    ]
    runs = Document(str(bureau.path("letter.docx"))).paragraphs[1].runs
    assert [(run.text, run.bold) for run in runs] == [
        ("Dear ", None),
        ("Mr Jones & Co", True),
        (", hello ", False),
        ("Jones & Co", False),
    ]
