"""Keys and the pointer of macOS, through Quartz events."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Self

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.hand.keys import Chord, keyboard
from aura.machine.hand.port import Button, Direction, Point, Size

NO_QUARTZ = "The package pyobjc-framework-Quartz is missing; install it so that AURA can press keys."
MAY_NOT = "macOS does not let AURA press keys; allow it in System Settings, Privacy & Security, Accessibility."
LONGEST = 20
"""UTF-16 units that one keyboard event carries."""
FLAGS = {"shift": 1 << 17, "ctrl": 1 << 18, "alt": 1 << 19, "super": 1 << 20}
PRESSED: dict[Button, tuple[int, int, int]] = {"left": (1, 2, 0), "right": (3, 4, 1), "middle": (25, 26, 2)}
"""The kinds of event for a button that goes down and up, and the button's number."""
PASTE = Chord("v", ("super",))
MOVED, DRAGGED = 5, 6
TURNS: dict[Direction, tuple[int, int]] = {"up": (1, 0), "down": (-1, 0), "left": (0, 1), "right": (0, -1)}
CLICK_COUNT = 1
LINES = 1
TAP = 0
RETURN, TAB = 36, 48
STEPS, STEP = 12, 0.01


def pieces_of(text: str) -> Iterator[str]:
    """A text in pieces that one event carries; a line's end and a tab stand alone, no character is cut."""
    piece = ""
    for character in text.replace("\r\n", "\n"):
        units = len((piece + character).encode("utf-16-le")) // 2
        if piece and (units > LONGEST or character in "\n\t" or piece in "\n\t"):
            yield piece
            piece = ""
        piece += character
    if piece:
        yield piece


def code_of(chord: Chord) -> tuple[int, int]:
    """The code of a chord's key and the flags of its modifiers; raises ToolError `NO_SUCH_KEY`."""
    known = keyboard()
    key = known.named(chord.key)
    if key.mac is None:
        raise ToolError("NO_SUCH_KEY", f"A Mac has no key {chord.key}.")
    held = {*chord.modifiers, *(("shift",) if key.shifted else ())}
    return key.mac, sum(FLAGS[name] for name in held)


class QuartzHand:
    """Serves on macOS."""

    def __init__(self, quartz: Any) -> None:
        self._quartz = quartz

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """On macOS, once the user has allowed it."""
        if machine.platform != "darwin":
            return None
        try:
            quartz = import_module("Quartz")
        except ImportError:
            return NO_QUARTZ
        return cls(quartz) if quartz.CGPreflightPostEventAccess() else MAY_NOT

    def type(self, text: str) -> None:
        """As the port says."""
        for piece in pieces_of(text):
            if piece in "\n\t":
                self._key(RETURN if piece == "\n" else TAB, 0)
                continue
            for down in (True, False):
                event = self._quartz.CGEventCreateKeyboardEvent(None, 0, down)
                self._quartz.CGEventKeyboardSetUnicodeString(event, len(piece.encode("utf-16-le")) // 2, piece)
                self._post(event)
            time.sleep(STEP)

    def press(self, chord: Chord, times: int = 1) -> None:
        """As the port says."""
        code, flags = code_of(chord)
        for _ in range(times):
            self._key(code, flags)

    def paste(self) -> None:
        """As the port says."""
        self.press(PASTE)

    def size(self) -> Size:
        """As the port says, in points."""
        bounds = self._quartz.CGDisplayBounds(self._quartz.CGMainDisplayID())
        return int(bounds.size.width), int(bounds.size.height)

    def pointer(self) -> Point:
        """As the port says, in points."""
        place = self._quartz.CGEventGetLocation(self._quartz.CGEventCreate(None))
        return int(place.x), int(place.y)

    def move(self, x: int, y: int) -> None:
        """As the port says."""
        self._mouse(MOVED, x, y, 0)

    def click(self, button: Button, times: int) -> None:
        """As the port says."""
        down, up, number = PRESSED[button]
        for count in range(1, times + 1):
            for kind in (down, up):
                self._mouse(kind, *self.pointer(), number, count)

    def scroll(self, direction: Direction, amount: int) -> None:
        """As the port says."""
        for _ in range(amount):
            self._post(self._quartz.CGEventCreateScrollWheelEvent(None, LINES, 2, *TURNS[direction]))

    def drag(self, x: int, y: int) -> None:
        """As the port says."""
        (from_x, from_y), (down, up, number) = self.pointer(), PRESSED["left"]
        self._mouse(down, from_x, from_y, number)
        for step in range(1, STEPS + 1):
            time.sleep(STEP)
            place = from_x + (x - from_x) * step // STEPS, from_y + (y - from_y) * step // STEPS
            self._mouse(DRAGGED, *place, number)
        self._mouse(up, x, y, number)

    def _key(self, code: int, flags: int) -> None:
        for down in (True, False):
            event = self._quartz.CGEventCreateKeyboardEvent(None, code, down)
            self._quartz.CGEventSetFlags(event, flags)
            self._post(event)

    def _mouse(self, kind: int, x: int, y: int, button: int, count: int = 1) -> None:
        event = self._quartz.CGEventCreateMouseEvent(None, kind, (x, y), button)
        self._quartz.CGEventSetIntegerValueField(event, CLICK_COUNT, count)
        self._post(event)

    def _post(self, event: Any) -> None:
        self._quartz.CGEventPost(TAP, event)
