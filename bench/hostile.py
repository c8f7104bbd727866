"""Hostile sentences and plan documents through the whole product: no exception, no change, bounded time.

    python bench/hostile.py --count 100000 [--seed 0] [--start 0]

Two thirds are sentences that are planned, a third documents that are validated and run without anybody to
approve. Prints one JSON line: how many of what came to what, crashes with their input, the slowest inputs.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aura.capability.errors import ToolError
from aura.capability.machine import NOWHERE
from aura.capability.ports import Opener
from aura.runtime.assemble import assemble
from aura.runtime.pipeline import Orchestrator
from hostile_inputs import Documents, Sentences

TREE = {
    "ws/notes.txt": "some notes\n",
    "ws/a.txt": "a\n",
    "ws/old.txt": "old\n",
    "ws/todo.txt": "milk\n",
    "ws/src/main.py": "x = 1\n",
    "ws/src/util/log.log": "log\n",
    "ws/docs/report one.pdf": "%PDF\n",
    "ws/reports/q1.csv": "1,2\n",
    "home/Documents/plan.docx": "x",
    "home/Downloads/movie.mp4": "m",
    "home/Downloads/draft 1.txt": "d",
    "home/Desktop/list.md": "- a\n",
    "d/backup/b.bin": "b",
    "outside/secret.txt": "s",
}
ANCHORS = {
    "DESKTOP": "home/Desktop",
    "DOCUMENTS": "home/Documents",
    "DOWNLOADS": "home/Downloads",
    "HOME": "home",
    "DRIVE_D": "d",
}
PLACES = ("ws", "home", "d")
STATE = ("state", "share")
NAMES = (
    "notes.txt",
    "a.txt",
    "src",
    "docs",
    "reports",
    "report one",
    "todo.txt",
    "plan.docx",
    "backup",
    "space",
    "x",
    "../outside",
    "log.log",
)

LONGEST = 20.0
"""Seconds of processor time after which an input is given up; the bound that counts is 2."""

Snapshot = dict[str, tuple[int, bytes | str | None]]


def plant(folder: Path) -> None:
    """A small tree to be careful with; `outside` is no place that anybody named."""
    for name, content in TREE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


def snapshot(folder: Path) -> Snapshot:
    """Everything there but the product's own state: times of change and contents."""
    found: Snapshot = {}
    for root, folders, files in os.walk(folder):
        if Path(root) == folder:
            folders[:] = [name for name in folders if name not in STATE]
        for name in folders + files:
            path = Path(root, name)
            content: bytes | str | None = None if path.is_dir() and not path.is_symlink() else b""
            if content is not None:
                content = str(path.readlink()) if path.is_symlink() else path.read_bytes()
            found[path.relative_to(folder).as_posix()] = (path.lstat().st_mtime_ns, content)
    return found


def contents(folder: Path) -> dict[str, bytes | str | None]:
    """What is there by name, times left out."""
    return {name: content for name, (_, content) in snapshot(folder).items()}


def clear(folder: Path) -> None:
    """Take away what was planted, and all that came of it."""
    for name in (*PLACES, "outside"):
        shutil.rmtree(folder / name, ignore_errors=True)


def astray(before: Snapshot, now: Snapshot) -> tuple[list[str], list[str]]:
    """Names whose content is nowhere any more, and names outside the places that came, went or changed."""
    kept = {content for _, content in now.values()}
    lost = [name for name, (_, content) in before.items() if content is not None and not is_kept(content, kept)]
    changed = {name for name in {*before, *now} if before.get(name) != now.get(name)}
    return sorted(lost), sorted(name for name in changed if name.partition("/")[0] not in PLACES)


