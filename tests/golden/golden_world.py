"""A small computer for golden cases: five places below one folder, sessions in it, and what is there."""

from __future__ import annotations

import os
import re
import shutil
import stat
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from aura.contracts.outcome import RunResult
from aura.runtime.assemble import assemble
from aura.runtime.pipeline import Orchestrator

HERE = Path(__file__).parent
ROOTS = {
    "ws": "ws",
    "Desktop": "home/Desktop",
    "Documents": "home/Documents",
    "Downloads": "home/Downloads",
    "d": "d",
}
ANCHORS = {
    "DESKTOP": "home/Desktop",
    "DOCUMENTS": "home/Documents",
    "DOWNLOADS": "home/Downloads",
    "PICTURES": "home/Pictures",
    "MUSIC": "home/Music",
    "VIDEOS": "home/Videos",
    "HOME": "home",
    "DRIVE_D": "d",
}
PLANTED_AT = 1_577_934_245_000_000_000
"""2 January 2020, nanoseconds: a time that no test run has."""

Tree = dict[str, str | None]


class Node(Struct, frozen=True):
    """What is at a path: a file's bytes (a folder has None), its mode, and a file's time in nanoseconds."""

    data: bytes | None
    mode: int
    modified: int


Found = dict[str, Node]


class World:
    """A planted computer below `folder`; `cache` holds the compiled grammar that cases share."""

    def __init__(self, folder: Path, cache: Path, tree: Tree) -> None:
        self.folder = folder
        self._state = folder / "state"
        shutil.copytree(cache, self._state / "cache")
        for place in ROOTS.values():
            (folder / place).mkdir(parents=True)
        for name, content in tree.items():
            self._plant(folder / real(name), content)

    @staticmethod
    def _plant(path: Path, content: str | None) -> None:
        if content is None:
            path.mkdir(parents=True, exist_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode())
        path.chmod(0o640)
        os.utime(path, ns=(PLANTED_AT, PLANTED_AT))

    def session(self) -> Orchestrator:
        """A fresh session whose workspace is `ws`."""
        environ = {f"AURA_ANCHORS__{name}": str(self.folder / place) for name, place in ANCHORS.items()}
        home, share = str(self.folder / "home"), str(self._state / "share")
        environ |= {"AURA_HOME": str(self._state), "XDG_DATA_HOME": share, "HOME": home, "USERPROFILE": home}
        return assemble(self.folder / "ws", environ)

    def look(self) -> Found:
        """Everything below the folder but the product's own state, by path as cases say it."""
        found: Found = {}
        for path in sorted(self.folder.rglob("*")):
            if path == self._state or self._state in path.parents:
                continue
            info = path.lstat()
            data = path.read_bytes() if stat.S_ISREG(info.st_mode) else None
            modified = info.st_mtime_ns if data is not None else 0
            found[self._said(path)] = Node(data, stat.S_IMODE(info.st_mode), modified)
        return found

    def _said(self, path: Path) -> str:
        for root, place in ROOTS.items():
            if path.is_relative_to(self.folder / place):
                return (root / path.relative_to(self.folder / place)).as_posix()
        return path.relative_to(self.folder).as_posix()


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


def real(name: str) -> str:
    """The path below a world's folder that a case's path means."""
    root, _, rest = name.partition("/")
    return f"{ROOTS[root]}/{rest}" if rest else ROOTS[root]


def cases(*files: Path) -> list[Case]:
    """The cases of YAML files, named after file, place and words."""
    found = []
    for file in files:
        for number, raw in enumerate(yaml.safe_load(file.read_text(encoding="utf-8")) or [], 1):
            words = re.sub(r"\W+", "-", raw["say"].lower()).strip("-")[:60]
            before = planted(raw.get("before", {}))
            found.append(Case(f"{file.stem}-{number}-{words}", raw["say"], before, after(raw, before), raw))
    return found


@lru_cache
def _named_trees() -> dict[str, Tree]:
    trees: dict[str, Tree] = yaml.safe_load((HERE / "trees.yaml").read_text(encoding="utf-8"))
    return trees


def planted(before: str | Tree) -> Tree:
    """The tree of a case: written out, or one of `trees.yaml` by name."""
    return _named_trees()[before] if isinstance(before, str) else before


def after(raw: dict[str, Any], before: Tree) -> Tree:
    """The whole tree that should be there in the end."""
    if "after" in raw:
        return dict(raw["after"])
    moved = raw.get("moved", {})
    gone = {*moved, *raw.get("gone", ())}
    tree = {name: content for name, content in whole(before).items() if name not in gone}
    tree |= {target: before[source] for source, target in moved.items()}
    return whole(tree | raw.get("adds", {})) if raw.keys() & {"moved", "gone", "adds"} else before


def whole(tree: Tree) -> Tree:
    """A tree with every folder on the way named, roots left out."""
    full: Tree = {}
    for name in tree:
        parts = name.split("/")
        full |= {"/".join(parts[:length]): None for length in range(2, len(parts))}
    return full | tree


def fits(found: Found, wanted: Tree) -> bool:
    """Whether the world is as wanted; a content that begins with `~` is a regular expression."""
    bare = {*ROOTS, "home"}
    full = {name: content for name, content in whole(wanted).items() if name not in bare}
    seen = {name: node.data for name, node in found.items() if name not in bare}
    return seen.keys() == full.keys() and all(_holds(seen[name], full[name]) for name in full)


def _holds(data: bytes | None, wanted: str | None) -> bool:
    if wanted is None or data is None:
        return wanted is None and data is None
    if wanted.startswith("~"):
        return re.fullmatch(wanted[1:].encode(), data, re.DOTALL) is not None
    return data == wanted.encode()


def play(world: World, case: Case) -> tuple[Orchestrator, list[RunResult]]:
    """Say a case's sentence, then give its answers, everything approved unless the case says otherwise."""
    session = world.session()
    approve = (lambda preview: True) if case.raw.get("approve", True) else None
    results = [session.process(case.say, approve=approve)]
    for text in case.raw.get("answers", ()):
        results.append(session.answer(text, approve=approve))
    return session, results


def told(result: RunResult) -> str:
    """All that a result says to the user, as one text."""
    candidates = result.question.candidates if result.question is not None else ()
    outputs = (value for step in result.steps for value in step.outputs.values())
    return " ".join((result.message, *candidates, *map(str, outputs)))


def goal_lines(result: RunResult) -> list[str]:
    """Goals in the words of cases: domain, verb, scope."""
    return [f"{goal.domain} {goal.verb} {goal.scope}" for goal in result.goals]
