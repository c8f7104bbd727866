"""A real X desktop without a screen: its own display, window manager, buses and sound, all ended at the end."""

from __future__ import annotations

import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

import psutil

import aura

SCREEN = "1280x800x24"
LONGEST = 20.0
"""Seconds after which what was waited for will not come."""
OFTEN = 0.02
PATIENCE = 2.0
"""Seconds that a program is given to end before it is made to."""

PACKAGES = Path(__file__).with_name("packages.txt")
"""Which Debian package brings which program."""
ELSEWHERE = (
    "/usr/libexec",
    "/usr/lib/at-spi2-core",
    "/usr/lib/python3/dist-packages",
    "/usr/share/fonts/truetype/dejavu",
)
MARK = "XDG_RUNTIME_DIR"
"""Every process of a desktop has its own folder in its environment, also those that let go of their parent."""
INHERITED = ("PATH", "LANG", "TZ", "TMPDIR")
SOURCE = str(Path(aura.__file__).resolve().parent.parent)


class Unavailable(Exception):  # noqa: N818  (it is a reason, and no error)
    """There is no desktop to be had here; says why."""


def until(true: Callable[[], object], what: str, within: float = LONGEST) -> None:
    """Wait until something is true; fails with what was waited for."""
    end = time.monotonic() + within
    while not true():
        assert time.monotonic() < end, f"waited in vain for: {what}"
        time.sleep(OFTEN)


def listens(address: Path) -> bool:
    """Whether a server takes calls at its socket: a bus is there some moments before it does."""
    with socket.socket(socket.AF_UNIX) as caller:
        return caller.connect_ex(str(address)) == 0


class Desktop:
    """The servers of a desktop and the environment that leads to them; the system's own bus is out of reach."""

    def __init__(self) -> None:
        _see_to_programs()
        self.root = Path(tempfile.mkdtemp(prefix="aura-desktop-"))
        self.runtime = self.root / "run"
        self.runtime.mkdir(mode=0o700)
        self.servers: list[subprocess.Popen[bytes]] = []
        self.environ = {name: os.environ[name] for name in INHERITED if name in os.environ}
        self.environ |= {
            "HOME": str(self.root / "home"),
            "LANG": "C.UTF-8",
            "PYTHONPATH": SOURCE,
            MARK: str(self.runtime),
            "XDG_SESSION_TYPE": "x11",
            "XDG_CURRENT_DESKTOP": "openbox",
            "GSETTINGS_BACKEND": "memory",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.runtime}/bus",
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.runtime}/system_bus",
            "PULSE_SERVER": f"unix:{self.runtime}/pulse.sock",
        }
        Path(self.environ["HOME"]).mkdir()
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        pulse = f"module-native-protocol-unix auth-anonymous=1 socket={self.runtime}/pulse.sock"
        self.serve(
            *("pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--disallow-exit=1"),
            *("-L", "module-null-sink sink_name=ci", "-L", pulse),
        )
        self.environ["DISPLAY"] = f":{self._start_screen()}"
        self.serve("dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address=unix:path={self.runtime}/bus")
        self.serve("openbox", "--sm-disable")
        until(lambda: self._works("wmctrl", "-l"), "the window manager")
        until(lambda: listens(self.runtime / "bus"), "the session bus")
        until(lambda: self._works("pactl", "info"), "the sound server")

    def _start_screen(self) -> str:
        """Start the display, on whatever number is free, and give its number."""
        reads, writes = os.pipe()
        with os.fdopen(reads) as told:
            command = ("Xvfb", "-displayfd", str(writes), "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset")
            self.serve(*command, pass_fds=(writes,))
            os.close(writes)
            ready, _, _ = select.select([told], [], [], LONGEST)
            number = told.readline().strip() if ready else ""
        if not number:
            raise Unavailable(f"no X display could be started: {self.log('Xvfb')[-300:]}")
        return number

    def serve(
        self, *command: str, environ: Mapping[str, str] | None = None, pass_fds: Sequence[int] = ()
    ) -> subprocess.Popen[bytes]:
        """Start a server that ends with the desktop, and with the tests, however they end."""
        with self._log(command[0]).open("ab") as log:
            server = subprocess.Popen(
                ("setpriv", "--pdeathsig", "TERM", *command),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=dict(environ or self.environ),
                pass_fds=pass_fds,
                start_new_session=True,
            )
        self.servers.append(server)
        return server

    def log(self, program: str) -> str:
        """What a server has said."""
        return self._log(program).read_text(encoding="utf-8", errors="replace")

    def _log(self, program: str) -> Path:
        return self.root / f"{Path(program).name}.log"

    def _works(self, *command: str) -> bool:
        return self._call(command, subprocess.DEVNULL) == 0

    def _call(self, command: Sequence[str], said: int | IO[bytes]) -> int:
        return subprocess.call(command, env=self.environ, stdin=subprocess.DEVNULL, stdout=said, stderr=said)

    def processes(self) -> Iterator[psutil.Process]:
        """What runs on this desktop, except its servers."""
        servers = {server.pid for server in self.servers}
        for process in psutil.process_iter():
            try:
                if process.pid not in servers and process.environ().get(MARK) == str(self.runtime):
                    yield process
            except psutil.Error:
                continue

    def end_processes(self, besides: frozenset[int] = frozenset()) -> None:
        """End what runs on this desktop, but its servers and those `besides`."""
        end([process for process in self.processes() if process.pid not in besides])

    def close(self) -> None:
        """End everything and leave nothing behind."""
        self.end_processes()
        for server in reversed(self.servers):
            stop(server)
        self.end_processes()
        shutil.rmtree(self.root, ignore_errors=True)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process of ours, politely at first."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(PATIENCE)


def end(processes: list[psutil.Process]) -> None:
    """End processes, politely at first."""
    for tell in (psutil.Process.terminate, psutil.Process.kill):
        for process in filter(is_alive, processes):
            with suppress(psutil.NoSuchProcess):
                tell(process)
        patience = time.monotonic() + PATIENCE
        while any(map(is_alive, processes)) and time.monotonic() < patience:
            time.sleep(OFTEN)


def is_alive(process: psutil.Process) -> bool:
    """Whether a process still runs; one that has ended and that nobody asked for its result does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _see_to_programs() -> None:
    """Raise Unavailable with the packages that are missing here."""
    if sys.platform != "linux":
        raise Unavailable("the tests' desktop is an X server on Linux")
    missing = [package for program, package in _needed() if not _is_there(program)]
    if missing:
        raise Unavailable(f"programs of the desktop are missing (Debian: apt install {' '.join(missing)})")


def _needed() -> Iterator[tuple[str, str]]:
    for line in PACKAGES.read_text(encoding="utf-8").splitlines():
        program, package = line.split()
        yield program, package


def _is_there(program: str) -> bool:
    return shutil.which(program) is not None or any(Path(folder, program).exists() for folder in ELSEWHERE)