def session(folder: Path) -> Orchestrator:
    """A session in `ws` whose places and state are below the folder; the journal is not forced to disk."""
    environ = {f"AURA_ANCHORS__{name}": str(folder / place) for name, place in ANCHORS.items()}
    environ |= {
        "AURA_HOME": str(folder / "state"),
        "HOME": str(folder / "home"),
        "XDG_DATA_HOME": str(folder / "share"),
    }
    environ |= {"AURA_JOURNAL__SYNCHRONOUS": "NORMAL", "AURA_ENGINE__NAME": "inline"}
    orchestrator = assemble(folder / "ws", environ, machine=NOWHERE)
    orchestrator._house.ports._makers[Opener] = NoDesktop
    return orchestrator


class NoDesktop:
    """Opens nothing, so that a random word opens no window."""

    def open(self, path: str) -> None:
        """Say that there is no desktop."""
        raise ToolError("NO_DESKTOP", f"This computer has no desktop that could open {path}.")


def sentences(orchestrator: Orchestrator) -> Sentences:
    """A source of sentences with the words of the session's grammar."""
    return Sentences(list(orchestrator._house.grammar.vocabulary), NAMES)


def documents(orchestrator: Orchestrator, folder: Path) -> Documents:
    """A source of documents: those of real plans, and one that uses every tool of the files."""
    said = (
        "create a folder space and a file new.txt inside it",
        "read notes.txt and write its content to copy.txt",
        "delete old.txt",
        "move all txt files to docs",
        "copy src to d drive",
        "what time is it",
    )
    valid = []
    for sentence in said:
        result = orchestrator.plan(sentence)
        if result.plan is not None:
            valid.append({"target": result.target, "plan": result.plan})
    if not valid:
        raise SystemExit("No sentence could be planned, so there is no document to break.")
    paths = [str(folder / name) for name in (*list(TREE)[:-1], "ws/new", "ws", "d/nowhere/x", "ws/src/../a.txt")]
    return Documents(valid, sorted(orchestrator.tools()), paths)


