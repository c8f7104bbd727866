"""What is asked of a computer about its programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from aura.capability.machine import served_by
from aura.machine.windows.port import Window


class App(Struct, frozen=True):
    """A program that can be started by a person.

    `id` is the system's own name for it, `names` what people may call it, folded, `marks` the names, folded, of its
    processes and of its windows' programs. `command` starts it; `opens` and `categories` say what it is for. One that
    needs a `terminal` has no window of its own; what runs from below `folder` is of it too.
    """

    id: str
    title: str
    names: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    opens: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    terminal: bool = False
    folder: str = ""


class Running(Struct, frozen=True):
    """A process of a program."""

    pid: int
    name: str


@served_by("linux.LinuxApps", "start_menu.WindowsApps", "bundles.MacApps", tried=lambda apps: apps.open_now())
class Apps(Protocol):
    """Finding, starting and ending programs."""

    def installed(self) -> Sequence[App]:
        """Every program that people may start, by title."""
        ...

    def named(self, name: str) -> Sequence[App]:
        """What a name that people say means here, the one to start first; empty where nothing is installed."""
        ...

    def launch(self, app: App, arguments: Sequence[str]) -> int:
        """Start a program on its own, so that it outlives this one; gives its process."""
        ...

    def running(self, app: App) -> list[Running]:
        """The processes of a program on this desktop."""
        ...

    @property
    def sees_windows(self) -> bool:
        """Whether this desktop tells of the windows of every program."""
        ...

    def windows(self, app: App) -> list[Window]:
        """The windows of a program, the one on top first; empty where none can be seen."""
        ...

    def open_now(self) -> list[str]:
        """The titles of the programs that are open, in alphabetical order."""
        ...

    def may_close(self, app: App) -> None:
        """Raise ToolError `NOT_HERE` where there is no way to ask a program to close."""
        ...

    def close(self, app: App) -> None:
        """Ask a program to close, so that it can ask about unsaved work."""
        ...

    def end(self, processes: Sequence[Running]) -> None:
        """End processes at once; what they had not saved is lost."""
        ...
