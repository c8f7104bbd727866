"""Word documents and presentations: what is made and added is in the file, as a reader sees it of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from bureau import Bureau, step
from parts_read import named, paragraphs, parts, slides

LETTER = {"title": "Plan", "text": "First line\nsecond — ünïcødé 🙂", "items": ["milk", "bread & <butter>"]}


@pytest.fixture
def letter(bureau: Bureau) -> Path:
    bureau.does("create_document", "letter.docx", **LETTER)
    return bureau.path("letter.docx")


def test_a_document_has_its_title_its_text_and_its_list(letter: Path) -> None:
    named(letter)
    assert paragraphs(letter) == [
        ("Title", "Plan"),
        ("", "First line"),
        ("", "second — ünïcødé 🙂"),
        ("ListBullet", "milk"),
        ("ListBullet", "bread & <butter>"),
    ]


def test_the_same_plan_makes_the_same_document(bureau: Bureau, letter: Path) -> None:
    bureau.does("create_document", "again.docx", **LETTER)
    assert bureau.path("again.docx").read_bytes() == letter.read_bytes()


def test_what_is_added_stands_at_the_end_and_undo_takes_it_away(bureau: Bureau, letter: Path) -> None:
    before = letter.read_bytes()
    one = bureau.call("append_document", "letter.docx", text="more\nand more")
    two = bureau.call("add_list", "letter.docx", items=["tea"])
    assert paragraphs(letter)[-3:] == [("", "more"), ("", "and more"), ("ListBullet", "tea")]
    named(letter)
    for result in (two, one):
        assert bureau.session().undo(result.run_id).status == "completed"
    assert letter.read_bytes() == before


def test_a_document_without_lists_gets_one(bureau: Bureau) -> None:
    from docx import Document

    document = Document()
    document.add_paragraph("x")
    style = document.styles["List Bullet"]
    style.element.getparent().remove(style.element)
    numbering = next(key for key, each in document.part.rels.items() if each.reltype.endswith("/numbering"))
    del document.part.rels[numbering]
    document.save(str(bureau.path("bare.docx")))
    assert "word/numbering.xml" not in parts(bureau.path("bare.docx"))
    bureau.does("add_list", "bare.docx", items=["one", "two"])
    named(bureau.path("bare.docx"))
    assert [text for _, text in paragraphs(bureau.path("bare.docx"))] == ["x", "one", "two"]
    assert b'w:numFmt w:val="bullet"' in parts(bureau.path("bare.docx"))["word/numbering.xml"]


def test_a_document_is_read_in_its_order_with_its_tables(bureau: Bureau) -> None:
    from docx import Document

    document = Document()
    document.add_paragraph("before")
    table = document.add_table(2, 2)
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = str(number)
    document.add_paragraph("behind")
    document.save(str(bureau.path("table.docx")))
    assert bureau.does("read_document", "table.docx")["text"] == "before\n0\t1\n2\t3\nbehind"


def test_a_presentation_has_its_slides_in_their_order(bureau: Bureau) -> None:
    bureau.does("create_presentation", "talk.pptx", title="Talk", slides=["Why", {"title": "How", "text": "one\ntwo"}])
    bureau.does("add_slide", "talk.pptx", title="End", text="questions?")
    bureau.does("add_slide", "talk.pptx", title="Thanks")
    assert slides(bureau.path("talk.pptx")) == [
        ["Talk"],
        ["Why"],
        ["How", "one", "two"],
        ["End", "questions?"],
        ["Thanks"],
    ]
    named(bureau.path("talk.pptx"))
    assert bureau.does("read_document", "talk.pptx")["text"] == "Talk\nWhy\nHow\none\ntwo\nEnd\nquestions?\nThanks"


def test_a_presentation_keeps_its_look_and_gets_text_where_it_has_no_place_for_it(bureau: Bureau) -> None:
    from pptx import Presentation

    deck = Presentation()
    for layout in list(deck.slide_layouts)[:-1]:
        if layout.name != "Blank":
            deck.slide_layouts.remove(layout)
    deck.slide_layouts.remove(next(each for each in deck.slide_layouts if each.name != "Blank"))
    deck.save(str(bureau.path("blank.pptx")))
    before = parts(bureau.path("blank.pptx"))["ppt/theme/theme1.xml"]
    bureau.does("add_slide", "blank.pptx", title="Title", text="and text")
    assert slides(bureau.path("blank.pptx")) == [["Title", "and text"]]
    assert parts(bureau.path("blank.pptx"))["ppt/theme/theme1.xml"] == before


def test_text_is_replaced_in_slides_and_cells_too(bureau: Bureau) -> None:
    bureau.does("create_presentation", "talk.pptx", title="Hello world", slides=["world"])
    bureau.does("create_spreadsheet", "list.xlsx", columns=["world"], rows=[["my world", 3], ["other", "=A2"]])
    assert bureau.does("replace_text", "talk.pptx", find="world", replace="moon")["count"] == 2
    assert slides(bureau.path("talk.pptx")) == [["Hello moon"], ["moon"]]
    assert bureau.does("replace_text", "list.xlsx", find="world", replace="moon")["count"] == 2
    assert bureau.does("read_document", "list.xlsx")["text"] == "moon\t\nmy moon\t3\nother\t=A2"


def test_what_one_document_says_goes_into_another(bureau: Bureau, letter: Path) -> None:
    result = bureau.run(
        step("read_document", path=str(letter)),
        step("create_document", path=str(bureau.path("copy.docx")), title="Copy", text="${0.outputs.text}"),
    )
    assert result.status == "completed", result.message
    assert [text for _, text in paragraphs(bureau.path("copy.docx"))][:3] == ["Copy", "Plan", "First line"]


def test_files_that_are_made_plain_are_the_same_documents(bureau: Bureau) -> None:
    for name, text in (("a.docx", "x"), ("a.xlsx", "x\t2"), ("a.pptx", "x")):
        bureau.does("files.create_file", name, content=text)
        bureau.does("files.append_file", name, content="y")
        named(bureau.path(name))
        assert bureau.does("files.read_file", name)["content"].replace("\t2", "").replace("\t", "") == "x\ny"
