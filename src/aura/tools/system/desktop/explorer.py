"""The icons on the desktop of Windows: a setting of Explorer, and the message that makes it look."""

from __future__ import annotations

import importlib
from typing import Any

from aura.capability.errors import ToolError
from aura.capability.machine import Machine

KEY, VALUE = r"Software\Microsoft\Windows\CurrentVersion\Explorer\Advanced", "HideIcons"
COMMAND, TOGGLE = 0x0111, 0x7402
"""WM_COMMAND, and the command of the desktop's menu "Show desktop icons"."""
OWNERS = ("Progman", "WorkerW")
VIEW = "SHELLDLL_DefView"
NO_DESKTOP = "Explorer shows no desktop here whose icons could be hidden; start it again."


class ExplorerIcons:
    """The icons that Explorer shows."""

    @classmethod
    def on(cls, machine: Machine) -> ExplorerIcons | None:
        """Itself on Windows."""
        return cls() if machine.platform == "win32" else None

    def is_on(self) -> bool:
        """Whether they are shown."""
        registry: Any = importlib.import_module("winreg")
        with registry.OpenKey(registry.HKEY_CURRENT_USER, KEY) as key:
            try:
                return not registry.QueryValueEx(key, VALUE)[0]
            except FileNotFoundError:
                return True

    def turn(self, on: bool) -> None:
        """Show or hide them, as the menu of the desktop does."""
        if on is not self.is_on():
            windows: Any = importlib.import_module("win32gui")
            windows.SendMessage(_view(windows), COMMAND, TOGGLE, 0)

    def state(self) -> bool:
        """Whether they are shown."""
        return self.is_on()

    def restore(self, state: bool) -> None:
        """Show or hide them as before."""
        self.turn(state)


def _view(windows: Any) -> int:
    """The window that shows the icons; raises ToolError where there is none."""
    for owner in OWNERS:
        window = 0
        while window := windows.FindWindowEx(0, window, owner, None):
            if view := windows.FindWindowEx(window, 0, VIEW, None):
                return int(view)
    raise ToolError("NOT_FOUND", NO_DESKTOP)
