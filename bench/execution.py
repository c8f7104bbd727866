"""What running a plan costs: a step with and without the journal, and 10,000 moves against shutil.move.

Run with `python bench/execution.py [--moves N] [--steps N]`; prints one JSON object. Seconds for the moves,
microseconds a step; the folder is temporary and on the disk of the working directory.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from aura.capability.effect import Effect
from aura.capability.ports import Disk
from aura.capability.tool import Tool
from aura.contracts.plan import PlanBody, PlanDocument, Step, Validation
from aura.execution.changes import Changer
from aura.execution.executor import ToolExecutor
from aura.execution.journal import Journal
from aura.execution.undo import Undo
from aura.planning.overlay import Overlay
from aura.planning.preview import play


def nothing() -> None:
    """Do nothing, which is what a step costs by itself."""


def move_all(sources: list[str], folder: str, disk: Disk) -> None:
    """Move every source into a folder."""
    disk.make_folder(folder)
    for source in sources:
        disk.move(source, f"{folder}/{source.rpartition('/')[2]}")


TOOLS = {
    "nothing": Tool("nothing", "", "", "", Effect.READS, "", {}, {}, {}, nothing),
    "move_all": Tool("move_all", "", "", "", Effect.WRITES, "", {}, {}, {"disk": Disk}, move_all),
}


def timed(work: Callable[[], object]) -> float:
    """Seconds that `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def changer_in(root: Path) -> Changer:
    """A Changer that keeps everything below `root`."""
    return Changer(str(root / "home"), str(root / "Trash"), (str(root),))


def step_cost(root: Path, count: int, synchronous: str | None) -> float:
    """Microseconds a no-op step, in one plan of `count` steps."""
    document = PlanDocument("bench", PlanBody(tuple(Step("nothing", "", {}, f"s{i}") for i in range(count))))
    validation = Validation(True, execution_order=tuple(f"s{i}" for i in range(count)))
    journal = Journal(root / f"home-{synchronous}", synchronous=synchronous) if synchronous else None
    executor = ToolExecutor(TOOLS, {}, disk_factory=Overlay, changer=changer_in(root), journal=journal)
    seconds = timed(lambda: executor.execute(document, validation))
    if journal is not None:
        journal.close()
    return round(seconds / count * 1e6, 1)


def command_cost(root: Path, count: int, synchronous: str) -> float:
    """Microseconds for a whole run of one no-op step, begun and ended in the journal."""
    document = PlanDocument("bench", PlanBody((Step("nothing", "", {}, "s"),)))
    validation = Validation(True, execution_order=("s",))
    journal = Journal(root / f"runs-{synchronous}", synchronous=synchronous)

    def work() -> None:
        for _ in range(count):
            ToolExecutor(TOOLS, {}, disk_factory=Overlay, changer=changer_in(root), journal=journal).execute(
                document, validation
            )

    seconds = timed(work)
    journal.close()
    return round(seconds / count * 1e6, 1)


def fill(folder: Path, count: int) -> list[str]:
    """Files with a little content."""
    folder.mkdir()
    paths = [folder / f"photo-{number:05}.jpg" for number in range(count)]
    for path in paths:
        path.write_bytes(b"x" * 100)
    return [str(path) for path in paths]


def loop(sources: list[str], folder: Path) -> None:
    """What is compared with."""
    folder.mkdir()
    for source in sources:
        shutil.move(source, folder)


def moves(root: Path, count: int) -> dict[str, float]:
    """Seconds to preview, make and take back one step of `count` moves, and for the plain loop."""
    others, sources = fill(root / "plain", count), fill(root / "ours", count)
    plain = timed(lambda: loop(others, root / "plain-moved"))
    document = PlanDocument(
        "bench", PlanBody((Step("move_all", "", {"sources": sources, "folder": str(root / "moved")}, "s"),))
    )
    validation, journal = Validation(True, execution_order=("s",)), Journal(root / "moves")
    start = time.perf_counter()
    preview = play(document, ("s",), TOOLS, Overlay(), {})
    previewed = time.perf_counter() - start
    changer = changer_in(root)
    executor = ToolExecutor(TOOLS, {}, disk_factory=Overlay, changer=changer, journal=journal)
    made = timed(lambda: executor.execute(document, validation, preview))
    undo = Undo(TOOLS, {}, disk_factory=Overlay, changer=changer, journal=journal)
    undone = timed(undo.undo)
    journal.close()
    return {
        "shutil_move_loop": round(plain, 3),
        "preview": round(previewed, 3),
        "execute": round(made, 3),
        "undo": round(undone, 3),
        "execute_over_loop": round(made / plain, 2),
        "undo_over_loop": round(undone / plain, 2),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--steps", type=int, default=2_000)
    parser.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder:
        root = Path(folder)
        figures = {
            "step_us": {
                "no_journal": step_cost(root, arguments.steps, None),
                "full": step_cost(root, arguments.steps, "FULL"),
                "normal": step_cost(root, arguments.steps, "NORMAL"),
            },
            "one_step_run_us": {
                "full": command_cost(root, arguments.steps // 10, "FULL"),
                "normal": command_cost(root, arguments.steps // 10, "NORMAL"),
            },
            f"moves_{arguments.moves}_s": moves(root, arguments.moves),
        }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
