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
from aura.contracts.problem import Problem

FOLDER = "http"
OWNER_FILE = "token"
PEOPLE = "people"
OWNER = "owner"
"""Who has the token that is made on first start."""

NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")
TOKEN_BYTES = 32
PRIVATE = 0o600
NO_PIPE_NO_LINK = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
OTHERS = stat.S_IRWXG | stat.S_IRWXO


class People:
    """The tokens under AURA_HOME; a file that is added, written over or deleted counts from the next request on."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def open(self) -> Path:
        """Make the owner's token if there is none; returns its file. Raises ToolError where a file is not usable."""
        for folder in (self._folder, self._folder / PEOPLE):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self._folder / OWNER_FILE
        if not os.path.lexists(file):
            with contextlib.suppress(FileExistsError):  # another server has made it at the same moment
                _make(file)
        for found in map(_read, self._files().values()):
            if isinstance(found, Problem):
                raise ToolError(found.code, found.message)
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
        """Whose token it is, in a time that does not tell how much of it is right; a bad file lets nobody in."""
        given = _digest(token)
        found = None
        for name, file in self._files().items():
            known = _read(file)
            if isinstance(known, str) and hmac.compare_digest(given, _digest(known)):
                found = name
        return found

    def _files(self) -> dict[str, Path]:
        people = (file for file in sorted((self._folder / PEOPLE).glob("*")) if NAME.fullmatch(file.name))
        return {OWNER: self._folder / OWNER_FILE} | {file.name: file for file in people if file.name != OWNER}


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


def _read(file: Path) -> str | Problem | None:
    """The token in a file; None where it has just been deleted, a Problem where it can be used no more."""
    try:
        descriptor = os.open(file, os.O_RDONLY | NO_PIPE_NO_LINK)
        try:
            mode = os.fstat(descriptor).st_mode
            token = os.read(descriptor, 1024).decode("ascii", "replace").strip() if stat.S_ISREG(mode) else ""
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        return None
    except OSError as error:
        return Problem("TOKEN_UNUSABLE", f"The token file {file} cannot be read: {error.strerror}.")
    if os.name == "posix" and mode & OTHERS:
        return Problem("TOKEN_OPEN", f"Others can read the token file {file}; delete it, and a new one is made.")
    if len(token) < TOKEN_BYTES:
        return Problem("TOKEN_UNUSABLE", f"The token file {file} holds no whole token; delete it for a new one.")
    return token


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()
