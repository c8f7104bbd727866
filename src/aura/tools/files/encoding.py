"""Text to the bytes of a file and back, by the kind of document that the extension names."""

from __future__ import annotations

import codecs

from aura.capability.errors import ToolError
from aura.documents.plain import is_office, made, with_more
from aura.documents.reading import text_of

PROBE = 8192
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def encoded(path: str, content: str | None) -> bytes | None:
    """The bytes of a new file at `path` with this text; None while the text is not known yet.

    An office document is a valid one of its kind, anything else is UTF-8.
    """
    if content is None:
        return None
    if is_office(path):
        return made(path, content)
    return _bytes(path, content, "utf-8")


def refuse_if_no_text(path: str, data: bytes) -> None:
    """Raise ToolError `NOT_TEXT` where what a file holds is no text, such as a picture, which a text would replace."""
    if data and not is_office(path):
        _encoding(path, data)


def extended(path: str, before: bytes, content: str) -> bytes:
    """The bytes of a file with text added, on a new line where the last one has no end."""
    if is_office(path):
        return with_more(path, before, content)
    if not before:
        return _bytes(path, content, "utf-8")
    encoding = _encoding(path, before)
    newline = "\r\n".encode(encoding) if "\r\n".encode(encoding) in before else "\n".encode(encoding)
    joint = b"" if before.endswith("\n".encode(encoding)) else newline
    return before + joint + _bytes(path, content, encoding)


def decoded(path: str, data: bytes) -> tuple[str, int]:
    """The text of a file, and how many places in it could not be read as text and show a � instead.

    Raises ToolError `NOT_TEXT` for a file that is no text at all.
    """
    if is_office(path):
        return text_of(path, data), 0
    text = data.decode(_encoding(path, data), errors="replace").removeprefix("\ufeff")
    return text, text.count("\ufffd")


def _encoding(path: str, data: bytes) -> str:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return encoding
    if b"\0" in data[:PROBE]:
        raise ToolError("NOT_TEXT", f"{path} is not a text file.")
    return "utf-8"


def _bytes(path: str, content: str, encoding: str) -> bytes:
    try:
        return content.encode(encoding)
    except UnicodeEncodeError as error:
        raise ToolError("NOT_TEXT", f"The text for {path} has characters that cannot be written.") from error
