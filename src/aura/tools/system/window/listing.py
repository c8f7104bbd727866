"""Which windows are open, and showing the desktop instead of them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.semantic import Text
from aura.capability.tool import tool
from aura.machine.waiting import until
from aura.machine.windows.coming import SETTLING
from aura.machine.windows.port import Window, WindowControl, Windows


class Listed(Struct, frozen=True):
    """One window."""

    title: str
    app: str
    x: int
    y: int
    width: int
    height: int
    state: str
    desktop: int
    focused: bool


class OpenWindows(Struct, frozen=True):
    """The windows that are open."""

    windows: Annotated[list[Listed], "Title, program, place, size, state and desktop of each, the one on top first."]
    text: Annotated[Text, "One window a line."]
    count: Annotated[int, "How many there are."]


class Desktop(Struct, frozen=True):
    """Whether the desktop is shown instead of windows."""

    shown: Annotated[bool, "Whether it is."]


@tool(verb="list", effect=Effect.READS)
def list_(windows: Windows) -> OpenWindows:
    """List the open windows."""
    found = windows.list()
    text = "\n".join(map(_line, found)) or "No window is open."
    return OpenWindows([_listed(window) for window in found], text, len(found))


def _listed(window: Window) -> Listed:
    app, box = next(iter(window.names), ""), window.box
    return Listed(window.title, app, box.x, box.y, box.width, box.height, window.state, window.desktop, window.focused)


def _line(window: Window) -> str:
    said: list[str] = [window.state] if window.state != "normal" else []
    said += [f"on desktop {window.desktop}"] if window.desktop > 1 else []
    return window.title + (f" ({', '.join(said)})" if said else "")


def _before(control: WindowControl, shown: bool = True) -> bool:
    return control.shows_desktop()


def _back(before: bool, control: WindowControl, shown: bool = True) -> None:
    control.show_desktop(before)
    until(lambda: control.shows_desktop() == before, SETTLING)


def _is_shown(outputs: Desktop, control: WindowControl, shown: bool = True) -> bool:
    return until(lambda: control.shows_desktop() == shown, SETTLING)


@tool(verb="show", object="desktop", effect=Effect.WRITES, capture=_before, undo=_back, observe=_is_shown)
def show_desktop(control: WindowControl, shown: Annotated[bool, "False brings the windows back."] = True) -> Desktop:
    """Take all windows off the screen, so that the desktop is seen."""
    control.show_desktop(shown)
    return Desktop(shown)
