"""A cached look at the real disk: each path is asked for once, no link is followed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import islice
from pathlib import Path

from aura.capability.errors import ToolError
from aura.capability.ports import NodeInfo, NodeKind
from aura.contracts.listing import TELLS, Listing, listing_of

WINDOWS = os.name == "nt"
JUNCTION = 0xA0000003
"""IO_REPARSE_TAG_MOUNT_POINT, which the standard library names on Windows only."""
WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
READ_LIMIT = 256 * 1024 * 1024


class World:
    """The disk as it was when it was first looked at.

    Sizes are bytes. Trouble with the disk itself (no permission, an impossible name) is a ToolError; what is
    not there is None or empty.
    """

    def __init__(self) -> None:
        self._status: dict[str, os.stat_result | None] = {}
        self._kinds: dict[str, dict[str, NodeKind]] = {}
        self._entries: dict[str, list[tuple[str, NodeKind]]] = {}
        self._listings: dict[str, Listing] = {}
        self._larger: dict[str, int] = {}

    def kind(self, path: str) -> NodeKind | None:
        """What is at `path`."""
        folder, _, name = path.rpartition(os.sep)
        known = self._kinds.get(folder or os.sep)
        if known is not None and name in known:
            return known[name]
        status = self.status(path)
        return None if status is None else _kind_of(status)

    def status(self, path: str) -> os.stat_result | None:
        """What `lstat` says of `path`, or None if nothing is there."""
        if path not in self._status:
            self._status[path] = _lstat(path)
        return self._status[path]

    def names(self, path: str) -> Iterable[str]:
        """The names in a folder, in no order."""
        return self._inside(path)

    def entries(self, path: str) -> list[tuple[str, NodeKind]]:
        """What is in a folder: names, sorted, with their kinds."""
        known = self._entries.get(path)
        if known is None:
            kinds = self._inside(path)
            known = self._entries[path] = [(name, kinds[name]) for name in sorted(kinds)]
        return known.copy()

    def kinds(self, path: str, most: int) -> Mapping[str, NodeKind]:
        """What is in a folder, by name; nothing where it cannot be listed so, or holds more than `most` things."""
        return self._kinds[path] if self._look_in(path, most) else {}

    def listing(self, path: str, most: int) -> Listing | None:
        """What tells which names are free in a folder; None where it cannot be listed so, or holds too many."""
        known = self._listings.get(path)
        if known is None and self._look_in(path, most):
            known = self._listings[path] = listing_of(self._kinds[path])
        return known

    def info(self, path: str) -> NodeInfo:
        """Kind, size and local time of the last change; `path` must exist."""
        status = self.status(path)
        if status is None:
            raise ToolError("NOT_FOUND", f"There is nothing at {path}.")
        modified = datetime.fromtimestamp(status.st_mtime).astimezone().isoformat(timespec="seconds")
        return NodeInfo(_kind_of(status), status.st_size, modified, not status.st_mode & WRITABLE)

    def read(self, path: str) -> bytes:
        """A file's content, at most 256 MiB."""
        status = self.status(path)
        if status is not None and status.st_size > READ_LIMIT:
            raise ToolError("TOO_LARGE", f"{path} is larger than 256 MiB, which is too large to read at once.")
        try:
            return Path(path).read_bytes()
        except OSError as error:
            raise trouble(error, path) from error

    def leads_to_folder(self, path: str) -> bool:
        """Whether `path` is a link whose target is a folder."""
        return self.kind(path) == "link" and Path(path).is_dir()

    def inventory(self, path: str) -> tuple[int, str]:
        """How many files and folders are at and below `path`, and a fingerprint of them all.

        The fingerprint is opaque text that changes when any of them is exchanged, edited, added or removed.
        """
        found = self._inventory(path)
        if len(found) == 1 and not stat.S_ISDIR(found[0][1].st_mode):
            return 1, ":".join(map(str, _identity(found[0][1])))
        import hashlib

        digest = hashlib.blake2b(digest_size=16)
        for inside, status in found:
            digest.update(repr((inside, *_identity(status))).encode(errors="surrogateescape"))
        return len(found), digest.hexdigest()

    def _inventory(self, path: str) -> list[tuple[str, os.stat_result]]:
        found: list[tuple[str, os.stat_result]] = []
        waiting = [path]
        while waiting:
            here = waiting.pop()
            status = self.status(here)
            if status is None:
                continue
            found.append((here, status))
            if stat.S_ISDIR(status.st_mode):
                waiting.extend(os.path.join(here, name) for name in sorted(self.names(here)))  # noqa: PTH118
        return found

    def _look_in(self, path: str, most: int) -> bool:
        """Whether a folder's names are known now and at most so many; that it has more is remembered."""
        if path in self._kinds:
            return len(self._kinds[path]) <= most
        if not TELLS or most <= self._larger.get(path, -1):
            return False
        try:
            with os.scandir(path) as entries:
                found = list(islice(entries, most + 1))
                if len(found) <= most:
                    self._kinds[path] = _kinds_of(found)
                    return True
        except OSError:
            return False
        self._larger[path] = most
        return False

    def _inside(self, path: str) -> dict[str, NodeKind]:
        if path not in self._kinds:
            try:
                with os.scandir(path) as entries:
                    self._kinds[path] = _kinds_of(entries)
            except FileNotFoundError:
                return {}
            except OSError as error:
                raise trouble(error, path) from error
        return self._kinds[path]


def _kinds_of(entries: Iterable[os.DirEntry[str]]) -> dict[str, NodeKind]:
    return {entry.name: "file" if entry.is_file(follow_symlinks=False) else _kind_of_other(entry) for entry in entries}


def _kind_of_other(entry: os.DirEntry[str]) -> NodeKind:
    """The kind of what is no file."""
    if entry.is_symlink() or (WINDOWS and _is_junction(entry.stat(follow_symlinks=False))):
        return "link"
    return "folder" if entry.is_dir(follow_symlinks=False) else "other"


def trouble(error: OSError, path: str) -> ToolError:
    """The ToolError that says in one sentence what the operating system refused."""
    if isinstance(error, PermissionError):
        return ToolError("PERMISSION_DENIED", f"You do not have permission to look at {path}.")
    return ToolError("DISK_ERROR", f"The disk refused {path}: {error.strerror or error}.")


def _identity(status: os.stat_result) -> tuple[int, ...]:
    """Inode, and for what is not a folder size and time too: a folder's own change with what is in it."""
    if stat.S_ISDIR(status.st_mode):
        return (status.st_ino,)
    return (status.st_ino, status.st_size, status.st_mtime_ns)


def _lstat(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise trouble(error, path) from error
    except ValueError as error:
        raise ToolError("INVALID_PATH", f"{path!r} is not a path that a disk can have.") from error


def _kind_of(status: os.stat_result) -> NodeKind:
    if stat.S_ISREG(status.st_mode):
        return "file"
    if stat.S_ISLNK(status.st_mode) or _is_junction(status):
        return "link"
    return "folder" if stat.S_ISDIR(status.st_mode) else "other"


def _is_junction(status: os.stat_result) -> bool:
    """Whether it leads elsewhere as a link does, though Windows calls it a folder."""
    return getattr(status, "st_reparse_tag", 0) == JUNCTION
