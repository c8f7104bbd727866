"""A night light for X desktops that have none: the screen's own curves of color, with less blue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine

if TYPE_CHECKING:
    from Xlib.display import Display

WARM = (1.0, 0.82, 0.64)
"""How much of red, green and blue is left: about the light of 4000 kelvin."""
WHITE = (1.0, 1.0, 1.0)
TOP = 0xFFFF
BLUISH = 0.95
"""A screen whose blue reaches this share of its red has no night light on."""
WAYLAND = "This desktop lets no program color its screen; turn the night light on in its settings."
NO_SCREEN = "There is no screen here whose colors could be changed."
FIXED = "The colors of this screen cannot be changed by a program; use the buttons of the screen."

Curves = list[list[int]]
"""The curves of red, green and blue."""


class WarmScreen:
    """The colors of all screens of an X display."""

    def __init__(self, display: str) -> None:
        self._display = display

    @classmethod
    def on(cls, machine: Machine) -> WarmScreen | str | None:
        """Itself on an X display whose colors can be changed."""
        if machine.platform != "linux":
            return None
        if machine.environ.get("WAYLAND_DISPLAY") or machine.environ.get("XDG_SESSION_TYPE") == "wayland":
            return WAYLAND
        screen = cls(machine.environ.get("DISPLAY", ""))
        try:
            return screen if screen.state() else FIXED
        except ToolError as error:
            return error.message

    def is_on(self) -> bool:
        """Whether any screen has less blue than red."""
        return any(is_warm(curves) for curves in self.state().values())

    def turn(self, on: bool) -> None:
        """Give all screens warm curves, or straight ones."""
        shares = WARM if on else WHITE
        self.restore({crtc: curves_of(len(curves[0]), shares) for crtc, curves in self.state().items()})

    def state(self) -> dict[str, Curves]:
        """The curves of each screen that has any."""
        with self._connected() as display:
            found = {}
            for crtc in _crtcs(display):
                seen = display.xrandr_get_crtc_gamma(crtc)
                if seen.red:
                    found[str(crtc)] = [list(seen.red), list(seen.green), list(seen.blue)]
            return found

    def restore(self, state: Mapping[str, Curves]) -> None:
        """Give each screen that is still there the curves it had."""
        with self._connected() as display:
            for crtc in _crtcs(display):
                if str(crtc) in state:
                    red, green, blue = state[str(crtc)]
                    display.xrandr_set_crtc_gamma(crtc, len(red), red, green, blue)
            display.sync()

    @contextmanager
    def _connected(self) -> Iterator[Display]:
        from Xlib.display import Display
        from Xlib.error import DisplayError

        if not self._display:
            raise ToolError(NOT_HERE, NO_SCREEN)
        try:
            display = Display(self._display)
        except (DisplayError, OSError) as error:
            raise ToolError(NOT_HERE, NO_SCREEN) from error
        try:
            if not display.has_extension("RANDR"):
                raise ToolError(NOT_HERE, FIXED)
            yield display
        finally:
            display.close()


def curves_of(size: int, shares: tuple[float, float, float]) -> Curves:
    """Straight curves of a size that end at a share of what is full."""
    return [[round(TOP * share * place / max(1, size - 1)) for place in range(size)] for share in shares]


def is_warm(curves: Curves) -> bool:
    """Whether curves have clearly less blue than red."""
    red, _, blue = curves
    return blue[-1] < BLUISH * red[-1]


def _crtcs(display: Display) -> list[Any]:
    """What drives a screen, lit or not."""
    window: Any = display.screen().root
    return list(window.xrandr_get_screen_resources_current().crtcs)
