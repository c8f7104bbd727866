"""The programs of macOS: the bundles in its folders of applications."""

from __future__ import annotations

import plistlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Self

from aura.capability.machine import Machine
from aura.machine.apps.catalogue import folded, meant
from aura.machine.apps.desktop import DesktopApps
from aura.machine.apps.port import App
from aura.machine.apps.starting import start
from aura.machine.windows.macos import quoted, run

PLATFORM = "darwin"
FOLDERS = ("/Applications", "/System/Applications", "/Applications/Utilities", "/System/Applications/Utilities")
OWN = "Applications"
BUNDLE, ABOUT = ".app", Path("Contents", "Info.plist")


def entries(environ: Mapping[str, str], cache: Path) -> list[App]:
    """Every program in the folders of applications; few enough to need no cache."""
    folders = [*map(Path, FOLDERS), Path(environ.get("HOME") or Path.home(), OWN)]
    found = {app.id: app for folder in folders for app in _in(folder)}
    return sorted(found.values(), key=lambda app: (app.title.casefold(), app.id))


def _in(folder: Path) -> Iterator[App]:
    for bundle in sorted(folder.glob(f"*{BUNDLE}")) if folder.is_dir() else ():
        name = folded(bundle.stem)
        command = ("open", "-a", str(bundle))
        yield App(_id_of(bundle), bundle.stem, (name,), (name,), command, folder=f"{bundle}/")


def _id_of(bundle: Path) -> str:
    """The id that a bundle gives itself, else its name."""
    try:
        about = plistlib.loads((bundle / ABOUT).read_bytes())
    except (OSError, plistlib.InvalidFileException, ValueError):
        return bundle.stem
    return str(about.get("CFBundleIdentifier") or bundle.stem)


class MacApps(DesktopApps):
    """The Apps port."""

    @classmethod
    def on(cls, machine: Machine) -> Self | None:
        """The programs of macOS."""
        return cls(machine) if machine.platform == PLATFORM else None

    def installed(self) -> list[App]:
        """As the port says."""
        return self._installed

    def named(self, name: str) -> list[App]:
        """As the port says."""
        return meant(name, self._installed, self._machine.apps, lambda kind: "", lambda command: None)

    def launch(self, app: App, arguments: Sequence[str]) -> int:
        """As the port says; `open` starts it and ends, so its process is looked for."""
        more = ("--args", *arguments) if arguments else ()
        started = start(app, [*app.command, *more], self._machine.environ)
        return next((process.pid for process in self.running(app)), started)

    def may_close(self, app: App) -> None:
        """A program of macOS can always be asked to quit."""

    def close(self, app: App) -> None:
        """As the port says: the program is told to quit, since it goes on without windows."""
        run(f"tell application id {quoted(app.id)} to quit")

    @cached_property
    def _installed(self) -> list[App]:
        return entries(self._machine.environ, self._cache)
