"""Power on Linux: logind over D-Bus."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.machine.bus import Bus
from aura.tools.system.power.supply import Act, Planned

SERVICE, PATH = "org.freedesktop.login1", "/org/freedesktop/login1"
MANAGER = f"{SERVICE}.Manager"
METHODS: Mapping[Act, str] = {"shutdown": "PowerOff", "restart": "Reboot", "sleep": "Suspend"}
SCHEDULED: Mapping[Act, str] = {"shutdown": "poweroff", "restart": "reboot"}
"""What logind calls that which it does later."""
HELD_BY: Mapping[Act, str] = {"shutdown": "shutdown", "restart": "shutdown", "sleep": "sleep"}
"""What programs hold up, as they tell logind."""
MICRO = 1_000_000
PASSWORD_PATIENCE = 60.0
"""Seconds in which a password can be given, where the system asks for one."""
NO_LOGIND = "This computer has no logind, so AURA cannot lock it or turn it off; use the menu of the desktop."
NOBODY = "Nobody is logged in at the screen of this computer, so there is nothing to lock."
NOT_ALLOWED = "You may not do this on this computer; ask whoever looks after it."
CANNOT = "This computer cannot do this, as its system says; use the menu of the desktop or its power button."
PASSWORD = "The system will ask for an administrator's password."


class Logind:
    """The login manager of this computer."""

    def __init__(self, bus: Bus, environ: Mapping[str, str]) -> None:
        self._bus = bus
        self._environ = environ

    @classmethod
    def on(cls, machine: Machine) -> Logind | str | None:
        """Itself on Linux with logind."""
        if machine.platform != "linux":
            return None
        bus = Bus.system(machine.environ)
        try:
            return cls(bus, machine.environ) if bus.has(SERVICE) else NO_LOGIND
        except ToolError as error:
            return error.message

    def hindrance(self, act: Act) -> str:
        """That a password will be asked for, or who holds it up."""
        able = self._call(f"Can{METHODS[act]}")
        if able == "na":
            raise ToolError(NOT_HERE, CANNOT)
        if able == "no":
            raise ToolError("NOT_ALLOWED", NOT_ALLOWED)
        return " ".join([*self._holders(HELD_BY[act]), *([PASSWORD] if able == "challenge" else [])])

    def now(self, act: Act) -> None:
        """Do it at once."""
        self._call(METHODS[act], "b", True, patience=PASSWORD_PATIENCE)

    def later(self, act: Act, seconds: int) -> None:
        """Let logind do it later."""
        at = int((time.time() + seconds) * MICRO)
        self._call("ScheduleShutdown", "st", SCHEDULED[act], at, patience=PASSWORD_PATIENCE)

    def planned(self) -> Planned | None:
        """What logind is to do later."""
        what, at = self._bus.get(SERVICE, PATH, f"{MANAGER}.ScheduledShutdown")
        return Planned(what, at / MICRO) if what else None

    def cancel(self) -> None:
        """Do nothing later."""
        self._call("CancelScheduledShutdown", patience=PASSWORD_PATIENCE)

    def can_lock(self) -> None:
        """Nothing, where somebody is logged in at the screen."""
        self._session()

    def lock(self) -> None:
        """Lock the session of this user."""
        self._call("LockSession", "s", self._session())

    def _session(self) -> str:
        """The session that the environment names, else one of this user's that has a screen."""
        sessions = self._call("ListSessions")
        named = self._environ.get("XDG_SESSION_ID")
        fitting = [name for name, user, _, seat, _ in sessions if name == named or (user == os.getuid() and seat)]
        if not fitting:
            raise ToolError(NOT_HERE, NOBODY)
        return str(named if named in fitting else fitting[0])

    def _holders(self, what: str) -> list[str]:
        """What programs say that hold it up; those which only want to be told are none."""
        held = [
            (who, why)
            for kinds, who, why, mode, *_ in self._call("ListInhibitors")
            if mode == "block" and what in kinds.split(":")
        ]
        return [f"{who} holds this up ({why})." for who, why in held]

    def _call(self, method: str, signature: str = "", *values: Any, patience: float = 5.0) -> Any:
        given = self._bus.call(SERVICE, PATH, f"{MANAGER}.{method}", signature, *values, patience=patience)
        return given[0] if given else None
