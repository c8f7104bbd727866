"""A text replaced everywhere in a document: across the pieces that it is written in, whose look stays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.documents import slides, texts
from aura.documents.archive import Archive, refuse_signed
from aura.documents.values import LONGEST, NO_XML
from aura.documents.workbook import Workbook, local

SHARED = "xl/sharedStrings.xml"
SPACE = "{http://www.w3.org/XML/1998/namespace}space"


class Written(Struct, frozen=True):
    """How a kind of document has text: its parts, the elements of a paragraph, of a piece of text, of a gap in it."""

    parts: re.Pattern[str]
    paragraphs: frozenset[str]
    texts: str
    gaps: frozenset[str]
    left_out: frozenset[str] = frozenset()


WORDS = Written(
    re.compile(r"word/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml"),
    frozenset(("p",)),
    "t",
    frozenset(("tab", "br", "cr", "noBreakHyphen", "drawing", "pict", "fldChar", "footnoteReference")),
)
CELLS = Written(
    re.compile(r"xl/(sharedStrings|worksheets/[^/]+)\.xml"),
    frozenset(("si", "is")),
    "t",
    frozenset(),
    frozenset(("rPh",)),
)
SLIDES = Written(
    re.compile(r"ppt/(slides|notesSlides)/[^/]+\.xml|ppt/diagrams/data\d*\.xml"),
    frozenset(("p",)),
    "t",
    frozenset(("br",)),
)
KINDS = {".doc": WORDS, ".xls": CELLS, ".ppt": SLIDES}


def replaced(path: str, data: bytes, find: str, replace: str) -> tuple[bytes, int]:
    """A document with every `find` replaced, capitals as they are written, and how many there were.

    What is said without any capitals, and is there only with one way of writing it with them, is meant as it is there.
    Only parts with one of them are written anew. Raises ToolError `NOT_FOUND` where there is none.
    """
    if NO_XML.search(replace):
        raise ToolError("NOT_TEXT", f"The text for {path} has characters that it cannot hold.")
    archive = Archive(path, data)
    refuse_signed(archive)
    _refuse_protected(archive)
    kind = KINDS[PurePath(path).suffix.lower()[:4]]
    if kind is CELLS:
        _refuse_headings(archive, find)
    count = _replaced_in(archive, kind, find, replace)
    if not count and (there := _as_there(archive, kind, find)):
        if kind is CELLS:
            _refuse_headings(archive, there)
        count = _replaced_in(archive, kind, there, _like(there, find, replace))
    if not count:
        other = sum(_written(archive, kind, _any_capitals(find)).values())
        hint = f"; it is there {other} times with other capitals" if other else ""
        raise ToolError("NOT_FOUND", f'"{find[:80]}" is not in the text of {path}{hint}, so nothing was replaced.')
    if kind is CELLS:
        Workbook(archive).recalculated("", formulas=False)
    return archive.saved(), count


def _replaced_in(archive: Archive, kind: Written, find: str, replace: str) -> int:
    """Replace a text in all parts; how many there were."""
    count = 0
    for name in [each for each in archive.names if kind.parts.fullmatch(each)]:
        root = archive.xml(name)
        uses = _uses(archive) if name == SHARED else None
        is_changed = False
        for number, (paragraph, pieces) in enumerate(_paragraphs(root, kind)):
            here = _replace(archive.path, kind, pieces, find, replace)
            is_changed = is_changed or here > 0
            count += here * _times(paragraph, number, uses) if here else 0
        if is_changed:
            archive.put_xml(name, root)
    return count


def _written(archive: Archive, kind: Written, pattern: re.Pattern[str]) -> Counter[str]:
    """The ways in which what fits a pattern is written, and how often each."""
    roots = (archive.xml(each) for each in archive.names if kind.parts.fullmatch(each))
    paragraphs = (pieces for root in roots for _, pieces in _paragraphs(root, kind))
    return Counter(way for pieces in paragraphs for way in pattern.findall("".join(text for _, text in pieces)))


def _any_capitals(find: str) -> re.Pattern[str]:
    return re.compile(re.escape(find), re.IGNORECASE)


def _as_there(archive: Archive, kind: Written, find: str) -> str:
    """The one way in which what was said without capitals is written; empty where it was said with them, or none is.

    Only whole words are meant: "us" is not what "USA" begins with.
    """
    ways = _written(archive, kind, _any_capitals(find)) if find == find.lower() else Counter[str]()
    if len(ways) != 1:
        return ""
    whole = re.compile(rf"(?<!\w){re.escape(find)}(?!\w)", re.IGNORECASE)
    return next(iter(ways)) if _written(archive, kind, whole) == ways else ""


def _like(there: str, find: str, replace: str) -> str:
    """What takes the place of a text, with a capital first, or with capitals only, where that one has them so."""
    if replace != replace.lower():
        return replace
    if len(there) > 1 and there.isupper():
        return replace.upper()
    return replace[:1].upper() + replace[1:] if there[:1] != find[:1] else replace


def _refuse_protected(archive: Archive) -> None:
    """Raise ToolError `PROTECTED` for a file that was closed to changes."""
    texts.refuse_protected(archive)
    slides.refuse_protected(archive)
    for name in archive.names:
        if name.startswith("xl/worksheets/") and b"sheetProtection" in archive.part(name):
            raise ToolError(
                "PROTECTED",
                f"A sheet of {archive.path} is protected against changes; take that off in its program first.",
            )


def _refuse_headings(archive: Archive, find: str) -> None:
    """Raise ToolError `TABLE_HEADING` for text in a heading whose name is kept in a table and in formulas too."""
    for name in [each for each in archive.names if each.startswith("xl/tables/")]:
        for column in archive.xml(name).iter():
            if local(column) == "tableColumn" and find in column.get("name", ""):
                raise ToolError(
                    "TABLE_HEADING",
                    f"{column.get('name')} is the heading of a table in {archive.path}; rename it in its program.",
                )


Piece = tuple[Any, str]
"""An element and its text; no element where something else stands, such as a tab."""


def _paragraphs(root: Any, kind: Written) -> Iterator[tuple[Any, list[Piece]]]:
    for paragraph in root.iter():
        if local(paragraph) in kind.paragraphs:
            yield paragraph, list(_pieces(paragraph, kind))


def _uses(archive: Archive) -> Counter[str]:
    """How many cells have each of the texts that are kept once for all of them, by its number."""
    found: Counter[str] = Counter()
    for sheet in Workbook(archive).sheets:
        for cell in archive.xml(sheet.part).iter():
            if local(cell) == "c" and cell.get("t") == "s":
                found.update(value.text or "" for value in cell if local(value) == "v")
    return found


def _times(paragraph: Any, number: int, uses: Counter[str] | None) -> int:
    """How often the text of a paragraph is seen: a cell's by its cells, and one for older programs only not at all."""
    if uses is not None:
        return uses[str(number)]
    return 0 if any(local(above) == "Fallback" for above in paragraph.iterancestors()) else 1


