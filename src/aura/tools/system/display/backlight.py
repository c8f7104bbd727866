"""The light of the screen as a port, and what its brightness is."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from aura.capability.machine import served_by

FULL = 100
DARKEST = 1
"""The lowest value that is set: with none at all, many a screen shows nothing more."""


class Light(Struct, frozen=True):
    """How bright a screen is, in the screen's own steps."""

    device: str
    value: int
    full: int

    @property
    def level(self) -> int:
        """The brightness in percent."""
        return round(self.value * FULL / self.full)

    def at(self, level: int) -> Light:
        """The same screen at a brightness in percent, never quite dark."""
        return replace(self, value=max(DARKEST, round(level * self.full / FULL)))

    def brighter(self, step: int) -> Light:
        """Brighter by a step, at least by the least that the screen knows."""
        aimed = self.at(min(FULL, self.level + step)).value
        return replace(self, value=min(self.full, max(aimed, self.value + 1)))

    def darker(self, step: int) -> Light:
        """Darker by a step, at least by the least that the screen knows, and never quite dark."""
        aimed = self.at(max(0, self.level - step)).value
        return replace(self, value=max(min(DARKEST, self.value), min(aimed, self.value - 1)))


@served_by("sysfs.KernelBacklight", "windows_backlight.WindowsBacklight")
class Backlight(Protocol):
    """The brightness of the screen."""

    def shown(self) -> Light:
        """How bright the screen is."""
        ...

    def make(self, light: Light) -> None:
        """Let a screen be so bright; raises ToolError where the user may not."""
        ...
