"""BrowserSessionManager: the one browser of AURA_HOME, started on first need and found again by every command.

It is a process of its own with its own profile, and listens for commands on this computer only.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from aura.capability.errors import ToolError
from aura.config.settings import BrowserSettings
from aura.machine.browser.locked import locked
from aura.machine.browser.programs import Program
from aura.machine.browser.wire import HOST
from aura.machine.waiting import until

FOLDER, LOCK, NOTES, LOG = "browser", "lock", "session.json", "browser.log"
ANSWERING, OF_A_PAGE, ENDING = 5.0, 2.0, 5.0
SANDBOX = "no-sandbox"


class Notes(Struct):
    """What is known of the session: its process and when that began, its port and path, the order of its tabs.

    `silent` says that it did not answer the command before, `kind` how it is talked to.
    """

    pid: int
    created: float
    port: int
    path: str
    tabs: list[str] = []
    silent: bool = False
    kind: str = "chromium"

    @property
    def address(self) -> str:
        """Where it is driven."""
        return f"ws://{HOST}:{self.port}{self.path}"


class Talk(Protocol):
    """How browsers of a kind are started, found and ended. Nothing of it raises for a browser that is not there."""

    kind: str
    """What notes call it."""
    profile: str
    """The folder of its profile."""

    def arguments(self, profile: Path) -> list[str]:
        """What names the profile to the program; these words tell its processes from others."""
        ...

    def prepare(self, profile: Path, *, again: bool) -> None:
        """Make a profile ready for a browser that is about to be started, `again` with the tabs that it had."""
        ...

    def place(self, profile: Path) -> tuple[int, str] | None:
        """The port and path that the browser wrote down once it listens."""
        ...

    def answers(self, port: int, path: str, seconds: float) -> bool:
        """Whether the browser of a port and path answers in time."""
        ...

    def end(self, port: int, path: str, seconds: float) -> None:
        """Tell the browser to end, so that it keeps cookies and all else that it has to."""
        ...


class BrowserSessionManager:
    """Starts, finds and ends the browser of one AURA_HOME; others wait `patience` seconds for their turn."""

    def __init__(
        self, home: Path, program: Program, talk: Talk, settings: BrowserSettings, environ: Mapping[str, str]
    ) -> None:
        self.folder = home / FOLDER
        self.profile = self.folder / talk.profile
        self._program = program
        self._talk = talk
        self._starting = settings.start_timeout
        self.patience = settings.timeout + settings.start_timeout + ENDING
        self._environ = environ

    def opened(self) -> Notes:
        """The session that is open, or a new one; raises ToolError in bounded time where it cannot be had."""
        with self._locked():
            notes = self._known()
            if notes is not None and notes.kind != self._talk.kind:
                self._ended(notes)
                notes = None
            if notes is not None and self._answers(notes):
                return notes
            if notes is not None and not notes.silent:
                self._keep(msgspec.structs.replace(notes, silent=True))
                raise self._mute()
            if notes is not None:
                _end(notes.pid)
            return self._started()

    def mute(self, notes: Notes) -> ToolError:
        """What is said of a browser that does not answer; the next command ends it first."""
        self.note(msgspec.structs.replace(notes, silent=True))
        return self._mute()

    def hangs(self, notes: Notes, page: str) -> None:
        """Raise ToolError `PAGE_HANGS`, which names a page; at the second time not, since then it may be closed."""
        if not notes.silent:
            self.note(msgspec.structs.replace(notes, silent=True))
            raise ToolError(
                "PAGE_HANGS",
                f"The page {page} does not answer, or waits for a dialog that it shows; "
                "answer that, or say it again to have the page closed first.",
            )

    def renewed(self, notes: Notes) -> Notes:
        """A new browser, with the same tabs where it can, in the place of one that cannot be driven any more."""
        with self._locked():
            if _created(notes.pid) == notes.created:
                _end(notes.pid)
            return self._started(again=True)

    def note(self, notes: Notes) -> None:
        """Keep what is known of the session."""
        with self._locked():
            self._keep(notes)

    def close(self) -> bool:
        """End the browser; whether there was one."""
        if not self.folder.is_dir():
            return False
        with self._locked():
            notes = self._known()
            if notes is not None:
                self._ended(notes)
            (self.folder / NOTES).unlink(missing_ok=True)
            return notes is not None

    def _ended(self, notes: Notes) -> None:
        if notes.kind == self._talk.kind:
            self._talk.end(notes.port, notes.path, OF_A_PAGE)
            until(lambda: not _created(notes.pid), ENDING)
        _end(notes.pid)

    def _locked(self) -> AbstractContextManager[None]:
        return locked(self.folder / LOCK, self.patience, f"the session of {self._program.name}")

    def _mute(self) -> ToolError:
        return ToolError(
            "BROWSER_SILENT",
            f"{self._program.name} does not answer; say it again to have it ended and started anew, or wait.",
        )

    # -- what is known

    def _known(self) -> Notes | None:
        """The session of the notes where its process is still there; what a dead one left is not trusted."""
        try:
            notes = msgspec.json.decode((self.folder / NOTES).read_bytes(), type=Notes)
        except (OSError, msgspec.DecodeError):
            return None
        return notes if _created(notes.pid) == notes.created else None

    def _answers(self, notes: Notes) -> bool:
        return self._talk.answers(notes.port, notes.path, ANSWERING)

    def _keep(self, notes: Notes) -> None:
        draft = self.folder / f"{NOTES}.{os.getpid()}"
        draft.write_bytes(msgspec.json.encode(notes))
        draft.replace(self.folder / NOTES)

    # -- starting

    def _started(self, *, again: bool = False) -> Notes:
        self.profile.mkdir(parents=True, exist_ok=True)
        self.profile.chmod(0o700)
        named = self._talk.arguments(self.profile)
        for pid in _started_with(named):
            _end(pid)
        self._talk.prepare(self.profile, again=again)
        command = [self._program.path, *self._program.arguments, *named]
        log = self.folder / LOG
        try:
            with log.open("wb") as written:
                process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=written,
                    start_new_session=True,
                    cwd=self.folder,
                    env=dict(self._environ),
                )
        except OSError as error:
            raise ToolError("BROWSER_BROKEN", f"{self._program.name} cannot be started: {error.strerror}.") from error
        end = time.monotonic() + self._starting
        place = until(lambda: self._talk.place(self.profile) or process.poll() is not None, self._starting)
        if not isinstance(place, tuple):
            raise self._not_started(process)
        notes = Notes(process.pid, _created(process.pid), *place, kind=self._talk.kind)
        if not until(lambda: self._answers(notes), max(1.0, end - time.monotonic())):
            raise self._not_started(process)
        self._keep(notes)
        return notes

    def _not_started(self, process: subprocess.Popen[bytes]) -> ToolError:
        ended = process.poll() is not None
        if not ended:
            _end(process.pid)
        lines = (self.folder / LOG).read_text(encoding="utf-8", errors="replace").splitlines()
        if any(SANDBOX in line for line in lines):
            return ToolError(
                "BROWSER_BROKEN",
                f"{self._program.name} does not start as root with its sandbox; run AURA as another user, or set "
                f'AURA_BROWSER__ARGUMENTS=["--{SANDBOX}"].',
            )
        why = f": {lines[-1].rpartition('] ')[2].rstrip('.')}" if lines else ""
        said = "ended at once" if ended else f"did not start within {self._starting:g} seconds"
        return ToolError("BROWSER_BROKEN", f"{self._program.name} {said}{why}; start it by hand to see why.")


def _created(pid: int) -> float:
    """When a process began; 0 where there is none that lives."""
    import psutil

    try:
        process = psutil.Process(pid)
        return 0.0 if process.status() == psutil.STATUS_ZOMBIE else float(process.create_time())
    except (psutil.Error, ValueError):
        return 0.0


def _started_with(named: list[str]) -> list[int]:
    """The browsers that use a profile and are known no more, so that a new one could not."""
    import psutil

    found = [process for process in psutil.process_iter(["cmdline"]) if _has(process.info["cmdline"] or [], named)]
    pids = {process.pid for process in found}
    return [process.pid for process in found if _parent(process.pid) not in pids]


def _has(words: list[str], named: list[str]) -> bool:
    return any(words[at : at + len(named)] == named for at in range(len(words)))


def _parent(pid: int) -> int:
    import psutil

    try:
        return int(psutil.Process(pid).ppid())
    except psutil.Error:
        return 0


def _end(pid: int) -> None:
    """Ask a browser to end, which lets it keep what it has to; one that does not is ended with all that it started."""
    import psutil

    try:
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
        process.terminate()
    except psutil.Error:
        return
    _, left = psutil.wait_procs([process], timeout=ENDING)
    if left:
        for each in family:
            try:
                each.kill()
            except psutil.Error:
                continue
    psutil.wait_procs(family, timeout=ENDING)
