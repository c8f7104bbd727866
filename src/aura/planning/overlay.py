"""The disk as it will be: the real one, plus every change recorded so far; nothing is ever written."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import PurePath
from typing import Literal

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.capability.ports import NodeInfo, NodeKind
from aura.contracts.change import Change, Copy, MakeFolder, Move, Trash, WriteFile
from aura.contracts.problem import Problem
from aura.planning.tree import ABSENT, Node, Tree, split
from aura.planning.world import World

Action = Literal["read", "write", "bring", "move", "replace", "delete"]
Guard = Callable[[str, Action], Problem | None]
Clears = Callable[[str, Sequence[str]], bool]
"""Whether nothing in a folder that has one of these names would be refused, unless it is a link or a device."""


class Loss(Struct, frozen=True):
    """Something of the user's that a change would overwrite or put in the trash.

    `count` is how many files and folders that is in all. `fingerprint` identifies them as they are now; it is
    None where an earlier step of the same plan already touched them, since they will differ when it runs.
    `size` is how many bytes a file of the disk has.
    """

    path: str
    count: int
    fingerprint: str | None = None
    size: int | None = None


class Recorded(Struct, frozen=True):
    """What one step recorded: its changes, in order, and what they would lose."""

    changes: tuple[Change, ...] = ()
    losses: tuple[Loss, ...] = ()


def allow_all(path: str, action: Action) -> Problem | None:
    """The guard that refuses nothing."""
    return None


def clear_nothing(folder: str, names: Sequence[str]) -> bool:
    """Leaves every name to the guard."""
    return False


class Overlay:
    """The Disk port over the real disk: reads see what was recorded, writes only record.

    `guard` is the policy: a Problem that it returns is raised as ToolError with the same code and sentence.
    `clears` may spare files with many names in one folder the asking one by one.
    `take` ends a step and keeps its changes, `drop` takes them back; `fork` is an independent overlay with
    the same view, in constant time.
    """

    def __init__(self, guard: Guard = allow_all, tree: Tree | None = None, clears: Clears = clear_nothing) -> None:
        self._guard = guard
        self._clears = clears
        self._tree = tree or Tree(World())
        self._changes: list[Change] = []
        self._lost: list[tuple[str, Node]] = []

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes recorded since the last `take`."""
        return tuple(self._changes)

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What the changes since the last `take` would lose; folders are counted with all that is in them."""
        return tuple(self._loss(path, node) for path, node in self._lost)

    def fingerprints(self) -> dict[str, str]:
        """The fingerprint of everything that the changes since the last `take` would lose, by path."""
        return {loss.path: loss.fingerprint for loss in self.losses if loss.fingerprint is not None}

    def take(self) -> Recorded:
        """Everything recorded since the last call, which from now on is part of the disk."""
        recorded = Recorded(self.changes, self.losses)
        self._tree.keep()
        self._changes.clear()
        self._lost.clear()
        return recorded

    def drop(self) -> None:
        """Forget everything recorded since the last `take`."""
        self._tree.drop()
        self._changes.clear()
        self._lost.clear()

    def fork(self) -> Overlay:
        """An overlay that sees what this one sees; neither sees what the other records from now on."""
        return Overlay(self._guard, self._tree.fork(), self._clears)

    def adopt(self, other: Overlay) -> None:
        """See what `other` sees, in constant time; what was recorded here since the last `take` is gone."""
        self._changes.clear()
        self._lost.clear()
        self._tree = other._tree.fork()

    # Reading

    def kind(self, path: str) -> NodeKind | None:
        """What is at `path`, links not followed; None if nothing is."""
        return self._tree.kind(path)

    def children(self, path: str) -> list[str]:
        """The names in a folder, sorted."""
        return self._tree.names(self._folder(path))

    def entries(self, path: str) -> list[tuple[str, NodeKind]]:
        """The names in a folder, sorted, each with the kind of what has it."""
        return self._tree.entries(self._folder(path))

    def info(self, path: str) -> NodeInfo:
        """Kind, size and time of what is at `path`; `NOT_KNOWN_YET` for what the plan has yet to make."""
        self._check(path, "read")
        node = self._existing(path)
        if node.origin is None:
            raise _not_yet(path)
        return self._tree.world.info(node.origin)

    def read(self, path: str) -> bytes | None:
        """A file's content; None if an earlier step writes it and it is not known yet."""
        self._check(path, "read")
        node = self._existing(path)
        if node.kind != "file":
            raise ToolError("NOT_A_FILE", f"{path} is not a file.")
        return node.content if node.origin is None else self._tree.world.read(node.origin)

    # Recording

    def make_folder(self, path: str) -> None:
        """Record a folder; missing parents are recorded first; one that exists is no change."""
        node = self._tree.find(path)
        if node is not None and self._is_folder(node):
            return
        if node is not None:
            raise ToolError("ALREADY_EXISTS", f"{path} exists already and is not a folder.")
        self._check(path, "write")
        parent, name = os.path.split(path)
        if not name or parent == path:
            raise ToolError("NOT_FOUND", f"The disk {path} is not there.")
        self._make_parent(path)
        self._tree.put(path, Node("folder"))
        self._changes.append(MakeFolder(path))

    def write(self, path: str, content: bytes | None, *, replace: bool = False, extend: bool = False) -> None:
        """Record a file's whole content; missing parents are recorded first.

        A file that has this content already is no change; one that is extended or was empty loses nothing.
        """
        self._check(path, "write")
        node = self._tree.find(path)
        if node is not None and self._same(node, path, content, replace or extend):
            return
        kept = node is not None and self._keep_or_lose(node, path, extend)
        self._make_parent(path)
        self._tree.put(path, Node("file", content=content, precious=kept))
        self._changes.append(WriteFile(path, content, replaces=node is not None, extends=extend))

    def move(self, source: str, destination: str, *, replace: bool = False) -> None:
        """Record a move to a final path; missing parents are recorded first."""
        node = self._existing(source)
        self._check(source, "delete" if node.kind == "folder" else "move")
        replaced = self._clear_way(node, source, destination, replace)
        self._make_parent(destination)
        self._tree.put(source, ABSENT)
        self._tree.put(destination, node)
        self._changes.append(Move(source, destination, replaced))

    def move_all(self, pairs: Sequence[tuple[str, str]], *, replace: bool = False) -> None:
        """Record moves in order, each as `move` does."""
        for (start, end), found in groupby(pairs, _folders_of):
            run = list(found)
            names = [(source[len(start) + 1 :], destination[len(end) + 1 :]) for source, destination in run]
            cleared = len(run) > 1 and self._are_cleared(start, end, names)
            done = 0
            while done < len(run):
                carried = self._tree.carry(start, end, names, done) if cleared else done
                self._changes += [Move(source, destination) for source, destination in run[done:carried]]
                for source, destination in run[carried : carried + 1]:
                    self.move(source, destination, replace=replace)
                done = carried + 1

    def copy(self, source: str, destination: str, *, replace: bool = False) -> None:
        """Record a copy to a final path; missing parents are recorded first."""
        node = self._existing(source)
        self._check(source, "read")
        replaced = self._clear_way(node, source, destination, replace)
        self._make_parent(destination)
        self._tree.put(destination, node.cloned())
        self._changes.append(Copy(source, destination, replaced))

    def trash(self, path: str) -> None:
        """Record that what is at `path` goes to the trash; the policy is asked for everything in it."""
        node = self._existing(path)
        self._check(path, "delete")
        self._check_inside(path, node)
        self._lose(path, node)
        self._tree.put(path, ABSENT)
        self._changes.append(Trash(path))

    # How it is decided

    def _check(self, path: str, action: Action) -> None:
        problem = self._guard(path, action)
        if problem is not None:
            raise ToolError(problem.code, problem.message)

    def _are_cleared(self, start: str, end: str, names: Sequence[tuple[str, str]]) -> bool:
        """Whether the policy lets files go from one folder to another under these names."""
        old, new = zip(*names, strict=True)
        return self._clears(start, old) and self._clears(end, new)

    def _check_inside(self, path: str, node: Node) -> None:
        if self._guard is allow_all or node.kind != "folder":
            return
        for inside, child in self._tree.descend(node, path):
            if child.kind == "file":
                self._check(inside, "delete")

    def _folder(self, path: str) -> Node:
        self._check(path, "read")
        node = self._existing(path)
        if not self._is_folder(node):
            raise ToolError("NOT_A_FOLDER", f"{path} is not a folder.")
        return node

    def _existing(self, path: str) -> Node:
        node = self._tree.find(path)
        if node is None:
            raise ToolError("NOT_FOUND", f"There is no {path}{self._near(path)}.")
        return node

    def _near(self, path: str) -> str:
        """The names beside a missing one that look like it, as the end of a sentence."""
        from difflib import get_close_matches

        place = PurePath(path)
        folder = self._tree.find(str(place.parent))
        if folder is None or not self._is_folder(folder):
            return ""
        near = get_close_matches(place.name, self._tree.names(folder), n=3, cutoff=0.7)
        return f" (near it: {', '.join(near)})" if near else ""

    def _is_folder(self, node: Node) -> bool:
        if node.kind == "link" and node.origin is not None:
            return self._tree.world.leads_to_folder(node.origin)
        return node.kind == "folder"

    def _make_parent(self, path: str) -> None:
        if self._tree.has_parent(path):
            return
        parent = os.path.dirname(path)  # noqa: PTH120
        node = self._tree.find(parent)
        if node is None:
            self.make_folder(parent)
        elif not self._is_folder(node):
            raise ToolError("NOT_A_FOLDER", f"{parent} is not a folder, so nothing can be inside it.")

    def _same(self, node: Node, path: str, content: bytes | None, replace: bool) -> bool:
        """Whether a file has this content already; raises where it may not be replaced."""
        if node.kind != "file":
            raise ToolError("ALREADY_EXISTS", f"{path} exists already and is not a plain file.")
        if not replace:
            raise ToolError("ALREADY_EXISTS", f"{path} exists already, and a file is not replaced unasked.")
        if content is None or (node.origin is not None and self._size(node) != len(content)):
            return False
        return self.read(path) == content

    def _keep_or_lose(self, node: Node, path: str, extend: bool) -> bool:
        """Whether all of what is there stays; else, if it was there before the plan, it is a loss."""
        if not node.precious:
            return False
        if extend or (node.origin is not None and self._size(node) == 0):
            return True
        self._check(path, "delete")
        self._lose(path, node)
        return False

    def _size(self, node: Node) -> int:
        status = self._tree.world.status(node.origin) if node.origin is not None else None
        return -1 if status is None else status.st_size

    def _clear_way(self, node: Node, source: str, destination: str, replace: bool) -> bool:
        """Whether something is replaced at a destination; raises where it may not be."""
        kept = PurePath(source).name == PurePath(destination).name
        self._check(destination, "bring" if kept else "write")
        _apart(source, destination)
        there = self._tree.find(destination)
        if there is None or self._is_same_place(node, there, source, destination):
            return False
        if not replace:
            unasked = f"{destination} exists already, and it is not replaced unasked; say that it is to be overwritten."
            raise ToolError("ALREADY_EXISTS", unasked)
        if there.kind != node.kind:
            raise ToolError("KIND_DIFFERS", f"{destination} is a {there.kind} and {source} is a {node.kind}.")
        if _inside(source, destination):
            raise ToolError("INTO_ITSELF", f"{source} is inside {destination}, so it cannot replace it.")
        self._check(destination, "delete")
        self._check_inside(destination, there)
        self._lose(destination, there)
        return True

    def _is_same_place(self, node: Node, there: Node, source: str, destination: str) -> bool:
        """Whether two spellings name one thing, as on a disk that ignores case."""
        if source.casefold() != destination.casefold() or node.origin is None or there.origin is None:
            return False
        one, two = self._tree.world.status(node.origin), self._tree.world.status(there.origin)
        return one is not None and two is not None and os.path.samestat(one, two)

    def _lose(self, path: str, node: Node) -> None:
        self._lost.append((path, node))

    def _loss(self, path: str, node: Node) -> Loss:
        if node.origin is not None and self._tree.untouched(node):
            count, fingerprint = self._tree.world.inventory(node.origin)
            size = self._tree.world.info(node.origin).size if node.kind == "file" else None
            return Loss(path, count, fingerprint if node.origin == path else None, size)
        count = sum(child.precious for _, child in self._tree.descend(node, path))
        return Loss(path, count + node.precious)


def _folders_of(pair: tuple[str, str]) -> tuple[str, str]:
    """The folders of two paths, as they are written."""
    return pair[0].rpartition(os.sep)[0], pair[1].rpartition(os.sep)[0]


def _apart(source: str, destination: str) -> None:
    here, there = split(source), split(destination)
    if here == there:
        raise ToolError("SAME_PLACE", f"{source} is there already.")
    if _is_below(there, here):
        raise ToolError("INTO_ITSELF", f"{source} cannot go into itself ({destination}).")


def _inside(path: str, folder: str) -> bool:
    return _is_below(split(path), split(folder))


def _is_below(path: tuple[str, tuple[str, ...]], folder: tuple[str, tuple[str, ...]]) -> bool:
    (anchor, names), (other, start) = path, folder
    return len(names) > len(start) and names[: len(start)] == start and anchor == other


def _not_yet(path: str) -> ToolError:
    return ToolError("NOT_KNOWN_YET", f"What {path} is like is only known when the plan runs.")
