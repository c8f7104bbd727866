"""The programs of a Linux desktop: the entries of its menu, and the commands that have none."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Self

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.apps.catalogue import folded, is_program, meant, program_name
from aura.machine.apps.desktop import DesktopApps
from aura.machine.apps.entries import default_for, entries, filled
from aura.machine.apps.port import App
from aura.machine.apps.starting import start

NOT_LINUX = ("win32", "cygwin", "darwin")
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
NO_DESKTOP = "There is no desktop here that could show a program; run AURA from inside a desktop session."
TERMINAL, RUN_IN_IT = "terminal", "-e"
"""The known program that those without a window of their own run in, and how it is told which."""


class LinuxApps(DesktopApps):
    """The Apps port."""

    @classmethod
    def on(cls, machine: Machine) -> Self | str | None:
        """The programs of a desktop that has a screen."""
        if machine.platform.startswith(NOT_LINUX):
            return None
        return cls(machine) if any(machine.environ.get(name) for name in SCREENS) else NO_DESKTOP

    def installed(self) -> list[App]:
        """As the port says."""
        return self._installed

    def named(self, name: str) -> list[App]:
        """As the port says."""
        default = partial(default_for, environ=self._machine.environ)
        return meant(name, self._installed, self._machine.apps, default, self._command)

    def launch(self, app: App, arguments: Sequence[str]) -> int:
        """As the port says."""
        command = filled(app.command, arguments)
        if app.terminal:
            command = [*self._terminal(app), *command]
        return start(app, command, self._machine.environ)

    def _terminal(self, app: App) -> list[str]:
        found = next((each for each in self.named(TERMINAL) if not each.terminal), None)
        if found is None:
            raise ToolError("NO_TERMINAL", f"{app.title} runs in a terminal, and none is installed; install one.")
        return [*filled(found.command, ()), RUN_IN_IT]

    def _command(self, name: str) -> App | None:
        """The program of a command on the PATH; the entry that starts it, where one does."""
        path = shutil.which(name, path=self._machine.environ.get("PATH")) if "/" not in name else None
        if path is None:
            return None
        real = program_name(str(Path(path).resolve()))
        entry = next((app for app in self._installed if is_program(app, real)), None)
        marks = tuple(dict.fromkeys((program_name(name), real)))
        return entry or App(name, name, (folded(name),), marks, (path,))

    @cached_property
    def _installed(self) -> list[App]:
        return entries(self._machine.environ, self._cache)
