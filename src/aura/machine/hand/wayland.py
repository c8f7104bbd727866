"""Keys and the pointer of a Wayland desktop, through ydotool where its daemon runs."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Self

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.machine.clipboard.port import Clipboard, Held
from aura.machine.clipboard.wayland import WaylandClipboard
from aura.machine.hand.keys import Chord, keyboard
from aura.machine.hand.port import PASTE, Button, Direction, Point, Size
from aura.machine.programs import is_there, told
from aura.machine.x11 import is_wayland

NEEDED = "On Wayland no program may press keys for you; install ydotool and start its daemon ydotoold to allow AURA to."
UNSEEN = ToolError(NOT_HERE, "On Wayland AURA cannot see where the pointer is, so it cannot drag from there.")
BUTTONS: dict[Button, str] = {"left": "0xC0", "right": "0xC1", "middle": "0xC2"}
TURNS: dict[Direction, tuple[int, int]] = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
EVERYWHERE = 1 << 15


def strokes_of(chord: Chord) -> list[str]:
    """The arguments of `ydotool key`: codes of the kernel, each pressed and then let go of the other way round."""
    known = keyboard()
    names = [*chord.modifiers, *(("shift",) if known.named(chord.key).shifted else ()), chord.key]
    codes = [known.named(name).linux for name in dict.fromkeys(names)]
    return [*(f"{code}:1" for code in codes), *(f"{code}:0" for code in reversed(codes))]


class YdotoolHand:
    """Serves on Wayland where ydotool's daemon listens."""

    def __init__(self, machine: Machine, clipboard: Clipboard | None) -> None:
        self._environ = machine.environ
        self._clipboard = clipboard

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """On Wayland."""
        if machine.platform != "linux" or not is_wayland(machine):
            return None
        if not is_there("ydotool", machine.environ) or not _listens(machine):
            return NEEDED
        clipboard = WaylandClipboard.on(machine)
        return cls(machine, clipboard if isinstance(clipboard, WaylandClipboard) else None)

    def type(self, text: str) -> None:
        """As the port says; ydotool types what an American keyboard has, all else is pasted."""
        if text.isascii():
            self._ydotool("type", "--file", "-", given=text)
            return
        if self._clipboard is None:
            raise ToolError(NOT_HERE, "To type such characters on Wayland, install wl-clipboard.")
        before = self._clipboard.held()
        self._clipboard.hold(Held(text=text))
        self.press(PASTE)
        self._clipboard.hold(before)

    def press(self, chord: Chord, times: int = 1) -> None:
        """As the port says."""
        self._ydotool("key", *strokes_of(chord) * times)

    def paste(self) -> None:
        """As the port says."""
        self.press(PASTE)

    def size(self) -> Size:
        """As the port says; Wayland does not tell, and a move beyond the edge ends at it."""
        return EVERYWHERE, EVERYWHERE

    def pointer(self) -> Point:
        """As the port says, which cannot be known here."""
        raise UNSEEN

    def move(self, x: int, y: int) -> None:
        """As the port says."""
        self._ydotool("mousemove", "--absolute", "-x", str(x), "-y", str(y))

    def click(self, button: Button, times: int) -> None:
        """As the port says."""
        self._ydotool("click", "--repeat", str(times), BUTTONS[button])

    def scroll(self, direction: Direction, amount: int) -> None:
        """As the port says."""
        across, up = TURNS[direction]
        self._ydotool("mousemove", "--wheel", "-x", str(across * amount), "-y", str(up * amount))

    def drag(self, x: int, y: int) -> None:
        """As the port says."""
        self._ydotool("click", "0x40")
        self.move(x, y)
        self._ydotool("click", "0x80")

    def _ydotool(self, *arguments: str, given: str = "") -> None:
        told(["ydotool", *arguments], self._environ, given=given)


def _listens(machine: Machine) -> bool:
    """Whether the daemon's socket is there."""
    folder = machine.environ.get("XDG_RUNTIME_DIR", "/tmp")
    named = machine.environ.get("YDOTOOL_SOCKET")
    places = [Path(named)] if named else [Path(folder, ".ydotool_socket"), Path("/tmp/.ydotool_socket")]
    return any(place.exists() and stat.S_ISSOCK(place.stat().st_mode) for place in places)
