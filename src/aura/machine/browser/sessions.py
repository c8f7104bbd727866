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

import msgspec
from msgspec import Struct

from aura.capability.errors import ToolError
from aura.machine.browser.locked import locked
from aura.machine.browser.programs import Program
from aura.machine.browser.wire import HOST, answers, asked, close_page, end_browser, pages_of
from aura.machine.waiting import until

FOLDER, PROFILE, LOCK, NOTES, LOG = "browser", "profile", "lock", "session.json", "browser.log"
PORT_FILE = "DevToolsActivePort"
ANSWERING, OF_A_PAGE, ENDING = 5.0, 2.0, 5.0
SANDBOX = "no-sandbox"


class Notes(Struct):
    """What is known of the session: its process and when that began, its port and path, the order of its tabs.

    `silent` says that it did not answer the command before.
    """

    pid: int
    created: float
    port: int
    path: str
    tabs: list[str] = []
    silent: bool = False

    @property
    def address(self) -> str:
        """Where it is driven."""
        return f"ws://{HOST}:{self.port}{self.path}"


class BrowserSessionManager:
    """Starts, finds and ends the browser of one AURA_HOME."""

    def __init__(self, home: Path, program: Program, seconds: float, environ: Mapping[str, str]) -> None:
        self._folder = home / FOLDER
        self._profile = self._folder / PROFILE
        self._program = program
        self._seconds = seconds
        self._environ = environ

    def opened(self) -> Notes:
        """The session that is open, or a new one; raises ToolError in bounded time where it cannot be had."""
        with self._locked():
            notes = self._known()
            if notes is not None and self._answers(notes):
                return notes
            if notes is not None and not notes.silent:
                self._keep(msgspec.structs.replace(notes, silent=True))
                raise self._mute()
            if notes is not None:
                _end(notes.pid)
            return self._started()

    def freed(self, notes: Notes) -> None:
        """Free a browser that cannot be driven: pages wait no longer for what they load, one that hangs is closed.

        The latter only at the second time, since there may be a dialog; at the first ToolError `PAGE_HANGS` names it.
        """
        try:
            pages = pages_of(notes.port, ANSWERING)
        except (OSError, ValueError, msgspec.ValidationError):
            self.note(msgspec.structs.replace(notes, silent=True))
            raise self._mute() from None
        hanging = [page for page in pages if not answers(notes.port, page.id, OF_A_PAGE)]
        if not hanging:
            return
        if not notes.silent:
            self.note(msgspec.structs.replace(notes, silent=True))
            raise ToolError(
                "PAGE_HANGS",
                f"The page {hanging[0].title or hanging[0].url} does not answer, or waits for a dialog that it shows; "
                "answer that, or say it again to have the page closed first.",
            )
        for page in hanging:
            close_page(notes.port, page.id, ANSWERING)

    def note(self, notes: Notes) -> None:
        """Keep what is known of the session."""
        with self._locked():
            self._keep(notes)

    def close(self) -> bool:
        """End the browser; whether there was one."""
        if not self._folder.is_dir():
            return False
        with self._locked():
            notes = self._known()
            if notes is not None:
                end_browser(notes.port, notes.path, OF_A_PAGE)
                until(lambda: not _created(notes.pid), ENDING)
                _end(notes.pid)
            (self._folder / NOTES).unlink(missing_ok=True)
            return notes is not None

    def _locked(self) -> AbstractContextManager[None]:
        return locked(self._folder / LOCK, 2 * self._seconds + ENDING, f"the session of {self._program.name}")

    def _mute(self) -> ToolError:
        return ToolError(
            "BROWSER_SILENT",
            f"{self._program.name} does not answer; say it again to have it ended and started anew, or wait.",
        )

    # -- what is known

    def _known(self) -> Notes | None:
        """The session of the notes where its process is still there; what a dead one left is not trusted."""
        try:
            notes = msgspec.json.decode((self._folder / NOTES).read_bytes(), type=Notes)
        except (OSError, msgspec.DecodeError):
            return None
        return notes if _created(notes.pid) == notes.created else None

    def _answers(self, notes: Notes) -> bool:
        try:
            told = asked(notes.port, "/json/version", ANSWERING)
        except (OSError, ValueError):
            return False
        return isinstance(told, dict) and str(told.get("webSocketDebuggerUrl", "")).endswith(notes.path)

    def _keep(self, notes: Notes) -> None:
        draft = self._folder / f"{NOTES}.{os.getpid()}"
        draft.write_bytes(msgspec.json.encode(notes))
        draft.replace(self._folder / NOTES)

    # -- starting

    def _started(self) -> Notes:
        self._profile.mkdir(parents=True, exist_ok=True)
        self._profile.chmod(0o700)
        for pid in _of_profile(self._profile):
            _end(pid)
        (self._profile / PORT_FILE).unlink(missing_ok=True)
        command = [self._program.path, *self._program.arguments, f"--user-data-dir={self._profile}", "about:blank"]
        log = self._folder / LOG
        try:
            with log.open("wb") as written:
                process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=written,
                    start_new_session=True,
                    cwd=self._folder,
                    env=dict(self._environ),
                )
        except OSError as error:
            raise ToolError("BROWSER_BROKEN", f"{self._program.name} cannot be started: {error.strerror}.") from error
        end = time.monotonic() + self._seconds
        place = until(lambda: self._place() or process.poll() is not None, self._seconds)
        if not isinstance(place, tuple):
            raise self._not_started(process)
        notes = Notes(process.pid, _created(process.pid), *place)
        if not until(lambda: self._answers(notes), max(1.0, end - time.monotonic())):
            raise self._not_started(process)
        self._keep(notes)
        return notes

    def _place(self) -> tuple[int, str] | None:
        """The port and path that the browser wrote down once it listens."""
        try:
            port, path = (self._profile / PORT_FILE).read_text(encoding="utf-8").split("\n")[:2]
            return int(port), path
        except (OSError, ValueError):
            return None

    def _not_started(self, process: subprocess.Popen[bytes]) -> ToolError:
        ended = process.poll() is not None
        if not ended:
            _end(process.pid)
        lines = (self._folder / LOG).read_text(encoding="utf-8", errors="replace").splitlines()
        if any(SANDBOX in line for line in lines):
            return ToolError(
                "BROWSER_BROKEN",
                f"{self._program.name} does not start as root with its sandbox; run AURA as another user, or set "
                f'AURA_BROWSER__ARGUMENTS=["--{SANDBOX}"].',
            )
        why = f": {lines[-1].rpartition('] ')[2].rstrip('.')}" if lines else ""
        said = "ended at once" if ended else f"did not start within {self._seconds:g} seconds"
        return ToolError("BROWSER_BROKEN", f"{self._program.name} {said}{why}; start it by hand to see why.")


def _created(pid: int) -> float:
    """When a process began; 0 where there is none that lives."""
    import psutil

    try:
        process = psutil.Process(pid)
        return 0.0 if process.status() == psutil.STATUS_ZOMBIE else float(process.create_time())
    except (psutil.Error, ValueError):
        return 0.0


def _of_profile(profile: Path) -> list[int]:
    """The browsers that use a profile and are known no more, so that a new one could not."""
    import psutil

    mark = f"--user-data-dir={profile}"
    found = [process for process in psutil.process_iter(["cmdline"]) if mark in (process.info["cmdline"] or ())]
    pids = {process.pid for process in found}
    return [process.pid for process in found if _parent(process.pid) not in pids]


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
