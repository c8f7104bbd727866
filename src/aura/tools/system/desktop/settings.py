"""Switches that are settings of a desktop, read and written by the desktop's own programs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import ClassVar, Self

import msgspec
from msgspec import Struct

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine
from aura.machine.programs import is_there, told

TABLE = Path(__file__).with_name("settings.yaml")


class Setting(Struct, frozen=True):
    """One setting of one desktop: the programs that read and write it, and what its values are."""

    read: tuple[str, ...]
    write: tuple[str, ...]
    when_on: str
    when_off: str
    desktop: tuple[str, ...] = ()
    platform: str = "linux"
    then: tuple[str, ...] = ()
    unset: str = ""

    def fits(self, machine: Machine) -> bool:
        """Whether it is one of the desktop that runs here, and its programs are there."""
        running = machine.environ.get("XDG_CURRENT_DESKTOP", "").split(":")
        is_ours = machine.platform == self.platform and (not self.desktop or bool({*running} & {*self.desktop}))
        return is_ours and is_there(self.read[0], machine.environ) and is_there(self.write[0], machine.environ)


class SettingSwitch:
    """A switch that is one of the settings in the table, under the name that the class says."""

    NAME: ClassVar[str]
    MISSING: ClassVar[str | None] = None
    """What is said where no setting fits; None where another backend may serve."""

    def __init__(self, setting: Setting, environ: Mapping[str, str]) -> None:
        self._setting = setting
        self._environ = environ

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """Itself where a desktop runs that has the setting."""
        for setting in _table()[cls.NAME]:
            if setting.fits(machine):
                switch = cls(setting, machine.environ)
                try:
                    switch.state()
                except ToolError as error:
                    return f"This desktop does not let it be changed: {error.message}"
                return switch
        return cls.MISSING if machine.platform == "linux" else None

    def is_on(self) -> bool:
        """Whether the setting has any value but that for off."""
        return self.state() != self._setting.when_off

    def turn(self, on: bool) -> None:
        """Write the value for on or off."""
        self.restore(self._setting.when_on if on else self._setting.when_off)

    def state(self) -> str:
        """The value of the setting."""
        try:
            said = told(self._setting.read, self._environ).strip().strip("'")
        except ToolError as error:
            if error.code == NOT_HERE or not self._setting.unset:
                raise
            said = ""
        return said or self._setting.unset

    def restore(self, state: str) -> None:
        """Write a value as it was read."""
        told([part.replace("{value}", state) for part in self._setting.write], self._environ)
        if self._setting.then:
            told(self._setting.then, self._environ)


class NightLightSetting(SettingSwitch):
    """The night light of a desktop that has one."""

    NAME = "night_light"


class IconSetting(SettingSwitch):
    """The icons of a desktop that has some."""

    NAME = "icons"
    MISSING = "This desktop has no icons that AURA could show or hide; look in its settings."


@cache
def _table() -> dict[str, tuple[Setting, ...]]:
    return msgspec.yaml.decode(TABLE.read_bytes(), type=dict[str, tuple[Setting, ...]])
