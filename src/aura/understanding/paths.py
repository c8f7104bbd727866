"""The one authority that joins and anchors paths, for POSIX and Windows on any machine."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import PurePath, PurePosixPath, PureWindowsPath

from aura.capability.ports import NodeKind
from aura.config.folders import AnchorFolders
from aura.config.settings import Settings
from aura.contracts.problem import Problem
from aura.understanding.path_guard import DEVICE_FILE, NOT_ABSOLUTE, Action, Guard, Kind, Machine
from aura.understanding.path_names import FORBIDDEN_NAME, NameRules, first_problem, shown, split_below

WORKSPACE = "WORKSPACE"
HOME = "HOME"
DRIVE = "DRIVE_"
UNMAPPED_ANCHOR = "UNMAPPED_ANCHOR"
UNKNOWN_ANCHOR = "UNKNOWN_ANCHOR"

JUNCTION = 0xA0000003
"""Windows's IO_REPARSE_TAG_MOUNT_POINT, which the standard library names on Windows only."""

DRIVE_FORM = re.compile(r"(?P<letter>[A-Za-z]):(?:[\\/]+(?P<rest>.*))?", re.DOTALL)
SHARE_FORM = re.compile(r"[\\/]{2}(?P<server>[^\\/]+)[\\/]+(?P<share>[^\\/]+)(?:[\\/]+(?P<rest>.*))?", re.DOTALL)
HOME_FORM = re.compile(r"~(?:[\\/]+(?P<rest>.*))?", re.DOTALL)


