"""Sound on Linux: PulseAudio, or the PulseAudio server that PipeWire has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.machine.patience import within
from aura.tools.system.audio.sound import Loudness

if TYPE_CHECKING:
    from pulsectl import Pulse

PATIENCE = 5.0
NO_SERVER = "There is no sound server here; start one with `systemctl --user start pipewire-pulse` or `pulseaudio`."
NO_SPEAKER = "The sound server knows no loudspeaker; plug one in, or look in the settings of the sound."

Given = TypeVar("Given")


class PulseSound:
    """The default output of a PulseAudio server; each call has its own connection, so that a restart is survived."""

    def __init__(self, server: str | None) -> None:
        self._server = server

    @classmethod
    def on(cls, machine: Machine) -> PulseSound | str | None:
        """Itself on Linux, where a server answers and has an output."""
        if machine.platform != "linux":
            return None
        sound = cls(server_of(machine.environ.get("PULSE_SERVER"), machine.environ.get("XDG_RUNTIME_DIR")))
        try:
            sound.heard()
        except ToolError as error:
            return error.message
        return sound

    def heard(self) -> Loudness:
        """How loud the default output is."""

        def look(pulse: Pulse) -> Loudness:
            name = pulse.server_info().default_sink_name
            sink = next((sink for sink in pulse.sink_list() if sink.name == name), None)
            if sink is None:
                raise ToolError(NOT_HERE, NO_SPEAKER)
            return Loudness(sink.name, tuple(sink.volume.values), bool(sink.mute))

        return self._with_server(look)

    def make(self, loudness: Loudness) -> None:
        """Set the volume of each channel, and whether it is muted."""

        def change(pulse: Pulse) -> None:
            from pulsectl import PulseVolumeInfo

            sink = next((sink for sink in pulse.sink_list() if sink.name == loudness.device), None)
            if sink is None:
                raise ToolError("NOT_FOUND", f"The loudspeaker {loudness.device} is no longer there; plug it in again.")
            pulse.volume_set(sink, PulseVolumeInfo(list(loudness.channels)))
            pulse.mute(sink, loudness.muted)

        self._with_server(change)

    def _with_server(self, ask: Callable[[Pulse], Given]) -> Given:
        """What the server says, in bounded time."""
        from pulsectl import Pulse, PulseError

        def talk() -> Given:
            with Pulse("aura", server=self._server, connect=False) as pulse:
                pulse.connect()
                return ask(pulse)

        try:
            return within(PATIENCE, "The sound server", talk)
        except PulseError as error:
            raise ToolError(NOT_HERE, NO_SERVER) from error


def server_of(said: str | None, folder: str | None) -> str | None:
    """Where the server is: as the environment says, else in the session's folder, else where the library looks."""
    usual = Path(folder or "/", "pulse", "native")
    return said or (f"unix:{usual}" if folder and usual.exists() else None)
