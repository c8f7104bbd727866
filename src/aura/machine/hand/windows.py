"""Keys and the pointer of Windows, through SendInput; any text goes as Unicode, whatever the keyboard's layout."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator, Sequence
from typing import Any, Self

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.hand.keys import Chord, Key, keyboard
from aura.machine.hand.port import PASTE, Button, Direction, Point, Size

MOUSE, KEY = 0, 1
EXTENDED, UP, UNICODE = 0x1, 0x2, 0x4
MOVE, ABSOLUTE, WHEEL, WHEEL_ACROSS = 0x1, 0x8000, 0x800, 0x1000
PRESSED: dict[Button, int] = {"left": 0x2, "right": 0x8, "middle": 0x20}
NOTCH = 120
WHOLE = 65535
"""Width and height of the screen in the units of an absolute move."""
TURNS: dict[Direction, tuple[int, int]] = {
    "up": (WHEEL, NOTCH),
    "down": (WHEEL, -NOTCH),
    "right": (WHEEL_ACROSS, NOTCH),
    "left": (WHEEL_ACROSS, -NOTCH),
}
EXTENDED_KEYS = frozenset(range(0x21, 0x2F)) | {0x5B, 0x5D, 0x90}
ENTER, TAB = 0x0D, 0x09
AT_ONCE = 200
STEPS, STEP = 12, 0.01


class Event(Struct, frozen=True):
    """One event for SendInput: of a key (`code`, or `scan` for a character) or of the mouse."""

    kind: int
    flags: int
    code: int = 0
    scan: int = 0
    x: int = 0
    y: int = 0
    data: int = 0


def events_of_text(text: str) -> Iterator[Event]:
    """A text as key events: a line's end and a tab are their keys, all else goes by its UTF-16 units."""
    for character in text.replace("\r\n", "\n"):
        if character in "\n\t":
            yield from events_of_key(ENTER if character == "\n" else TAB)
            continue
        written = character.encode("utf-16-le")
        units = [int.from_bytes(written[at : at + 2], "little") for at in range(0, len(written), 2)]
        yield from (Event(KEY, UNICODE, scan=unit) for unit in units)
        yield from (Event(KEY, UNICODE | UP, scan=unit) for unit in units)


def events_of_key(code: int) -> list[Event]:
    """A key that is pressed and let go of."""
    return [_key(code), _key(code, UP)]


def events_of_chord(chord: Chord) -> list[Event]:
    """Keys that are pressed one after the other and let go of the other way round."""
    known = keyboard()
    keys = [known.named(name) for name in (*chord.modifiers, chord.key)]
    codes = [code for key in keys for code in _codes(key)]
    return [*(_key(code) for code in codes), *(_key(code, UP) for code in reversed(codes))]


def event_of_move(x: int, y: int, size: Size) -> Event:
    """The pointer put somewhere on a screen of a size."""
    across, down = (-(-place * WHOLE // max(whole - 1, 1)) for place, whole in zip((x, y), size, strict=True))
    return Event(MOUSE, MOVE | ABSOLUTE, x=across, y=down)


def _codes(key: Key) -> tuple[int, ...]:
    shift = keyboard().modifiers["shift"].windows
    return (shift, key.windows) if key.shifted else (key.windows,)


def _key(code: int, flags: int = 0) -> Event:
    return Event(KEY, flags | (EXTENDED if code in EXTENDED_KEYS else 0), code=code)


class WindowsHand:
    """Serves on Windows."""

    def __init__(self, user32: Any) -> None:
        self._user32 = user32

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """On Windows."""
        return cls(ctypes.windll.user32) if machine.platform == "win32" else None  # type: ignore[attr-defined]

    def type(self, text: str) -> None:
        """As the port says; SendInput goes to the window in front, whichever that is."""
        events = [*events_of_text(text)]
        for start in range(0, len(events), AT_ONCE):
            self._send(events[start : start + AT_ONCE])

    def press(self, chord: Chord, times: int = 1) -> None:
        """As the port says."""
        for _ in range(times):
            self._send(events_of_chord(chord))

    def paste(self) -> None:
        """As the port says."""
        self.press(PASTE)

    def size(self) -> Size:
        """As the port says."""
        return self._user32.GetSystemMetrics(0), self._user32.GetSystemMetrics(1)

    def pointer(self) -> Point:
        """As the port says."""
        place = (ctypes.c_long * 2)()
        self._user32.GetCursorPos(ctypes.byref(place))
        return place[0], place[1]

    def move(self, x: int, y: int) -> None:
        """As the port says."""
        self._send([event_of_move(x, y, self.size())])

    def click(self, button: Button, times: int) -> None:
        """As the port says."""
        down = PRESSED[button]
        self._send([Event(MOUSE, down), Event(MOUSE, down << 1)] * times)

    def scroll(self, direction: Direction, amount: int) -> None:
        """As the port says."""
        wheel, data = TURNS[direction]
        self._send([Event(MOUSE, wheel, data=data)] * amount)

    def drag(self, x: int, y: int) -> None:
        """As the port says."""
        (from_x, from_y), down = self.pointer(), PRESSED["left"]
        self._send([Event(MOUSE, down)])
        for step in range(1, STEPS + 1):
            time.sleep(STEP)
            self.move(from_x + (x - from_x) * step // STEPS, from_y + (y - from_y) * step // STEPS)
        self._send([Event(MOUSE, down << 1)])

    def _send(self, events: Sequence[Event]) -> None:
        array = as_inputs(events)
        if self._user32.SendInput(len(array), array, ctypes.sizeof(_Input)) != len(array):
            raise ToolError(
                "INPUT_REFUSED", "Windows did not let AURA press keys here: the window in front runs as administrator."
            )


class _Keyboard(ctypes.Structure):
    _fields_ = (
        ("wVk", ctypes.c_uint16),
        ("wScan", ctypes.c_uint16),
        ("dwFlags", ctypes.c_uint32),
        ("time", ctypes.c_uint32),
        ("dwExtraInfo", ctypes.c_size_t),
    )


class _Mouse(ctypes.Structure):
    _fields_ = (
        ("dx", ctypes.c_int32),
        ("dy", ctypes.c_int32),
        ("mouseData", ctypes.c_uint32),
        ("dwFlags", ctypes.c_uint32),
        ("time", ctypes.c_uint32),
        ("dwExtraInfo", ctypes.c_size_t),
    )


class _Either(ctypes.Union):
    _fields_ = (("mi", _Mouse), ("ki", _Keyboard))


class _Input(ctypes.Structure):
    _fields_ = (("type", ctypes.c_uint32), ("either", _Either))


def as_inputs(events: Sequence[Event]) -> Any:
    """The array of INPUT structures that SendInput takes."""
    made = [_input(event) for event in events]
    return (_Input * len(made))(*made)


def _input(event: Event) -> _Input:
    if event.kind == KEY:
        return _Input(KEY, _Either(ki=_Keyboard(event.code, event.scan, event.flags, 0, 0)))
    return _Input(MOUSE, _Either(mi=_Mouse(event.x, event.y, event.data & 0xFFFFFFFF, event.flags, 0, 0)))
