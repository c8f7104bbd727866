"""Which window a tool is to act on, how it is remembered, and bringing it back as it was."""

from __future__ import annotations

from typing import Any

import msgspec

from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.machine.apps.port import Apps
from aura.machine.waiting import until
from aura.machine.windows.coming import SETTLING, found, meant, now
from aura.machine.windows.port import GoneError, Window, WindowControl, Windows
from aura.machine.windows.spoken import window_meant

BOUND = ("maximized", "fullscreen")


def meant_to_restore(words: str, windows: Windows, apps: Apps) -> Window:
    """As `meant`; without words the window that is looked at where it fills the screen, else one that is minimized."""
    if words:
        return meant(words, windows, apps)
    shown = found("", windows, apps)
    if shown is not None and now(shown.id, windows).state in BOUND:
        return now(shown.id, windows)
    minimized = next((window for window in windows.list() if window.state == "minimized"), None)
    return minimized or meant("", windows, apps)


def foreseen(says: str, words: str, windows: Windows, apps: Apps) -> Foreseen:
    """Which window would be changed; a warning where there is none, which earlier steps may change.

    Whichever is looked at now is "this window" for the whole command.
    """
    try:
        return Foreseen(f'{says} "{window_meant(words, windows, apps, anew=True).title}"')
    except ToolError as error:
        if error.code == "AMBIGUOUS":
            raise
        return Foreseen(warning=error.message)


def captured(words: str, windows: Windows, apps: Apps) -> dict[str, Any]:
    """A window as it is before it is changed."""
    kept: dict[str, Any] = msgspec.to_builtins(meant(words, windows, apps))
    return kept


def captured_to_restore(words: str, windows: Windows, apps: Apps) -> dict[str, Any]:
    """The same, of the window that would be restored."""
    kept: dict[str, Any] = msgspec.to_builtins(meant_to_restore(words, windows, apps))
    return kept


def put_back(before: dict[str, Any], windows: Windows, control: WindowControl) -> None:
    """Give a window the state, the place and the size back that it had; raises ToolError where it is gone or stays."""
    old = msgspec.convert(before, Window)
    if windows.get(old.id) is None:
        raise GoneError(f'"{old.title}"')
    if old.state == "normal":
        control.place(old.id, old.box)
    elif old.state == "minimized":
        control.minimize(old.id)
    else:
        control.maximize(old.id)
    if not until(lambda: _is_as(old, windows), SETTLING):
        raise ToolError("NOT_OBSERVED", f'The window "{old.title}" did not go back to where it was; move it by hand.')


def _is_as(old: Window, windows: Windows) -> bool:
    window = windows.get(old.id)
    return window is not None and window.state == old.state and (old.state != "normal" or window.box == old.box)
