"""Keys and the pointer of an X desktop, through XTEST; what no key writes is pasted."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Self

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.clipboard.selection import Owner, contents_of
from aura.machine.clipboard.x11 import X11Clipboard
from aura.machine.hand.keymap import Keymap, Stroke, runs
from aura.machine.hand.keys import Chord, keyboard
from aura.machine.hand.port import PASTE, Button, Direction, Point, Size
from aura.machine.waiting import until
from aura.machine.windows.ewmh import EwmhControl, EwmhWindows
from aura.machine.windows.own import is_own, own_processes
from aura.machine.x11 import X11, is_wayland

NO_XTEST = "This X display lets no program press keys (it lacks the XTEST extension)."
BUTTONS: dict[Button, int] = {"left": 1, "middle": 2, "right": 3}
WHEEL: dict[Direction, int] = {"up": 4, "down": 5, "left": 6, "right": 7}
TAKING, QUIET = 2.0, 0.1
"""Seconds in which a window takes what is pasted, and after which it asks for nothing more."""
FOCUSING = 1.0
STEPS, STEP = 12, 0.01
"""A drag goes in so many steps, each so many seconds apart: programs look for the way, not for the end."""


class X11Hand:
    """Serves on an X desktop; under Wayland keys pressed through X would not reach every window."""

    def __init__(self, x11: X11, clipboard: X11Clipboard, machine: Machine) -> None:
        self._x11 = x11
        self._display = x11.display
        self._clipboard = clipboard
        self._machine = machine

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """On an X desktop."""
        if is_wayland(machine):
            return None
        found = X11.on(machine)
        if not isinstance(found, X11):
            return found
        if not found.display.has_extension("XTEST"):
            return NO_XTEST
        return cls(found, X11Clipboard(found, machine), machine)

    def type(self, text: str) -> None:
        """As the port says."""
        self._leave_own_window()
        for piece, strokes in [*runs(text, Keymap.of(self._display))]:
            if strokes:
                self._strike(strokes)
            else:
                self._paste(piece)

    def press(self, chord: Chord, times: int = 1) -> None:
        """As the port says."""
        self._leave_own_window()
        self._press(chord, times)

    def paste(self) -> None:
        """As the port says."""
        self.press(PASTE)

    def size(self) -> Size:
        """As the port says."""
        return int(self._x11.screen.width_in_pixels), int(self._x11.screen.height_in_pixels)

    def pointer(self) -> Point:
        """As the port says."""
        found = self._x11.root.query_pointer()
        return int(found.root_x), int(found.root_y)

    def move(self, x: int, y: int) -> None:
        """As the port says."""
        from Xlib import X

        self._fake(X.MotionNotify, x=x, y=y)
        self._display.sync()

    def click(self, button: Button, times: int) -> None:
        """As the port says."""
        self._turn(BUTTONS[button], times)

    def scroll(self, direction: Direction, amount: int) -> None:
        """As the port says."""
        self._turn(WHEEL[direction], amount)

    def drag(self, x: int, y: int) -> None:
        """As the port says."""
        from Xlib import X

        (from_x, from_y), left = self.pointer(), BUTTONS["left"]
        self._fake(X.ButtonPress, left)
        try:
            for step in range(1, STEPS + 1):
                time.sleep(STEP)
                self.move(from_x + (x - from_x) * step // STEPS, from_y + (y - from_y) * step // STEPS)
            time.sleep(STEP)
        finally:
            self._fake(X.ButtonRelease, left)
            self._display.sync()

    def _turn(self, button: int, times: int) -> None:
        from Xlib import X

        for _ in range(times):
            self._fake(X.ButtonPress, button)
            self._fake(X.ButtonRelease, button)
        self._display.sync()

    def _press(self, chord: Chord, times: int) -> None:
        keymap, known = Keymap.of(self._display), keyboard()
        strokes = [(name, keymap.pressing(name, known.named(name))) for name in (*chord.modifiers, chord.key)]
        missing = next((name for name, stroke in strokes if stroke is None), None)
        if missing is not None:
            raise ToolError("NO_SUCH_KEY", f"The keyboard of this computer has no key {missing}.")
        *held, last = [stroke for _, stroke in strokes if stroke is not None]
        codes = (*(stroke.key for stroke in held), *last.held)
        self._strike([Stroke(last.key, tuple(dict.fromkeys(codes)))] * times)

    def _strike(self, strokes: Iterable[Stroke]) -> None:
        from Xlib import X

        for stroke in strokes:
            with self._held(stroke.held):
                self._fake(X.KeyPress, stroke.key)
                self._fake(X.KeyRelease, stroke.key)
        self._display.sync()

    @contextmanager
    def _held(self, keys: tuple[int, ...]) -> Iterator[None]:
        from Xlib import X

        for key in keys:
            self._fake(X.KeyPress, key)
        try:
            yield
        finally:
            for key in reversed(keys):
                self._fake(X.KeyRelease, key)

    def _fake(self, event: int, detail: int = 0, x: int = 0, y: int = 0) -> None:
        from Xlib.ext import xtest

        xtest.fake_input(self._display, event, detail, x=x, y=y)

    def _paste(self, text: str) -> None:
        """Own the clipboard until the window that has the focus took the text, then put back what was there."""
        before = self._clipboard.held()
        owner, taker = Owner(self._display, contents_of(text, None)), self._client(self._focus())
        try:
            self._press(PASTE, 1)
            owner.serve(TAKING, lambda: taker in map(self._client, owner.takers))
            owner.serve(QUIET)
            if not owner.takers:
                raise ToolError(
                    "NOT_TYPED", f'The window in front did not take "{text}"; click into a text field first.'
                )
        finally:
            owner.close()
            self._clipboard.hold(before)

    def _client(self, window: int) -> int:
        """Which program's connection made a window, told from its number."""
        return window & ~int(self._display.display.info.resource_id_mask)

    def _focus(self) -> int:
        found = self._display.get_input_focus().focus
        return found if isinstance(found, int) else int(found.id)

    def _leave_own_window(self) -> None:
        """Go to the window that is meant where the one that AURA runs in has the focus."""
        windows, control = EwmhWindows.on(self._machine), EwmhControl.on(self._machine)
        if not isinstance(windows, EwmhWindows) or not isinstance(control, EwmhControl):
            return
        processes = own_processes()
        focused = next((window for window in windows.list() if window.focused), None)
        if focused is not None and not is_own(focused, processes, self._machine.environ):
            return
        meant = windows.this()
        control.activate(meant.id)
        if not until(lambda: any(window.focused and window.id == meant.id for window in windows.list()), FOCUSING):
            raise ToolError("NO_FOCUS", f"The window {meant.title} does not take the focus; click into it first.")
