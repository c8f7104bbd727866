"""Brightness on Linux: read where the kernel shows it; set by logind, which may, or there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.machine.bus import Bus
from aura.tools.system.display.backlight import Light

LOGIND, SESSION = "org.freedesktop.login1", "/org/freedesktop/login1/session/auto"
SET_BRIGHTNESS = "org.freedesktop.login1.Session.SetBrightness"
CLASS = "backlight"
BEST_FIRST = ("firmware", "platform", "raw")
"""Of several ways to the same light the kernel's documents prefer these, in this order."""
NONE = "The brightness of this computer's screen cannot be set by a program; use the buttons of the screen."


class KernelBacklight:
    """The light that the kernel knows; `SYSFS_PATH` says where its files are, if not in `/sys`."""

    def __init__(self, folder: Path, environ: Mapping[str, str]) -> None:
        self._folder = folder
        self._environ = environ

    @classmethod
    def on(cls, machine: Machine) -> KernelBacklight | str | None:
        """Itself on Linux where the kernel knows a light; that it knows none is said at once."""
        if machine.platform != "linux":
            return None
        lights = Path(machine.environ.get("SYSFS_PATH", "/sys"), "class", CLASS)
        found = sorted(lights.iterdir(), key=_rank) if lights.is_dir() else []
        return cls(found[0], machine.environ) if found else NONE

    def shown(self) -> Light:
        """How bright the screen is."""
        try:
            return Light(self._folder.name, self._number("brightness"), max(1, self._number("max_brightness")))
        except (OSError, ValueError) as error:
            raise ToolError(NOT_HERE, f"The kernel does not say how bright {self._folder.name} is.") from error

    def make(self, light: Light) -> None:
        """Set the brightness through logind; where there is none, in the kernel's file."""
        try:
            bus = Bus.system(self._environ)
            bus.call(LOGIND, SESSION, SET_BRIGHTNESS, "ssu", CLASS, light.device, light.value)
        except ToolError as error:
            self._write(light, error)

    def _write(self, light: Light, refused: ToolError) -> None:
        try:
            (self._folder.parent / light.device / "brightness").write_text(str(light.value), encoding="ascii")
        except OSError as error:
            because = (
                refused.message if refused.code != NOT_HERE else "Add yourself to the group video, and log in anew."
            )
            raise ToolError("NOT_ALLOWED", f"The brightness could not be set. {because}") from error

    def _number(self, name: str) -> int:
        return int((self._folder / name).read_text(encoding="ascii"))


def _rank(folder: Path) -> tuple[int, str]:
    kind = folder / "type"
    said = kind.read_text(encoding="ascii").strip() if kind.exists() else ""
    return BEST_FIRST.index(said) if said in BEST_FIRST else len(BEST_FIRST), folder.name
