"""Word documents by python-docx, which keeps the parts that it does not know; it is imported on use."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from aura.capability.errors import ToolError
from aura.documents.archive import BROKEN, Archive, refuse_signed, spoiled, steady
from aura.documents.bullets import ready_for_bullets
from aura.documents.values import NO_XML

TITLE, BULLET = "Title", "List Bullet"
WITH_MACROS = "application/vnd.ms-word.document.macroEnabled.main+xml"
PROTECTION = "documentProtection"
SETTINGS = "word/settings.xml"


def made(path: str, title: str = "", text: str = "", items: Sequence[str] = ()) -> bytes:
    """A new document with a title, a paragraph for each line of a text, and a list."""
    _refuse_unwritable(path, title, text, *items)
    document = opened(path, None)
    if title:
        document.core_properties.title = title[:255]
        document.add_paragraph(title, style=TITLE)
    _add_lines(document, text)
    _add_items(document, items)
    return _saved(document)


def with_paragraphs(path: str, data: bytes, text: str) -> bytes:
    """A document with a paragraph for each line of a text at its end."""
    return _changed(path, data, [text], lambda document: _add_lines(document, text))


def with_list(path: str, data: bytes, items: Sequence[str]) -> bytes:
    """A document with a list with bullets at its end."""
    if not items:
        raise ToolError("NOTHING_NAMED", "The list has no points; say what is in it.")
    return _changed(path, data, items, lambda document: _add_items(document, items))


def _changed(path: str, data: bytes, texts: Sequence[str], change: Callable[[Any], None]) -> bytes:
    _refuse_unwritable(path, *texts)
    archive = Archive(path, data)
    refuse_signed(archive)
    refuse_protected(archive)
    document = opened(path, data)
    change(document)
    return _saved(document)


def opened(path: str, data: bytes | None) -> Any:
    """A document of python-docx; a new one without data."""
    from docx import Document
    from docx.opc.part import PartFactory
    from docx.package import Package
    from docx.parts.document import DocumentPart
    from lxml.etree import XMLSyntaxError

    if data is None:
        return Document()
    PartFactory.part_type_for[WITH_MACROS] = DocumentPart
    try:
        return Package.open(io.BytesIO(data)).main_document_part.document
    except (*BROKEN, AttributeError, XMLSyntaxError) as error:
        raise spoiled(path) from error


def lines_of(document: Any) -> Iterator[str]:
    """The text of a document in its order: a line for each paragraph, and for each row of a table."""
    from docx.table import Table

    for block in document.iter_inner_content():
        if isinstance(block, Table):
            for row in block.rows:
                yield "\t".join(cell.text.replace("\n", " ") for cell in row.cells)
        else:
            yield block.text


def refuse_protected(archive: Archive) -> None:
    """Raise ToolError `PROTECTED` for a document that was closed to changes."""
    if not archive.has(SETTINGS):
        return
    for found in archive.xml(SETTINGS):
        said = {name.rpartition("}")[2]: value for name, value in found.attrib.items()}
        if str(found.tag).endswith("}" + PROTECTION) and said.get("enforcement") in ("1", "true", "on"):
            raise ToolError(
                "PROTECTED", f"{archive.path} is protected against changes; take that off in its program first."
            )


def _add_lines(document: Any, text: str) -> None:
    for line in text.splitlines():
        document.add_paragraph(line)


def _add_items(document: Any, items: Sequence[str]) -> None:
    if items:
        style = ready_for_bullets(document, BULLET)
    for item in items:
        document.add_paragraph(item, style=style)


def _saved(document: Any) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return steady(out)


def _refuse_unwritable(path: str, *texts: str) -> None:
    if any(NO_XML.search(text) for text in texts):
        raise ToolError("NOT_TEXT", f"The text for {path} has characters that it cannot hold.")
