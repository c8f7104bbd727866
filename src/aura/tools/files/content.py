"""Reading and writing what is in a file."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk
from aura.capability.semantic import FilePath, Text
from aura.capability.tool import tool
from aura.documents.locks import refuse_if_open
from aura.documents.plain import is_office
from aura.tools.files.encoding import decoded, encoded, extended, refuse_if_no_text


class Content(Struct, frozen=True):
    """The text of a file."""

    content: Annotated[Text, "The text."]
    path: Annotated[FilePath, "The file it is from."]
    unreadable: Annotated[int, "How many characters could not be read and show as �."]


class Written(Struct, frozen=True):
    """Which file was written."""

    path: Annotated[FilePath, "The file that was written."]


@tool(verb="read", object="file", effect=Effect.READS)
def read_file(disk: Disk, path: Annotated[FilePath, "The file to read."]) -> Content:
    """Read the text of a file or office document."""
    data = disk.read(path)
    if data is None:
        raise ToolError("NOT_KNOWN_YET", f"What {path} holds is only known when the plan runs.")
    text, unreadable = decoded(path, data)
    return Content(text, path, unreadable)


@tool(verb="write", object="file", effect=Effect.WRITES)
def write_file(
    disk: Disk,
    path: Annotated[FilePath, "The file to write."],
    content: Annotated[Text, "What the file should hold."],
) -> Written:
    """Write a text as a file's whole content; what it held before is replaced."""
    if disk.kind(path) is not None:
        refuse_if_no_text(path, disk.read(path) or b"")
    disk.write(path, encoded(path, content), replace=True)
    return Written(path)


@tool(verb="append", object="file", effect=Effect.WRITES)
def append_file(
    disk: Disk,
    path: Annotated[FilePath, "The file to add to; it is created if absent."],
    content: Annotated[Text, "What to add, on a new line."],
) -> Written:
    """Add a text at the end of a file, on a new line."""
    before = b"" if disk.kind(path) is None else disk.read(path)
    if is_office(path) and before is not None:
        refuse_if_open(disk, path)
    unknown = before is None or content is None
    disk.write(path, None if unknown else extended(path, before or b"", content), extend=True)
    return Written(path)
