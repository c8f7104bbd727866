"""The programs of Microsoft Windows: the shortcuts of its Start menu."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Self

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.apps.catalogue import folded, meant, program_name
from aura.machine.apps.desktop import DesktopApps
from aura.machine.apps.port import App

PLATFORM = "win32"
MENUS = ("PROGRAMDATA", "APPDATA")
"""The variables whose folders have a Start menu: everybody's and the user's own."""
PROGRAMS = Path("Microsoft", "Windows", "Start Menu", "Programs")
SHORTCUT = ".lnk"
NOT_PROGRAMS = ("uninstall", "readme", "help", "documentation", "website", "release notes")


def entries(environ: Mapping[str, str], cache: Path) -> list[App]:
    """Every program in the Start menu; its shortcuts are found quickly enough to need no cache."""
    folders = [Path(environ[name], PROGRAMS) for name in MENUS if environ.get(name)]
    found = {app.id: app for folder in folders for app in _below(folder)}
    return sorted(found.values(), key=lambda app: (app.title.casefold(), app.id))


def _below(folder: Path) -> Iterator[App]:
    for file in sorted(folder.rglob(f"*{SHORTCUT}")) if folder.is_dir() else ():
        name = folded(file.stem)
        if not any(word in name for word in NOT_PROGRAMS):
            yield App(id=file.stem, title=file.stem, names=(name,), marks=(name,), command=(str(file),))


class WindowsApps(DesktopApps):
    """The Apps port."""

    @classmethod
    def on(cls, machine: Machine) -> Self | None:
        """The programs of Windows."""
        return cls(machine) if machine.platform == PLATFORM else None

    def installed(self) -> list[App]:
        """As the port says."""
        return self._installed

    def named(self, name: str) -> list[App]:
        """As the port says."""
        return meant(name, self._installed, self._machine.apps, lambda kind: "", self._executable)

    def launch(self, app: App, arguments: Sequence[str]) -> int:
        """As the port says; Windows does not tell the process of a shortcut, so it is looked for."""
        start = getattr(os, "startfile", None)
        if start is None:
            raise ToolError("APP_BROKEN", f"{app.title} can only be started on Windows.")
        try:
            start(app.command[0], "open", " ".join(f'"{argument}"' for argument in arguments))
        except OSError as error:
            raise ToolError("APP_BROKEN", f"{app.title} cannot be started: {error.strerror}.") from error
        return next((process.pid for process in self.running(app)), os.getpid())

    def _executable(self, name: str) -> App | None:
        """The program of an executable that Windows finds by its name."""
        if not name.casefold().endswith(".exe") or not _is_registered(name):
            return None
        return App(name, name, (program_name(name),), (program_name(name),), (name,))

    @cached_property
    def _installed(self) -> list[App]:
        return entries(self._machine.environ, self._cache)


def _is_registered(name: str) -> bool:
    """Whether Windows finds an executable: on the PATH, or among those that programs registered."""
    import shutil
    import winreg

    if shutil.which(name):
        return True
    path = rf"SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\{name}"
    try:
        winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, path).Close()  # type: ignore[attr-defined]
    except OSError:
        return False
    return True
