"""Closing programs: politely, and by force only when that is said."""

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
from aura.machine.windows.spoken import named
from aura.tools.system.apps.finding import Open, foreseen_open, opened

CLOSING = 4.0
"""Seconds in which a program that was asked to close has closed, or asks something itself."""


class Closed(Struct, frozen=True):
    """A program that was closed."""

    app: Annotated[str, "What it is called here."]
    count: Annotated[int, "How many windows were closed, or processes ended."]


def closed(apps: Apps, found: Open) -> None:
    """Ask a program to close all its windows and wait until it has.

    Raises ToolError `STILL_OPEN`, which says what is closed and names what is not.
    """
    apps.close(found.app)

    def is_gone() -> bool:
        return not apps.windows(found.app) if found.windows else not apps.running(found.app)

    if not until(is_gone, CLOSING):
        raise ToolError("STILL_OPEN", _what_is_left(found, {window.id for window in apps.windows(found.app)}))


def _what_is_left(found: Open, shown: set[int]) -> str:
    """What was closed of a program and what was not."""
    title, left = found.app.title, [window for window in found.windows if window.id in shown]
    gone = len(found.windows) - len(left)
    asking = "it may be asking whether to save, so look there"
    if not (left and gone):
        return f"{title} was asked to close and is still open; {asking}."
    windows = f"window of {title} is" if gone == 1 else f"windows of {title} are"
    return f"{gone} {windows} closed, but {named(left)} {'is' if len(left) == 1 else 'are'} still open; {asking}."


def foreseen_closed(apps: Apps, app: str, says: str) -> Foreseen:
    """What would be done to a program that is to close; raises ToolError `NOT_HERE` where none can be asked to."""
    seen = foreseen_open(apps, app, says)
    if not seen.warning:
        apps.may_close(opened(apps, app).app)
    return seen


def _to_close(apps: Apps, app: str) -> Foreseen:
    return foreseen_closed(apps, app, "closes")


@tool(verb="close", effect=Effect.ACTS, ends=True, foresee=_to_close)
def close(apps: Apps, app: Annotated[AppName, "The program's name, as people say it."]) -> Closed:
    """Ask a program to close all its windows; it may ask about unsaved work first."""
    found = opened(apps, app)
    closed(apps, found)
    return Closed(found.app.title, len(found.windows) or len(found.processes))


def _to_lose(apps: Apps, app: str) -> list[dict[str, str]]:
    """What is open in a program, which may have unsaved work."""
    try:
        found = opened(apps, app)
    except ToolError:
        return []
    titles = [window.title for window in found.windows] or [process.name for process in found.processes]
    return [{"text": f"unsaved work in {title}"} for title in titles]


def _to_force(apps: Apps, app: str) -> Foreseen:
    return foreseen_open(apps, app, "ends by force")


@tool(verb="force", object="close", effect=Effect.DESTROYS, capture=_to_lose, foresee=_to_force)
def force_close(apps: Apps, app: Annotated[AppName, "The program's name, as people say it."]) -> Closed:
    """End a program at once, whatever it has not saved."""
    found = opened(apps, app)
    processes = found.processes or apps.running(found.app)
    if not processes:
        raise ToolError("NOT_ALLOWED", f"The processes of {found.app.title} cannot be seen, so they cannot be ended.")
    apps.end(processes)
    if not until(lambda: not apps.running(found.app), CLOSING):
        raise ToolError("STILL_OPEN", f"{found.app.title} is still running, or was started again by something else.")
    return Closed(found.app.title, len(processes))
