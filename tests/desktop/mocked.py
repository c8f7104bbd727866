"""Services of a system that are not those of this computer: dbusmock's templates on a bus of the tests' own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

from servers import Desktop, listens, stop, until

PYTHON = "/usr/bin/python3"
"""The system's own Python, which has the Debian package python3-dbusmock."""
BUS = "DBUS_SYSTEM_BUS_ADDRESS"


class SystemBus:
    """A private system bus, where the environment of a desktop says that the system's bus is."""

    def __init__(self, desktop: Desktop, environ: Mapping[str, str]) -> None:
        self._desktop = desktop
        self._environ = dict(environ)
        self.mocks: list[Mocked] = []
        self._socket = Path(environ[BUS].removeprefix("unix:path="))
        address = f"--address={environ[BUS]}"
        self._server = desktop.serve("dbus-daemon", "--session", "--nofork", "--nopidfile", address)
        until(lambda: listens(self._socket), "the system bus")

    def mock(self, template: str, parameters: Mapping[str, object]) -> Mocked:
        """Bring a service, as a template has it, onto the bus."""
        before = self._names()
        log = self._desktop.root / f"{template}.{len(self.mocks)}.log"
        command = (PYTHON, "-m", "dbusmock", "--template", template, "-l", str(log))
        server = self._desktop.serve(*command, "-p", json.dumps(parameters), environ=self._environ)
        until(lambda: self._names() - before, f"the mocked {template}")
        (name,) = self._names() - before
        self.mocks.append(Mocked(name, self._environ, log, server))
        return self.mocks[-1]

    def _names(self) -> set[str]:
        """The services that are on the bus."""
        said = _send(self._environ, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.ListNames")
        names = {line.strip().removeprefix('string "').removesuffix('"') for line in said.splitlines()[2:-1]}
        return {name for name in names if not name.startswith((":", "org.freedesktop.DBus"))}

    def close(self) -> None:
        """End the bus and what is on it."""
        for mocked in self.mocks:
            stop(mocked.server)
        stop(self._server)
        self._socket.unlink(missing_ok=True)


class Mocked:
    """One mocked service: what it was asked to do, and a way to tell it how it is."""

    def __init__(self, name: str, environ: dict[str, str], log: Path, server: subprocess.Popen[bytes]) -> None:
        self.name = name
        self.server = server
        self._environ = environ
        self._log = log

    @property
    def calls(self) -> list[str]:
        """What it was asked to do, in order, such as `PowerOff True`."""
        lines = self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []
        return [line.partition(" ")[2] for line in lines]

    def call(self, path: str, method: str, *arguments: str) -> str:
        """Call a method by its whole name, with arguments as dbus-send takes them (`string:one boolean:true`)."""
        return _send(self._environ, self.name, path, method, *arguments)

    def property(self, path: str, interface: str, name: str) -> str:
        """A property's value as dbus-send says it."""
        said = self.call(path, "org.freedesktop.DBus.Properties.Get", f"string:{interface}", f"string:{name}")
        return said.splitlines()[-1].removeprefix("   variant").strip()


def _send(environ: Mapping[str, str], name: str, path: str, method: str, *arguments: str) -> str:
    command = ("dbus-send", "--system", "--print-reply", f"--dest={name}", path, method, *arguments)
    done = subprocess.run(command, env=dict(environ), capture_output=True, encoding="utf-8", timeout=20, check=False)
    assert done.returncode == 0, f"{method} of {name} failed: {done.stderr.strip()}"
    return done.stdout
