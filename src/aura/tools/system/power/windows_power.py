"""Power on Windows: its own commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aura.capability.machine import Machine
from aura.machine.programs import told
from aura.tools.system.power.supply import Act, Planned

COMMANDS: Mapping[Act, Sequence[str]] = {
    "shutdown": ("shutdown", "/s", "/t"),
    "restart": ("shutdown", "/r", "/t"),
}
SLEEP = ("rundll32.exe", "powrprof.dll,SetSuspendState", "0,1,0")
LOCK = ("rundll32.exe", "user32.dll,LockWorkStation")
CANCEL = ("shutdown", "/a")


class WindowsPower:
    """A computer with Windows."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    @classmethod
    def on(cls, machine: Machine) -> WindowsPower | None:
        """Itself on Windows."""
        return cls(machine.environ) if machine.platform == "win32" else None

    def hindrance(self, act: Act) -> str:
        """Nothing that Windows would tell."""
        return ""

    def now(self, act: Act) -> None:
        """Do it at once."""
        told(command_for(act, 0), self._environ)

    def later(self, act: Act, seconds: int) -> None:
        """Let Windows do it later."""
        told(command_for(act, seconds), self._environ)

    def planned(self) -> Planned | None:
        """Nothing that Windows would tell."""
        return None

    def cancel(self) -> None:
        """Do nothing later."""
        told(CANCEL, self._environ)

    def can_lock(self) -> None:
        """Nothing: there is always somebody."""

    def lock(self) -> None:
        """Lock the screen."""
        told(LOCK, self._environ)


def command_for(act: Act, seconds: int) -> tuple[str, ...]:
    """The command that does it after some seconds."""
    return (*COMMANDS[act], str(seconds)) if act in COMMANDS else SLEEP
