"""Radios on macOS: Wi-Fi, through networksetup; there is no command for Bluetooth."""

from __future__ import annotations

import re
from collections.abc import Mapping

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.programs import told

PORT = re.compile(r"^Hardware Port: Wi-Fi$\s^Device: (?P<device>\S+)$", re.MULTILINE)
NAME = "Wi-Fi"
NONE = "This Mac has no Wi-Fi that could be turned off."


class AppleRadios:
    """The Wi-Fi of a Mac."""

    def __init__(self, device: str, environ: Mapping[str, str]) -> None:
        self._device = device
        self._environ = environ

    @classmethod
    def on(cls, machine: Machine) -> AppleRadios | str | None:
        """Itself on macOS with Wi-Fi."""
        if machine.platform != "darwin":
            return None
        try:
            device = device_in(told(["networksetup", "-listallhardwareports"], machine.environ))
        except ToolError as error:
            return error.message
        return cls(device, machine.environ) if device else NONE

    def states(self) -> dict[str, bool]:
        """Whether the Wi-Fi is on."""
        return {NAME: told(["networksetup", "-getairportpower", self._device], self._environ).strip().endswith("On")}

    def switch(self, wanted: Mapping[str, bool]) -> None:
        """Turn the Wi-Fi on or off."""
        for on in (wanted[name] for name in self.states() if name in wanted):
            told(["networksetup", "-setairportpower", self._device, "on" if on else "off"], self._environ)


def device_in(ports: str) -> str:
    """The device of the Wi-Fi in networksetup's list of ports; nothing where there is none."""
    found = PORT.search(ports)
    return found["device"] if found else ""
