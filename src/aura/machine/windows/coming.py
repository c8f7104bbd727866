"""The window that words mean as it is now or soon will be, and bringing it to the front."""

from __future__ import annotations

from aura.capability.errors import ToolError
from aura.machine.apps.port import Apps
from aura.machine.waiting import until
from aura.machine.windows.port import GoneError, Window, WindowControl, Windows
from aura.machine.windows.spoken import window_meant

COMING = 6.0
"""Seconds in which a program that an earlier step started shows its window."""
SETTLING = 2.0
"""Seconds in which a window has done what it was told."""


def meant(words: str, windows: Windows, apps: Apps) -> Window:
    """The window that words mean as it is now; waits a little for one of a program that was just started."""
    seen = found(words, windows, apps)
    if seen is None and words and _runs(words, apps):
        seen = until(lambda: found(words, windows, apps), COMING)
    return now((seen or window_meant(words, windows, apps)).id, windows)


def now(window: int, windows: Windows) -> Window:
    """A window as it is now; raises GoneError."""
    seen = windows.get(window)
    if seen is None:
        raise GoneError
    return seen


def found(words: str, windows: Windows, apps: Apps) -> Window | None:
    """The window that words mean, if there is one."""
    try:
        return window_meant(words, windows, apps)
    except ToolError:
        return None


def _runs(words: str, apps: Apps) -> bool:
    return any(apps.running(app) for app in apps.named(words))


def bring_to_front(window: Window, windows: Windows, control: WindowControl) -> None:
    """Give a window the focus; raises ToolError `NOT_OBSERVED` where it does not get it."""
    control.activate(window.id)

    def is_in_front() -> bool:
        shown = windows.get(window.id)
        return shown is not None and shown.focused

    if not until(is_in_front, SETTLING):
        raise ToolError("NOT_OBSERVED", f'"{window.title}" did not come to the front; click on it.')
