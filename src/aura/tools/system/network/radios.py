"""The radios of the computer as a port."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from aura.capability.machine import served_by


@served_by(
    "linux_radios.LinuxRadios",
    "windows_radios.WindowsRadios",
    "mac_radios.AppleRadios",
    tried=lambda radios: radios.states(),
)
class Radios(Protocol):
    """The radios of this computer: Wi-Fi, Bluetooth, mobile."""

    def states(self) -> dict[str, bool]:
        """Whether each radio is on, by its name; one whose own switch is off is left out."""
        ...

    def switch(self, wanted: Mapping[str, bool]) -> None:
        """Turn radios on or off; raises ToolError where the user may not."""
        ...
