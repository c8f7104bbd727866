"""What a session knows beside the utterance: its folder, captured once, and what happened shortly before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct

from aura.capability.ports import Disk, Past
from aura.language.lattice import KnownNames
from aura.language.tokens import tokenize
from aura.understanding.paths import PathResolver

MOST_KNOWN = 3000
LOOKED_INTO = ("WORKSPACE", "DESKTOP", "DOCUMENTS", "DOWNLOADS")
DEPTH = 2


class SessionContext(Struct, frozen=True):
    """The session's workspace, read from the process once and never again."""

    cwd: str


class ContextSnapshot(Struct, frozen=True):
    """Ambient state in words: recent commands, newest first; read-only to everyone who gets it."""

    recent: tuple[str, ...] = ()


class AmbientMemory:
    """Recent commands that a pronoun may still refer to, until it expires."""

    def __init__(self, past: Sequence[Past], expiry_seconds: float) -> None:
        self._past = past
        self._expiry = timedelta(seconds=expiry_seconds)

    def snapshot(self, now: datetime) -> ContextSnapshot:
        """The commands that have not expired."""
        alive = [one for one in self._past if now - datetime.fromisoformat(one.started) <= self._expiry]
        return ContextSnapshot(tuple(one.utterance for one in alive))


def known_names(paths: PathResolver, disk: Disk, extra: Sequence[str] = ()) -> KnownNames:
    """The names of files and folders where the user looks: the anchors, and one level below them."""
    folders: set[str] = set()
    files: set[str] = set()
    queue = [(found, 1) for name in (*LOOKED_INTO, *extra) if isinstance(found := paths.anchor(name), str)]
    for folder, depth in queue:
        if len(folders) + len(files) > MOST_KNOWN or disk.kind(folder) != "folder":
            continue
        for name in disk.children(folder):
            if name.startswith("."):
                continue
            path = str(Path(folder) / name)
            if disk.kind(path) == "folder":
                folders.add(_as_said(name))
                if depth < DEPTH:
                    queue.append((path, depth + 1))
            else:
                files.update(_file_names(name))
    return KnownNames(frozenset(folders), frozenset(files))


def _file_names(name: str) -> list[str]:
    """A file's name as it may be said: whole, and without its extension."""
    stem = name.rpartition(".")[0]
    return [_as_said(name), *([_as_said(stem)] if len(stem) > 2 else [])]


def _as_said(name: str) -> str:
    return " ".join(token.low for token in tokenize(name)) or name.lower()
