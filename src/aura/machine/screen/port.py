"""What can be seen of a screen: pixels, and text with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from aura.capability.machine import served_by
from aura.machine.windows.port import Box


class Picture(Struct, frozen=True):
    """Pixels as a PNG, and how many there are across and down."""

    png: bytes
    width: int
    height: int


class Found(Struct, frozen=True):
    """A piece of text on the screen: where it is in pixels, and how sure it is that it stands there, 0 to 1."""

    text: str
    box: Box
    confidence: float = 1.0


@served_by("wayland.WaylandScreen", "pixels.PixelScreen", tried=lambda screen: screen.unread())
class Screen(Protocol):
    """The screen."""

    def box(self) -> Box | None:
        """The whole of it, all monitors; None where that is not known before it is looked at."""
        ...

    def window(self) -> Box:
        """The part of it that the user's window takes; raises ToolError `NO_WINDOW`."""
        ...

    def picture(self, part: Box | None = None) -> Picture:
        """What it shows, the whole or a part."""
        ...

    def chosen(self, part_of: Callable[[Box], Box]) -> Picture:
        """What a part of it shows, which is chosen of the whole."""
        ...

    def text(self, picture: bytes | None = None) -> list[Found]:
        """The lines of text on it, from top to bottom, window by window; or those in a picture, a PNG or the like."""
        ...

    def unread(self) -> str:
        """What of it cannot be read here, in one sentence, and nothing where all can; looks at it, and asks nobody."""
        ...

    def find(self, text: str) -> list[Found]:
        """Where a text stands on it, best first."""
        ...
