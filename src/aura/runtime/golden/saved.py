"""A run as a golden case, from the journal: what was said, and the small part of the world that it spoke of.

The world before the run is had from the world now by taking the run's changes back, last one first, in memory: what
was replaced or trashed is read where the journal says that it is kept. What stood beside is there too, by name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from aura.capability.errors import ToolError
from aura.contracts.change import Copy, MakeFolder, Move, Trash, WriteFile
from aura.execution.records import Record
from aura.execution.rows import StepRow
from aura.runtime.golden.case import PATTERN, ROOTS, Tree, whole
from aura.runtime.house import House

Paths = dict[str, bytes | None]
"""What is at absolute paths: bytes, or None for a folder."""

ANCHOR_OF = {"Desktop": "DESKTOP", "Documents": "DOCUMENTS", "Downloads": "DOWNLOADS", "d": "DRIVE_D"}
MOST_PATHS = 300
MOST_BESIDE = 40
LONGEST_TEXT = 300
LONGEST_WRITTEN = 20_000
ANY_TEXT = PATTERN + ".*"


def case_of(house: House, run_id: str) -> dict[str, Any]:
    """The entry of a run; raises ToolError `UNKNOWN_RUN`, or `NOT_A_CASE` with the reason why it cannot be one."""
    run = house.journal.run(run_id)
    if run.undo or run.status in ("running", "cancelled", "interrupted"):
        why = "was taken back" if run.undo else "did not come to its end"
        raise ToolError("NOT_A_CASE", f"Run {run_id} {why}, so what it does cannot be seen any more; run it again.")
    rows = house.journal.steps(run_id)
    then = _now(house, rows)
    before = dict(then)
    for record in _latest_first(rows):
        _take_back(before, record)
    names = _Names(house, rows)
    entry: dict[str, Any] = {"say": run.utterance}
    old, new = names.tree(before, wanted=False), names.tree(then, wanted=True)
    if old:
        entry["before"] = old
    if gone := sorted(whole(old).keys() - whole(new).keys()):
        entry["gone"] = gone
    if adds := {path: text for path, text in new.items() if path not in old or old[path] != text}:
        entry["adds"] = adds
    if run.status != ("completed" if then != before else "answered"):
        entry["status"] = run.status
    if run.status == "confirmation":
        entry["approve"] = False
    return entry


def _now(house: House, rows: list[StepRow]) -> Paths:
    """What is at every path that the run touched or read, and the names beside."""
    found: Paths = {}
    touched = sorted({path for row in rows for path in _paths_of(row)})
    for path in touched:
        found |= _subtree(path)
        _limit(found)
    for folder in dict.fromkeys([house.paths.workspace, *(os.path.dirname(path) for path in touched)]):  # noqa: PTH120
        found |= {path: there for path, there in _beside(folder).items() if path not in found and path not in touched}
    return found


def _paths_of(row: StepRow) -> Iterator[str]:
    for record in row.records[: row.done]:
        change = record.change
        yield record.path
        if isinstance(change, Move | Copy):
            yield change.source
    for value in row.inputs.values():
        yield from (one for one in (value if isinstance(value, list) else [value]) if _is_path(one))


def _is_path(value: object) -> bool:
    return isinstance(value, str) and os.path.isabs(value) and len(value) < LONGEST_TEXT  # noqa: PTH117


def _subtree(path: str) -> Paths:
    """A file, or a folder with all that is in it."""
    here = Path(path)
    if here.is_symlink() or not here.exists():
        return {}
    if here.is_file():
        return {path: here.read_bytes()}
    found: Paths = {path: None}
    for child in here.rglob("*"):
        found[str(child)] = None if child.is_dir() else child.read_bytes()
        _limit(found)
    return found


def _limit(found: Paths) -> None:
    if len(found) > MOST_PATHS:
        raise ToolError("NOT_A_CASE", f"That run is about more than {MOST_PATHS} files, which is no small test.")


def _beside(folder: str) -> Paths:
    """The names in a folder that are not hidden, files empty; nothing where there are many."""
    here = Path(folder)
    if not here.is_dir():
        return {}
    names = [child for child in here.iterdir() if not child.name.startswith(".")]
    return {str(child): None if child.is_dir() else b"" for child in names} if len(names) <= MOST_BESIDE else {}


def _latest_first(rows: list[StepRow]) -> Iterator[Record]:
    for row in reversed(rows):
        yield from reversed(row.records[: row.done])


def _take_back(tree: Paths, record: Record) -> None:
    """One change taken back in memory."""
    match record.change:
        case MakeFolder(path) | WriteFile(path):
            tree.pop(path, None)
        case Move(source, destination):
            _carry(tree, destination, source)
        case Copy(_, destination):
            _drop(tree, destination)
        case Trash(path):
            kept = _subtree(record.keep)
            tree |= {path + there[len(record.keep) :]: content for there, content in kept.items()}
            return
    if record.target is not None:
        tree |= {record.path + there[len(record.keep) :]: held for there, held in _subtree(record.keep).items()}


def _carry(tree: Paths, source: str, destination: str) -> None:
    for path in _within(tree, source):
        tree[destination + path[len(source) :]] = tree.pop(path)


def _drop(tree: Paths, top: str) -> None:
    for path in _within(tree, top):
        del tree[path]


def _within(tree: Iterable[str], top: str) -> list[str]:
    return [path for path in tree if path == top or path.startswith(top + os.sep)]


class _Names:
    """Absolute paths as cases say them, and contents as small texts."""

    def __init__(self, house: House, rows: list[StepRow]) -> None:
        anchored = {root: house.paths.anchor(anchor) for root, anchor in ANCHOR_OF.items()}
        roots = {"ws": house.paths.workspace} | {root: at for root, at in anchored.items() if isinstance(at, str)}
        assert roots.keys() <= ROOTS.keys()
        self._roots = sorted(roots.items(), key=lambda pair: -len(pair[1]))
        self._words = house.words
        written = {r.path for row in rows for r in row.records[: row.done] if isinstance(r.change, WriteFile)}
        read = {value for row in rows if not row.records for value in row.inputs.values() if _is_path(value)}
        self._told_whole = written | read

    def tree(self, paths: Paths, *, wanted: bool) -> Tree:
        """A tree of a case; roots, and folders that show in a longer path, are left out."""
        folders = {os.path.dirname(path) for path in paths}  # noqa: PTH120
        tops = {top for _, top in self._roots}
        return {
            self._said(path): self._text(path, content, wanted)
            for path, content in sorted(paths.items())
            if path not in tops and (content is not None or path not in folders)
        }

    def _said(self, path: str) -> str:
        for root, top in self._roots:
            if path.startswith(top + os.sep):
                return (root / Path(path).relative_to(top)).as_posix()
        raise ToolError(
            "NOT_A_CASE", f"{self._words(path)} is in none of the places that a case has: {', '.join(ROOTS)}."
        )

    def _text(self, path: str, content: bytes | None, wanted: bool) -> str | None:
        """A file's text; a stand-in for one that is long or no text, and was not what the run was about."""
        if content is None:
            return None
        text = _decoded(content)
        most = LONGEST_WRITTEN if path in self._told_whole else LONGEST_TEXT
        if text is None or len(text) > most:
            return ANY_TEXT if wanted and path in self._told_whole else f"content of {len(content)} bytes"
        return PATTERN + re.escape(text) if wanted and text.startswith(PATTERN) else text


def _decoded(content: bytes) -> str | None:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    return text if text.isprintable() or all(c.isprintable() or c in "\n\t\r" for c in text) else None