class Bench:
    """Counts what became of each input, and keeps the worst."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.orchestrator = session(folder)
        self.before = snapshot(folder)
        self.outcomes: Counter[str] = Counter()
        self.crashes: dict[str, dict[str, str]] = {}
        self.crashed = 0
        self.changed: list[dict[str, str]] = []
        self.seconds: list[float] = []
        self.slowest: list[tuple[float, int, str, str]] = []
        self.dearest: list[tuple[float, int, str, str]] = []

    def sentence(self, kind: str, said: str, number: int) -> None:
        """Plan one sentence."""
        spent, _ = self._timed(kind, said, number, lambda: self.orchestrator.plan(said).status)
        words = max(1, len(said.split()))
        if words > 3:
            _keep(self.dearest, (1e3 * spent / words, number, kind, said[:400]))

    def document(self, kind: str, document: Any, number: int) -> None:
        """Validate a document, and run it with nobody to approve."""

        def act() -> str:
            valid = self.orchestrator.validate_document(document).valid
            status = self.orchestrator.run_document(document).status
            return f"valid:{status}" if valid else f"invalid:{status}"

        outcome = self._timed(f"document {kind}", shown(document), number, act)[1]
        if outcome.startswith("valid"):
            self._check_run(shown(document))

    def _timed(self, kind: str, shown: str, number: int, act: Callable[[], str]) -> tuple[float, str]:
        started = time.process_time()
        try:
            with stopped_after(LONGEST):
                outcome = act()
        except TooLong:
            outcome = "stopped"
        except Exception as error:
            self._crash(kind, shown, error)
            outcome = "crashed"
        spent = time.process_time() - started
        self.seconds.append(spent)
        self.outcomes[f"{'document' if kind.startswith('document') else 'sentence'} {outcome}"] += 1
        _keep(self.slowest, (1e3 * spent, number, kind, shown[:400]))
        return spent, outcome

    def _check_run(self, ran: str) -> None:
        """Without approval a document may add and move; then the tree is planted again."""
        now = snapshot(self.folder)
        if now == self.before:
            return
        lost, strayed = astray(self.before, now)
        if lost or strayed:
            self.changed.append({"near": ran[:400], "paths": ", ".join([*lost, *strayed])[:300]})
        clear(self.folder)
        plant(self.folder)
        self.before = snapshot(self.folder)

    def _crash(self, kind: str, shown: str, error: Exception) -> None:
        self.crashed += 1
        where = traceback.extract_tb(error.__traceback__)[-1]
        mine = [frame for frame in traceback.extract_tb(error.__traceback__) if "/aura/" in frame.filename][-1:]
        at = " < ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in (where, *mine))
        key = f"{type(error).__name__} {at}"
        kept = self.crashes.get(key)
        if kept is None or len(shown) < len(kept["input"]):
            self.crashes[key] = {"kind": kind, "input": shown[:600], "error": str(error)[:200]}

    def check_tree(self, shown: str) -> None:
        """Note when the tree is no longer what it was."""
        now = snapshot(self.folder)
        if now != self.before:
            keys = sorted(key for key in {*now, *self.before} if now.get(key) != self.before.get(key))
            self.changed.append({"near": shown[:200], "paths": ", ".join(keys)[:300]})
            self.before = now

    def report(self) -> dict[str, Any]:
        """Everything, as one JSON object."""
        ordered = sorted(self.seconds)
        share = {
            f"p{percent}_ms": round(1e3 * ordered[int(len(ordered) * percent / 100)], 2) for percent in (50, 95, 99)
        }
        return {
            "count": len(ordered),
            "outcomes": dict(self.outcomes.most_common()),
            "crashed": self.crashed,
            "crashes": self.crashes,
            "changed": self.changed,
            **share,
            "max_ms": round(1e3 * ordered[-1], 1),
            "over_2_s": sum(spent > 2 for spent in ordered),
            "slowest": [_row(row) for row in sorted(self.slowest, reverse=True)],
            "dearest_per_word": [_row(row) for row in sorted(self.dearest, reverse=True)],
        }


def is_kept(content: bytes | str, kept: set[bytes | str | None]) -> bool:
    """Whether a content is still there, whole or with something after it."""
    return content in kept or any(isinstance(other, type(content)) and other.startswith(content) for other in kept)  # type: ignore[arg-type,union-attr]


class TooLong(BaseException):
    """An input took longer than it ever may."""


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Raise TooLong inside when it takes so much processor time, where the platform can."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def shown(value: Any) -> str:
    """A value to look at, however deep it is."""
    try:
        return repr(value)[:4000]
    except RecursionError:
        return f"a {type(value).__name__}, nested too deep to show"


def _keep(heap: list[tuple[float, int, str, str]], row: tuple[float, int, str, str], most: int = 8) -> None:
    (heapq.heappush if len(heap) < most else heapq.heappushpop)(heap, row)


def _row(row: tuple[float, int, str, str]) -> dict[str, Any]:
    return {"ms": round(row[0], 2), "number": row[1], "kind": row[2], "input": row[3]}


def run(folder: Path, seed: int, start: int, count: int) -> dict[str, Any]:
    """Inputs number `start` to `start + count` of a seed, over a planted tree."""
    plant(folder)
    (folder / "started_in").mkdir()
    os.chdir(folder / "started_in")
    bench = Bench(folder)
    spoken, written = sentences(bench.orchestrator), documents(bench.orchestrator, folder)
    for number in range(start, start + count):
        rng = random.Random(f"{seed}/{number}")
        if number % 3:
            bench.sentence(*spoken.one(rng), number)
        else:
            bench.document(*written.one(rng), number)
        if number % 500 == 499:
            bench.check_tree(f"inputs up to {number}")
    bench.check_tree("the end")
    return bench.report()


def main() -> int:
    """Run, print, and fail when anything crashed or changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=int, default=0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder), asked.seed, asked.start, asked.count)
        os.chdir("/")
    print(json.dumps(found))
    return 1 if found["crashed"] or found["changed"] or found["over_2_s"] else 0


if __name__ == "__main__":
    sys.exit(main())
