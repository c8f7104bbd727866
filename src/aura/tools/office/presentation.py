"""Presentations: made, and slides added."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from aura.capability.effect import Effect
from aura.capability.ports import Disk, Stage
from aura.capability.semantic import FilePath, Text
from aura.capability.tool import tool
from aura.documents.family import PRESENTATION
from aura.documents.slides import Slide, made_slides, with_slide
from aura.tools.office.changing import Changed, change, comes_later, place_of_new
from aura.tools.office.document import Made


@tool(verb="create", object="presentation", effect=Effect.WRITES)
def create_presentation(
    disk: Disk,
    stage: Stage,
    path: Annotated[FilePath, "The .pptx file to make, which must not exist yet."],
    title: Annotated[Text, "The title on the first slide; no such slide if not given."] = "",
    slides: Annotated[list[Text | Slide], "The slides: a title each, or a title with text."] = [],  # noqa: B006
) -> Made:
    """Create a presentation with a title and slides."""
    place = place_of_new(disk, path, PRESENTATION)
    later = comes_later(stage, title=title, slides=slides)
    disk.write(place, None if later else made_slides(place, title, [_slide(each) for each in slides]))
    return Made(place)


@tool(verb="add", object="slide", effect=Effect.WRITES)
def add_slide(
    disk: Disk,
    stage: Stage,
    path: Annotated[FilePath, "The presentation to add to."],
    title: Annotated[Text, "The title of the slide."],
    text: Annotated[Text, "The text below it; each line is a point."] = "",
) -> Changed:
    """Add a slide at the end of a presentation."""
    later = comes_later(stage, title=title, text=text)
    change(disk, path, (PRESENTATION,), None if later else lambda data: with_slide(path, data, Slide(title, text)))
    return Changed(path)


def _slide(given: Any) -> Slide:
    return Slide(given) if isinstance(given, str) else msgspec.convert(given, Slide)
