"""Sound on macOS: the volume settings that AppleScript knows."""

from __future__ import annotations

import re
from collections.abc import Mapping

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.machine.programs import told
from aura.tools.system.audio.sound import FULL, Loudness

DEVICE = "the output that is chosen"
SETTINGS = re.compile(r"output volume:(?P<level>\d+).*output muted:(?P<muted>true|false)")
NO_LEVEL = "The output that is chosen has no volume that macOS can set; choose another in the settings of the sound."


class AppleSound:
    """The output that is chosen on a Mac."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    @classmethod
    def on(cls, machine: Machine) -> AppleSound | str | None:
        """Itself on macOS where the output has a volume."""
        if machine.platform != "darwin":
            return None
        sound = cls(machine.environ)
        try:
            sound.heard()
        except ToolError as error:
            return error.message
        return sound

    def heard(self) -> Loudness:
        """How loud the output is."""
        return read(told(["osascript", "-e", "get volume settings"], self._environ))

    def make(self, loudness: Loudness) -> None:
        """Set the volume, and whether it is muted."""
        told(["osascript", "-e", script(loudness)], self._environ)


def read(settings: str) -> Loudness:
    """The loudness in what AppleScript says; raises ToolError where there is none ("missing value")."""
    found = SETTINGS.search(settings)
    if found is None:
        raise ToolError(NOT_HERE, NO_LEVEL)
    return Loudness(DEVICE, (int(found["level"]) / FULL,), found["muted"] == "true")


def script(loudness: Loudness) -> str:
    """AppleScript that sets a loudness; the volume comes first, since setting it ends the muting."""
    return f"set volume output volume {loudness.level}\nset volume output muted {str(loudness.muted).lower()}"
