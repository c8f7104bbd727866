"""A file that may not or cannot be changed is left as it is, byte for byte, and one sentence says why."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from bureau import Bureau, step
from parts_read import parts

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    ".docx": ("append_document", {"text": "more"}),
    ".xlsx": ("set_cell", {"cell": "A1", "value": 1}),
    ".pptx": ("add_slide", {"title": "more"}),
}
READS = {".docx": "read_document", ".xlsx": "read_cells", ".pptx": "read_document"}
ENDINGS = sorted(CHANGES)


@pytest.fixture
def files(bureau: Bureau) -> Bureau:
    bureau.does("create_document", "a.docx", title="T", text="hello")
    bureau.does("create_spreadsheet", "a.xlsx", columns=["x"], rows=[["hello"]])
    bureau.does("create_presentation", "a.pptx", title="hello")
    return bureau


def refused(bureau: Bureau, name: str) -> str:
    tool, inputs = CHANGES[Path(name).suffix]
    return bureau.refuses(tool, name, **inputs)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("lock", ["~$budget{}", "~$dget{}", ".~lock.budget{}#"])
def test_a_file_that_is_open_in_another_program(files: Bureau, ending: str, lock: str) -> None:
    files.put(f"budget{ending}", files.path(f"a{ending}").read_bytes())
    files.put(lock.format(ending), b"me")
    said = refused(files, f"budget{ending}")
    assert "open in another program" in said and lock.format(ending) in said
    assert "hello" in files.does(READS[ending], f"budget{ending}")["text"]
    tool = files.call("files.append_file", f"budget{ending}", content="x")
    assert tool.status == "failed" and "open in another program" in tool.message


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_that_is_read_only(files: Bureau, ending: str) -> None:
    files.path(f"a{ending}").chmod(0o444)
    assert "read-only" in refused(files, f"a{ending}")


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"plain text", "damaged or not what its extension says"),
        (b"PK\x03\x04 broken", "damaged or not what its extension says"),
        (OLE, "old format"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "password"),
    ],
)
def test_a_file_that_is_none_of_its_kind(files: Bureau, ending: str, data: bytes, why: str) -> None:
    files.put(f"bad{ending}", data)
    assert why in refused(files, f"bad{ending}")
    assert why in files.refuses(READS[ending], f"bad{ending}")


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_of_another_kind_under_its_name(files: Bureau, ending: str) -> None:
    other = ENDINGS[ENDINGS.index(ending) - 1]
    files.put(f"bad{ending}", files.path(f"a{other}").read_bytes())
    assert "not what its extension says" in refused(files, f"bad{ending}")
    assert "not what its extension says" in files.refuses(READS[ending], f"bad{ending}")


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_that_is_cut_off_or_spoiled_anywhere(files: Bureau, ending: str) -> None:
    whole = files.path(f"a{ending}").read_bytes()
    for at in range(1, 8):
        files.put(f"bad{ending}", whole[: len(whole) * at // 8])
        refused(files, f"bad{ending}")
    for name in parts(whole):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for part, data in parts(whole).items():
                archive.writestr(part, b"<not xml" if part == name else data)
        files.put(f"bad{ending}", out.getvalue())
        tool, inputs = CHANGES[ending]
        result = files.call(tool, f"bad{ending}", **inputs)
        assert result.status in ("completed", "failed"), name
        assert "broke" not in result.message and "Error" not in result.message, (name, result.message)
        read = files.call(READS[ending], f"bad{ending}")
        assert "broke" not in read.message and "Error" not in read.message, (name, read.message)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_signed_file(files: Bureau, ending: str) -> None:
    with zipfile.ZipFile(files.path(f"a{ending}"), "a") as archive:
        archive.writestr("_xmlsignatures/sig1.xml", "<x/>")
    assert "signed" in refused(files, f"a{ending}")


def test_a_file_that_was_closed_to_changes(files: Bureau) -> None:
    marks = {
        "a.xlsx": ("xl/worksheets/sheet1.xml", "</sheetData>", '</sheetData><sheetProtection sheet="1"/>'),
        "a.docx": (
            "word/settings.xml",
            "</w:settings>",
            '<w:documentProtection w:edit="readOnly" w:enforcement="1"/></w:settings>',
        ),
        "a.pptx": ("ppt/presentation.xml", "</p:presentation>", "<p:modifyVerifier/></p:presentation>"),
    }
    for name, (part, before, after) in marks.items():
        found = parts(files.path(name))
        found[part] = found[part].decode().replace(before, after).encode()
        with zipfile.ZipFile(files.path(name), "w") as archive:
            for each, data in found.items():
                archive.writestr(each, data)
        assert "protected against changes" in refused(files, name)
        assert "protected against changes" in files.refuses("replace_text", name, find="hello", replace="x")


def test_a_bomb_is_not_unpacked(files: Bureau) -> None:
    with (
        zipfile.ZipFile(files.path("a.xlsx"), "a", zipfile.ZIP_DEFLATED) as archive,
        archive.open("xl/big", "w") as part,
    ):
        for _ in range(1025):
            part.write(bytes(1 << 20))
    assert "too large" in refused(files, "a.xlsx")


def test_entities_are_left_alone(files: Bureau) -> None:
    files.path("secret").write_text("a secret")
    found = parts(files.path("a.docx"))
    entity = f'<!DOCTYPE x [<!ENTITY e SYSTEM "{files.path("secret").as_uri()}">]><w:document '
    xml = found["word/document.xml"].decode().replace("<w:document ", entity, 1).replace("hello", "&e;")
    found["word/document.xml"] = xml.encode()
    with zipfile.ZipFile(files.path("a.docx"), "w") as archive:
        for each, data in found.items():
            archive.writestr(each, data)
    assert "a secret" not in str(files.call("read_document", "a.docx"))


@pytest.mark.parametrize(
    ("name", "tool", "inputs", "why"),
    [
        ("old.doc", "append_document", {"text": "x"}, "save it as .docx"),
        ("old.ods", "set_cell", {"cell": "A1", "value": 1}, "save it as .xlsx"),
        ("old.txt", "set_cell", {"cell": "A1", "value": 1}, "not a spreadsheet"),
        ("a.xlsx", "append_document", {"text": "x"}, "not a Word document"),
        ("none.docx", "append_document", {"text": "x"}, "There is no"),
        ("a.docx", "create_document", {}, "exists already"),
        ("a.docx", "replace_text", {"find": "HELLO", "replace": "x"}, "1 times with other capitals"),
        ("a.docx", "replace_text", {"find": "", "replace": "x"}, "which text"),
        ("a.docx", "append_document", {"text": "a\x00b"}, "characters"),
        ("a.xlsx", "set_cell", {"cell": "A1", "value": "a\x00b"}, "characters"),
        ("a.xlsx", "set_cell", {"cell": "A1", "value": "x" * 40_000}, "32767"),
        ("a.xlsx", "set_cell", {"cell": "A1", "value": "=SUM(A1"}, "no formula"),
        ("a.xlsx", "set_cells", {"range": "A1048576", "rows": [[1], [2]]}, "at most 1048576 rows"),
        ("a.xlsx", "set_cells", {"range": "A1", "rows": []}, "nothing to put"),
        ("a.xlsx", "add_rows", {"rows": []}, "no rows"),
        ("new.txt", "create_spreadsheet", {}, "not a spreadsheet"),
        ("new.xlsm", "create_spreadsheet", {}, ".xlsx"),
        ("a.docx", "add_list", {"items": []}, "no points"),
    ],
)
def test_what_cannot_be_is_one_sentence(files: Bureau, name: str, tool: str, inputs: dict[str, Any], why: str) -> None:
    if name.startswith("old"):
        files.put(name, b"old")
    assert why in files.refuses(tool, name, **inputs)


def test_a_link_is_not_followed_to_another_place(files: Bureau) -> None:
    outside = files.root / "outside.xlsx"
    outside.write_bytes(files.path("a.xlsx").read_bytes())
    files.path("link.xlsx").symlink_to(outside)
    before = outside.read_bytes()
    refused(files, "link.xlsx")
    assert outside.read_bytes() == before


def test_a_new_file_without_an_extension_gets_one(bureau: Bureau) -> None:
    result = bureau.run(
        step("create_document", path=str(bureau.path("letter")), title="x"),
        step("append_document", path="${0.outputs.path}", text="y"),
    )
    assert result.status == "completed", result.message
    assert bureau.path("letter.docx").exists()
