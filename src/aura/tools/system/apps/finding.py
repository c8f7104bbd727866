"""From a name to the program that is meant: one that can be started, or one that is open."""

from __future__ import annotations

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.machine.apps.port import App, Apps, Running
from aura.machine.windows.port import Window


class Open(Struct, frozen=True):
    """A program that runs: its windows, the one on top first, and its processes."""

    app: App
    windows: list[Window]
    processes: list[Running]


def installed(apps: Apps, name: str) -> App:
    """The program that a name means here; raises ToolError `APP_NOT_FOUND`."""
    found = apps.named(name)
    if not found:
        raise ToolError("APP_NOT_FOUND", f"{name} is not installed on this computer; install it, or name another.")
    return found[0]


def opened(apps: Apps, name: str) -> Open:
    """The program of a name that is open, the one with windows first; raises ToolError `APP_NOT_FOUND`, `NOT_OPEN`."""
    first = installed(apps, name)
    programs = apps.named(name)
    for app in programs:
        if windows := apps.windows(app):
            return Open(app, windows, apps.running(app))
    for app in programs:
        if processes := apps.running(app):
            return Open(app, [], processes)
    raise ToolError("NOT_OPEN", f"{first.title} is not open.")


def foreseen_open(apps: Apps, name: str, says: str) -> Foreseen:
    """What would be done to an open program; a warning where it is not open, which earlier steps may change."""
    try:
        found = opened(apps, name)
    except ToolError as error:
        return Foreseen(warning=error.message, hopeless=not apps.named(name))
    count = len(found.windows)
    return Foreseen(f"{says} {found.app.title}" + (f" ({count} windows)" if count > 1 else ""))
