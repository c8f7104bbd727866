"""The families of office files and the extensions that name them."""

from __future__ import annotations

from pathlib import PurePath

from msgspec import Struct


class Family(Struct, frozen=True):
    """A kind of office file: how it is called, the extension of a new one, and all that are read and changed."""

    called: str
    extension: str
    extensions: tuple[str, ...]


DOCUMENT = Family("Word document", ".docx", (".docx", ".docm"))
SPREADSHEET = Family("spreadsheet", ".xlsx", (".xlsx", ".xlsm"))
PRESENTATION = Family("presentation", ".pptx", (".pptx", ".pptm"))
FAMILIES = {extension: family for family in (DOCUMENT, SPREADSHEET, PRESENTATION) for extension in family.extensions}

CHANGED = {
    **dict.fromkeys((".doc", ".odt", ".rtf", ".dot", ".dotx"), DOCUMENT.extension),
    **dict.fromkeys((".xls", ".ods", ".xlsb", ".xlt", ".xltx"), SPREADSHEET.extension),
    **dict.fromkeys((".ppt", ".odp", ".pot", ".potx"), PRESENTATION.extension),
}
"""Formats that are not read here, and the extension of the one that a program can save them as."""


def family_of(path: str) -> Family | None:
    """The family that a path's extension names, if it does."""
    return FAMILIES.get(PurePath(path).suffix.lower())
