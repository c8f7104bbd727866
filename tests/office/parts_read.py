"""A reader of office files that shares nothing with the product: the ZIP archive and the XML of its parts."""

from __future__ import annotations

import io
import posixpath
import zipfile
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
BUILT_IN = {0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 14: "mm-dd-yy", 49: "@"}


class Cell(NamedTuple):
    """One cell as its file has it: number, text, boolean, error or nothing; its formula; the format of its number."""

    kind: str
    value: str
    formula: str = ""
    format: str = "General"
    bold: bool = False


def parts(file: Path | bytes) -> dict[str, bytes]:
    """All parts of a file by name; the archive must be whole."""
    data = file if isinstance(file, bytes) else file.read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert len(names) == len(set(names)), "a part is there twice"
        return {name: archive.read(name) for name in names}


def named(file: Path | bytes) -> None:
    """Check that every part that another names is there, and that every part has a type."""
    found = parts(file)
    types = ElementTree.fromstring(found["[Content_Types].xml"])
    by_name = {each.get("PartName", "").lstrip("/") for each in types if each.tag.endswith("Override")}
    endings = {each.get("Extension", "").lower() for each in types if each.tag.endswith("Default")}
    assert by_name <= set(found), by_name - set(found)
    for name in found:
        known = name == "[Content_Types].xml" or name in by_name or name.rpartition(".")[2].lower() in endings
        assert known, f"{name} has no type"
        if name.endswith(".rels"):
            folder = posixpath.dirname(posixpath.dirname(name))
            for each in ElementTree.fromstring(found[name]):
                target = each.get("Target", "")
                if each.get("TargetMode") != "External":
                    place = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
                    assert posixpath.normpath(place) in found, f"{name} names {place}"


def sheets(file: Path | bytes) -> dict[str, dict[str, Cell]]:
    """The cells of every sheet by name and A1 name."""
    found = parts(file)
    book = ElementTree.fromstring(found["xl/workbook.xml"])
    targets = {
        each.get("Id"): each.get("Target", "") for each in ElementTree.fromstring(found["xl/_rels/workbook.xml.rels"])
    }
    texts = []
    if "xl/sharedStrings.xml" in found:
        texts = [text(each, S) for each in ElementTree.fromstring(found["xl/sharedStrings.xml"])]
    looks = _looks(ElementTree.fromstring(found["xl/styles.xml"]))
    made = {}
    for sheet in book.iter(f"{S}sheet"):
        target = targets[sheet.get(f"{R}id")]
        part = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
        made[sheet.get("name", "")] = _cells(ElementTree.fromstring(found[part]), texts, looks)
    return made


def cells(file: Path | bytes) -> dict[str, Cell]:
    """The cells of the first sheet."""
    return next(iter(sheets(file).values()))


def values(file: Path | bytes) -> dict[str, str]:
    """What the cells of the first sheet have, as text."""
    return {name: cell.formula or cell.value for name, cell in cells(file).items()}


def paragraphs(file: Path | bytes) -> list[tuple[str, str]]:
    """The paragraphs of a Word document: the id of the style and the text of each."""
    body = ElementTree.fromstring(parts(file)["word/document.xml"])
    made = []
    for paragraph in body.iter(f"{W}p"):
        style = paragraph.find(f"{W}pPr/{W}pStyle")
        made.append(("" if style is None else style.get(f"{W}val", ""), text(paragraph, W)))
    return made


def slides(file: Path | bytes) -> list[list[str]]:
    """The paragraphs of every slide, in the order that the presentation says."""
    found = parts(file)
    targets = {
        each.get("Id"): each.get("Target", "")
        for each in ElementTree.fromstring(found["ppt/_rels/presentation.xml.rels"])
    }
    order = ElementTree.fromstring(found["ppt/presentation.xml"]).iter(f"{P}sldId")
    roots = [ElementTree.fromstring(found[f"ppt/{targets[each.get(f'{R}id')]}"]) for each in order]
    return [[text(each, A) for each in root.iter(f"{A}p")] for root in roots]


def text(element: ElementTree.Element, space: str) -> str:
    """The text in an element."""
    return "".join(each.text or "" for each in element.iter(f"{space}t"))


def _looks(styles: ElementTree.Element) -> list[tuple[str, bool]]:
    codes = {int(each.get("numFmtId", "0")): each.get("formatCode", "") for each in styles.iter(f"{S}numFmt")}
    fonts = [font.find(f"{S}b") is not None for font in styles.find(f"{S}fonts") or ()]
    made = []
    for look in styles.find(f"{S}cellXfs") or ():
        number = int(look.get("numFmtId", "0"))
        made.append((codes.get(number, BUILT_IN.get(number, str(number))), fonts[int(look.get("fontId", "0"))]))
    return made


def _cells(root: ElementTree.Element, texts: list[str], looks: list[tuple[str, bool]]) -> dict[str, Cell]:
    made: dict[str, Cell] = {}
    last = (0, 0)
    for row in root.iter(f"{S}row"):
        for cell in row.iter(f"{S}c"):
            name = cell.get("r", "")
            letters, number = name.rstrip("0123456789"), int(name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
            assert number == int(row.get("r", "0"))
            place = (number, sum((ord(letter) - 64) * 26**at for at, letter in enumerate(reversed(letters))))
            assert place > last, f"{name} is not in its order"
            last = place
            look = looks[int(cell.get("s", "0"))]
            made[name] = Cell(*_value(cell, texts), cell.findtext(f"{S}f") or "", *look)
    return made


def _value(cell: ElementTree.Element, texts: list[str]) -> tuple[str, str]:
    kind, value = cell.get("t", "n"), cell.findtext(f"{S}v") or ""
    if kind == "inlineStr":
        return "text", text(cell, S)
    if kind == "s":
        return "text", texts[int(value)]
    if kind == "str":
        return "text", value
    kinds = {"n": "number", "b": "boolean", "e": "error"}
    return (kinds[kind], value) if value else ("", "")
