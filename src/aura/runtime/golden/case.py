"""The form of a golden case: what is said, in which world, and what should come of it.

A file of cases is a YAML list. A case has `say`, and where they matter `before` (a tree, or the name of one in a
`trees.yaml` beside the file or above it), `adds`, `gone` and `moved` or else `after`, `answers`, `status`, `goals`,
`tells`, `asks` and `approve`. A tree maps paths to texts, or to null for a folder; a path begins with a root.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from aura.capability.errors import ToolError

ROOTS = {
    "ws": "ws",
    "Desktop": "home/Desktop",
    "Documents": "home/Documents",
    "Downloads": "home/Downloads",
    "d": "d",
}
"""The places of a case, and where they are below the folder of its world."""
TREES = "trees.yaml"
PATTERN = "~"
LONGEST_NAME = 60

Tree = dict[str, str | None]


class Node(Struct, frozen=True):
    """What is at a path: a file's bytes (a folder has None), its mode, and a file's time in nanoseconds."""

    data: bytes | None
    mode: int
    modified: int


Found = dict[str, Node]


class Case(Struct, frozen=True):
    """One case: what is said, in which world, and what should come of it."""

    name: str
    say: str
    before: Tree
    after: Tree
    raw: dict[str, Any]

    def statuses(self, default: str) -> tuple[str, ...]:
        """The statuses that are right."""
        wanted = self.raw.get("status", default)
        return tuple(wanted) if isinstance(wanted, list) else (wanted,)

    @property
    def changes(self) -> bool:
        """Whether the tree should come out different."""
        return self.before != self.after


def cases(*files: Path) -> list[Case]:
    """The cases of YAML files, named after file, place and words; raises ToolError `NO_CASES`."""
    return [case for file in files for case in _cases_of(file)]


def _cases_of(file: Path) -> Iterator[Case]:
    for number, raw in enumerate(entries(file), 1):
        words = re.sub(r"\W+", "-", raw["say"].lower()).strip("-")[:LONGEST_NAME]
        before = planted(raw.get("before", {}), file)
        yield Case(f"{file.stem}-{number}-{words}", raw["say"], before, after(raw, before), raw)


def entries(file: Path) -> list[dict[str, Any]]:
    """The cases of a file as they are written; raises ToolError `NO_CASES` where it holds none."""
    try:
        found = yaml.safe_load(file.read_text(encoding="utf-8")) or []
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        reason = getattr(error, "strerror", None) or "it is not YAML"
        raise ToolError("NO_CASES", f"{file} cannot be read as golden cases: {reason}.") from error
    if not isinstance(found, list) or not all(isinstance(raw, dict) and "say" in raw for raw in found):
        raise ToolError("NO_CASES", f"{file} is no list of golden cases: each begins with `- say:`.")
    return found


def planted(before: str | Tree, file: Path) -> Tree:
    """The tree of a case: written out, or a named one."""
    if not isinstance(before, str):
        return before
    for folder in (file.parent, file.parent.parent):
        if (folder / TREES).is_file() and before in (trees := _named_trees(folder / TREES)):
            return trees[before]
    raise ToolError("NO_CASES", f"{file} names the tree {before}, which no {TREES} beside it or above it has.")


@lru_cache
def _named_trees(file: Path) -> dict[str, Tree]:
    trees: dict[str, Tree] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return trees


def after(raw: dict[str, Any], before: Tree) -> Tree:
    """The whole tree that should be there in the end."""
    if "after" in raw:
        return dict(raw["after"])
    moved = raw.get("moved", {})
    gone = {*moved, *raw.get("gone", ())}
    tree = {name: content for name, content in whole(before).items() if name not in gone}
    tree |= {target: before[source] for source, target in moved.items()}
    return whole(tree | raw.get("adds", {})) if raw.keys() & {"moved", "gone", "adds"} else before


def real(name: str) -> str:
    """The path below a world's folder that a case's path means."""
    root, _, rest = name.partition("/")
    if root not in ROOTS:
        raise ToolError("NO_CASES", f"The path {name} of a golden case begins with none of {', '.join(ROOTS)}.")
    return f"{ROOTS[root]}/{rest}" if rest else ROOTS[root]


def whole(tree: Tree) -> Tree:
    """A tree with every folder on the way named, roots left out."""
    full: Tree = {}
    for name in tree:
        parts = name.split("/")
        full |= {"/".join(parts[:length]): None for length in range(2, len(parts))}
    return full | tree


def fits(found: Found, wanted: Tree) -> bool:
    """Whether the world is as wanted; a content that begins with `~` is a regular expression."""
    return not any(differences(found, wanted))


def differences(found: Found, wanted: Tree) -> Iterator[str]:
    """Where the world is not as wanted, a few words each."""
    bare = {*ROOTS, "home"}
    full = {name: content for name, content in whole(wanted).items() if name not in bare}
    seen = {name: node.data for name, node in found.items() if name not in bare}
    yield from (f"{name} is not there" for name in full.keys() - seen.keys())
    yield from (f"{name} is there" for name in seen.keys() - full.keys())
    yield from (
        f"{name} holds something else" for name in full.keys() & seen.keys() if not holds(seen[name], full[name])
    )


def holds(data: bytes | None, wanted: str | None) -> bool:
    """Whether a file's bytes (None: a folder) are what a case says."""
    if wanted is None or data is None:
        return wanted is None and data is None
    if wanted.startswith(PATTERN):
        return re.fullmatch(wanted[1:].encode(), data, re.DOTALL) is not None
    return data == wanted.encode()


def look(folder: Path, state: Path) -> Found:
    """Everything below a world's folder but the product's own state, by path as cases say it."""
    found: Found = {}
    for path in sorted(folder.rglob("*")):
        if path == state or state in path.parents:
            continue
        info = path.lstat()
        data = path.read_bytes() if stat.S_ISREG(info.st_mode) else None
        modified = info.st_mtime_ns if data is not None else 0
        found[_said(path, folder)] = Node(data, stat.S_IMODE(info.st_mode), modified)
    return found


def _said(path: Path, folder: Path) -> str:
    for root, place in ROOTS.items():
        if path.is_relative_to(folder / place):
            return (root / path.relative_to(folder / place)).as_posix()
    return path.relative_to(folder).as_posix()
