"""Sound on Windows: the endpoint of Core Audio, through pycaw."""

from __future__ import annotations

import importlib
from typing import Any

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.tools.system.audio.sound import Loudness

NO_SPEAKER = "Windows knows no loudspeaker; plug one in, or look in the settings of the sound."


class WindowsSound:
    """The default output of Windows."""

    @classmethod
    def on(cls, machine: Machine) -> WindowsSound | str | None:
        """Itself on Windows with an output."""
        if machine.platform != "win32":
            return None
        sound = cls()
        try:
            sound.heard()
        except ToolError as error:
            return error.message
        return sound

    def heard(self) -> Loudness:
        """How loud the default output is."""
        speaker = _speaker()
        endpoint = speaker.EndpointVolume
        channels = tuple(endpoint.GetChannelVolumeLevelScalar(each) for each in range(endpoint.GetChannelCount()))
        return Loudness(str(speaker.FriendlyName), channels, bool(endpoint.GetMute()))

    def make(self, loudness: Loudness) -> None:
        """Set the volume of each channel, and whether it is muted."""
        speaker = _speaker()
        if str(speaker.FriendlyName) != loudness.device:
            raise ToolError("NOT_FOUND", f"The loudspeaker is no longer {loudness.device}; choose it again in Windows.")
        for number, volume in enumerate(loudness.channels):
            speaker.EndpointVolume.SetChannelVolumeLevelScalar(number, volume, None)
        speaker.EndpointVolume.SetMute(loudness.muted, None)


def _speaker() -> Any:
    """The default output; raises ToolError where there is none."""
    try:
        return importlib.import_module("pycaw.pycaw").AudioUtilities.GetSpeakers()
    except importlib.import_module("comtypes").COMError as error:
        raise ToolError(NOT_HERE, NO_SPEAKER) from error
