"""Word documents: made, added to, read, and their text replaced."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk, Stage
from aura.capability.semantic import FilePath, Text
from aura.capability.tool import tool
from aura.documents import texts
from aura.documents.family import DOCUMENT, PRESENTATION, SPREADSHEET
from aura.tools.office.changing import Changed, change, comes_later, content_of, place_of_new

Items = Annotated[list[Text], "The points of a list, one text each."]


class Made(Struct, frozen=True):
    """Where the new file is."""

    path: Annotated[FilePath, "The file that was made."]


class DocumentText(Struct, frozen=True):
    """The text of a document."""

    text: Annotated[Text, "The text: a line for each paragraph, row of a table, cell row or text of a slide."]
    path: Annotated[FilePath, "The file it is from."]


class Replaced(Struct, frozen=True):
    """What was replaced in a file."""

    count: Annotated[int, "How many times the text was there and was replaced."]
    path: Annotated[FilePath, "The file."]


@tool(verb="create", object="document", effect=Effect.WRITES)
def create_document(
    disk: Disk,
    stage: Stage,
    path: Annotated[FilePath, "The .docx file to make, which must not exist yet."],
    title: Annotated[Text, "The title at the top; none if not given."] = "",
    text: Annotated[Text, "The text below it; each line is a paragraph."] = "",
    items: Items = [],  # noqa: B006
) -> Made:
    """Create a Word document with a title, text and a list."""
    place = place_of_new(disk, path, DOCUMENT)
    later = comes_later(stage, title=title, text=text, items=items)
    disk.write(place, None if later else texts.made(place, title, text, items))
    return Made(place)


@tool(verb="append", object="document", effect=Effect.WRITES)
def append_document(
    disk: Disk,
    stage: Stage,
    path: Annotated[FilePath, "The Word document to add to."],
    text: Annotated[Text, "What to add at its end; each line is a paragraph."],
) -> Changed:
    """Add text at the end of a Word document."""
    later = comes_later(stage, text=text)
    change(disk, path, (DOCUMENT,), None if later else lambda data: texts.with_paragraphs(path, data, text))
    return Changed(path)


@tool(verb="add", object="list", effect=Effect.WRITES)
def add_list(
    disk: Disk,
    stage: Stage,
    path: Annotated[FilePath, "The Word document to add to."],
    items: Items,
) -> Changed:
    """Add a list with bullets at the end of a Word document."""
    later = comes_later(stage, items=items)
    change(disk, path, (DOCUMENT,), None if later else lambda data: texts.with_list(path, data, items))
    return Changed(path)


@tool(verb="read", object="document", effect=Effect.READS)
def read_document(
    disk: Disk, path: Annotated[FilePath, "The Word document, spreadsheet or presentation to read."]
) -> DocumentText:
    """Read the text of a document, spreadsheet or presentation."""
    from aura.documents.reading import text_of

    return DocumentText(text_of(path, content_of(disk, path, DOCUMENT, SPREADSHEET, PRESENTATION)), path)


@tool(verb="replace", object="text", effect=Effect.WRITES)
def replace_text(
    disk: Disk,
    stage: Stage,
    path: Annotated[FilePath, "The document, spreadsheet or presentation to change."],
    find: Annotated[str, "The text to look for, with its capitals."],
    replace: Annotated[Text, "What takes its place; nothing takes the text away."],
) -> Replaced:
    """Replace a text everywhere in a document, spreadsheet or presentation; its look stays."""
    from aura.documents.replacing import replaced

    if not find:
        raise ToolError("NOTHING_NAMED", "There is nothing to look for; say which text to replace.")
    families = (DOCUMENT, SPREADSHEET, PRESENTATION)
    if comes_later(stage, replace=replace):
        change(disk, path, families, None)
        return Replaced(0, path)
    counts: list[int] = []

    def made(data: bytes) -> bytes:
        new, count = replaced(path, data, find, replace)
        counts.append(count)
        return new

    change(disk, path, families, made)
    return Replaced(sum(counts), path)
