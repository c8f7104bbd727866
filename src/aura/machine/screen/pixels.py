"""The pixels of an X display, of Windows and of macOS, through mss."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

from aura.capability.errors import ToolError
from aura.capability.machine import Machine, serving
from aura.machine.screen.ocr import unreadable
from aura.machine.screen.port import Found, Picture
from aura.machine.screen.reading import Reader
from aura.machine.windows.port import Box, Windows
from aura.machine.x11 import NOT_X, X11, is_wayland

if TYPE_CHECKING:
    from mss.screenshot import ScreenShot
    from PIL.Image import Image

QUICK = 3
"""How hard a PNG is pressed: harder takes twice as long and gains little, and so does it to choose a filter a line."""


class PixelScreen:
    """Serves where programs may look at all pixels: not on Wayland."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._windows: Windows | None = None
        self._reader = Reader(machine)

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """On an X display, Windows and macOS."""
        if machine.platform.startswith(NOT_X):
            return cls(machine)
        if is_wayland(machine):
            return None
        found = X11.on(machine)
        if not isinstance(found, X11):
            return found
        found.close()
        return cls(machine)

    def box(self) -> Box:
        """As the port says."""
        with self._grabber() as grabber:
            whole = grabber.monitors[0]
        return Box(whole["left"], whole["top"], whole["width"], whole["height"])

    def window(self) -> Box:
        """As the port says."""
        if self._windows is None:
            self._windows = serving(Windows, self._machine)
        meant = self._windows.this()
        now = self._windows.get(meant.id) or meant
        return now.box.shared(self.box())

    def picture(self, part: Box | None = None) -> Picture:
        """As the port says."""
        from mss.tools import to_png

        seen = self._seen(part)
        return Picture(to_png(seen.rgb, seen.size, level=QUICK) or b"", seen.width, seen.height)

    def text(self, picture: bytes | None = None) -> list[Found]:
        """As the port says."""
        return self._reader.text(self._image()) if picture is None else self._reader.lines(picture)

    def chosen(self, part_of: Callable[[Box], Box]) -> Picture:
        """As the port says."""
        return self.picture(part_of(self.box()))

    def unread(self) -> str:
        """As the port says."""
        self._seen(Box(0, 0, 1, 1))
        return unreadable(self._machine.environ)

    def find(self, text: str) -> list[Found]:
        """As the port says."""
        return self._reader.find(self._image(), text)

    def _seen(self, part: Box | None = None) -> ScreenShot:
        from mss.exception import ScreenShotError

        try:
            with self._grabber() as grabber:
                seen: ScreenShot = grabber.grab(grabber.monitors[0] if part is None else _as_monitor(part))
        except ScreenShotError as error:
            raise ToolError("NO_PICTURE", f"The screen could not be captured: {error}.") from error
        return seen

    def _image(self) -> Image:
        from PIL.Image import frombytes

        seen = self._seen()
        return frombytes("RGB", seen.size, seen.bgra, "raw", "BGRX")

    def _grabber(self) -> Any:
        from mss import MSS

        display = self._machine.environ.get("DISPLAY")
        return MSS(display=display) if display and not self._machine.platform.startswith(NOT_X) else MSS()


def _as_monitor(box: Box) -> dict[str, int]:
    """A box as mss takes it."""
    return {"left": box.x, "top": box.y, "width": box.width, "height": box.height}
