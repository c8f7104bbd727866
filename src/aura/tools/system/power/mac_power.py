"""Power on macOS: System Events and pmset."""

from __future__ import annotations

from collections.abc import Mapping

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.machine.programs import told
from aura.tools.system.power.supply import Act, Planned

COMMANDS: Mapping[Act, tuple[str, ...]] = {
    "shutdown": ("osascript", "-e", 'tell application "System Events" to shut down'),
    "restart": ("osascript", "-e", 'tell application "System Events" to restart'),
    "sleep": ("pmset", "sleepnow"),
}
LOCK = ("pmset", "displaysleepnow")
NO_DELAY = "macOS lets only an administrator turn it off later; say it when it is time, or use `sudo shutdown -h +10`."


class ApplePower:
    """A Mac."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    @classmethod
    def on(cls, machine: Machine) -> ApplePower | None:
        """Itself on macOS."""
        return cls(machine.environ) if machine.platform == "darwin" else None

    def hindrance(self, act: Act) -> str:
        """Nothing that macOS would tell."""
        return ""

    def now(self, act: Act) -> None:
        """Do it at once."""
        told(COMMANDS[act], self._environ)

    def later(self, act: Act, seconds: int) -> None:
        """Nothing that a user may do."""
        raise ToolError(NOT_HERE, NO_DELAY)

    def planned(self) -> Planned | None:
        """Nothing, since nothing can be done later."""
        return None

    def cancel(self) -> None:
        """Nothing that a user may do."""
        raise ToolError(NOT_HERE, NO_DELAY)

    def can_lock(self) -> None:
        """Nothing: there is always somebody."""

    def lock(self) -> None:
        """Turn the screen off, which asks for the password where the settings say so."""
        told(LOCK, self._environ)
