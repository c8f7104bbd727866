"""Which paths may be read, written or deleted: one verdict a path, by the policy and a look at the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from typing import Literal

from msgspec import Struct

from aura.capability.ports import NodeKind
from aura.config.settings import ByFlavour, Policy
from aura.contracts.problem import Problem
from aura.understanding.path_names import PATH_ESCAPES, NameRules, first_problem, shown

Action = Literal["read", "write", "bring", "move", "replace", "delete"]
"""`move` is for the source of a move, `bring` for its place if the name stays, `replace` for what is overwritten."""
Flavour = type[PurePosixPath] | type[PureWindowsPath]
Parts = tuple[str, ...]
Kind = Callable[[str], NodeKind | None]
RealPath = Callable[[str], str]

NOT_ABSOLUTE = "NOT_ABSOLUTE"
PROTECTED_DIRECTORY = "PROTECTED_DIRECTORY"
PROTECTED_EXTENSION = "PROTECTED_EXTENSION"
LINK_LEAVES_PLACE = "LINK_LEAVES_PLACE"
DEVICE_FILE = "DEVICE_FILE"

DOTS = ("", ".", "..")
CHANGING = frozenset(("write", "bring", "move", "replace", "delete"))
LOSING = frozenset(("replace", "delete"))
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

    @property
    def paths(self) -> set[Parts]:
        """Every path that the policy names, and those above what it keeps whole."""
        return self._whole | self._inside.keys()

    def directory_of(self, path: PurePath) -> str | None:
        """The protected directory that `path` is or lies in; a usable one inside it goes first."""
        folded = _fold(path)
        for length in range(len(folded), 0, -1):
            verdict = self._inside.get(folded[:length])
            if verdict is not None:
                return str(_front(path, length)) if verdict else None
        return None

    def lists(self, path: PurePath) -> bool:
        """Whether the policy names `path` itself."""
        return _fold(path) in self._inside

    def keeps(self, path: PurePath) -> bool:
        """Whether moving or removing `path` would take a directory of the system with it."""
        return _fold(path) in self._whole


class Guard:
    """Verdicts on paths; what it found about a folder is remembered, so it serves one play or one step."""

    def __init__(self, machine: Machine, policy: Policy, anchors: Callable[[], Mapping[str, str]], home: str) -> None:
        self._machine = machine
        self._names = NameRules(policy)
        self._protected = Protected(policy, machine.flavour)
        self._extensions = frozenset(f".{extension.casefold()}" for extension in policy.protected_extensions)
        self._bare_extensions = frozenset(extension[1:] for extension in self._extensions)
        self._anchors = anchors
        self._home = home
        self._folders: dict[PurePath, _Folder] = {}
        self._heads: dict[str, _Folder] = {}
        self._separator = "\\" if machine.flavour is PureWindowsPath else "/"

    def __call__(self, path: str, action: Action) -> Problem | None:
        """Why `action` on `path` is refused, in one sentence naming the rule and the path, or None."""
        head, _, name = path.rpartition(self._separator)
        known = self._heads.get(head)
        if known is not None and known.is_open and self._is_ordinary(name, path, action):
            return None
        pure = self._machine.flavour(path)
        if problem := self._shape(pure, path):
            return problem
        folder = self._folder_of(pure, path)
        kind = self._machine.kind(path)
        if action in CHANGING and (problem := self._change(pure, folder, path)):
            return problem
        if action in REMOVING and (problem := self._removal(pure, folder, kind, path, action)):
            return problem
        if action == "write" and (problem := self._new_name(pure, kind, path)):
            return problem
        return folder.problem(path) or self._thing(pure, kind, path, action)

    def clears(self, folder: str, names: Sequence[str]) -> bool:
        """Whether files with these names in a folder may be read, moved away and made; False when in doubt.

        Only for what is a plain file or not there yet: links and devices are looked at one by one.
        """
        self(f"{folder}{self._separator}{names[0]}", "write")
        known = self._heads.get(folder)
        if known is None or not known.is_open or self._machine.flavour is PureWindowsPath:
            return False
        return self._named.isdisjoint(map(str.casefold, names)) and self._names.are_portable(names, folder)

    def _is_ordinary(self, name: str, path: str, action: Action) -> bool:
        """Whether nothing about a name in an open folder speaks against `action`, nor what has it."""
        if name in DOTS or name.casefold() in self._named or not self._names.are_short(name, path):
            return False
        if action in LOSING and name.rpartition(".")[2].casefold() in self._bare_extensions:
            return False
        kind = self._machine.kind(path)
        new = kind is None and action == "write"
        if (new or self._machine.flavour is PureWindowsPath) and self._names.check(name, path):
            return False
        return kind not in ("link", "other")

    def _shape(self, pure: PurePath, path: str) -> Problem | None:
        if not pure.is_absolute():
            return Problem(NOT_ABSOLUTE, f"{shown(path)} is not a whole path: say where it is.", path)
        if ".." in pure.parts:
            return Problem(PATH_ESCAPES, f"{shown(path)} has '..' in it: name the place itself.", path)
        if path.startswith(("\\\\?\\", "\\\\.\\", "//?/", "//./")):
            return Problem(DEVICE_FILE, f"{shown(path)} names a device: name a file or folder.", path)
        if self._machine.flavour is PureWindowsPath and (problem := self._windows_names(pure, path)):
            return problem
        return self._names.check_possible_path(pure, path) or self._names.check_length(path)

    def _windows_names(self, pure: PurePath, path: str) -> Problem | None:
        """Windows reads `Windows.` as `Windows` and `a:b` as a stream of `a`: the rules would be missed."""
        return first_problem([self._names.check(name, path) for name in pure.parts[1:]])

    def _change(self, pure: PurePath, folder: _Folder, path: str) -> Problem | None:
        for candidate in folder.spellings(pure):
            reason = self._closed(candidate) if self._has_own_rule(candidate) else folder.closed
            if reason:
                message = f"{shown(path)} is in {reason}: nothing there is changed; choose another place."
                return Problem(PROTECTED_DIRECTORY, message, path)
        return None

    def _closed(self, path: PurePath) -> str:
        """The directory that lets nothing be changed at `path`, in words, or an empty text."""
        if directory := self._protected.directory_of(path):
            return f"{directory}, a protected directory of the system"
        return f"{self._home}, the protected directory of AURA's own records" if self._is_ours(path) else ""

    def _removal(
        self, pure: PurePath, folder: _Folder, kind: NodeKind | None, path: str, action: Action
    ) -> Problem | None:
        for candidate in folder.spellings(pure):
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
            message = f"{shown(path)} is a device, a socket or a pipe, not a file: such things are not touched."
            return Problem(DEVICE_FILE, message, path)
        if kind != "link" or action in REMOVING:
            return None
        target = self._machine.flavour(self._machine.realpath(path))
        if action in ("write", "bring") and (problem := self._change(target, self._folder(target.parent), path)):
            return problem
        place = self._place(pure)
        return None if self._below(target, self._real(place)) else leaves(path, place, str(target))

    def _folder_of(self, pure: PurePath, path: str) -> _Folder:
        """The folder of `pure`; found by its text alone where the text ends in the name, as nearly all do."""
        head, _, name = path.rpartition(self._separator)
        if name != pure.name:
            return self._folder(pure.parent)
        found = self._heads.get(head)
        if found is None:
            found = self._heads[head] = self._folder(pure.parent)
        return found

    def _folder(self, parent: PurePath) -> _Folder:
        found = self._folders.get(parent)
        if found is None:
            place = self._place(parent)
            real = self._real(parent)
            out = not self._below(real, self._real(place))
            name = None if out else self._new_parent(parent)
            closed = self._closed(parent) or ("" if real == parent else self._closed(real))
            found = self._folders[parent] = _Folder(parent, real, real == parent, place if out else None, name, closed)
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
        around = [anchor for anchor in self._places if self._below(path, anchor)]
        return max(around, key=lambda anchor: len(anchor.parts)) if around else _front(path, 1)

    def _kept(self, path: PurePath) -> str:
        if path.name.casefold() not in self._named:
            return ""
        parts = self._machine.whole(path)
        if parts in self._own:
            return self._own[parts]
        if self._protected.keeps(path):
            return "a directory that the system needs"
        return "a directory that holds your own folders" if parts in self._above_own else ""

    def _is_ours(self, path: PurePath) -> bool:
        """Whether it is one of AURA's own records; an anchor inside AURA_HOME stays the user's."""
        homes = [home for home in self._homes if self._below(path, home)]
        return bool(homes) and not any(
            self._below(anchor, home) and self._below(path, anchor) for home in homes for anchor in self._places
        )

    @cached_property
    def _places(self) -> list[PurePath]:
        """The anchors, as they are named and as they really are."""
        named = [self._machine.flavour(folder) for folder in self._anchors().values()]
        return [*named, *(self._real(folder) for folder in named)]

    @cached_property
    def _homes(self) -> tuple[PurePath, PurePath]:
        home = self._machine.flavour(self._home)
        return home, self._real(home)

    @cached_property
    def _own(self) -> dict[Parts, str]:
        """What is the user's or AURA's own and is never removed, by components, in words."""
        own: dict[Parts, str] = {}
        for name, folder in self._anchors().items():
            pure = self._machine.flavour(folder)
            own.setdefault(self._machine.whole(pure), f"the place {name}")
            own.setdefault(self._machine.whole(self._real(pure)), f"the place {name}")
        for home in self._homes:
            own.setdefault(self._machine.whole(home), "where AURA keeps its records")
        return own

    @cached_property
    def _named(self) -> frozenset[str]:
        """The last names of all paths with a rule of their own; few other paths have one of these."""
        ruled = (*self._protected.paths, *self._own, *self._above_own)
        return frozenset(("", *(parts[-1].casefold() for parts in ruled if parts)))

    @cached_property
    def _above_own(self) -> set[Parts]:
        return _prefixes(self._own)

    def _has_own_rule(self, path: PurePath) -> bool:
        """Whether the verdict on its folder does not tell the one on `path`."""
        if path.name.casefold() not in self._named:
            return False
        return self._protected.lists(path) or self._machine.whole(path) in self._own

    def _real(self, path: PurePath) -> PurePath:
        return self._machine.flavour(self._machine.realpath(str(path)))

    def _below(self, path: PurePath, place: PurePath) -> bool:
        inner, outer = self._machine.whole(path), self._machine.whole(place)
        return inner[: len(outer)] == outer


class _Folder(Struct, frozen=True):
    """What is known of a folder.

    Where it really is, the place that it leaves, a name it may not have, and why nothing in it is changed.
    """

    path: PurePath
    real: PurePath
    is_real: bool
    left: PurePath | None
    name: Problem | None
    closed: str

    @property
    def is_open(self) -> bool:
        """Whether no rule closes it, and it is where its path says."""
        return self.is_real and self.left is None and self.name is None and not self.closed

    def spellings(self, inside: PurePath) -> tuple[PurePath, ...]:
        """A thing in this folder as it is named, and as it really is where that differs."""
        if self.is_real or not inside.name:
            return (inside,)
        return inside, self.real / inside.name

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
