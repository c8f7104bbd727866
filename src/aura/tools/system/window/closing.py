"""Closing a window, and bringing one to the front."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import WindowWords
from aura.capability.tool import tool
from aura.machine.apps.port import Apps
from aura.machine.waiting import until
from aura.machine.windows.coming import bring_to_front, meant
from aura.machine.windows.port import WindowControl, Windows
from aura.tools.system.window.meaning import foreseen

CLOSING = 4.0
"""Seconds in which a window that was asked to close has closed, or asks something itself."""

Words = Annotated[WindowWords, "A program, or words of the title; none for the window that is looked at."]


class Found(Struct, frozen=True):
    """The window that was meant."""

    window: Annotated[int, "The system's number for it."]
    title: Annotated[WindowWords, "Its title."]


def _to_close(windows: Windows, control: WindowControl, apps: Apps, window: str = "") -> Foreseen:
    return foreseen("closes", window, windows, apps)


def _to_focus(windows: Windows, control: WindowControl, apps: Apps, window: str = "") -> Foreseen:
    return foreseen("shows", window, windows, apps)


@tool(verb="close", effect=Effect.ACTS, ends=True, foresee=_to_close)
def close(windows: Windows, control: WindowControl, apps: Apps, window: Words = "") -> Found:
    """Ask a window to close; its program may ask about unsaved work first."""
    found = meant(window, windows, apps)
    control.close(found.id)
    if not until(lambda: windows.get(found.id) is None, CLOSING):
        raise ToolError(
            "STILL_OPEN",
            f'"{found.title}" was asked to close and is still open; it may be asking whether to save, so look there.',
        )
    return Found(found.id, found.title)


@tool(verb="focus", effect=Effect.ACTS, foresee=_to_focus)
def focus(windows: Windows, control: WindowControl, apps: Apps, window: Words) -> Found:
    """Bring a window to the front."""
    found = meant(window, windows, apps)
    bring_to_front(found, windows, control)
    return Found(found.id, found.title)
