"""What is written down before a change is made: the change, what stands there now, and where that is kept."""

from __future__ import annotations

import os
from pathlib import PurePath

from msgspec import Struct
from msgspec.structs import replace

from aura.capability.errors import ToolError
from aura.capability.ports import NodeKind
from aura.contracts.change import Change, Copy, MakeFolder, Move, Trash, WriteFile
from aura.contracts.listing import LISTED_A_NAME, Listing, listing_of
from aura.execution import nodes
from aura.execution.identity import COARSE, Identity, digest, identify, unknown
from aura.execution.places import Places, parent_of
from aura.execution.trash import TrashCan

Origin = Identity | str | None
"""What will be at a path: what is now at another (or the same) path, something new, or nothing."""


class CopyOf(str):
    """A path whose copy, made by an earlier change of the same step, will be somewhere."""


class Record(Struct, frozen=True, array_like=True, gc=False):
    """One change with all that is needed to finish it, to see whether it is done, and to take it back.

    `source` and `target` are what is there now at the source and at the final path. `keep` is where a
    replaced target is kept, and for a Trash its place in the trash. `digest` identifies what is made.
    `occupant` is what is there now where an earlier change of the same step makes room first. `token` is
    unique to this change and names its temporary files.
    """

    change: Change
    token: str
    source: Identity | None = None
    target: Identity | None = None
    keep: str = ""
    digest: str = ""
    occupant: Identity | None = None

    @property
    def path(self) -> str:
        """Where the effect of the change is."""
        change = self.change
        return change.destination if isinstance(change, Move | Copy) else change.path

    @property
    def leads_elsewhere(self) -> bool:
        """Whether paths may lead somewhere else once this is done or undone: folders and links are in it."""
        if isinstance(self.change, MakeFolder):
            return True
        return any(thing is not None and thing.kind != "file" for thing in (self.source, self.target))


class Seen(Struct, frozen=True, array_like=True, gc=False):
    """What was made, as it was right after: who it is, and an exact inventory for copies."""

    identity: Identity
    inventory: str = ""


