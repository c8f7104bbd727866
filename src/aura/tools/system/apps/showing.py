"""Bringing the window of a program to the front."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import AppName
from aura.capability.tool import tool
from aura.machine.apps.port import Apps
from aura.machine.waiting import until
from aura.machine.windows.port import WindowControl
from aura.tools.system.apps.finding import foreseen_open, opened

COMING = 2.0
"""Seconds in which a window has come to the front."""
SHOWING = 6.0
"""Seconds in which a program that runs shows its first window."""


class Focused(Struct, frozen=True):
    """A program whose window is in front."""

    app: Annotated[str, "What it is called here."]
    title: Annotated[str, "The title of its window."]


def _to_focus(apps: Apps, control: WindowControl, app: str) -> Foreseen:
    return foreseen_open(apps, app, "shows")


@tool(verb="focus", effect=Effect.ACTS, foresee=_to_focus)
def focus(
    apps: Apps, control: WindowControl, app: Annotated[AppName, "The program's name, as people say it."]
) -> Focused:
    """Bring a program that is open to the front."""
    found = opened(apps, app).app
    window = next(iter(until(lambda: apps.windows(found), SHOWING)), None)
    if window is None:
        raise ToolError("NO_WINDOW", f"{found.title} runs without a window.")
    control.activate(window.id)
    if not until(lambda: any(each.id == window.id and each.focused for each in apps.windows(found)), COMING):
        raise ToolError("NOT_OBSERVED", f"{found.title} did not come to the front; click on its window.")
    return Focused(found.title, window.title)
