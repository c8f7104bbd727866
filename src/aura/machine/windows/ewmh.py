"""Windows and virtual desktops of an X11 desktop, as its window manager tells and takes them (EWMH)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from aura.capability.machine import Machine
from aura.machine.waiting import until
from aura.machine.windows.own import chosen
from aura.machine.windows.port import Box, GoneError, Window, WindowState
from aura.machine.x11 import SOURCE, X11, is_wayland

NO_MANAGER = "No window manager that speaks EWMH runs on this X display; start one."
FURNITURE = ("DESKTOP", "DOCK", "SPLASH", "NOTIFICATION", "TOOLBAR")
NOT_SHOWN = frozenset(f"_NET_WM_WINDOW_TYPE_{kind}" for kind in FURNITURE)
SKIPPED = "_NET_WM_STATE_SKIP_TASKBAR"
HIDDEN, FULLSCREEN = "_NET_WM_STATE_HIDDEN", "_NET_WM_STATE_FULLSCREEN"
WIDE, HIGH = "_NET_WM_STATE_MAXIMIZED_HORZ", "_NET_WM_STATE_MAXIMIZED_VERT"
BOUND = {WIDE, HIGH, FULLSCREEN}
ALL_DESKTOPS = 0xFFFFFFFF
REMOVE, ADD = 0, 1
ICONIC = 3
STATIC_GRAVITY, WITH_ALL, FROM_PAGER = 10, 0b1111 << 8, SOURCE << 12
"""In a request to move: the place is that of the window's inside; all four numbers count; the user asks."""
MARGINS = FRAME, SHADOW = "_NET_FRAME_EXTENTS", "_GTK_FRAME_EXTENTS"
LOOKED_AT = (
    *MARGINS, "WM_CLASS", "_NET_WM_DESKTOP", "_NET_WM_NAME", "_NET_WM_PID",
    "_NET_WM_STATE", "_NET_WM_WINDOW_TYPE",
)  # fmt: skip
"""The properties of a window that are asked for together."""
SETTLING = 0.5
"""Seconds in which a window manager has answered."""
PATIENCE = (0.1, 0.3, 0.9)
"""Seconds in which a window has gone where it was asked to, at each time of asking."""


class Ewmh:
    """What the three services share: the connection, found where an EWMH window manager runs."""

    def __init__(self, x11: X11, machine: Machine) -> None:
        self._x11 = x11
        self._machine = machine

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """The service, on an X11 desktop with a window manager."""
        if is_wayland(machine):
            return None
        found = X11.on(machine)
        if not isinstance(found, X11):
            return found
        manager = found.numbers(0, "_NET_SUPPORTING_WM_CHECK")
        if not manager or found.numbers(manager[0], "_NET_SUPPORTING_WM_CHECK") != manager:
            found.close()
            return NO_MANAGER
        return cls(found, machine)

    def _number(self, window: int, name: str, missing: int = 0) -> int:
        return next(iter(self._x11.numbers(window, name)), missing)

    def _state(self, window: int) -> frozenset[str]:
        return self._x11.atoms(window, "_NET_WM_STATE")


