"""Where changes happen: parent folders held open by descriptor, so that no link leads out of a place.

A path is opened component by component below the longest trusted base that holds it (an anchor, AURA_HOME,
the trash). Links above the base are the machine's business; a link below it is followed only when its target
stays inside the base, else the change is refused. Once a folder is open, renames cannot lead a change astray.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import islice
from pathlib import PurePath

from aura.capability.errors import ToolError

BY_DESCRIPTOR = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
FOLDER_FLAGS = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
MOST_LINKS = 40
MOST_OPEN = 128

Spot = tuple[int | None, str]
"""A parent folder's descriptor and a name in it; where the system has none, None and the absolute path."""


def parent_of(path: str) -> str:
    """The folder of an absolute path, in the flavour of this machine."""
    if os.sep == "/":  # PurePath takes fifty times as long, and this is asked several times a change.
        return path[: path.rfind("/")] or "/"
    return str(PurePath(path).parent)


class Places:
    """Opens and keeps the parent folders of a step's changes."""

    def __init__(self, bases: Sequence[str] = ()) -> None:
        self._bases = sorted((PurePath(base) for base in bases), key=lambda base: -len(base.parts))
        self._open: dict[str, int] = {}

    def spot(self, path: str) -> Spot:
        """The open parent of `path` and its name there.

        Raises FileNotFoundError when the parent is missing, ToolError when a link leads out of the place.
        """
        if not BY_DESCRIPTOR:
            return None, path
        folder, _, name = path.rpartition("/")
        descriptor = self._open.get(folder)
        if descriptor is None:
            descriptor = self._remember(folder)
        return descriptor, name

    def lstat(self, path: str) -> os.stat_result | None:
        """What is at `path`, its last component not followed; None if nothing is."""
        try:
            descriptor, name = self.spot(path)
            return os.stat(name, dir_fd=descriptor, follow_symlinks=False)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def names(self, folder: str, most: int) -> list[str] | None:
        """The names in a folder; None where it cannot be listed or has more than `most`."""
        if not BY_DESCRIPTOR:
            return None
        try:
            with os.scandir(self.spot(f"{folder}/.")[0]) as entries:
                found = [entry.name for entry in islice(entries, most + 1)]
        except OSError:
            return None
        return found if len(found) <= most else None

    def device(self, path: str) -> int:
        """The device that `path` is on, or will be on once it is there."""
        while (found := self.lstat(path)) is None and parent_of(path) != path:
            path = parent_of(path)
        return found.st_dev if found else 0

    def trust(self, base: str) -> None:
        """Add a base of the product's own, such as a trash folder."""
        if PurePath(base) not in self._bases:
            self._bases = sorted([*self._bases, PurePath(base)], key=lambda known: -len(known.parts))

    def forget(self) -> None:
        """Close every folder; to be called when a folder itself has moved, and at the end of a step."""
        for descriptor in self._open.values():
            os.close(descriptor)
        self._open.clear()

    def _remember(self, folder: str) -> int:
        if len(self._open) >= MOST_OPEN:
            self.forget()
        descriptor = self._open[folder] = self._walk(folder or "/")
        return descriptor

    def _walk(self, folder: str) -> int:
        base, names, may_follow = self._split(folder)
        for _ in range(MOST_LINKS if may_follow else 1):
            outcome = _descend(base, names, folder)
            if isinstance(outcome, int):
                return outcome
            names = outcome
        raise _leaves(folder)

    def _split(self, folder: str) -> tuple[str, list[str], bool]:
        """The real path of the base of `folder`, the names below it, and whether links inside it count."""
        wanted = PurePath(folder)
        for base in self._bases:
            if wanted.is_relative_to(base):
                return os.path.realpath(base), list(wanted.relative_to(base).parts), True
        # Without a base, only a link in the root folder itself is trusted (/tmp on macOS): the system's own.
        top, rest = PurePath(*wanted.parts[:2]), list(wanted.parts[2:])
        return os.path.realpath(top), rest, False


def _descend(base: str, names: list[str], folder: str) -> int | list[str]:
    """A descriptor of base/names, or the names to try instead where a link inside the base was met."""
    descriptor = os.open(base, FOLDER_FLAGS)
    for index, name in enumerate(names):
        try:
            below = os.open(name, FOLDER_FLAGS | os.O_NOFOLLOW, dir_fd=descriptor)
        except OSError as error:
            target = _link_target(name, descriptor)
            os.close(descriptor)
            if target is None:
                raise error
            return _respelled(base, names[:index], target, names[index + 1 :], folder)
        os.close(descriptor)
        descriptor = below
    return descriptor


def _link_target(name: str, descriptor: int) -> str | None:
    try:
        return os.readlink(name, dir_fd=descriptor)
    except OSError:
        return None


def _respelled(base: str, before: list[str], target: str, after: list[str], folder: str) -> list[str]:
    """The names below `base` once a link was read; raises ToolError when its target is outside."""
    spelled = os.path.normpath(os.path.join(base, *before, target))  # noqa: PTH118 - purely lexical
    inside = PurePath(spelled)
    if not inside.is_relative_to(base):
        raise _leaves(folder)
    return [*inside.relative_to(base).parts, *after]


def _leaves(folder: str) -> ToolError:
    return ToolError(
        "LINK_LEAVES_PLACE",
        f"{folder} goes through a link that leads out of its place, so nothing was changed there; "
        "name the folder that the link points to.",
    )
