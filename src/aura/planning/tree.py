"""The tree of what a plan has changed: small nodes over the real disk, forked in constant time.

A node stands for one place. `origin` is the real path whose content and children lie under it, so that a
moved or copied folder costs one node however much is in it; `children` holds only what differs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from aura.capability.errors import ToolError
from aura.capability.ports import NodeKind
from aura.contracts.listing import LISTED_A_NAME
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
        if self.kind is None:
            return self
        node = Node(self.kind, self.origin, self.content, self.precious)
        node.children = dict(self.children)
        node.owner = owner
        return node

    def cloned(self) -> Node:
        """A second, independent tree with the same view of the disk; what is absent is the same everywhere."""
        if self.kind is None:
            return self
        node = Node(self.kind, self.origin, self.content, self.precious)
        node.children = {name: child.cloned() for name, child in self.children.items()}
        return node


ABSENT = Node(None)
SEPARATOR, OTHER_SEPARATOR = os.sep, os.altsep
DOTS = ("", ".", "..")
MOST_SPOTS = 256


class Spot(NamedTuple):
    """A folder as its children are looked up: those that changed, and the start of the real path of the others."""

    changed: dict[str, Node]
    real: str | None


def split(path: str) -> tuple[str, tuple[str, ...]]:
    """An absolute path as its anchor and its names; `INVALID_PATH` if it is relative or has `..`."""
    head, name = _halves(path)
    known = _split(head) if name and head else None
    if known is not None:
        return known[0], (*known[1], name)
    whole = _split(path)
    if whole is None:
        raise ToolError("INVALID_PATH", f"{path!r} is not an absolute path without '..'.")
    return whole


def written(anchor: str, names: tuple[str, ...]) -> str:
    """The plain text of a path from what `split` gives."""
    return anchor + os.sep.join(names)  # noqa: PTH118


def _halves(path: str) -> tuple[str, str]:
    """A path's folder as it is written and its last name, which is empty where that is not a plain one."""
    head, _, name = path.rpartition(SEPARATOR)
    return head, name if _is_plain(name) else ""


def _is_plain(name: str) -> bool:
    """Whether what follows the last separator of a path is one name."""
    return name not in DOTS and not (OTHER_SEPARATOR and OTHER_SEPARATOR in name)


@lru_cache(maxsize=1024)
def _split(path: str) -> tuple[str, tuple[str, ...]] | None:
    drive, tail = os.path.splitdrive(path)
    if os.altsep:
        tail = tail.replace(os.altsep, os.sep)
    names = tuple(name for name in tail.split(os.sep) if name and name != ".")  # noqa: PTH206
    return (drive + os.sep, names) if tail.startswith(os.sep) and ".." not in names else None


def _start(node: Node, names: tuple[str, ...]) -> str | None:
    """How real paths begin some folders below a node; None where nothing real is."""
    if node.origin is None or node.kind not in ("folder", "link"):
        return None
    return below(node.origin, *names, "")


def below(origin: str, *names: str) -> str:
    """The real path of something under a real folder."""
    return os.path.join(origin, *names)  # noqa: PTH118


