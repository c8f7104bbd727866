"""The loudspeaker as a port, and what its loudness is."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from aura.capability.machine import served_by

FULL = 100


class Loudness(Struct, frozen=True):
    """How loud a loudspeaker is: each channel from 0 to 1, and whether it is muted."""

    device: str
    channels: tuple[float, ...]
    muted: bool

    @property
    def level(self) -> int:
        """The loudest channel in percent."""
        return round(max(self.channels, default=0.0) * FULL)

    def at(self, level: int) -> Loudness:
        """The same loudspeaker at a level in percent, its channels balanced as they are."""
        wanted, loudest = level / FULL, max(self.channels, default=0.0)
        scaled = tuple(each * wanted / loudest if loudest else wanted for each in self.channels)
        return replace(self, channels=scaled)

    def louder(self, step: int) -> Loudness:
        """Louder by a step, never beyond what is full, and to be heard."""
        return replace(self.at(max(self.level, min(FULL, self.level + step))), muted=False)

    def quieter(self, step: int) -> Loudness:
        """Quieter by a step, never below nothing."""
        return self.at(max(0, self.level - step))


@served_by("pulse.PulseSound", "core_audio.WindowsSound", "osascript.AppleSound")
class Sound(Protocol):
    """The loudspeaker of this computer."""

    def heard(self) -> Loudness:
        """How loud it is; raises ToolError where there is no loudspeaker."""
        ...

    def make(self, loudness: Loudness) -> None:
        """Let a loudspeaker be so loud; raises ToolError where it is gone."""
        ...
