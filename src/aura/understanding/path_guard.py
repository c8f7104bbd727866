"""Which paths may be read, written or deleted: one verdict a path, by the policy and a look at the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from typing import Literal

from msgspec import Struct

from aura.capability.ports import NodeKind
from aura.config.settings import ByFlavour, Policy
from aura.contracts.problem import Problem
from aura.understanding.path_names import PATH_ESCAPES, NameRules, shown

Action = Literal["read", "write", "move", "replace", "delete"]
"""`move` is for the source of a move, `replace` for what is overwritten."""
Flavour = type[PurePosixPath] | type[PureWindowsPath]
Parts = tuple[str, ...]
Kind = Callable[[str], NodeKind | None]
RealPath = Callable[[str], str]

NOT_ABSOLUTE = "NOT_ABSOLUTE"
PROTECTED_DIRECTORY = "PROTECTED_DIRECTORY"
PROTECTED_EXTENSION = "PROTECTED_EXTENSION"
LINK_LEAVES_PLACE = "LINK_LEAVES_PLACE"
DEVICE_FILE = "DEVICE_FILE"

CHANGING = frozenset(("write", "move", "replace", "delete"))
REMOVING = frozenset(("move", "replace", "delete"))


class Machine(Struct, frozen=True):
    """One kind of machine and the look at its disk: `kind` like lstat, `realpath` follows links."""

    flavour: Flavour
    kind: Kind
    realpath: RealPath
    case_sensitive: bool

    def parts(self, path: PurePath) -> Parts:
        """Components below the root or drive, in the form in which they are compared."""
        below = path.parts[1:] if path.anchor else path.parts
        return below if self.case_sensitive else tuple(part.casefold() for part in below)

    def whole(self, path: PurePath) -> Parts:
        """Like `parts`, with the drive in front."""
        return (path.drive.casefold(), *self.parts(path))


class Protected:
    """The policy's directories for one flavour, by components, without regard to case."""

    def __init__(self, policy: Policy, flavour: Flavour) -> None:
        self._inside = dict.fromkeys(_folded(policy.protected_directories, flavour), True)
        self._inside |= dict.fromkeys(_folded(policy.usable_directories, flavour), False)
        whole = [*_folded(policy.protected_directories, flavour), *_folded(policy.kept_directories, flavour)]
        self._whole = {()} | _prefixes(whole)

    def directory_of(self, path: PurePath) -> str | None:
        """The protected directory that `path` is or lies in; a usable one inside it goes first."""
        folded = _fold(path)
        for length in range(len(folded), 0, -1):
            verdict = self._inside.get(folded[:length])
            if verdict is not None:
                return str(_front(path, length)) if verdict else None
        return None

    def keeps(self, path: PurePath) -> bool:
        """Whether moving or removing `path` would take a directory of the system with it."""
        return _fold(path) in self._whole


