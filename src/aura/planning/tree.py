"""The tree of what a plan has changed: small nodes over the real disk, forked in constant time.

A node stands for one place. `origin` is the real path whose content and children lie under it, so that a
moved or copied folder costs one node however much is in it; `children` holds only what differs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache

from aura.capability.errors import ToolError
from aura.capability.ports import NodeKind
from aura.planning.world import World


class Node:
    """One place: its kind, the real path beneath it, content if the plan wrote it, and changed children.

    `precious` is true while it holds something that was there before the plan.
    """

    __slots__ = ("children", "content", "kind", "origin", "owner", "precious")

    def __init__(
        self,
        kind: NodeKind | None,
        origin: str | None = None,
        content: bytes | None = None,
        precious: bool = False,
    ) -> None:
        self.kind = kind
        self.origin = origin
        self.content = content
        self.precious = precious or origin is not None
        self.children: dict[str, Node] = {}
        self.owner: object = None

    def copied(self, owner: object) -> Node:
        """The same node for another owner; the children are shared until they change."""
        node = Node(self.kind, self.origin, self.content, self.precious)
        node.children = dict(self.children)
        node.owner = owner
        return node

    def cloned(self) -> Node:
        """A second, independent tree with the same view of the disk."""
        node = Node(self.kind, self.origin, self.content, self.precious)
        node.children = {name: child.cloned() for name, child in self.children.items()}
        return node


ABSENT = Node(None)


@lru_cache(maxsize=1024)
def split(path: str) -> tuple[str, tuple[str, ...]]:
    """An absolute path as its anchor and its names; `INVALID_PATH` if it is relative or has `..`.

    One change asks this of the same two paths some ten times.
    """
    drive, tail = os.path.splitdrive(path)
    if os.altsep:
        tail = tail.replace(os.altsep, os.sep)
    names = tuple(name for name in tail.split(os.sep) if name and name != ".")  # noqa: PTH206
    if not tail.startswith(os.sep) or ".." in names:
        raise ToolError("INVALID_PATH", f"{path!r} is not an absolute path without '..'.")
    return drive + os.sep, names


def below(origin: str, *names: str) -> str:
    """The real path of something under a real folder."""
    return os.path.join(origin, *names)  # noqa: PTH118


class Tree:
    """What is where, after the changes so far; every change can be taken back until it is kept."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._root = Node("folder")
        self._owner = object()
        self._log: list[tuple[Node, str, Node | None]] = []

    def fork(self) -> Tree:
        """An independent tree with the same view; neither sees what the other changes from now on."""
        other = Tree(self.world)
        other._root = self._root
        self._owner = object()
        self._log.clear()
        return other

    def keep(self) -> None:
        """Make the changes since the last call final."""
        self._log.clear()

    def drop(self) -> None:
        """Take back every change since the last `keep`."""
        while self._log:
            parent, name, before = self._log.pop()
            if before is None:
                parent.children.pop(name, None)
            else:
                parent.children[name] = before

    def find(self, path: str) -> Node | None:
        """What is at `path`, or None; nodes that nothing changed are made on the fly."""
        anchor, names = split(path)
        node = self._root.children.get(anchor)
        if node is None:
            return self._real(below(anchor, *names))
        for depth, name in enumerate(names):
            child = node.children.get(name)
            if child is None:
                if node.origin is None or node.kind not in ("folder", "link"):
                    return None
                return self._real(below(node.origin, *names[depth:]))
            node = child
        return None if node is ABSENT else node

    def put(self, path: str, node: Node) -> None:
        """Set what is at `path`; its parent exists."""
        anchor, names = split(path)
        if not names:
            raise ToolError("INVALID_PATH", f"{path} is a whole disk, which cannot be changed.")
        parent = self._anchor(anchor)
        for name in names[:-1]:
            parent = self._step_into(parent, name)
        self._log.append((parent, names[-1], parent.children.get(names[-1])))
        parent.children[names[-1]] = node

    def names(self, node: Node) -> list[str]:
        """The names in a folder, sorted."""
        real = () if node.origin is None else self.world.names(node.origin)
        if not node.children:
            return sorted(real)
        changed = node.children
        return sorted(
            [name for name in real if name not in changed]
            + [name for name, child in changed.items() if child is not ABSENT]
        )

    def descend(self, node: Node, path: str) -> Iterator[tuple[str, Node]]:
        """Everything below a node, with the path it has now; links are not followed."""
        waiting = [(path, node)]
        while waiting:
            here, found = waiting.pop()
            if found.kind != "folder":
                continue
            for name in self.names(found):
                child = found.children.get(name) or self._real(below(found.origin or "", name))
                if child is not None:
                    yield below(here, name), child
                    waiting.append((below(here, name), child))

    def untouched(self, node: Node) -> bool:
        """Whether nothing at or below a node was changed by the plan."""
        if node.origin is None:
            return False
        return all(
            child.origin == below(node.origin, name) and self.untouched(child)
            for name, child in node.children.items()
        )

    def _real(self, origin: str) -> Node | None:
        kind = self.world.kind(origin)
        return None if kind is None else Node(kind, origin)

    def _anchor(self, anchor: str) -> Node:
        if self._root.owner is not self._owner:
            self._root = self._root.copied(self._owner)
        node = self._root.children.get(anchor)
        if node is None or node.owner is not self._owner:
            node = Node("folder", anchor).copied(self._owner) if node is None else node.copied(self._owner)
            self._root.children[anchor] = node
        return node

    def _step_into(self, parent: Node, name: str) -> Node:
        child = parent.children.get(name)
        if child is None:
            child = self._real(below(parent.origin or "", name))
        if child is None or child is ABSENT:
            raise ToolError("NOT_FOUND", f"The folder {name} is not there.")
        if child.owner is not self._owner:
            child = child.copied(self._owner)
            parent.children[name] = child
        return child
