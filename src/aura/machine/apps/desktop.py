"""What programs have in common on every system: processes, and windows where they can be seen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Machine, serving
from aura.config.load import default_home
from aura.machine.apps.catalogue import folded
from aura.machine.apps.port import App, Running
from aura.machine.apps.processes import end, processes, processes_of, those_running
from aura.machine.windows.port import Window, WindowControl, Windows
from aura.machine.x11 import is_wayland


class DesktopApps:
    """The part of the Apps port that needs no system of its own."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._cache = default_home(machine.environ) / "cache"

    def running(self, app: App) -> list[Running]:
        """As the port says: those with a name of its own, and those that its windows are of."""
        found = processes_of(app, self._machine.environ)
        known = {process.pid for process in found}
        return [*found, *(process for process in processes(self._pids(app)) if process.pid not in known)]

    @property
    def sees_windows(self) -> bool:
        """As the port says: on Wayland only some programs tell of their windows."""
        return self._windows is not None and not is_wayland(self._machine)

    def windows(self, app: App) -> list[Window]:
        """As the port says: by the name of their program, or by its process."""
        shown = self._shown()
        named = [window for window in shown if _is_of(window, app)]
        if named or not shown:
            return named
        pids = {process.pid for process in processes_of(app, self._machine.environ)}
        return [window for window in shown if window.pid in pids]

    def _shown(self) -> list[Window]:
        """The windows that can be seen; none where this desktop tells of none."""
        try:
            return self._windows.list() if self._windows is not None else []
        except ToolError as error:
            if error.code != NOT_HERE:
                raise
            return []

    def _pids(self, app: App) -> set[int]:
        return {window.pid for window in self._shown() if window.pid and _is_of(window, app)}

    def open_now(self) -> list[str]:
        """As the port says: those with a window; where not all can be seen, those with a process."""
        installed = [app for app in self.installed() if not app.terminal]
        if not self.sees_windows:
            return sorted({app.title for app in those_running(installed, self._machine.environ)}, key=str.casefold)
        by_mark = {mark: app.title for app in installed for mark in app.marks}
        titles = {
            next((by_mark[name] for name in map(folded, window.names) if name in by_mark), _called(window))
            for window in self._shown()
        }
        return sorted(titles, key=str.casefold)

    def installed(self) -> Sequence[App]:
        """As the port says."""
        raise NotImplementedError

    def may_close(self, app: App) -> None:
        """As the port says."""
        assert self._control

    def close(self, app: App) -> None:
        """As the port says: its windows, and where it has none its processes are asked."""
        windows = self.windows(app)
        for window in windows:
            self._control.close(window.id)
        if not windows:
            end(self.running(app), force=False)

    def end(self, processes: Sequence[Running]) -> None:
        """As the port says."""
        end(processes, force=True)

    @cached_property
    def _windows(self) -> Windows | None:
        try:
            found: Windows = serving(Windows, self._machine)
        except ToolError:  # Programs run where windows cannot be seen, too.
            return None
        return found

    @cached_property
    def _control(self) -> WindowControl:
        found: WindowControl = serving(WindowControl, self._machine)
        return found


def _is_of(window: Window, app: App) -> bool:
    return not set(app.marks).isdisjoint(map(folded, window.names))


def _called(window: Window) -> str:
    """How a window's program is called where no menu has it."""
    return next(iter(window.names), window.title)
