"""Moving many files by one command, against `shutil.move` in a loop.

Run with `python bench/files.py [--files N] [--rounds N] [--json]`; prints one JSON object. Each round moves
the same files with the loop, with the command and back with undo, all on the disk of the working directory;
seconds, and ratios to the loop of the same round. `command` is the whole of `./aura`, its start included;
`in_process` is the same sentence in one that has started, with a listener for its progress.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aura.runtime.assemble import assemble

ROOT = Path(__file__).parents[1]
SAID = "move all the jpg files in photos to archive"
MOVES = ("loop", "command", "undo", "in_process", "in_process_undo")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder:
        print(json.dumps(figures(Path(folder), asked.files, asked.rounds), indent=2))


def figures(root: Path, files: int, rounds: int) -> dict[str, Any]:
    """Medians over the rounds: seconds, and how many times the loop's."""
    workspace = planted(root, files)
    once_compiled(root, workspace)
    every = [one_round(root, workspace, files) for _ in range(rounds)]
    seconds = {name: round(statistics.median(row[name] for row in every), 3) for name in MOVES}
    over = {name: round(statistics.median(row[name] / row["loop"] for row in every), 2) for name in MOVES[1:]}
    events = max(row["events"] for row in every)
    return {
        "files": files,
        "rounds": rounds,
        "seconds": seconds,
        "over_loop": over,
        "progress_events": events,
    }


def once_compiled(root: Path, workspace: Path) -> None:
    """The grammar is compiled by the first command ever, which is not what is measured."""
    aura(workspace, environment(root), "what time is it")


def environment(root: Path) -> dict[str, str]:
    """A state and a home of its own."""
    return {**os.environ, "AURA_HOME": str(root / "state"), "HOME": str(root)}


def planted(root: Path, files: int) -> Path:
    """A workspace with files to move and a folder to move them to."""
    workspace = root / "ws"
    for name in ("photos", "archive"):
        (workspace / name).mkdir(parents=True)
    for number in range(files):
        (workspace / "photos" / f"photo-{number:05}.jpg").write_bytes(b"x" * 100)
    return workspace


def one_round(root: Path, workspace: Path, files: int) -> dict[str, float]:
    """Everything once; what is moved is counted each time."""
    environ = environment(root)
    photos, archive = workspace / "photos", workspace / "archive"
    moved: dict[str, float] = {"loop": timed(lambda: loop(photos, archive), archive, files)}
    loop(archive, photos)
    moved["command"] = timed(lambda: aura(workspace, environ, SAID), archive, files)
    moved["undo"] = timed(lambda: aura(workspace, environ, "undo"), photos, files)
    orchestrator, events = assemble(workspace, environ), []  # type: ignore[var-annotated]
    moved["in_process"] = timed(lambda: orchestrator.process(SAID, on_event=events.append), archive, files)
    moved["in_process_undo"] = timed(orchestrator.undo, photos, files)
    moved["events"] = len(events)
    return moved


def loop(source: Path, destination: Path) -> None:
    """What is compared with."""
    for path in list(source.iterdir()):
        shutil.move(path, destination)


def aura(workspace: Path, environ: dict[str, str], *words: str) -> None:
    """One command as a whole process."""
    subprocess.run([str(ROOT / "aura"), *words], cwd=workspace, env=environ, check=True, stdout=subprocess.DEVNULL)


def timed(work: Callable[[], object], destination: Path, files: int) -> float:
    """Seconds; raises AssertionError unless every file is where it should be."""
    began = time.perf_counter()
    work()
    spent = time.perf_counter() - began
    assert sum(1 for _ in destination.iterdir()) == files, f"{destination.name} should hold {files} files"
    return spent


if __name__ == "__main__":
    main()
