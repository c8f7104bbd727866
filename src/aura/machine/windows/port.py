"""What is asked of a desktop about its windows: to look, to change one, and to go between virtual desktops."""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.capability.machine import served_by

WindowState = Literal["normal", "maximized", "minimized", "fullscreen"]


class Box(Struct, frozen=True):
    """A rectangle on the screen in pixels, of a window with its frame."""

    x: int
    y: int
    width: int
    height: int

    def left_half(self) -> Box:
        """Its left half."""
        return Box(self.x, self.y, self.width // 2, self.height)

    def right_half(self) -> Box:
        """Its right half, which meets the left one."""
        half = self.width // 2
        return Box(self.x + half, self.y, self.width - half, self.height)

    def shared(self, other: Box) -> Box:
        """What lies in both."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Box(x, y, max(0, right - x), max(0, bottom - y))

    @property
    def area(self) -> int:
        """How many pixels it has."""
        return self.width * self.height


class Window(Struct, frozen=True):
    """A window as the user sees it: its title, what program it is of, where it is.

    `names` are what the system calls its program; `desktop` is counted from 1, and 0 on all of them.
    """

    id: int
    title: str
    names: tuple[str, ...] = ()
    pid: int = 0
    desktop: int = 1
    box: Box = Box(0, 0, 0, 0)
    state: WindowState = "normal"
    focused: bool = False


class GoneError(ToolError):
    """A window is not there any more."""

    def __init__(self, title: str = "") -> None:
        super().__init__("WINDOW_GONE", f"The window {title} is not open any more.".replace("  ", " "))


@served_by(
    "ewmh.EwmhWindows",
    "accessible.AccessibleWindows",
    "win32.Win32Windows",
    "macos.MacWindows",
    tried=lambda windows: windows.list(),
)
class Windows(Protocol):
    """Looking at the windows of the desktop."""

    def list(self) -> list[Window]:
        """The windows that a task bar would show, the one on top first."""
        ...

    def get(self, window: int) -> Window | None:
        """One window, as it is now; None if it is gone."""
        ...

    def this(self, *, anew: bool = False) -> Window:
        """The window that had the focus when the command was given, never the one AURA runs in.

        It is remembered at the first look; `anew` begins another command. Raises ToolError `NO_WINDOW`.
        """
        ...


@served_by(
    "ewmh.EwmhControl",
    "wayland.WaylandControl",
    "win32.Win32Control",
    "macos.MacControl",
    tried=lambda control: control.shows_desktop(),
)
class WindowControl(Protocol):
    """Changing windows of the desktop; each returns when it was asked for, and may take effect a little later."""

    def activate(self, window: int) -> None:
        """Bring a window to the front and give it the focus."""
        ...

    def minimize(self, window: int) -> None:
        """Take a window off the screen, into the task bar."""
        ...

    def maximize(self, window: int) -> None:
        """Let a window fill the screen."""
        ...

    def restore(self, window: int) -> None:
        """Give a window that is minimized, maximized or fills the screen its own size and place back."""
        ...

    def place(self, window: int, box: Box) -> None:
        """Put a window, with its frame, exactly there; a maximized one is restored first."""
        ...

    def close(self, window: int) -> None:
        """Ask a window to close, as its own button does: its program may ask about unsaved work."""
        ...

    def room(self, window: int) -> Box:
        """The part of the window's monitor that windows may fill."""
        ...

    def shows_desktop(self) -> bool:
        """Whether the desktop is shown instead of windows."""
        ...

    def show_desktop(self, shown: bool) -> None:
        """Take all windows off the screen, or bring them back."""
        ...


@served_by(
    "ewmh.EwmhDesktops",
    "wayland.WaylandDesktops",
    "win32.Win32Desktops",
    "macos.MacDesktops",
    tried=lambda desktops: desktops.current(),
)
class Desktops(Protocol):
    """Virtual desktops, counted from 1."""

    def count(self) -> int:
        """How many there are."""
        ...

    def current(self) -> int:
        """The one that is shown."""
        ...

    def switch(self, index: int) -> None:
        """Show one."""
        ...

    def resize(self, count: int) -> None:
        """Have so many: more are added and fewer taken away at the end."""
        ...

    def move(self, window: int, index: int) -> None:
        """Put a window on one, or on all for 0."""
        ...
