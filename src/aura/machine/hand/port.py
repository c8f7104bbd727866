"""What can be done with keys and the pointer of a desktop."""

from __future__ import annotations

from typing import Literal, Protocol

from aura.capability.errors import ToolError
from aura.capability.machine import served_by
from aura.machine.hand.keys import Chord

Button = Literal["left", "middle", "right"]
Direction = Literal["up", "down", "left", "right"]
PASTE = Chord("v", ("ctrl",))
Size = tuple[int, int]
Point = tuple[int, int]


@served_by(
    "wayland.YdotoolHand", "x11.X11Hand", "windows.WindowsHand", "quartz.QuartzHand", tried=lambda hand: hand.size()
)
class Hand(Protocol):
    """Typing, keys and the pointer."""

    def type(self, text: str) -> None:
        """Write any text into the window that has the focus; never into the one that AURA runs in."""
        ...

    def press(self, chord: Chord, times: int = 1) -> None:
        """Press keys together, and let go of them, so many times."""
        ...

    def paste(self) -> None:
        """Press the keys that paste here."""
        ...

    def size(self) -> Size:
        """Width and height of where the pointer can go, in pixels."""
        ...

    def pointer(self) -> Point:
        """Where the pointer is."""
        ...

    def move(self, x: int, y: int) -> None:
        """Put the pointer somewhere."""
        ...

    def click(self, button: Button, times: int) -> None:
        """Press and let go of a button where the pointer is, so many times."""
        ...

    def scroll(self, direction: Direction, amount: int) -> None:
        """Turn the wheel by so many notches."""
        ...

    def drag(self, x: int, y: int) -> None:
        """Hold the left button down where the pointer is, go somewhere, and let go of it."""
        ...


def on_screen(hand: Hand, x: int, y: int) -> None:
    """Raise ToolError `OFF_SCREEN` for a point that the pointer cannot reach."""
    width, height = hand.size()
    if not (0 <= x < width and 0 <= y < height):
        raise ToolError("OFF_SCREEN", f"There is no {x}, {y} on the screen, which has {width} × {height} pixels.")
