"""Moving windows to other virtual desktops; undo brings them back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import WindowWords
from aura.capability.tool import tool
from aura.machine.apps.port import Apps
from aura.machine.waiting import until
from aura.machine.windows.port import Desktops, GoneError, Window, Windows
from aura.machine.windows.spoken import window_meant
from aura.tools.system.virtual_desktop.counting import SETTLING, Index, there

Words = Annotated[WindowWords, "A program, or words of the title; none for the window that is looked at."]


class Moved(Struct, frozen=True):
    """A window that was moved."""

    window: Annotated[int, "The system's number for it."]
    title: Annotated[WindowWords, "Its title."]
    index: Annotated[int, "The virtual desktop that it is on now."]


def _before(windows: Windows, desktops: Desktops, apps: Apps, index: int = 0, window: str = "") -> dict[str, Any]:
    found = window_meant(window, windows, apps)
    return {"window": found.id, "title": found.title, "desktop": _desktop_of(found, windows)}


def _back(
    before: dict[str, Any], windows: Windows, desktops: Desktops, apps: Apps, index: int = 0, window: str = ""
) -> None:
    if windows.get(before["window"]) is None:
        raise GoneError(f'"{before["title"]}"')
    desktops.move(before["window"], before["desktop"])
    if not until(lambda: _is_on(before["window"], before["desktop"], windows), SETTLING):
        raise ToolError("NOT_OBSERVED", f'"{before["title"]}" did not go back to its desktop; move it by hand.')


def _is_moved(
    outputs: Moved, windows: Windows, desktops: Desktops, apps: Apps, index: int = 0, window: str = ""
) -> bool:
    return until(lambda: _is_on(outputs.window, outputs.index, windows), SETTLING)


def _is_on(window: int, index: int, windows: Windows) -> bool:
    found = windows.get(window)
    return found is not None and found.desktop == index


def _desktop_of(window: Window, windows: Windows) -> int:
    """Where a window is now; raises GoneError."""
    found = windows.get(window.id)
    if found is None:
        raise GoneError(f'"{window.title}"')
    return found.desktop


def _foreseen(step: int) -> Callable[..., Foreseen]:
    """What would be moved where: to a number, or by a step; a warning where that cannot be, as things are now."""

    def look(windows: Windows, desktops: Desktops, apps: Apps, index: int = 0, window: str = "") -> Foreseen:
        try:
            found = window_meant(window, windows, apps, anew=True)
            return Foreseen(f'moves "{found.title}" to desktop {there(desktops, index or found.desktop + step)}')
        except ToolError as error:
            return Foreseen(warning=error.message)

    return look


def _moved(words: str, index: int, step: int, windows: Windows, desktops: Desktops, apps: Apps) -> Moved:
    found = window_meant(words, windows, apps)
    goal = there(desktops, index or _desktop_of(found, windows) + step)
    desktops.move(found.id, goal)
    return Moved(found.id, found.title, goal)


@tool(verb="move", effect=Effect.WRITES, capture=_before, undo=_back, observe=_is_moved, foresee=_foreseen(0))
def move_window(windows: Windows, desktops: Desktops, apps: Apps, index: Index, window: Words = "") -> Moved:
    """Move a window to another virtual desktop."""
    return _moved(window, there(desktops, index), 0, windows, desktops, apps)


@tool(
    verb="move",
    object="next",
    effect=Effect.WRITES,
    capture=_before,
    undo=_back,
    observe=_is_moved,
    foresee=_foreseen(1),
)
def move_window_next(windows: Windows, desktops: Desktops, apps: Apps, window: Words = "") -> Moved:
    """Move a window to the next virtual desktop."""
    return _moved(window, 0, 1, windows, desktops, apps)


@tool(
    verb="move",
    object="previous",
    effect=Effect.WRITES,
    capture=_before,
    undo=_back,
    observe=_is_moved,
    foresee=_foreseen(-1),
)
def move_window_previous(windows: Windows, desktops: Desktops, apps: Apps, window: Words = "") -> Moved:
    """Move a window to the virtual desktop before its own."""
    return _moved(window, 0, -1, windows, desktops, apps)
