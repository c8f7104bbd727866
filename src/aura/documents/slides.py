"""Presentations by python-pptx, which keeps the parts that it does not know; it is imported on use."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.documents.archive import BROKEN, Archive, refuse_signed, spoiled, steady
from aura.documents.values import NO_XML

TITLE_LAYOUT, CONTENT_LAYOUT, TITLE_ONLY = 0, 1, 5
MAIN = "ppt/presentation.xml"
PROTECTION = "modifyVerifier"


class Slide(Struct, frozen=True):
    """A slide: its title, and text below it, a point for each line."""

    title: Annotated[str, "The title."]
    text: Annotated[str, "The text below it; each line is a point."] = ""


def made_slides(path: str, title: str, slides: Sequence[Slide]) -> bytes:
    """A new presentation, with a slide for its title if it has one, and slides."""
    _refuse_unwritable(path, title, *(text for slide in slides for text in (slide.title, slide.text)))
    presentation = opened(path, None)
    if title:
        presentation.core_properties.title = title[:255]
        first = presentation.slides.add_slide(presentation.slide_layouts[TITLE_LAYOUT])
        first.shapes.title.text = title
        _drop_empty(first)
    for slide in slides:
        _add(presentation, slide)
    return saved(presentation)


def with_slide(path: str, data: bytes, slide: Slide) -> bytes:
    """A presentation with a slide more at its end, in the look that it has."""
    _refuse_unwritable(path, slide.title, slide.text)
    archive = Archive(path, data)
    refuse_signed(archive)
    refuse_protected(archive)
    presentation = opened(path, data)
    _add(presentation, slide)
    return saved(presentation)


def opened(path: str, data: bytes | None) -> Any:
    """A presentation of python-pptx; a new one without data."""
    from lxml.etree import XMLSyntaxError
    from pptx import Presentation

    try:
        return Presentation(None if data is None else io.BytesIO(data))
    except (*BROKEN, XMLSyntaxError) as error:
        raise spoiled(path) from error


def saved(presentation: Any) -> bytes:
    """The bytes of a presentation, the same for the same."""
    out = io.BytesIO()
    presentation.save(out)
    return steady(out)


def refuse_protected(archive: Archive) -> None:
    """Raise ToolError `PROTECTED` for a presentation that was closed to changes."""
    if archive.has(MAIN) and any(str(each.tag).endswith("}" + PROTECTION) for each in archive.xml(MAIN)):
        raise ToolError(
            "PROTECTED", f"{archive.path} is protected against changes; take that off in its program first."
        )


def lines_of(presentation: Any) -> Iterator[str]:
    """The text of a presentation: a line for each paragraph of each slide, and for each row of a table."""
    for slide in presentation.slides:
        yield from _lines_in(slide.shapes)


def _lines_in(shapes: Any) -> Iterator[str]:
    for shape in shapes:
        if shape.has_text_frame:
            yield shape.text_frame.text
        elif getattr(shape, "has_table", False) and shape.has_table:
            for row in shape.table.rows:
                yield "\t".join(cell.text for cell in row.cells)
        elif hasattr(shape, "shapes"):
            yield from _lines_in(shape.shapes)


def _add(presentation: Any, slide: Slide) -> None:
    new = presentation.slides.add_slide(_layout(presentation, bool(slide.text)))
    if new.shapes.title is not None:
        new.shapes.title.text = slide.title
    body = _body_of(new)
    if body is not None and slide.text:
        body.text_frame.text = slide.text
    missing = [slide.title] if new.shapes.title is None else []
    missing += [slide.text] if slide.text and body is None else []
    if missing:
        _write_beside(presentation, new, "\n".join(missing))
    _drop_empty(new)


def _layout(presentation: Any, with_text: bool) -> Any:
    """The layout with a title, and with one place for text where there is text; the plainest there is else."""

    def distance(layout: Any) -> tuple[int, int, int]:
        bodies = sum(_holds_text(place) for place in layout.placeholders)
        titles = sum(_is_title(place) for place in layout.placeholders)
        return abs(titles - 1), abs(bodies - int(with_text)), len(layout.placeholders)

    return min(presentation.slide_layouts, key=distance)


def _body_of(slide: Any) -> Any:
    return next((place for place in slide.placeholders if _holds_text(place)), None)


def _is_title(place: Any) -> bool:
    from pptx.enum.shapes import PP_PLACEHOLDER

    return place.placeholder_format.type in (PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE)


def _holds_text(place: Any) -> bool:
    from pptx.enum.shapes import PP_PLACEHOLDER

    return place.placeholder_format.type in (PP_PLACEHOLDER.BODY, PP_PLACEHOLDER.OBJECT)


def _drop_empty(slide: Any) -> None:
    """Take away the places of a new slide that would only ask to be filled."""
    for place in list(slide.placeholders):
        if place.has_text_frame and not place.text_frame.text and not _is_title(place):
            place._element.getparent().remove(place._element)


def _write_beside(presentation: Any, slide: Any, text: str) -> None:
    """Put text on a slide whose layout has no place for it."""
    width, height = presentation.slide_width, presentation.slide_height
    box = slide.shapes.add_textbox(width // 10, height // 10, width * 8 // 10, height * 8 // 10)
    box.text_frame.word_wrap = True
    box.text_frame.text = text


def _refuse_unwritable(path: str, *texts: str) -> None:
    if any(NO_XML.search(text) for text in texts):
        raise ToolError("NOT_TEXT", f"The text for {path} has characters that it cannot hold.")
