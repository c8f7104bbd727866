"""The trash, in the layout of freedesktop.org: a name reserved by its `.trashinfo`, then one rename.

On Linux it is the user's own ($XDG_DATA_HOME/Trash, `.Trash-$uid` on other disks), so that file managers see
it; elsewhere a folder of the same layout under AURA_HOME, since those systems' bins cannot give things back.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path, PurePath

from aura.capability.errors import ToolError
from aura.execution import nodes
from aura.execution.places import Places
from aura.execution.trees import CREATE, READ

LONGEST_NAME = 200
"""Bytes of a name that leave room for a number and `.trashinfo` in the 255 that disks allow."""


def home_trash(environ: Mapping[str, str], aura_home: str, platform: str = sys.platform) -> str:
    """The trash folder of the user's own disk."""
    if platform != "linux":
        return str(PurePath(aura_home, "trash"))
    data = environ.get("XDG_DATA_HOME", "")
    if not PurePath(data).is_absolute():
        data = str(PurePath(environ.get("HOME") or Path.home(), ".local", "share"))
    return str(PurePath(data, "Trash"))


class NameTaken(Exception):  # noqa: N818 - not an error: another name is chosen
    """Somebody else took the chosen name in the trash in the meantime."""


class TrashCan:
    """Chooses names in the trash, notes what they stand for, and gives them free again."""

    def __init__(self, places: Places, home: str, *, per_disk: bool = sys.platform == "linux") -> None:
        self._places = places
        self._home = home
        self._per_disk = per_disk
        self._roots: dict[int, str] = {}
        self._last: dict[tuple[str, str], int] = {}

    def choose(self, path: str) -> str:
        """A free name for what is at `path`: the path under `files` that it is to be moved to.

        Raises ToolError `TRASH_UNAVAILABLE` where no trash can be made.
        """
        try:
            root = self._root_for(path)
        except OSError as error:
            raise ToolError(
                "TRASH_UNAVAILABLE",
                f"There is no trash for {path} ({error.strerror}), so it was not deleted.",
            ) from error
        self.trust(root)
        return self._free_name(root, PurePath(path).name)

    def note(self, path: str, kept: str) -> None:
        """Write the note that makes a name taken; raises NameTaken when it stands for another path."""
        self.trust(root_of(kept))
        place = _note_of(kept)
        text = self._text(path, kept)
        folder, name = self._places.spot(place)
        try:
            opened = os.open(name, CREATE, 0o600, dir_fd=folder)
        except FileExistsError as error:
            # The same path means an earlier attempt at this very change.
            if self._places.lstat(kept) is None and self._path_line(place) == text.splitlines()[1]:
                return
            raise NameTaken(kept) from error
        with os.fdopen(opened, "wb") as file:
            file.write(text)

    def release(self, path: str, kept: str) -> None:
        """Forget the note that a path under `files` stands for `path`, if it is that."""
        self.trust(root_of(kept))
        with suppress(FileNotFoundError):
            if self._path_line(_note_of(kept)) == self._text(path, kept).splitlines()[1]:
                nodes.remove_file(self._places, _note_of(kept))

    def _text(self, path: str, kept: str) -> bytes:
        return _note("" if root_of(kept) == self._home else root_of(kept), path)

    def trust(self, root: str) -> None:
        """Let changes go through a trash folder."""
        self._places.trust(root)

    def _free_name(self, root: str, name: str) -> str:
        short = _shortened(name)
        number = self._last.get((root, short), 0)
        while True:
            number += 1
            kept = str(PurePath(root, "files", _numbered(short, number)))
            if self._places.lstat(kept) is None and self._places.lstat(_note_of(kept)) is None:
                self._last[root, short] = number
                return kept

    def _path_line(self, note: str) -> bytes:
        folder, name = self._places.spot(note)
        with os.fdopen(os.open(name, READ, dir_fd=folder), "rb") as file:
            return ([*file.read().splitlines(), b"", b""])[1]

    def _root_for(self, path: str) -> str:
        device = self._places.device(path)
        if device not in self._roots:
            self._roots[device] = self._find_root(path, device)
        return self._roots[device]

    def _find_root(self, path: str, device: int) -> str:
        _make(self._home)
        if not self._per_disk or os.lstat(self._home).st_dev == device:
            return self._home
        top = _top_of_disk(Path(path).parent, device)
        own = top / f".Trash-{os.getuid()}"
        try:
            _make(str(own))
        except OSError:  # A read-only or foreign top folder: the trash at home takes it, by copying.
            return self._home
        return str(own)


def root_of(kept: str) -> str:
    """The trash folder that a path under `files` belongs to."""
    return str(PurePath(kept).parent.parent)


def _make(root: str) -> None:
    Path(root).mkdir(mode=0o700, parents=True, exist_ok=True)
    if Path(root).is_symlink():
        raise PermissionError(1, "the trash folder is a link")
    for part in ("files", "info"):
        Path(root, part).mkdir(mode=0o700, exist_ok=True)


def _top_of_disk(folder: Path, device: int) -> Path:
    while folder.parent != folder and folder.parent.lstat().st_dev == device:
        folder = folder.parent
    return folder


def _note_of(kept: str) -> str:
    path = PurePath(kept)
    return str(path.parent.parent / "info" / f"{path.name}.trashinfo")


def _note(root: str, path: str) -> bytes:
    from urllib.parse import quote

    recorded = os.path.relpath(path, PurePath(root).parent) if root else path
    now = datetime.now().isoformat(timespec="seconds")
    encoded = quote(os.fsencode(recorded))
    return f"[Trash Info]\nPath={encoded}\nDeletionDate={now}\n".encode()


def _shortened(name: str) -> str:
    return os.fsencode(name)[:LONGEST_NAME].decode(errors="ignore") if len(name) > LONGEST_NAME // 4 else name


def _numbered(name: str, number: int) -> str:
    if number == 1:
        return name
    path = PurePath(name)
    return f"{path.stem}.{number}{path.suffix}"