class Guard:
    """Verdicts on paths; what it found about a folder is remembered, so it serves one play or one step."""

    def __init__(
        self, machine: Machine, policy: Policy, anchors: Callable[[], Mapping[str, str]], home: str
    ) -> None:
        self._machine = machine
        self._names = NameRules(policy)
        self._protected = Protected(policy, machine.flavour)
        self._extensions = frozenset(f".{extension.casefold()}" for extension in policy.protected_extensions)
        self._anchors = anchors
        self._home = home
        self._own: _Own | None = None
        self._folders: dict[tuple[str, str], _Folder] = {}

    def __call__(self, path: str, action: Action) -> Problem | None:
        """Why `action` on `path` is refused, in one sentence naming the rule and the path, or None."""
        pure = self._machine.flavour(path)
        if problem := self._shape(pure, path):
            return problem
        folder = self._folder(pure.parent, path)
        real = folder.real / pure.name if pure.name else pure
        kind = self._machine.kind(path)
        if action in CHANGING and (problem := self._change(pure, real, path)):
            return problem
        if action in REMOVING and (problem := self._removal(pure, real, kind, path, action)):
            return problem
        if action == "write" and (problem := self._new_name(pure, kind, path)):
            return problem
        return folder.problem(path) or self._thing(pure, kind, path, action)

    def _shape(self, pure: PurePath, path: str) -> Problem | None:
        if not pure.is_absolute():
            return Problem(NOT_ABSOLUTE, f"{shown(path)} is not a whole path: say where it is.", path)
        if ".." in pure.parts:
            return Problem(PATH_ESCAPES, f"{shown(path)} has '..' in it: name the place itself.", path)
        if path.startswith(("\\\\?\\", "\\\\.\\", "//?/", "//./")):
            return Problem(DEVICE_FILE, f"{shown(path)} names a device: name a file or folder.", path)
        return self._names.check_possible_path(pure, path) or self._names.check_length(path)

    def _change(self, pure: PurePath, real: PurePath, path: str) -> Problem | None:
        for candidate in (pure, real):
            if directory := self._protected.directory_of(candidate):
                message = (
                    f"{shown(path)} is in {directory}, a protected directory of the system: "
                    "nothing there is changed; choose another place."
                )
                return Problem(PROTECTED_DIRECTORY, message, path)
        if self._is_ours(pure) or self._is_ours(real):
            message = (
                f"{shown(path)} is in {self._home}, the protected directory of AURA's own records: "
                "choose another place."
            )
            return Problem(PROTECTED_DIRECTORY, message, path)
        return None

    def _removal(
        self, pure: PurePath, real: PurePath, kind: NodeKind | None, path: str, action: Action
    ) -> Problem | None:
        for candidate in (pure, real):
            if kept := self._kept(candidate):
                message = (
                    f"{shown(path)} is {kept}, a protected directory: "
                    "it is never moved, removed or replaced; name something inside it."
                )
                return Problem(PROTECTED_DIRECTORY, message, path)
        if action != "move" and kind != "folder" and pure.suffix.casefold() in self._extensions:
            message = (
                f"{shown(path)} has the protected extension {pure.suffix.casefold()}: "
                "such files are never deleted (`protected_extensions` in the settings says which)."
            )
            return Problem(PROTECTED_EXTENSION, message, path)
        return None

    def _new_name(self, pure: PurePath, kind: NodeKind | None, path: str) -> Problem | None:
        """A name that Windows forbids is refused for what is new; what has one already can be used."""
        return None if kind is not None else self._names.check(pure.name, path)

    def _thing(self, pure: PurePath, kind: NodeKind | None, path: str, action: Action) -> Problem | None:
        if kind == "other":
            message = (
                f"{shown(path)} is a device, a socket or a pipe, not a file: such things are not touched."
            )
            return Problem(DEVICE_FILE, message, path)
        if kind != "link" or action in REMOVING:
            return None
        target = self._machine.flavour(self._machine.realpath(path))
        if action == "write" and (problem := self._change(target, target, path)):
            return problem
        place = self._place(pure)
        return None if self._below(target, self._real(place)) else leaves(path, place, str(target))

    def _folder(self, parent: PurePath, path: str) -> _Folder:
        key = (str(parent), "")
        found = self._folders.get(key)
        if found is None:
            place = self._place(parent)
            real = self._real(parent)
            out = not self._below(real, self._real(place))
            name = None if out else self._new_parent(parent)
            found = self._folders[key] = _Folder(real, place if out else None, name)
        return found

    def _new_parent(self, parent: PurePath) -> Problem | None:
        """The first forbidden name among folders that would have to be made."""
        while parent.name and self._machine.kind(str(parent)) is None:
            if problem := self._names.check(parent.name, str(parent)):
                return problem
            parent = parent.parent
        return None

    def _place(self, path: PurePath) -> PurePath:
        """The place that links must not leave: the innermost anchor, else the first folder of the path."""
        anchors = [self._machine.flavour(folder) for folder in self._anchors().values()]
        around = [anchor for anchor in anchors if self._below(path, anchor)]
        if around:
            return max(around, key=lambda anchor: len(anchor.parts))
        return _front(path, 1)

    def _kept(self, path: PurePath) -> str:
        own = self._own_folders()
        parts = self._machine.whole(path)
        if parts in own.exact:
            return own.exact[parts]
        if self._protected.keeps(path):
            return "a directory that the system needs"
        return "a directory that holds your own folders" if parts in own.above else ""

    def _is_ours(self, path: PurePath) -> bool:
        """Whether it is one of AURA's own records; an anchor inside AURA_HOME stays the user's."""
        home = self._machine.flavour(self._home)
        if not self._below(path, home):
            return False
        inner = [self._machine.flavour(folder) for folder in self._anchors().values()]
        return not any(self._below(anchor, home) and self._below(path, anchor) for anchor in inner)

    def _own_folders(self) -> _Own:
        if self._own is None:
            exact: dict[Parts, str] = {}
            named = [*((folder, "the place " + name) for name, folder in self._anchors().items())]
            for folder, what in [*named, (self._home, "where AURA keeps its records")]:
                pure = self._machine.flavour(folder)
                exact.setdefault(self._machine.whole(pure), what)
                exact.setdefault(self._machine.whole(self._real(pure)), what)
            self._own = _Own(exact, _prefixes(exact))
        return self._own

    def _real(self, path: PurePath) -> PurePath:
        return self._machine.flavour(self._machine.realpath(str(path)))

    def _below(self, path: PurePath, place: PurePath) -> bool:
        inner, outer = self._machine.whole(path), self._machine.whole(place)
        return inner[: len(outer)] == outer


class _Own(Struct, frozen=True):
    """The user's anchors and AURA_HOME by components, and everything above them."""

    exact: dict[Parts, str]
    above: set[Parts]


class _Folder(Struct, frozen=True):
    """What is known of a folder: where it really is, the place that it leaves, a name it may not have."""

    real: PurePath
    left: PurePath | None
    name: Problem | None

    def problem(self, path: str) -> Problem | None:
        return leaves(path, self.left, str(self.real)) if self.left is not None else self.name


def leaves(path: str, place: PurePath, target: str) -> Problem:
    """The refusal of a path that a link leads out of its place."""
    message = (
        f"{shown(path)} goes through a link that leads out of {place} to {target}: "
        "links are not followed out of their place; name the target itself."
    )
    return Problem(LINK_LEAVES_PLACE, message, path)


def _fold(path: PurePath) -> Parts:
    below = path.parts[1:] if path.anchor else path.parts
    return tuple(part.casefold() for part in below)


def _folded(directories: ByFlavour, flavour: Flavour) -> list[Parts]:
    listed = directories.windows if flavour is PureWindowsPath else directories.posix
    return [_fold(flavour(directory)) for directory in listed]


def _front(path: PurePath, length: int) -> PurePath:
    """The path's first components below the root."""
    return type(path)(*path.parts[: length + 1])


def _prefixes(paths: Iterable[Parts]) -> set[Parts]:
    return {parts[:length] for parts in paths for length in range(1, len(parts) + 1)}