class EwmhWindows(Ewmh):
    """The Windows port."""

    _this: Window | None = None

    def list(self) -> list[Window]:
        """As the port says."""
        stacked = self._x11.numbers(0, "_NET_CLIENT_LIST_STACKING") or self._x11.numbers(0, "_NET_CLIENT_LIST")
        focused = self._number(0, "_NET_ACTIVE_WINDOW")
        with self._x11.ahead(stacked, LOOKED_AT):
            found = [self._seen(window, focused) for window in reversed(stacked) if self._is_shown(window)]
        return [window for window in found if window is not None]

    def get(self, window: int) -> Window | None:
        """As the port says."""
        if window not in self._x11.numbers(0, "_NET_CLIENT_LIST"):
            return None
        focused = self._number(0, "_NET_ACTIVE_WINDOW")
        with self._x11.ahead([window], LOOKED_AT):
            return self._seen(window, focused)

    def this(self, *, anew: bool = False) -> Window:
        """As the port says."""
        if anew or self._this is None:
            desktop = self._number(0, "_NET_CURRENT_DESKTOP") + 1
            self._this = None
            self._this = chosen(self.list(), desktop, self._machine.environ)
        return self._this

    def _is_shown(self, window: int) -> bool:
        return not (self._x11.atoms(window, "_NET_WM_WINDOW_TYPE") & NOT_SHOWN) and SKIPPED not in self._state(window)

    def _seen(self, window: int, focused: int) -> Window | None:
        box = frame_of(self._x11, window)
        if box is None:
            return None
        desktop = self._number(window, "_NET_WM_DESKTOP", ALL_DESKTOPS)
        return Window(
            id=window,
            title=self._x11.text(window, "_NET_WM_NAME") or self._x11.text(window, "WM_NAME"),
            names=tuple(dict.fromkeys(reversed(self._x11.text(window, "WM_CLASS").split("\0")))),
            pid=self._number(window, "_NET_WM_PID"),
            desktop=0 if desktop == ALL_DESKTOPS else desktop + 1,
            box=box,
            state=state_of(self._state(window)),
            focused=window == focused,
        )


class EwmhControl(Ewmh):
    """The WindowControl port."""

    def activate(self, window: int) -> None:
        """As the port says; its desktop is shown first, since not every window manager goes there by itself."""
        desktop = self._number(window, "_NET_WM_DESKTOP", ALL_DESKTOPS)
        if desktop not in (ALL_DESKTOPS, self._number(0, "_NET_CURRENT_DESKTOP")):
            self._x11.tell(0, "_NET_CURRENT_DESKTOP", desktop)
        self._x11.tell(window, "_NET_ACTIVE_WINDOW", SOURCE, 0, self._number(0, "_NET_ACTIVE_WINDOW"))

    def minimize(self, window: int) -> None:
        """As the port says."""
        self._x11.tell(window, "WM_CHANGE_STATE", ICONIC)

    def maximize(self, window: int) -> None:
        """As the port says."""
        if HIDDEN in self._state(window):
            self.activate(window)
        self._set(window, ADD, WIDE, HIGH)

    def restore(self, window: int) -> None:
        """As the port says: of a minimized one only that."""
        state = self._state(window)
        if HIDDEN in state:
            self.activate(window)
            return
        if FULLSCREEN in state:
            self._set(window, REMOVE, FULLSCREEN)
        self._set(window, REMOVE, WIDE, HIGH)

    def place(self, window: int, box: Box) -> None:
        """As the port says; what a window manager did otherwise than asked is asked for again, corrected."""
        if self._free(window):
            # Openbox takes a window that it has just let go for one that is where it should be, and does not move it.
            self._move(window, Box(box.x + 1, box.y + 1, box.width, box.height))
        asked = box
        for patience in PATIENCE:
            self._move(window, asked)
            found = self._settled(window, lambda: frame_of(self._x11, window) == box, patience)
            if found == box:
                return
            asked = Box(
                asked.x + box.x - found.x,
                asked.y + box.y - found.y,
                asked.width + box.width - found.width,
                asked.height + box.height - found.height,
            )

    def close(self, window: int) -> None:
        """As the port says."""
        self._x11.tell(window, "_NET_CLOSE_WINDOW", 0, SOURCE)

    def room(self, window: int) -> Box:
        """As the port says: its monitor, without the panels of its desktop."""
        box = frame_of(self._x11, window)
        if box is None:
            raise GoneError
        areas = self._x11.numbers(0, "_NET_WORKAREA")
        desktop = self._number(window, "_NET_WM_DESKTOP")
        first = 4 * desktop if 4 * desktop + 4 <= len(areas) else 0
        monitors = [Box(*monitor) for monitor in self._x11.monitors()]
        monitor = max(monitors, key=lambda each: each.shared(box).area)
        return monitor.shared(Box(*areas[first : first + 4])) if areas else monitor

    def shows_desktop(self) -> bool:
        """As the port says."""
        return self._number(0, "_NET_SHOWING_DESKTOP") == 1

    def show_desktop(self, shown: bool) -> None:
        """As the port says."""
        self._x11.tell(0, "_NET_SHOWING_DESKTOP", int(shown))

    def _set(self, window: int, action: int, first: str, second: str = "") -> None:
        atoms = [self._x11.atom(name) if name else 0 for name in (first, second)]
        self._x11.tell(window, "_NET_WM_STATE", action, *atoms, SOURCE)

    def _free(self, window: int) -> bool:
        """Have a window neither minimized nor bound to the edges, so that it can be moved; whether it was."""
        if HIDDEN in self._state(window):
            self.activate(window)
            self._settled(window, lambda: HIDDEN not in self._state(window))
        if not self._state(window) & BOUND:
            return False
        self._set(window, REMOVE, FULLSCREEN)
        self._set(window, REMOVE, WIDE, HIGH)
        self._settled(window, lambda: not self._state(window) & BOUND)
        return True

    def _move(self, window: int, box: Box) -> None:
        left, right, top, bottom = margins_of(self._x11, window)
        place = _wrapped(box.x + left), _wrapped(box.y + top)
        size = max(1, box.width - left - right), max(1, box.height - top - bottom)
        how = STATIC_GRAVITY | WITH_ALL | FROM_PAGER
        self._x11.tell(window, "_NET_MOVERESIZE_WINDOW", how, *place, *size)

    def _settled(self, window: int, is_so: Callable[[], bool], seconds: float = SETTLING) -> Box:
        """Wait a little until something is so, and say where the window is then."""
        until(is_so, seconds)
        box = frame_of(self._x11, window)
        if box is None:
            raise GoneError
        return box


