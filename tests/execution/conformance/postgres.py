"""A PostgreSQL server of the tests' own: on a free loopback port, in a temporary folder, stopped at the end."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

USERS = ("postgres", "nobody")
"""Whom the server runs as where the tests are root's, which it refuses to be."""

OPTIONS = "-c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=300"


GUARD = 'read _; "$0" -D "$1" -m immediate stop; rm -rf "$2"'
"""Waits for the end of who holds its input, however that comes, and then leaves nothing behind."""


class Unavailable(Exception):  # noqa: N818  (it is a reason, and no error)
    """There is no server to be had here; says why."""


class Postgres:
    """One server that can be stopped and started again with what it holds."""

    def __init__(self) -> None:
        self._programs = _programs()
        self._user = _user()
        self._folder = Path(tempfile.mkdtemp(prefix="aura-postgres-"))
        self.port = _free_port()
        if self._user is not None:
            os.chown(self._folder, self._user.pw_uid, self._user.pw_gid)
        try:
            self._run("initdb", "-D", self._data, "-A", "trust", "-U", "aura", "-E", "UTF8", "--no-sync")
            self.start()
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        self._guard = subprocess.Popen(
            ["sh", "-c", GUARD, str(self._programs / "pg_ctl"), self._data, str(self._folder)],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
            start_new_session=True, **self._who(),
        )  # type: ignore[call-overload] # fmt: skip

    def start(self) -> None:
        """Start it, on the same port each time."""
        options = f"-p {self.port} -k {self._folder} {OPTIONS}"
        self._run("pg_ctl", "-D", self._data, "-l", str(self._folder / "log"), "-w", "-o", options, "start")

    def stop(self) -> None:
        """Stop it at once, as a crash would: whoever is connected loses the connection."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")

    def close(self) -> None:
        """Stop it for good."""
        self._guard.communicate()

    def database(self, name: str) -> str:
        """The URL of a new, empty database."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type]
        return self.url(name)

    def url(self, name: str) -> str:
        """The URL of a database."""
        return f"postgresql://aura@127.0.0.1:{self.port}/{name}"

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _who(self) -> dict[str, object]:
        if self._user is None:
            return {}
        return {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}

    def _run(self, program: str, *arguments: str) -> None:
        command: Sequence[str] = (str(self._programs / program), *arguments)
        log = self._folder / f"{program}.out"
        # The server keeps what it inherits open, so its words go to a file and not into a pipe.
        with log.open("w") as said:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                cwd=self._folder,
                check=False,
                **self._who(),
            )  # type: ignore[call-overload]
        if done.returncode:
            raise Unavailable(f"{program} failed: {log.read_text().strip()[-300:]}")


def _programs() -> Path:
    """The folder of the server's programs."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not folders:
        raise Unavailable("there is no PostgreSQL server on this machine (Debian: apt install postgresql)")
    return folders[-1].parent


def _user() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    for name in USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Unavailable("PostgreSQL refuses to run as root, and there is no other user to run it as")


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
