"""Which programs there are, and which are open."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.semantic import AppName, Text
from aura.capability.tool import tool
from aura.machine.apps.port import Apps
from aura.tools.system.apps.finding import opened


class Programs(Struct, frozen=True):
    """Programs by what they are called here."""

    apps: Annotated[list[str], "Their names, in alphabetical order."]
    text: Annotated[Text, "The same in words, one a line."]
    count: Annotated[int, "How many there are."]


class IsRunning(Struct, frozen=True):
    """Whether a program is open."""

    running: Annotated[bool, "Whether it is."]
    text: Annotated[Text, "The same in words."]


@tool(verb="list", object="running", effect=Effect.READS)
def list_running(apps: Apps) -> Programs:
    """List the programs that are open."""
    found = apps.open_now()
    return Programs(found, "\n".join(found) or "No program is open.", len(found))


@tool(verb="list", object="installed", effect=Effect.READS)
def list_installed(apps: Apps) -> Programs:
    """List the programs that are installed."""
    titles = list(dict.fromkeys(app.title for app in apps.installed()))
    return Programs(titles, "\n".join(titles) or "No program is installed that a menu would show.", len(titles))


@tool(verb="query", object="running", effect=Effect.READS)
def is_running(apps: Apps, app: Annotated[AppName, "The program's name, as people say it."]) -> IsRunning:
    """Tell whether a program is open."""
    try:
        found = opened(apps, app)
    except ToolError as error:
        return IsRunning(False, error.message)
    count = len(found.windows)
    windows = f" with {count} windows" if count > 1 else "" if count else ", without a window"
    return IsRunning(True, f"Yes, {found.app.title} is open{windows}.")