class Tree:
    """What is where, after the changes so far; every change can be taken back until it is kept.

    Folders that were looked into are remembered by their text, so that what is done to many things in one
    folder walks there once; whatever makes, replaces or copies a node above such a folder forgets them.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._root = Node("folder")
        self._owner = object()
        self._log: list[tuple[Node, str, Node | None]] = []
        self._spots: dict[str, Spot] = {}
        self._owned: dict[str, Node] = {}
        self._folders: set[str] = set()
        self._above: set[str] = set()

    def fork(self) -> Tree:
        """An independent tree with the same view; neither sees what the other changes from now on."""
        other = Tree(self.world)
        other._root = self._root
        self._owner = object()
        self._log.clear()
        self._owned.clear()
        return other

    def keep(self) -> None:
        """Make the changes since the last call final."""
        self._log.clear()

    def drop(self) -> None:
        """Take back every change since the last `keep`."""
        self._forget()
        while self._log:
            parent, name, before = self._log.pop()
            if before is None:
                parent.children.pop(name, None)
            else:
                parent.children[name] = before

    def find(self, path: str) -> Node | None:
        """What is at `path`, or None; nodes that nothing changed are made on the fly."""
        head, name = _halves(path)
        spot = self._spots.get(head) or self._spot(path, head)
        if not name or spot is None:
            return self._walk(path)
        node = spot.changed.get(name)
        if node is not None:
            return None if node is ABSENT else node
        return None if spot.real is None else self._real(spot.real + name)

    def kind(self, path: str) -> NodeKind | None:
        """What kind of thing is at `path`, or None."""
        head, name = _halves(path)
        spot = self._spots.get(head)
        if spot is None or not name or name in spot.changed:
            node = self.find(path)
            return None if node is None else node.kind
        return None if spot.real is None else self.world.kind(spot.real + name)

    def has_parent(self, path: str) -> bool:
        """Whether the parent of `path` is known to be a plain folder; when in doubt, not."""
        head, name = _halves(path)
        if head in self._folders and name:
            return True
        if name and self.kind(head) == "folder" and head in self._spots:
            self._folders.add(head)
            return True
        return False

    def put(self, path: str, node: Node) -> None:
        """Set what is at `path`; its parent exists."""
        head, name = _halves(path)
        parent = self._owned.get(head) if name else None
        if parent is None:
            anchor, names = split(path)
            if not names:
                raise ToolError("INVALID_PATH", f"{path} is a whole disk, which cannot be changed.")
            parent, name, path = self._own(anchor, names[:-1]), names[-1], written(anchor, names)
            self._remember(written(anchor, names[:-1]), parent)
        if path in self._above:
            self._forget()
        self._log.append((parent, name, parent.children.get(name)))
        parent.children[name] = node

    def carry(self, start: str, end: str, names: Sequence[tuple[str, str]], first: int) -> int:
        """Move files that nothing changed to where nothing is, by their names in two folders, from `first` on.

        Returns the number of the one where that ends. Both folders were put into before, else nothing is known here.
        """
        here, there = self._spots.get(start), self._spots.get(end)
        giver, taker = self._owned.get(start), self._owned.get(end)
        if here is None or there is None or giver is None or taker is None:
            return first
        if here.real is None or taker.kind != "folder":
            return first
        is_free, kind = self._free_in(there, len(names)), self.world.kind
        kinds = self.world.kinds(here.real[:-1] or SEPARATOR, len(names) * LISTED_A_NAME)
        for number in range(first, len(names)):
            name, other = names[number]
            origin = here.real + name
            if not (_is_plain(name) and _is_plain(other)) or name in here.changed or other in there.changed:
                return number
            if (kinds.get(name) or kind(origin)) != "file" or not is_free(other):
                return number
            self._log += (giver, name, None), (taker, other, None)
            giver.children[name] = ABSENT
            taker.children[other] = Node("file", origin)
        return len(names)

    def _free_in(self, spot: Spot, count: int) -> Callable[[str], bool]:
        """Whether the real folder of a spot has nothing of a name; listed once if it is not far larger than `count`."""
        real = spot.real
        if real is None:
            return lambda name: True
        listing = self.world.listing(real[:-1] or SEPARATOR, count * LISTED_A_NAME)
        if listing is None:
            return lambda name: self.world.kind(real + name) is None
        return lambda name: listing.lacks(name) or self.world.kind(real + name) is None

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

    def entries(self, node: Node) -> list[tuple[str, NodeKind]]:
        """The names in a folder with the kinds of what has them, sorted."""
        real = [] if node.origin is None else self.world.entries(node.origin)
        if not node.children:
            return real
        changed = [(name, child.kind) for name, child in node.children.items() if child.kind is not None]
        return sorted([entry for entry in real if entry[0] not in node.children] + changed)

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
            child.origin == below(node.origin, name) and self.untouched(child) for name, child in node.children.items()
        )

    def _real(self, origin: str) -> Node | None:
        kind = self.world.kind(origin)
        return None if kind is None else Node(kind, origin)

    def _walk(self, path: str) -> Node | None:
        """Like `find`, from the root on."""
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

    def _spot(self, path: str, head: str) -> Spot | None:
        """The folder of `path`, remembered from now on; None for one that is not written plainly."""
        anchor, names = split(path)
        if written(anchor, names[:-1]) != head:
            return None
        node = self._root.children.get(anchor)
        if node is None:
            return self._note(head, Spot({}, head + os.sep))
        for depth, name in enumerate(names[:-1]):
            child = node.children.get(name)
            if child is None:
                return self._note(head, Spot({}, _start(node, names[depth:-1])))
            node = child
        return self._note(head, Spot(node.children, _start(node, ())))

    def _note(self, head: str, spot: Spot) -> Spot:
        if len(self._spots) >= MOST_SPOTS:
            self._forget()
        self._spots[head] = spot
        self._watch(head)
        return spot

    def _remember(self, head: str, parent: Node) -> None:
        if len(self._owned) >= MOST_SPOTS:
            self._forget()
        self._owned[head] = parent
        self._watch(head)

    def _watch(self, head: str) -> None:
        while head and head not in self._above:
            self._above.add(head)
            head = head.rpartition(os.sep)[0]

    def _forget(self) -> None:
        self._spots.clear()
        self._owned.clear()
        self._folders.clear()
        self._above.clear()

    def _own(self, anchor: str, names: tuple[str, ...]) -> Node:
        """The node of a folder as this tree's own, made or copied on the way."""
        parent = self._anchor(anchor)
        for name in names:
            parent = self._step_into(parent, name)
        return parent

    def _anchor(self, anchor: str) -> Node:
        if self._root.owner is not self._owner:
            self._root = self._root.copied(self._owner)
        node = self._root.children.get(anchor)
        if node is None or node.owner is not self._owner:
            self._forget()
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
            self._forget()
            child = child.copied(self._owner)
            parent.children[name] = child
        return child
