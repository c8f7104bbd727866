"""The processes of programs, and ending them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from aura.capability.errors import ToolError
from aura.machine.apps.catalogue import program_name
from aura.machine.apps.port import App, Running

if TYPE_CHECKING:
    import psutil

SEATS = ("DISPLAY", "WAYLAND_DISPLAY")
"""What a process's environment names its desktop by."""
INTERPRETED = 2
"""How many words of a command line may name the program: the first, and behind an interpreter the second."""
FIELD = "%"
"""How a word of a command begins that stands for what is opened."""
ENDING = 3.0
"""Seconds in which a process that is ended has gone."""


def processes_of(app: App, environ: Mapping[str, str]) -> list[Running]:
    """The processes of a program that are of this user and this desktop, the oldest first."""
    return [running for found, running in _running([app], environ)]


def processes(pids: Iterable[int]) -> list[Running]:
    """Processes by their numbers, those that are still there."""
    import psutil

    found: list[Running] = []
    for pid in pids:
        try:
            found.append(Running(pid, psutil.Process(pid).name()))
        except psutil.Error:
            continue
    return found


def those_running(apps: Iterable[App], environ: Mapping[str, str]) -> list[App]:
    """Of programs, those with a process of this user on this desktop."""
    return list({found.id: found for found, _ in _running(list(apps), environ)}.values())


def _running(apps: Sequence[App], environ: Mapping[str, str]) -> Iterator[tuple[App, Running]]:
    import psutil

    marked = {mark: app for app in apps for mark in app.marks}
    foldered = [app for app in apps if app.folder]
    given = [app for app in apps if len(_fixed(app)) > 1]
    for process in psutil.process_iter():
        try:
            words = process.cmdline()
            app = next((each for each in given if _is_started_by(words, each)), None)
            if app is None:
                names = _names(process, words)
                app = next((marked[name] for name in names if name in marked), None)
            if app is None and foldered:
                file = process.exe()
                app = next((each for each in foldered if file.startswith(each.folder)), None)
            if app is not None and _is_here(process, environ):
                yield app, Running(process.pid, process.name())
        except psutil.Error:  # It ended meanwhile, or is not this user's.
            continue


def _fixed(app: App) -> list[str]:
    """The words of a program's command that do not stand for what it is to open."""
    return [word for word in app.command if not word.startswith(FIELD)]


def _is_started_by(words: Sequence[str], app: App) -> bool:
    """Whether a command line is that of a program which is started with words of its own, by an interpreter or not."""
    program, *others = _fixed(app)
    starts = [at for at, word in enumerate(words[:INTERPRETED]) if program_name(word) == program_name(program)]
    return any(words[at + 1 : at + 1 + len(others)] == others for at in starts)


def _names(process: psutil.Process, words: Sequence[str]) -> list[str]:
    """What a process may be called: by its own name, its command, and behind an interpreter the file it runs."""
    return [program_name(process.name()), *map(program_name, _programs(words[:INTERPRETED]))]


def _programs(words: Sequence[str]) -> Iterable[str]:
    """The words of a command line that may be program files."""
    return [word for place, word in enumerate(words) if not place or "/" in word or "\\" in word]


def _is_here(process: psutil.Process, environ: Mapping[str, str]) -> bool:
    """Whether a process is of this user, and not of another of his desktops."""
    import psutil

    own = psutil.Process()
    if process.pid == own.pid or process.status() == psutil.STATUS_ZOMBIE or process.username() != own.username():
        return False
    theirs = process.environ()
    return all(theirs.get(name) in (None, environ.get(name)) for name in SEATS)


def end(processes: Iterable[Running], *, force: bool) -> None:
    """End processes, at once or by asking them; raises ToolError `STILL_RUNNING` for what stays."""
    import psutil

    ending: list[psutil.Process] = []
    for each in processes:
        try:
            process = psutil.Process(each.pid)
            process.kill() if force else process.terminate()
            ending.append(process)
        except psutil.NoSuchProcess:
            continue
        except psutil.AccessDenied as error:
            raise ToolError("NOT_ALLOWED", f"You may not end {each.name} (process {each.pid}).") from error
    _, left = psutil.wait_procs(ending, timeout=ENDING)
    if left:
        raise ToolError("STILL_RUNNING", f"{left[0].name()} is still running; end it with the system's own tools.")
