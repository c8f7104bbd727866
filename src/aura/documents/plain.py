"""Office documents as plain text: new ones with a text, one piece more, and all the text that is in one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Any

from aura.capability.errors import ToolError
from aura.documents import slides, texts
from aura.documents.archive import refuse_foreign
from aura.documents.family import DOCUMENT, PRESENTATION, SPREADSHEET
from aura.documents.values import NO_XML, typed_rows


def is_office(path: str) -> bool:
    """Whether the extension names a kind of document that is made and read here."""
    return PurePath(path).suffix.lower() in MAKERS


def made(path: str, text: str) -> bytes:
    """A new document of the kind of `path` with this text; the same text always gives the same bytes."""
    _refuse_unwritable(path, text)
    return MAKERS[PurePath(path).suffix.lower()](path, text)


def with_more(path: str, data: bytes, text: str) -> bytes:
    """A document with a paragraph, row or slide more; an empty file becomes a document."""
    if not data:
        return made(path, text)
    refuse_foreign(path, data)
    _refuse_unwritable(path, text)
    return ADDERS[PurePath(path).suffix.lower()](path, data, text)


def _refuse_unwritable(path: str, text: str) -> None:
    if NO_XML.search(text):
        raise ToolError("NOT_TEXT", f"The text for {path} has characters that it cannot hold.")


def _document(path: str, text: str) -> bytes:
    return texts.made(path, text=text)


def _cells(text: str) -> list[list[Any]]:
    """A row for each line, cells between tabs."""
    return list(typed_rows([line.split("\t") for line in text.splitlines()], None))


def _spreadsheet(path: str, text: str) -> bytes:
    from aura.documents.sheet_making import made_sheet

    return made_sheet(path, [], _cells(text), lambda done, total: None)


def _presentation(path: str, text: str) -> bytes:
    return slides.made_slides(path, "", [slides.Slide(text)] if text else [])


def _more_rows(path: str, data: bytes, text: str) -> bytes:
    from aura.documents.sheet_changing import with_rows

    return with_rows(path, data, _cells(text), "") if text else data


MAKERS: dict[str, Callable[[str, str], bytes]] = {
    DOCUMENT.extension: _document,
    SPREADSHEET.extension: _spreadsheet,
    PRESENTATION.extension: _presentation,
}
ADDERS: dict[str, Callable[[str, bytes, str], bytes]] = {
    DOCUMENT.extension: texts.with_paragraphs,
    SPREADSHEET.extension: _more_rows,
    PRESENTATION.extension: lambda path, data, text: slides.with_slide(path, data, slides.Slide(text)),
}
