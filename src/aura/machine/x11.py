"""One connection to an X server, and what its window manager tells and is told there (EWMH)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine

if TYPE_CHECKING:
    from Xlib.display import Display
    from Xlib.protocol.request import GetGeometry, GetProperty, TranslateCoords
    from Xlib.xobject.drawable import Window

NOT_X = ("win32", "cygwin", "darwin")
NO_DISPLAY = "There is no desktop here (DISPLAY is not set); run AURA from inside a desktop session."
SOURCE = 2
"""In a message: it comes from a pager or task bar, which acts for the user."""
WORDS_READ = 1 << 16
"""How much of a property is read, in units of four bytes."""


def is_wayland(machine: Machine) -> bool:
    """Whether the desktop is a Wayland session, where X sees some of the windows at most."""
    return bool(machine.environ.get("WAYLAND_DISPLAY")) or machine.environ.get("XDG_SESSION_TYPE") == "wayland"


class X11:
    """A connection to the display of an environment. Reading what is gone gives nothing; nothing is printed."""

    def __init__(self, display: Display) -> None:
        self.display = display
        self.screen = display.screen()
        self.root: Window = self.screen.root
        self._names: dict[int, str] = {}
        self._asked: dict[tuple[int, str], GetProperty] = {}
        self._boxes: dict[int, tuple[GetGeometry, TranslateCoords]] = {}
        display.set_error_handler(lambda error, request: None)

    @classmethod
    def on(cls, machine: Machine) -> X11 | str | None:
        """A connection to this computer's X display; the sentence that says why there is none; None without X."""
        if machine.platform.startswith(NOT_X):
            return None
        name = machine.environ.get("DISPLAY")
        if not name:
            return NO_DISPLAY
        import Xlib.display
        import Xlib.error

        try:
            return cls(Xlib.display.Display(name))
        except (Xlib.error.DisplayError, Xlib.error.ConnectionClosedError, OSError):
            return f"The X display {name} does not answer; check DISPLAY and that the desktop is running."

    def close(self) -> None:
        """End the connection."""
        self.display.close()

    def window(self, window: int) -> Window:
        """A window by its id, the root for 0."""
        return self.display.create_resource_object("window", window) if window else self.root

    @contextmanager
    def ahead(self, windows: Iterable[int], names: Iterable[str]) -> Iterator[None]:
        """Ask for boxes and properties of windows all at once, so that reading them waits for the server only once."""
        before, windows = (self._asked, self._boxes), list(windows)
        wanted = ((window, name) for name in names for window in windows)
        self._asked = before[0] | {each: self._ask(*each) for each in wanted if each not in before[0]}
        self._boxes = before[1] | {window: self._ask_box(window) for window in windows if window not in before[1]}
        try:
            yield
        finally:
            self._asked, self._boxes = before

    def numbers(self, window: int, name: str) -> list[int]:
        """A property that is a list of numbers, atoms or windows; empty where there is none."""
        value = self._property(window, name)
        return [] if value is None or isinstance(value, bytes | str) else [int(number) for number in value]

    def text(self, window: int, name: str) -> str:
        """A property that is text, the parts of a list joined by NUL; empty where there is none."""
        value = self._property(window, name)
        return value.decode("utf-8", "replace").rstrip("\0") if isinstance(value, bytes) else ""

    def atoms(self, window: int, name: str) -> frozenset[str]:
        """A property that is a list of atoms, by their names."""
        return frozenset(map(self._name_of, self.numbers(window, name)))

    def atom(self, name: str) -> int:
        """The number of an atom."""
        return int(self.display.get_atom(name))

    def _name_of(self, atom: int) -> str:
        """The name of an atom, which never changes, so it is asked once."""
        if atom not in self._names:
            self._names[atom] = str(self.display.get_atom_name(atom))
        return self._names[atom]

    def tell(self, window: int, message: str, *data: int) -> None:
        """Send the window manager a message about a window, or about the desktop for 0."""
        import Xlib.X
        from Xlib.protocol.event import ClientMessage

        values = (*data, 0, 0, 0, 0, 0)[:5]
        event = ClientMessage(window=self.window(window), client_type=self.atom(message), data=(32, values))
        self.root.send_event(event, event_mask=Xlib.X.SubstructureRedirectMask | Xlib.X.SubstructureNotifyMask)
        self.display.sync()

    def box(self, window: int) -> tuple[int, int, int, int] | None:
        """Where the inside of a window is on the screen, and its size; None for one that is gone."""
        import Xlib.error

        size, place = self._boxes.get(window) or self._ask_box(window)
        try:
            size.reply()
            place.reply()
        except Xlib.error.XError:
            return None
        return place.x, place.y, size.width, size.height

    def monitors(self) -> list[tuple[int, int, int, int]]:
        """The box of every monitor; the whole screen where the server does not tell."""
        whole = (0, 0, int(self.screen.width_in_pixels), int(self.screen.height_in_pixels))
        if not self.display.has_extension("RANDR"):
            return [whole]
        import Xlib.error
        from Xlib.ext import randr

        try:
            found = randr.get_monitors(self.root).monitors
        except Xlib.error.XError:
            return [whole]
        return [(each.x, each.y, each.width_in_pixels, each.height_in_pixels) for each in found] or [whole]

    def _property(self, window: int, name: str) -> bytes | str | list[int] | None:
        import Xlib.error

        try:
            found = self._asked.get((window, name)) or self._ask(window, name)
            found.reply()
        except Xlib.error.XError:
            return None
        except (Xlib.error.ConnectionClosedError, OSError) as error:
            raise ToolError(NOT_HERE, "The X display has gone away; start the desktop again.") from error
        return found.value[1] if found.property_type else None

    def _ask(self, window: int, name: str) -> GetProperty:
        """Ask for a property; the answer is waited for when it is read."""
        import Xlib.X
        from Xlib.protocol.request import GetProperty

        return GetProperty(
            self.display.display, True, delete=False, window=window or self.root.id, property=self.atom(name),
            type=Xlib.X.AnyPropertyType, long_offset=0, long_length=WORDS_READ,
        )  # fmt: skip

    def _ask_box(self, window: int) -> tuple[GetGeometry, TranslateCoords]:
        """Ask how large a window is, and where its corner is on the screen."""
        from Xlib.protocol.request import GetGeometry, TranslateCoords

        wire = self.display.display
        return (
            GetGeometry(wire, True, drawable=window),
            TranslateCoords(wire, True, src_wid=window, dst_wid=self.root.id, src_x=0, src_y=0),
        )
