"""What large spreadsheets take beside bare openpyxl: made, read, and one cell of them changed.

    python bench/browser_office/office.py [--rows N] [--rounds N] [--json]

Each work is done in a process of its own, bare openpyxl (write_only and read_only) and the tool turn by turn. Seconds
are of the processor for the work alone; memory is the most that the whole process had, with the rows that both are
given. `times` is the ratio of the medians. `plan` is the same as a plan of one step in a session: checked, previewed,
carried out, observed and journalled.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

WIDTH = 8
"""Columns: an input of a plan may have a million parts."""
PAIRS = {
    "create": ("bare_create", "tool_create", "plan_create"),
    "read": ("bare_read", "tool_read", "plan_read"),
    "set one cell": ("bare_set", "tool_set", "plan_set"),
}
MOST = 1.2


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    parser.add_argument("--work", default="", help="do one work in this process")
    parser.add_argument("--folder", type=Path)
    asked = parser.parse_args()
    if asked.work:
        print(json.dumps(measured(asked.work, asked.folder, asked.rows)))
        return
    with tempfile.TemporaryDirectory() as folder:
        work("bare_create", Path(folder), asked.rows)
        found = [row(name, Path(folder), asked.rows, asked.rounds) for name in PAIRS]
    print(json.dumps({"rows": asked.rows, "columns": WIDTH, "at_most_times": MOST, "works": found}, indent=2))


def row(name: str, folder: Path, rows: int, rounds: int) -> dict[str, Any]:
    """One work: bare, as a tool, and as a plan."""
    figures: dict[str, list[dict[str, float]]] = {each: [] for each in PAIRS[name]}
    for _ in range(rounds):
        for each in PAIRS[name]:
            figures[each].append(work(each, folder, rows))
    made: dict[str, Any] = {"work": name}
    for each, taken in figures.items():
        kind = each.partition("_")[0]
        for what in ("seconds", "mebibytes"):
            made[f"{kind}_{what}"] = round(statistics.median(one[what] for one in taken), 2)
            if kind != "bare":
                made[f"{kind}_times_{what}"] = round(made[f"{kind}_{what}"] / made[f"bare_{what}"], 2)
    return made


def work(name: str, folder: Path, rows: int) -> dict[str, float]:
    """Do one work in a process of its own."""
    command = [sys.executable, __file__, "--work", name, "--folder", str(folder), "--rows", str(rows)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def measured(name: str, folder: Path, rows: int) -> dict[str, float]:
    """What one work takes in this process."""
    for left in ("new.xlsx", "changed.xlsx"):
        (folder / left).unlink(missing_ok=True)
    call = WORKS[name](folder, rows)
    before = time.process_time()
    call()
    seconds = time.process_time() - before
    return {"seconds": seconds, "mebibytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def values(rows: int) -> list[list[Any]]:
    """Texts, numbers and truth values."""
    return [
        [f"item {number}", number, number / 7, number % 2 == 0, "north", f"note {number % 97}", None]
        for number in range(rows)
    ]


HEADINGS = [f"column {number}" for number in range(WIDTH)]


def bare_create(folder: Path, rows: int) -> Callable[[], object]:
    """openpyxl, write_only."""
    from openpyxl import Workbook

    given = values(rows)

    def call() -> None:
        book = Workbook(write_only=True)
        page = book.create_sheet()
        page.append(HEADINGS)
        for each in given:
            page.append(each)
        book.save(folder / "bare.xlsx")

    return call


def bare_read(folder: Path, rows: int) -> Callable[[], object]:
    """openpyxl, read_only; the rows as lists."""
    from openpyxl import load_workbook

    def call() -> list[list[Any]]:
        book = load_workbook(folder / "bare.xlsx", read_only=True, data_only=True)
        return [list(each) for each in book.active.iter_rows(values_only=True)]

    return call


def bare_set(folder: Path, rows: int) -> Callable[[], object]:
    """openpyxl, which has to load and save the whole workbook."""
    from openpyxl import load_workbook

    def call() -> None:
        book = load_workbook(folder / "bare.xlsx")
        book.active["B5"] = 42
        book.save(folder / "changed.xlsx")

    return call


class Folder:
    """A disk that keeps what is written in files."""

    def kind(self, path: str) -> str | None:
        return "file" if Path(path).is_file() else None

    def info(self, path: str) -> Any:
        from aura.capability.ports import NodeInfo

        return NodeInfo("file", Path(path).stat().st_size, "")

    def read(self, path: str) -> bytes:
        return Path(path).read_bytes()

    def write(self, path: str, content: bytes, *, replace: bool = False, extend: bool = False) -> None:
        Path(path).with_stem("changed" if extend else "new").write_bytes(content)


class Told:
    """Nobody listens."""

    rehearsal = False

    def tell(self, done: int, total: int) -> None:
        return None


def tool_create(folder: Path, rows: int) -> Callable[[], object]:
    """The tool alone."""
    from aura.tools.office.spreadsheet import create_spreadsheet

    given = {"path": str(folder / "new.xlsx"), "columns": HEADINGS, "rows": values(rows)}
    return lambda: create_spreadsheet.call(disk=Folder(), planned=given, stage=Told(), **given)


def tool_read(folder: Path, rows: int) -> Callable[[], object]:
    """The tool alone."""
    from aura.tools.office.spreadsheet import read_cells

    return lambda: read_cells.call(disk=Folder(), stage=Told(), path=str(folder / "bare.xlsx"))


def tool_set(folder: Path, rows: int) -> Callable[[], object]:
    """The tool alone."""
    from aura.tools.office.spreadsheet import set_cell

    given = {"path": str(folder / "bare.xlsx"), "cell": "B5", "value": 42}
    return lambda: set_cell.call(disk=Folder(), planned=given, stage=Told(), **given)


def plan_create(folder: Path, rows: int) -> Callable[[], object]:
    """A plan of one step."""
    return plan(folder, "create_spreadsheet", path=str(folder / "new.xlsx"), columns=HEADINGS, rows=values(rows))


def plan_read(folder: Path, rows: int) -> Callable[[], object]:
    """A plan of one step."""
    return plan(folder, "read_cells", path=str(folder / "bare.xlsx"))


def plan_set(folder: Path, rows: int) -> Callable[[], object]:
    """A plan of one step."""
    return plan(folder, "set_cell", path=str(folder / "bare.xlsx"), cell="B5", value=42)


def plan(folder: Path, tool: str, **inputs: Any) -> Callable[[], object]:
    """A call that carries out a plan of one step in a new session; raises RuntimeError unless it is done."""
    from aura.capability.machine import NOWHERE
    from aura.runtime.assemble import assemble

    environ = {"AURA_HOME": str(folder / "state"), "HOME": str(folder), "AURA_ENGINE__NAME": "inline"}
    session = assemble(folder, environ, machine=NOWHERE)
    document = {
        "target": "measure",
        "plan": {"steps": [{"id": f"office.{tool}", "target": "one step", "inputs": inputs}]},
    }

    def call() -> None:
        result = session.run_document(document, approve=lambda preview: True)
        if result.status not in ("completed", "answered"):
            raise RuntimeError(result.message)

    return call


WORKS: dict[str, Callable[[Path, int], Callable[[], object]]] = {
    work.__name__: work
    for work in (
        *(bare_create, bare_read, bare_set),
        *(tool_create, tool_read, tool_set),
        *(plan_create, plan_read, plan_set),
    )
}


if __name__ == "__main__":
    main()