class EwmhDesktops(Ewmh):
    """The Desktops port."""

    def count(self) -> int:
        """As the port says."""
        return self._number(0, "_NET_NUMBER_OF_DESKTOPS", 1)

    def current(self) -> int:
        """As the port says."""
        return self._number(0, "_NET_CURRENT_DESKTOP") + 1

    def switch(self, index: int) -> None:
        """As the port says."""
        self._x11.tell(0, "_NET_CURRENT_DESKTOP", index - 1)

    def resize(self, count: int) -> None:
        """As the port says."""
        self._x11.tell(0, "_NET_NUMBER_OF_DESKTOPS", count)

    def move(self, window: int, index: int) -> None:
        """As the port says."""
        self._x11.tell(window, "_NET_WM_DESKTOP", index - 1 if index else ALL_DESKTOPS, SOURCE)


def frame_of(x11: X11, window: int) -> Box | None:
    """A window with its frame, as the user sees it; None for one that is gone."""
    with x11.ahead([window], MARGINS):
        inside = x11.box(window)
        if inside is None:
            return None
        left, right, top, bottom = margins_of(x11, window)
    x, y, width, height = inside
    return Box(x - left, y - top, width + left + right, height + top + bottom)


def margins_of(x11: X11, window: int) -> tuple[int, int, int, int]:
    """How far the frame reaches beyond the inside: left, right, top, bottom; a shadow inside counts against it."""
    frame = (*x11.numbers(window, FRAME), 0, 0, 0, 0)
    shadow = (*x11.numbers(window, SHADOW), 0, 0, 0, 0)
    return frame[0] - shadow[0], frame[1] - shadow[1], frame[2] - shadow[2], frame[3] - shadow[3]


def state_of(atoms: frozenset[str]) -> WindowState:
    """What `_NET_WM_STATE` says, in one word."""
    if HIDDEN in atoms:
        return "minimized"
    if FULLSCREEN in atoms:
        return "fullscreen"
    return "maximized" if {WIDE, HIGH} <= atoms else "normal"


def _wrapped(number: int) -> int:
    """A number that may be less than 0, as 32 bits."""
    return number & 0xFFFFFFFF
