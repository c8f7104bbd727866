"""Minimizing, maximizing, restoring and snapping a window: its old state and place come back with undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import WindowWords
from aura.capability.tool import Tool, tool
from aura.machine.apps.port import Apps
from aura.machine.waiting import until
from aura.machine.windows.coming import SETTLING, meant
from aura.machine.windows.port import Box, Window, WindowControl, Windows
from aura.tools.system.window.meaning import (
    BOUND,
    captured,
    captured_to_restore,
    foreseen,
    meant_to_restore,
    put_back,
)

NEAR = 32
"""Pixels by which a window may be smaller than asked, as terminals are, whose size is a number of letters."""

Words = Annotated[WindowWords, "A program, or words of the title; none for the window that is looked at."]


class Changed(Struct, frozen=True):
    """The window that was changed."""

    window: Annotated[int, "The system's number for it."]
    title: Annotated[WindowWords, "Its title."]


def _before(windows: Windows, control: WindowControl, apps: Apps, window: str = "") -> dict[str, Any]:
    return captured(window, windows, apps)


def _before_restoring(windows: Windows, control: WindowControl, apps: Apps, window: str = "") -> dict[str, Any]:
    return captured_to_restore(window, windows, apps)


def _back(before: dict[str, Any], windows: Windows, control: WindowControl, apps: Apps, window: str = "") -> None:
    put_back(before, windows, control)


def _says(says: str) -> Callable[..., Foreseen]:
    def look(windows: Windows, control: WindowControl, apps: Apps, window: str = "") -> Foreseen:
        return foreseen(says, window, windows, apps)

    return look


def _to_restore(windows: Windows, control: WindowControl, apps: Apps, window: str = "") -> Foreseen:
    seen = foreseen("restores", window, windows, apps)
    try:
        return Foreseen(f'restores "{meant_to_restore(window, windows, apps).title}"') if not window else seen
    except ToolError:  # There is no window at all, which was said.
        return seen


def _seen(is_so: Callable[[Window, WindowControl], bool]) -> Callable[..., bool]:
    """An observation: whether the window that was changed is soon so."""

    def look(outputs: Changed, windows: Windows, control: WindowControl, apps: Apps, window: str = "") -> bool:
        def holds() -> bool:
            found = windows.get(outputs.window)
            return found is not None and is_so(found, control)

        return until(holds, SETTLING)

    return look


def _change(
    verb: str,
    says: str,
    holds: Callable[[Window, WindowControl], bool],
    *,
    object: str = "",
    capture: Callable[..., dict[str, Any]] = _before,
    foresee: Callable[..., Foreseen] | None = None,
) -> Callable[[Callable[..., Any]], Tool]:
    """Declares a tool that changes one window, after which something holds; undo puts it back as it was."""
    return tool(
        verb=verb,
        object=object,
        effect=Effect.WRITES,
        capture=capture,
        undo=_back,
        foresee=foresee or _says(says),
        observe=_seen(holds),
    )


def _fills(window: Window, box: Box) -> bool:
    """Whether a window is where it was put, as large as it can be made."""
    same_place = (window.box.x, window.box.y) == (box.x, box.y)
    return same_place and window.box.width > box.width - NEAR and window.box.height > box.height - NEAR


@_change("minimize", "minimizes", lambda window, _: window.state == "minimized")
def minimize(windows: Windows, control: WindowControl, apps: Apps, window: Words = "") -> Changed:
    """Take a window off the screen, into the task bar."""
    found = meant(window, windows, apps)
    control.minimize(found.id)
    return Changed(found.id, found.title)


@_change("maximize", "maximizes", lambda window, _: window.state in ("maximized", "fullscreen"))
def maximize(windows: Windows, control: WindowControl, apps: Apps, window: Words = "") -> Changed:
    """Let a window fill the screen."""
    found = meant(window, windows, apps)
    control.maximize(found.id)
    return Changed(found.id, found.title)


@_change(
    "restore",
    "restores",
    lambda window, _: window.state != "minimized",
    capture=_before_restoring,
    foresee=_to_restore,
)
def restore(windows: Windows, control: WindowControl, apps: Apps, window: Words = "") -> Changed:
    """Bring a minimized window back, or give a maximized one its own size and place."""
    found = meant_to_restore(window, windows, apps)
    control.restore(found.id)
    if found.state in BOUND:
        until(lambda: meant(window, windows, apps).state == "normal", SETTLING)
    return Changed(found.id, found.title)


@_change(
    "snap",
    "puts on the left half",
    lambda window, control: _fills(window, control.room(window.id).left_half()),
    object="left",
)
def snap_left(windows: Windows, control: WindowControl, apps: Apps, window: Words = "") -> Changed:
    """Let a window fill the left half of its screen."""
    found = meant(window, windows, apps)
    control.place(found.id, control.room(found.id).left_half())
    return Changed(found.id, found.title)


@_change(
    "snap",
    "puts on the right half",
    lambda window, control: _fills(window, control.room(window.id).right_half()),
    object="right",
)
def snap_right(windows: Windows, control: WindowControl, apps: Apps, window: Words = "") -> Changed:
    """Let a window fill the right half of its screen."""
    found = meant(window, windows, apps)
    control.place(found.id, control.room(found.id).right_half())
    return Changed(found.id, found.title)