class PathResolver:
    """Turns a base and a name into an absolute, normalised path, and says what may be done with it.

    `anchors` maps places to absolute folders (WORKSPACE is the session's working directory); `machine` says
    which flavour of path this is and how to look at the disk, so that everything else is pure.
    """

    def __init__(self, settings: Settings, anchors: Mapping[str, str], machine: Machine) -> None:
        self._settings = settings
        self._anchors = anchors
        self._machine = machine
        self._names = NameRules(settings.policy)

    @property
    def workspace(self) -> str:
        """The session's working directory, absolute."""
        return str(self._machine.flavour(self._anchors[WORKSPACE]))

    @property
    def flavour(self) -> type[PurePath]:
        """The kind of path that this machine has."""
        return self._machine.flavour

    def over(self, kind: Kind) -> PathResolver:
        """The same authority with another look at the disk, such as an overlay's `kind`."""
        machine = Machine(self.flavour, kind, self._machine.realpath, self._machine.case_sensitive)  # type: ignore[arg-type]
        return PathResolver(self._settings, self._anchors, machine)

    def guard(self) -> Guard:
        """A policy check for one play or one step, which remembers what it saw of folders."""
        return Guard(self._machine, self._settings.policy, self._all_anchors, self._settings.home)

    def check(self, path: str, action: Action) -> Problem | None:
        """Why reading, writing, replacing or deleting `path` is refused, looked at afresh, or None."""
        return self.guard()(path, action)

    def anchor(self, name: str) -> str | Problem:
        """The absolute folder of a named place; a Problem that says how to map it where it is not mapped."""
        known = self._anchors.get(name)
        if known is not None:
            return str(self._machine.flavour(known))
        letter = name.removeprefix(DRIVE)
        if not name.startswith(DRIVE) or len(letter) != 1 or not letter.isalpha():
            return Problem(UNKNOWN_ANCHOR, f"There is no place called {shown(name)}: name another one.", name)
        if self.flavour is PureWindowsPath:
            return f"{letter.upper()}:\\"
        message = (
            f"The drive {letter.upper()} has no folder on this machine: set AURA_ANCHORS__{name}=/path, "
            f"or write `anchors: {{{name}: /path}}` in {self.flavour(self._settings.home) / 'config.yaml'}."
        )
        return Problem(UNMAPPED_ANCHOR, message, name)

    def resolve(self, name: str) -> str | Problem:
        """A name as the user typed it, relative to the workspace."""
        return self.join(self.workspace, name)

    def join(self, base: str, name: str) -> str | Problem:
        """The path that `name` means in the folder `base`: absolute, normalised, below `base`.

        `name` may have folders in it ("work/a.txt"), or be a whole path of its own: `~/x`, `/x`, `D:\\x`. On
        POSIX, a backslash before a space is the shell's way to write the space.
        """
        folder = self.flavour(base)
        if not folder.is_absolute():
            return Problem(NOT_ABSOLUTE, f"{shown(base)} is not a whole path: say where it is.", base)
        if self.flavour is PurePosixPath and "\\" in name and (kept := self._existing(folder, name)):
            return kept
        if found := HOME_FORM.fullmatch(name):
            return self._below_anchor(HOME, found["rest"])
        if found := DRIVE_FORM.fullmatch(name):
            return self._below_anchor(DRIVE + found["letter"].upper(), found["rest"])
        if name.startswith(("/", "\\")):
            return self._join_rooted(folder, name)
        return self._join_below(folder, name)

    def child(self, folder: str, name: str) -> str:
        """The path of a name that was found in a folder, whatever the name would mean if a user typed it."""
        return str(self.flavour(folder) / name)

    def children(self, folder: str, names: Iterable[str]) -> list[str]:
        """The paths of names that were found in a folder."""
        start = self.child(folder, "x")[:-1]
        return [start + name for name in names]

    def parent(self, path: str) -> str:
        """The folder that a path is in."""
        return str(self.flavour(path).parent)

    def name(self, path: str) -> str:
        """The last component of a path."""
        return self.flavour(path).name

    def anchor_of(self, path: str) -> str | None:
        """The innermost named place that `path` is or lies in."""
        inner = self._machine.whole(self.flavour(path))
        best, length = None, -1
        for name, folder in self._all_anchors().items():
            outer = self._machine.whole(self.flavour(folder))
            if inner[: len(outer)] == outer and len(outer) > length:
                best, length = name, len(outer)
        return best

    def relative(self, path: str) -> str:
        """A path as a message names it: `notes.txt`, `Desktop/notes.txt`, `D:/galaxy`, else all of it."""
        name = self.anchor_of(path)
        if name is None:
            return self.flavour(path).as_posix()
        pure = self.flavour(path)
        below = pure.parts[len(self.flavour(self._anchors[name]).parts) :]
        if name == WORKSPACE:
            return "/".join(below) or pure.as_posix()
        return "/".join((self._label(name), *below))

    def in_words(self, text: str) -> str:
        """A text in which every path begins as `relative` has it begin; the rest of it is as it was."""
        return self._mentioned.sub(self._in_words, text) if "/" in text or "\\" in text else text

    def _in_words(self, mention: re.Match[str]) -> str:
        name = self._anchors_by_folder[mention["folder"]]
        if name == WORKSPACE:
            return "" if mention["below"] else mention[0]
        return self._label(name) + (mention["below"] or "")

    @cached_property
    def _anchors_by_folder(self) -> dict[str, str]:
        """Places by the text of their folder; WORKSPACE before any other in the same folder, as in `anchor_of`."""
        found: dict[str, str] = {}
        for name, folder in self._all_anchors().items():
            found.setdefault(str(self.flavour(folder)), name)
        return {folder: name for folder, name in found.items() if self.flavour(folder).name}

    @cached_property
    def _mentioned(self) -> re.Pattern[str]:
        """A place's folder in a text, as a whole path or as the beginning of one; the innermost place first."""
        folders = "|".join(re.escape(folder) for folder in sorted(self._anchors_by_folder, key=len, reverse=True))
        return re.compile(rf"(?<![\w/\\.-])(?P<folder>{folders or '(?!)'})(?:(?P<below>[/\\])|(?![\w-]|\.\w))")

    def _label(self, name: str) -> str:
        place = self._settings.places.get(name)
        return place.label if place else f"{name.removeprefix(DRIVE)}:"

    def _below_anchor(self, name: str, rest: str | None) -> str | Problem:
        folder = self.anchor(name)
        if isinstance(folder, Problem) or not rest:
            return folder
        return self._join_below(self.flavour(folder), rest)

    def _join_rooted(self, folder: PurePath, name: str) -> str | Problem:
        """A path from the root; on Windows from the root of the base's drive, or of a network share."""
        if not name.startswith(("\\\\", "//")) or (name.startswith("//") and self.flavour is PurePosixPath):
            rest = name.lstrip("/\\")
            root = self.flavour(folder.anchor)
            return self._join_below(root, rest) if rest else str(root)
        if name[2:3] in ("?", ".") and name[3:4] in ("/", "\\"):
            return Problem(DEVICE_FILE, f"{shown(name)} names a device: name a file or folder.", name)
        return self._join_share(name)

    def _join_share(self, name: str) -> str | Problem:
        """`\\\\server\\share\\below`, which only Windows has."""
        share = SHARE_FORM.fullmatch(name)
        if share is None or self.flavour is PurePosixPath:
            message = f"{shown(name)} is no network share that this machine can reach: name a folder."
            return Problem(FORBIDDEN_NAME, message, name)
        if problem := first_problem([self._names.check(share[part], name) for part in ("server", "share")]):
            return problem
        root = self.flavour(f"\\\\{share['server']}\\{share['share']}\\")
        return self._join_below(root, share["rest"]) if share["rest"] else str(root)

    def _join_below(self, folder: PurePath, name: str) -> str | Problem:
        spaced = name.replace("\\ ", " ") if self.flavour is PurePosixPath else name
        parts = split_below(spaced, str(folder))
        if isinstance(parts, Problem):
            return parts
        path = folder
        for name in parts:
            if problem := self._check_name(path, name):
                return problem
            path = path / name
        return self._names.check_length(str(path)) or str(path)

    def _check_name(self, folder: PurePath, name: str) -> Problem | None:
        """A name that Windows forbids may be used where it exists, and that can only be on POSIX."""
        problem = self._names.check(name, name)
        if problem is None or self.flavour is PureWindowsPath or self._names.check_possible(name, name):
            return problem
        return problem if self._machine.kind(str(folder / name)) is None else None

    def _existing(self, folder: PurePath, name: str) -> str | None:
        """A name with a backslash in it that is really there."""
        path = folder / name
        if ".." in path.parts or self._names.check_possible_path(path, name):
            return None
        return str(path) if self._machine.kind(str(path)) is not None else None

    def _all_anchors(self) -> dict[str, str]:
        return dict(self._anchors)


def resolver_here(settings: Settings, workspace: str) -> PathResolver:
    """The resolver for this machine; `workspace` is the session's working directory, absolute."""
    flavour = PureWindowsPath if sys.platform == "win32" else PurePosixPath
    sensitive = sys.platform not in ("win32", "darwin")
    machine = Machine(flavour, kind_on_disk, real_on_disk, sensitive)
    return PathResolver(settings, AnchorFolders(settings, workspace), machine)


def kind_on_disk(path: str) -> NodeKind | None:
    """What is at `path`, links not followed; None if nothing is, or if it cannot be looked at."""
    try:
        found = os.lstat(path)
    except (OSError, ValueError):
        return None
    if stat.S_ISLNK(found.st_mode) or getattr(found, "st_reparse_tag", 0) == JUNCTION:
        return "link"
    if stat.S_ISDIR(found.st_mode):
        return "folder"
    return "file" if stat.S_ISREG(found.st_mode) else "other"


def real_on_disk(path: str) -> str:
    """The path with every link followed, as far as it exists, without Windows's long-path prefix."""
    real = os.path.realpath(path)
    return real.removeprefix("\\\\?\\") if sys.platform == "win32" else real