class Recorder:
    """Turns the changes of one step into records, each seeing the ones before it."""

    def __init__(self, places: Places, trash: TrashCan, keep_folder: str, tag: str) -> None:
        self._places = places
        self._trash = trash
        self._keep_folder = keep_folder
        self._tag = tag
        self._now: dict[str, Origin] = {}
        self._folders: set[str] = set()
        self._missing: set[str] = set()
        self._there: dict[str, Listing | None] = {}
        self._devices: dict[str, int] = {}
        self._reals: dict[str, str] = {}
        self._most = 0

    def record(self, changes: tuple[Change, ...]) -> list[Record]:
        """Records for all changes of a step; raises ToolError `WORLD_CHANGED` when one cannot be made."""
        self._most = len(changes) * LISTED_A_NAME if len(changes) > 1 else 0
        return [self._one(change, index) for index, change in enumerate(changes)]

    def _one(self, change: Change, index: int) -> Record:
        token = f"{self._tag}-{index}"
        match change:
            case MakeFolder(path):
                _, occupant = self._target(path, False)
                self._become(path, unknown("folder"), "folder")
                return Record(change, token, occupant=occupant)
            case WriteFile(path, content):
                target, occupant = self._target(path, change.replaces)
                self._become(path, unknown("file"), "file")
                made, keep = digest(_known(content, path)), self._keep(index, target)
                return Record(replace(change, content=None), token, None, target, keep, made, occupant)
            case Trash(path):
                source, _ = self._source(path)
                self._become(path, None, source.kind)
                return Record(change, token, source, None, self._trash.choose(path))
            case Move(path, destination) | Copy(path, destination):
                return self._transfer(change, index, token, path, destination)

    def _transfer(self, change: Move | Copy, index: int, token: str, path: str, destination: str) -> Record:
        source, origin = self._source(path)
        target, occupant = self._target(destination, change.replaces)
        copied = isinstance(change, Copy) or self._is_elsewhere(source, destination)
        made = self._inventory(path, origin, source) if copied else ""
        self._become(destination, CopyOf(origin) if copied and isinstance(origin, str) else origin, source.kind)
        if isinstance(change, Move):
            self._become(path, None, source.kind)
        return Record(change, token, source, target, self._keep(index, target), made, occupant)

    def _inventory(self, path: str, origin: Origin, source: Identity) -> str:
        """What a copy will hold; empty where an earlier change of the same step reaches into it."""
        if not isinstance(origin, str) or (source.kind == "folder" and self._reaches_into(path)):
            return ""
        return nodes.inventory(self._places, origin, COARSE)

    def _reaches_into(self, folder: str) -> bool:
        """Whether something was changed below a folder, by its own path or through a link."""
        heads = {parent_of(known) for known in self._now}
        self._reals |= {head: os.path.realpath(head) for head in heads - self._reals.keys()}
        here, real = os.path.join(folder, ""), os.path.join(os.path.realpath(folder), "")  # noqa: PTH118
        return any(
            os.path.join(head, "").startswith(here) or os.path.join(self._reals[head], "").startswith(real)  # noqa: PTH118
            for head in heads
        )

    def _keep(self, index: int, target: Identity | None) -> str:
        return str(PurePath(self._keep_folder, str(index))) if target else ""

    def _source(self, path: str) -> tuple[Identity, Origin]:
        origin = self._origin(path)
        found = self._found(origin)
        if found is None:
            raise changed(path, "is no longer there")
        return found, origin

    def _target(self, path: str, replaces: bool) -> tuple[Identity | None, Identity | None]:
        """What is at a final path when its turn comes, and what is there now if that is something else."""
        origin = self._origin(path)
        target = self._found(origin)
        if target is not None and not replaces:
            raise changed(path, "is there now, and was not before")
        return target, None if origin == path else self._real(path)

    def _found(self, origin: Origin) -> Identity | None:
        """Who will be there; a copy that is yet to be made is nobody yet, only of a kind."""
        if not isinstance(origin, str):
            return origin
        found = self._real(origin)
        return unknown(found.kind) if found is not None and isinstance(origin, CopyOf) else found

    def _real(self, path: str) -> Identity | None:
        """What is at a path now; where nothing is, its folder is looked into once for all that may go there."""
        folder, _, name = path.rpartition(os.sep)
        if folder in self._missing:
            return None
        listing = self._there.get(folder)
        if listing is not None and listing.lacks(name):
            return None
        found = self._places.lstat(path)
        if found is not None:
            return identify(found)
        if folder not in self._there:
            self._look_into(folder)
        return None

    def _look_into(self, folder: str) -> None:
        if self._places.lstat(folder or os.sep) is None:
            self._missing.add(folder)
            return
        names = self._places.names(folder, self._most) if self._most else None
        self._there[folder] = None if names is None else listing_of(names)

    def _become(self, path: str, origin: Origin, kind: NodeKind) -> None:
        self._now[path] = origin
        if kind == "folder":
            self._folders.add(path)

    def _origin(self, path: str) -> Origin:
        """Where that is now which will be at `path` when its turn comes."""
        if path in self._now:
            return self._now[path]
        if not self._folders:
            return path
        head = parent_of(path)
        while head not in self._folders:
            above = parent_of(head)
            if above == head:
                return path
            head = above
        origin = self._now[head]
        return type(origin)(origin + path[len(head) :]) if isinstance(origin, str) else None

    def _is_elsewhere(self, source: Identity, destination: str) -> bool:
        folder = parent_of(destination)
        if folder not in self._devices:
            self._devices[folder] = self._places.device(folder)
        return bool(source.inode) and source.device != self._devices[folder]


def _known(content: bytes | None, path: str) -> bytes:
    if content is None:
        raise ToolError("UNRESOLVED_REF", f"The content of {path} is not known, so it was not written.")
    return content


def changed(path: str, how: str) -> ToolError:
    """The error for a world that is not what was approved, naming the path."""
    return ToolError("WORLD_CHANGED", f"{path} {how}, so this step was not done; look at the plan again.")
