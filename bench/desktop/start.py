"""How long the command line takes to be imported and to answer, before the tools of the desktop were there and now.

    python bench/desktop/start.py [--rounds N] [--before COMMIT] [--json]

Milliseconds, medians of so many rounds; both sources turn by turn in the same environment, each with a state of its
own whose grammar has been compiled. Where git does not have the commit, only what is here is measured.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WITHOUT_DESKTOP = "5664809b17f4c829b29ab823ab20c901fa19d458"
"""The last commit before them."""
CHANGES = ("AURA_", "PYTHON")
"""Variables that change what is measured, such as whether compiled modules are kept."""
COMMANDS = {
    "the import alone": ("-c", "import aura.surfaces.cli.main"),
    "aura --version": ("-m", "aura", "--version"),
    "what time is it": ("-m", "aura", "what time is it"),
    "create a folder": ("-m", "aura", "create a folder plans"),
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--before", default=WITHOUT_DESKTOP)
    parser.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sources = {"now": ROOT / "src"}
        if had(asked.before, Path(folder, "source")):
            sources = {"before": Path(folder, "source", "src"), **sources}
        print(json.dumps(figures(sources, Path(folder), asked.rounds), indent=2))


def had(commit: str, folder: Path) -> bool:
    """Whether git has a commit; then its source is put into a folder."""
    folder.mkdir()
    packed = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        return False
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    return True


def figures(sources: dict[str, Path], folder: Path, rounds: int) -> dict[str, Any]:
    """For each command the median of each source."""
    environs = {name: environment(source, folder / name) for name, source in sources.items()}
    rows = {}
    for said, words in COMMANDS.items():
        taken: dict[str, list[float]] = {name: [] for name in sources}
        for number in range(-1, rounds):
            for name, environ in environs.items():
                spent = once(words, environ, folder / name / f"work-{len(rows)}-{number}")
                if number >= 0:
                    taken[name].append(spent)
        rows[said] = {f"{name}_ms": round(statistics.median(values), 1) for name, values in taken.items()}
    return {"rounds": rounds, "rows": rows}


def environment(source: Path, folder: Path) -> dict[str, str]:
    """A home of its own, and a source that stands for the installed one."""
    folder.mkdir()
    own = {"PYTHONPATH": str(source), "HOME": str(folder), "AURA_HOME": str(folder / "state")}
    return {**{name: value for name, value in os.environ.items() if not name.startswith(CHANGES)}, **own}


def once(words: tuple[str, ...], environ: dict[str, str], folder: Path) -> float:
    """Milliseconds of one process, in a new folder."""
    folder.mkdir()
    began = time.perf_counter()
    subprocess.run([sys.executable, "-P", *words], cwd=folder, env=environ, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    main()
