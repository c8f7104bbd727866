"""A user at a desktop: says something, runs programs, and looks at what came of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from mocked import Mocked, SystemBus
from servers import LONGEST, Desktop, until

from aura.capability.machine import Machine
from aura.contracts.goal import Question
from aura.contracts.outcome import Preview, RunResult
from aura.runtime.assemble import assemble
from aura.runtime.pipeline import Orchestrator

Answer = str | Callable[[Question], str | None] | None
Approve = bool | Callable[[Preview], bool | None]
SERVICES = {"at-spi-bus-launcher", "at-spi2-registryd", "dbus-daemon", "dconf-service"}
"""What the bus of the session starts for a program that has windows, and itself before it has become that."""

MOST_LISTINGS, GONE_MEANWHILE = 20, "BadWindow"
"""A window may go while all are listed: then they are listed again."""


class Desk:
    """One user with a home, a workspace and an AURA_HOME of his own, on a desktop that others used before.

    What the kernel knows of lights and radios is looked for in `sysfs`, where nothing is but what a test puts there.
    """

    def __init__(self, desktop: Desktop, root: Path, compiled: Path) -> None:
        self._desktop = desktop
        self._bus: SystemBus | None = None
        self._there_before = frozenset(process.pid for process in desktop.processes())
        self.home, self.workspace, self.state = (root / name for name in ("home", "work", "state"))
        self.sysfs = root / "sys"
        for folder in (self.home, self.workspace, self.state, self.sysfs):
            folder.mkdir(parents=True)
        (self.state / "cache").symlink_to(compiled)
        self.environ: dict[str, str] = {
            **desktop.environ,
            "HOME": str(self.home),
            "SYSFS_PATH": str(self.sysfs),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_DATA_HOME": str(self.home / ".local/share"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "AURA_HOME": str(self.state),
            "AURA_JOURNAL__SYNCHRONOUS": "NORMAL",
            "AURA_ENGINE__NAME": "inline",
        }
        self.run("xdg-user-dirs-update")

    # -- AURA

    def session(self, **more: str) -> Orchestrator:
        """A new session in the workspace, as another process would have; `more` are variables of its environment."""
        return assemble(self.workspace, {**self.environ, **more})

    def say(self, sentence: str, *, answer: Answer = None, approve: Approve = True, **more: str) -> RunResult:
        """Say a sentence in a new session; `answer` is given to every question, and the preview is approved or not."""
        reply = answer if callable(answer) or answer is None else lambda _: answer
        yes = approve if callable(approve) else lambda _: approve
        return self.session(**more).process(sentence, approve=yes, answer=reply)

    def plan(self, sentence: str, **more: str) -> RunResult:
        """What a sentence would do; nothing is done."""
        return self.session(**more).plan(sentence)

    def undo(self) -> RunResult:
        """Take the last command back."""
        return self.session().undo(approve=lambda _: True)

    def command(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """The real command line, with nobody at the terminal: `desk.command("turn the sound off", "--yes")`."""
        return self._call([sys.executable, "-P", "-m", "aura", *words], more)

    def machine(self, **more: str) -> Machine:
        """This computer, as a port's backends get it."""
        return Machine(sys.platform, {**self.environ, **more})

    # -- other programs

    def run(self, *words: str, **more: str) -> str:
        """What another program says, that must succeed: `desk.run("wmctrl -lG")`, or each word apart."""
        command = words[0].split() if len(words) == 1 else list(words)
        done = self._call(command, more)
        assert done.returncode == 0, f"{' '.join(command)} failed: {done.stderr.strip()}"
        return done.stdout

    def start(self, *words: str, **more: str) -> subprocess.Popen[bytes]:
        """Start a program that goes on; it is ended when the test ends."""
        return subprocess.Popen(
            words,
            cwd=self.workspace,
            env={**self.environ, **more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def open(self, *words: str, **more: str) -> str:
        """Start a program and wait for its window; gives the window's id, such as 0x00a00003."""
        before = set(self.windows())
        started = self.start(*words, **more)
        new: list[str] = []

        def shown() -> bool:
            assert not started.poll(), f"{words[0]} ended with {started.returncode}"
            new[:] = [window for window in self.windows() if window not in before]
            return bool(new)

        until(shown, f"a window of {words[0]}")
        return new[0]

    def install(self, name: str, command: str, **more: str) -> None:
        """Put a program into this user's menu; `more` are other keys of its entry."""
        folder = self.home / ".local/share/applications"
        folder.mkdir(parents=True, exist_ok=True)
        keys = {"Type": "Application", "Name": name, "Exec": command, **more}
        lines = ["[Desktop Entry]", *(f"{key}={value}" for key, value in keys.items())]
        (folder / f"{name.replace(' ', '-').lower()}.desktop").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def windows(self) -> dict[str, str]:
        """The windows there are, in the order in which they came: id → title."""
        found: dict[str, str] = {}
        listed = self._call(["wmctrl", "-l"], {})
        for _ in range(MOST_LISTINGS):
            if GONE_MEANWHILE not in listed.stderr:
                break
            listed = self._call(["wmctrl", "-l"], {})
        assert listed.returncode == 0, f"wmctrl -l failed: {listed.stderr.strip()}"
        for line in listed.stdout.splitlines():
            window, _, _, *title = line.split(maxsplit=3)
            found[window] = title[0] if title else ""
        return found

    def focused(self) -> str:
        """The title of the window that gets the keys; empty where none does."""
        done = self._call(["xdotool", "getwindowfocus", "getwindowname"], {})
        return done.stdout.strip() if done.returncode == 0 else ""

    def running(self) -> list[str]:
        """The names of the programs that run on the desktop now and did not when the test began."""
        return sorted(process.name() for process in self._desktop.processes() if process.pid not in self._there_before)

    def programs(self) -> list[str]:
        """The same without what the bus of the session starts by itself, which comes and goes."""
        return [name for name in self.running() if name not in SERVICES]

    def mock(self, template: str, **parameters: object) -> Mocked:
        """A mocked system service on a private system bus: `logind`, `networkmanager` and so on."""
        self._bus = self._bus or SystemBus(self._desktop, self.environ)
        return self._bus.mock(template, parameters)

    @property
    def mocked(self) -> list[Mocked]:
        """The mocked services that there are."""
        return [] if self._bus is None else self._bus.mocks

    def until(self, true: Callable[[], object], what: str, within: float = LONGEST) -> None:
        """Wait until something is true; fails with what was waited for."""
        until(true, what, within)

    def quit(self) -> None:
        """End every program that this user started, or AURA for him, and wait until their windows are gone."""
        self._desktop.end_processes(besides=self._there_before)
        self.until(lambda: not self.windows(), "the end of the windows")

    def leave(self) -> None:
        """End what this user started, and what AURA started for him."""
        self._desktop.end_processes(besides=self._there_before)
        if self._bus is not None:
            self._bus.close()

    def _call(self, command: list[str], more: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.workspace,
            env={**self.environ, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
