"""Radios on Linux: NetworkManager over D-Bus, and rfkill for those that it does not know."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.machine.bus import PROPERTIES, Bus

SERVICE, MANAGER = "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager"
SWITCHES = {
    "Wi-Fi": ("WirelessEnabled", "WirelessHardwareEnabled", 1),
    "mobile": ("WwanEnabled", "WwanHardwareEnabled", 2),
}
"""Of each radio that NetworkManager turns on and off: its property, that of its own switch, its bit in RadioFlags."""
MANAGED = ("wlan", "wwan")
"""What rfkill calls the same radios."""
EVENT, CHANGE = "IBBBB", 2
"""The kernel's `struct rfkill_event`; its operation that changes one radio."""
NONE = "This computer has no radio that could be turned off: neither NetworkManager nor the kernel knows one."


class Source(Protocol):
    """One of those that know radios."""

    def states(self) -> dict[str, bool]:
        """Whether each radio is on, by its name."""
        ...

    def switch(self, name: str, on: bool) -> None:
        """Turn one radio on or off."""
        ...


class LinuxRadios:
    """All radios that NetworkManager and the kernel know."""

    def __init__(self, sources: tuple[Source, ...]) -> None:
        self._sources = sources

    @classmethod
    def on(cls, machine: Machine) -> LinuxRadios | str | None:
        """Itself on Linux where there is any radio; `SYSFS_PATH` names another folder than `/sys`."""
        if machine.platform != "linux":
            return None
        bus = Bus.system(machine.environ)
        folder = Path(machine.environ.get("SYSFS_PATH", "/sys"), "class", "rfkill")
        try:
            managed = bus.has(SERVICE)
            radios = cls((*([NetworkManager(bus)] if managed else []), Rfkill(folder, MANAGED if managed else ())))
            return radios if radios.states() else NONE
        except ToolError as error:
            return error.message

    def states(self) -> dict[str, bool]:
        """Whether each radio is on."""
        return {name: on for source in self._sources for name, on in source.states().items()}

    def switch(self, wanted: Mapping[str, bool]) -> None:
        """Turn radios on or off, only those that are not as they should be."""
        for source in self._sources:
            for name, on in source.states().items():
                if wanted.get(name, on) is not on:
                    source.switch(name, wanted[name])


class NetworkManager:
    """The radios that NetworkManager manages."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def states(self) -> dict[str, bool]:
        """Whether each radio is on; older versions do not say which are there, and each counts."""
        told = self._bus.call(SERVICE, MANAGER, f"{PROPERTIES}.GetAll", "s", SERVICE)[0]
        values = {name: value for name, (_, value) in told.items()}
        there = values.get("RadioFlags", ~0)
        return {
            name: bool(values[switch])
            for name, (switch, own, bit) in SWITCHES.items()
            if switch in values and values.get(own, True) and there & bit
        }

    def switch(self, name: str, on: bool) -> None:
        """Turn one radio on or off."""
        self._bus.set(SERVICE, MANAGER, f"{SERVICE}.{SWITCHES[name][0]}", "b", on)


class Rfkill:
    """The radios that the kernel can block, but for kinds that somebody else manages."""

    def __init__(self, folder: Path, managed: tuple[str, ...]) -> None:
        self._folder = folder
        self._managed = managed

    def states(self) -> dict[str, bool]:
        """Whether each radio is on; one that its own switch blocks is left out."""
        return {name: _said(radio, "soft") == "0" for name, radio in self._radios() if _said(radio, "hard") == "0"}

    def switch(self, name: str, on: bool) -> None:
        """Block one radio or not: in its own file where that may be written, else through the kernel's device."""
        radio = dict(self._radios())[name]
        try:
            (radio / "soft").write_text(str(int(not on)), encoding="ascii")
        except PermissionError:
            _ask_the_kernel(int(radio.name.removeprefix("rfkill")), name, on)

    def _radios(self) -> Iterator[tuple[str, Path]]:
        for radio in sorted(self._folder.iterdir()) if self._folder.is_dir() else []:
            kind = _said(radio, "type")
            if kind not in self._managed:
                yield f"{kind} {_said(radio, 'name')}", radio


def _said(radio: Path, name: str) -> str:
    try:
        return (radio / name).read_text(encoding="ascii").strip()
    except OSError as error:
        raise ToolError(NOT_HERE, f"The kernel does not say how the radio {radio.name} is.") from error


def _ask_the_kernel(number: int, name: str, on: bool) -> None:
    try:
        Path("/dev/rfkill").write_bytes(struct.pack(EVENT, number, 0, CHANGE, int(not on), 0))
    except OSError as error:
        raise ToolError(
            "NOT_ALLOWED", f"You may not turn the radio {name} on or off; use the settings of the desktop."
        ) from error
