"""Starting programs, and starting them again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import AppName
from aura.capability.tool import tool
from aura.machine.apps.port import App, Apps
from aura.machine.waiting import until
from aura.tools.system.apps.closing import closed, foreseen_closed
from aura.tools.system.apps.finding import installed, opened

SHOWING = 6.0
"""Seconds in which a program that was started shows a window; one that shows none later is none with windows."""


class Launched(Struct, frozen=True):
    """A program that was started."""

    pid: Annotated[int, "Its process."]
    app: Annotated[str, "What it is called here."]


def _to_launch(apps: Apps, app: str, arguments: Sequence[str] = ()) -> Foreseen:
    try:
        found = installed(apps, app)
    except ToolError as error:
        return Foreseen(warning=error.message, hopeless=True)
    return Foreseen(f"starts {found.title}")


@tool(verb="launch", effect=Effect.ACTS, foresee=_to_launch)
def launch(
    apps: Apps,
    app: Annotated[AppName, "The program's name, as people say it."],
    arguments: Annotated[tuple[str, ...], "Files, addresses or options to give it."] = (),
) -> Launched:
    """Start a program, which goes on by itself."""
    return _started(apps, installed(apps, app), arguments)


def _to_restart(apps: Apps, app: str) -> Foreseen:
    return foreseen_closed(apps, app, "closes and starts")


@tool(verb="restart", effect=Effect.ACTS, foresee=_to_restart)
def restart(apps: Apps, app: Annotated[AppName, "The program's name, as people say it."]) -> Launched:
    """Ask a program to close, and start it again."""
    found = opened(apps, app)
    closed(apps, found)
    return _started(apps, found.app, ())


def _started(apps: Apps, app: App, arguments: Sequence[str]) -> Launched:
    """Start a program and wait until it shows itself; raises ToolError `DID_NOT_START` where it ended at once."""
    before = {window.id for window in apps.windows(app)}
    pid = apps.launch(app, arguments)

    def shows() -> bool:
        return any(window.id not in before for window in apps.windows(app))

    def is_settled() -> bool:
        return not apps.sees_windows or shows() or not _is_alive(pid)

    until(is_settled, SHOWING)
    if not (_is_alive(pid) or shows() or apps.running(app)):
        raise ToolError("DID_NOT_START", f"{app.title} ended as soon as it was started; start it by hand to see why.")
    return Launched(pid, app.title)


def _is_alive(pid: int) -> bool:
    import psutil

    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
