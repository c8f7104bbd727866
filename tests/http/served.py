"""A real server process on loopback, and what a client says to it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ADDRESS = re.compile(r"http://(?P<host>\S+?):(?P<port>\d+) ")


class Reply(NamedTuple):
    """What the server answered; `body` is the JSON in it, or None."""

    status: int
    headers: dict[str, str]
    body: Any

    @property
    def code(self) -> str:
        """The code of a problem document."""
        assert self.headers["content-type"] == "application/problem+json", self
        assert self.body["status"] == self.status and self.body["detail"], self
        return str(self.body["code"])


class Served:
    """One `aura serve` over a state and a workspace of its own."""

    def __init__(self, world: Path, *arguments: str, **environ: str) -> None:
        self.home, self.work = world / "state", world / "work"
        self.work.mkdir(parents=True, exist_ok=True)
        self.environ = clean_environ(world) | environ
        self._process = subprocess.Popen(
            [sys.executable, "-m", "aura", "serve", "--port", "0", *arguments],
            cwd=self.work,
            env=self.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        self.said = ""
        while (found := ADDRESS.search(self.said)) is None:
            line = self._process.stdout.readline()
            assert line, f"the server ended: {self.said}"
            self.said += line
        self.port = int(found["port"])

    @property
    def token(self) -> str:
        return (self.home / "http" / "token").read_text().strip()

    def token_of(self, name: str) -> str:
        """The token of one more person, made by the command line if there is none yet."""
        file = self.home / "http" / "people" / name
        if file.exists():
            return file.read_text().strip()
        command = [sys.executable, "-m", "aura", "serve", "--person", name]
        subprocess.run(command, cwd=self.work, env=self.environ, check=True, capture_output=True, timeout=60)
        return file.read_text().strip()

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Reply:
        """One request, with the owner's token if no other is given, none for an empty one."""
        token = self.token if token is None else token
        given = {"Authorization": f"Bearer {token}"} if token else {}
        content = None
        if body is not None:
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            given["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, content, given | (headers or {}))
            answer = connection.getresponse()
            raw = answer.read()
        finally:
            connection.close()
        found = {name.lower(): value for name, value in answer.getheaders()}
        assert b"Traceback" not in raw
        is_json = raw and "json" in found.get("content-type", "")
        return Reply(answer.status, found, json.loads(raw) if is_json else None)

    def get(self, path: str, **options: Any) -> Reply:
        return self.call("GET", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> Reply:
        return self.call("POST", path, body, **options)

    def raw(self, request: bytes) -> bytes:
        """What comes back for these very bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as connection:
            connection.sendall(request)
            found = b""
            while not _is_whole(found) and (part := connection.recv(65536)):
                found += part
        return found

    def events(self, run_id: str, last: str = "", most: int = 1000) -> Iterator[dict[str, Any]]:
        """The events of a run, each with its kind, id and data."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Authorization": f"Bearer {self.token}"} | ({"Last-Event-ID": last} if last else {})
        connection.request("GET", f"/runs/{run_id}/events", headers=headers)
        answer = connection.getresponse()
        assert answer.status == 200 and answer.getheader("content-type", "").startswith("text/event-stream")
        try:
            event: dict[str, Any] = {}
            for raw in answer:
                line = raw.decode().rstrip("\n")
                if line:
                    name, _, value = line.partition(": ")
                    event[name] = json.loads(value) if name == "data" else value
                elif event:
                    yield event
                    most -= 1
                    event = {}
                    if not most:
                        return
        finally:
            connection.close()

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._process.wait(30)

    def stop(self) -> None:
        """End it as a person would; it ends well, and has said nothing that a person should not see."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        rest, _ = self._process.communicate(timeout=60)
        assert "Traceback" not in self.said + (rest or "")
        assert self._process.returncode in (0, -signal.SIGKILL), rest


def _is_whole(answer: bytes) -> bool:
    """Whether an answer is there with all of its body."""
    head, _, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    return length is not None and len(body) >= int(length[1])


def clean_environ(world: Path) -> dict[str, str]:
    """An environment in which nothing of this machine's user is found."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("AURA_", "OPENAI_", "XDG_"))}
    home = world / "home"
    home.mkdir(parents=True, exist_ok=True)
    return environ | {
        "HOME": str(home),
        "AURA_HOME": str(world / "state"),
        "PYTHONUTF8": "1",
        "AURA_ENGINE__NAME": "inline",
    }
