"""Office documents as bytes: new ones, their text, one piece more. The libraries are imported on use."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import Any

from msgspec import Struct

from aura.capability.errors import ToolError

STAMP = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no document of these kinds can hold."""
MOMENT = rb"\g<1>2000-01-01T00:00:00Z"


class Kind(Struct, frozen=True):
    """How one kind of document is opened (None: a new one), added to, and read."""

    open: Callable[[io.BytesIO | None], Any]
    add: Callable[[Any, str], None]
    lines: Callable[[Any], Iterable[str]]


def is_office(path: str) -> bool:
    """Whether the extension names a kind of document that is made and read here."""
    return PurePath(path).suffix.lower() in KINDS


def made(path: str, text: str) -> bytes:
    """A new document of the kind of `path` with this text; the same text always gives the same bytes."""
    return _with(path, None, text)


def with_more(path: str, data: bytes, text: str) -> bytes:
    """A document with a paragraph, row or slide more; an empty file becomes a document."""
    return _with(path, data or None, text)


def text_of(path: str, data: bytes) -> str:
    """The text of a document: a line a paragraph, row or text box. `NOT_TEXT` if it is damaged."""
    kind, document = _opened(path, data or None)
    return "\n".join(kind.lines(document))


def _with(path: str, data: bytes | None, text: str) -> bytes:
    kind, document = _opened(path, data)
    if NO_XML.search(text):
        raise ToolError("NOT_TEXT", f"The text for {path} has characters that it cannot hold.")
    if text:
        kind.add(document, text)
    out = io.BytesIO()
    document.save(out)
    return _steady(out)


def _opened(path: str, data: bytes | None) -> tuple[Kind, Any]:
    kind = KINDS[PurePath(path).suffix.lower()]
    try:
        return kind, kind.open(None if data is None else io.BytesIO(data))
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise ToolError("NOT_TEXT", f"{path} is damaged or not what its extension says.") from error


def _steady(document: io.BytesIO) -> bytes:
    """The same archive without the moment of its making."""
    out = io.BytesIO()
    with zipfile.ZipFile(document) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "docProps/core.xml":
                data = STAMP.sub(MOMENT, data)
            new.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _open_document(data: io.BytesIO | None) -> Any:
    from docx import Document

    return Document(data)


def _add_paragraph(document: Any, text: str) -> None:
    document.add_paragraph(text)


def _paragraphs(document: Any) -> Iterable[str]:
    return (paragraph.text for paragraph in document.paragraphs)


def _open_workbook(data: io.BytesIO | None) -> Any:
    from openpyxl import Workbook, load_workbook  # type: ignore[import-untyped]

    return Workbook() if data is None else load_workbook(data)


def _add_rows(workbook: Any, text: str) -> None:
    for line in text.splitlines():
        workbook.active.append(line.split("\t"))


def _rows(workbook: Any) -> Iterable[str]:
    for sheet in workbook.worksheets:
        for row in sheet.iter_rows(values_only=True):
            yield "\t".join("" if cell is None else str(cell) for cell in row)


def _open_presentation(data: io.BytesIO | None) -> Any:
    from pptx import Presentation

    return Presentation(data)


def _add_slide(presentation: Any, text: str) -> None:
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    slide.shapes.title.text = text


def _slide_texts(presentation: Any) -> Iterable[str]:
    for slide in presentation.slides:
        for shape in slide.shapes:
            if shape.has_text_frame:
                yield shape.text_frame.text


KINDS = {
    ".docx": Kind(_open_document, _add_paragraph, _paragraphs),
    ".xlsx": Kind(_open_workbook, _add_rows, _rows),
    ".pptx": Kind(_open_presentation, _add_slide, _slide_texts),
}
