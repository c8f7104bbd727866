"""Who may come in: a bearer token for each person, in a file that only the owner of this machine's account can read."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import re
import secrets
import stat
from pathlib import Path

from aura.capability.errors import ToolError

FOLDER = "http"
OWNER_FILE = "token"
PEOPLE = "people"
OWNER = "owner"
"""Who has the token that is made on first start."""

NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")
TOKEN_BYTES = 32
PRIVATE = 0o600
OTHERS = stat.S_IRWXG | stat.S_IRWXO


class People:
    """The tokens under AURA_HOME; a file that is added or deleted counts from the next request on."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER
        self._state: tuple[int, int] | None = None
        self._digests: dict[str, bytes] = {}

    def open(self) -> Path:
        """Make the owner's token if there is none; returns its file."""
        for folder in (self._folder, self._folder / PEOPLE):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self._folder / OWNER_FILE
        if not os.path.lexists(file):
            with contextlib.suppress(FileExistsError):  # another server has made it at the same moment
                _make(file)
        self._load()
        return file

    def add(self, name: str) -> Path:
        """Make a token for one more person; returns its file."""
        if not NAME.fullmatch(name) or name == OWNER:
            raise ToolError("BAD_NAME", f"{name!r} cannot be a person's name here; use small letters, digits, - or _.")
        self.open()
        file = self._folder / PEOPLE / name
        try:
            _make(file)
        except FileExistsError as error:
            raise ToolError("NAME_TAKEN", f"{name} has a token already, in {file}; delete it for a new one.") from error
        return file

    def who(self, token: str) -> str | None:
        """Whose token it is, in a time that does not tell how much of it is right."""
        if self._now() != self._state:
            self._load()
        given = _digest(token)
        found = None
        for name, known in self._digests.items():
            if hmac.compare_digest(given, known):
                found = name
        return found

    def _load(self) -> None:
        self._state = self._now()
        files = {OWNER: self._folder / OWNER_FILE}
        files |= {file.name: file for file in sorted((self._folder / PEOPLE).iterdir()) if NAME.fullmatch(file.name)}
        self._digests = {name: _digest(token) for name, file in files.items() if (token := _read(file))}

    def _now(self) -> tuple[int, int]:
        return self._folder.stat().st_mtime_ns, (self._folder / PEOPLE).stat().st_mtime_ns


def _make(file: Path) -> None:
    """Write a new token: the file appears under its name only when it is whole, readable for its owner alone."""
    beside = file.with_name(f".{secrets.token_hex(8)}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as opened:
            opened.write(secrets.token_urlsafe(TOKEN_BYTES) + "\n")
            opened.flush()
            os.fsync(opened.fileno())
        os.link(beside, file)
    finally:
        beside.unlink()


def _read(file: Path) -> str:
    """The token in a file; nothing where it has just been deleted. Raises ToolError where others could read it too."""
    try:
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ToolError("TOKEN_UNUSABLE", f"The token file {file} cannot be read: {error.strerror}.") from error
    with os.fdopen(descriptor, encoding="ascii", errors="replace") as opened:
        mode = os.fstat(opened.fileno()).st_mode
        if os.name == "posix" and mode & OTHERS:
            raise ToolError("TOKEN_OPEN", f"Others can read the token file {file}; delete it, and a new one is made.")
        token = opened.read(1024).strip()
    if len(token) < TOKEN_BYTES:
        raise ToolError("TOKEN_UNUSABLE", f"The token file {file} holds no whole token; delete it for a new one.")
    return token


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()
