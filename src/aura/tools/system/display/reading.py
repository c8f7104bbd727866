"""What is written on the screen, and where."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Disk
from aura.capability.semantic import FilePath, Text
from aura.capability.tool import tool
from aura.machine.screen.port import Screen


class Read(Struct, frozen=True):
    """The text on the screen."""

    text: Annotated[Text, "What is written there, a line a line."]


class Match(Struct, frozen=True):
    """A place where a text stands: its box in pixels, and how sure that is, 0 to 1."""

    x: int
    y: int
    width: int
    height: int
    text: str
    confidence: float


class Matches(Struct, frozen=True):
    """Where a text stands."""

    matches: Annotated[list[Match], "Box, text and confidence (0 to 1) of each place, the surest first."]
    count: Annotated[int, "How many there are."]
    text: Annotated[Text, "The same in words."]


def _only_later(disk: Disk, screen: Screen, path: str = "") -> Read:
    if path:
        _picture(disk, path)
    raise ToolError("NOT_KNOWN_YET", "What the screen shows is read when it is asked for.")


@tool(verb="read", object="screen", effect=Effect.READS, rehearse=_only_later)
def read_screen(
    disk: Disk,
    screen: Screen,
    path: Annotated[FilePath, "A picture to read instead of the screen."] = "",
) -> Read:
    """Read the text that is on the screen, or in a picture."""
    lines = screen.text(_picture(disk, path) if path else None)
    where = "in the picture" if path else "on the screen"
    return Read("\n".join(line.text for line in lines) or f"There is no text {where} that can be read.")


@tool(verb="find", object="text", effect=Effect.READS)
def find_text(screen: Screen, text: Annotated[Text, "The words to look for."]) -> Matches:
    """Find where words stand on the screen."""
    if not text.strip():
        raise ToolError("NOTHING_NAMED", "There is nothing to look for; say which words.")
    found = [
        Match(each.box.x, each.box.y, each.box.width, each.box.height, each.text, round(each.confidence, 3))
        for each in screen.find(text)
    ]
    return Matches(found, len(found), _in_words(text, found))


def _picture(disk: Disk, path: str) -> bytes:
    if disk.kind(path) != "file":
        raise ToolError("NOT_FOUND", f"There is no picture {path}.")
    content = disk.read(path)
    if content is None:
        raise ToolError("NOT_KNOWN_YET", f"{path} is still to be made.")
    return content


def _in_words(text: str, found: list[Match]) -> str:
    if not found:
        return f'"{text}" is not on the screen.'
    places = ", ".join(f"{each.x + each.width // 2}, {each.y + each.height // 2}" for each in found)
    return f'"{text}" is on the screen at {places}.'