def _pieces(element: Any, kind: Written) -> Iterator[Piece]:
    """The pieces of a paragraph in their order, without those of paragraphs inside it, as in a text box."""
    for child in element:
        name = local(child)
        if name in kind.paragraphs or name in kind.left_out:
            continue
        if name == kind.texts:
            yield child, child.text or ""
        elif name in kind.gaps:
            yield None, "\0"
        yield from _pieces(child, kind)


def _replace(path: str, kind: Written, pieces: list[Piece], find: str, replace: str) -> int:
    """Replace in the pieces of one paragraph; what takes the place stands where the text began. How many there were."""
    joined = "".join(text for _, text in pieces)
    places = [found.start() for found in re.finditer(re.escape(find), joined)]
    if not places:
        return 0
    if kind is CELLS and len(joined) + len(places) * (len(replace) - len(find)) > LONGEST:
        raise ToolError(
            "TOO_LONG", f"A cell of {path} would have more than {LONGEST} characters; replace with a shorter text."
        )
    start = 0
    for element, text in pieces:
        end = start + len(text)
        if element is not None:
            element.text = _rest(text, start, places, len(find), replace)
            element.set(SPACE, "preserve") if element.text != element.text.strip() else None
        start = end
    return len(places)


def _rest(text: str, start: int, places: list[int], length: int, replace: str) -> str:
    """A piece that begins at `start`, without what is replaced and with what takes the place of what begins in it."""
    end, at = start + len(text), start
    made: list[str] = []
    for place in places:
        if place + length <= start or place >= end:
            continue
        made.append(text[at - start : max(place, start) - start])
        made.append(replace if place >= start else "")
        at = min(place + length, end)
    return "".join(made) + text[at - start :]
