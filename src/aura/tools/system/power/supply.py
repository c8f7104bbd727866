"""The power of the computer as a port."""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from aura.capability.machine import served_by

Act = Literal["shutdown", "restart", "sleep"]


class Planned(Struct, frozen=True):
    """What the computer is to do, and when, in seconds since 1970; `what` as the system names it."""

    what: str
    at: float


@served_by(
    "logind.Logind",
    "windows_power.WindowsPower",
    "mac_power.ApplePower",
    tried=lambda power: power.hindrance("shutdown"),
)
class Power(Protocol):
    """The power of this computer. Everything raises ToolError where the system refuses."""

    def hindrance(self, act: Act) -> str:
        """What speaks against it now, in one sentence; nothing where nothing does. ToolError where it cannot be."""
        ...

    def now(self, act: Act) -> None:
        """Do it at once."""
        ...

    def later(self, act: Act, seconds: int) -> None:
        """Do it when some time has gone by; it can be cancelled until then."""
        ...

    def planned(self) -> Planned | None:
        """What is to be done later, where the system tells."""
        ...

    def cancel(self) -> None:
        """Do nothing later."""
        ...

    def can_lock(self) -> None:
        """Nothing; raises ToolError where there is nothing to lock."""
        ...

    def lock(self) -> None:
        """Lock the screen of the one who is logged in."""
        ...
