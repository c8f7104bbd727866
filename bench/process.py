"""What a whole process of AURA costs: `python bench/process.py [REPEATS] [--json]`; prints one JSON object.

Milliseconds and megabytes. "what time is it" turn by turn with a Python that does nothing, so that both
feel the same machine; then the other commands of `bench/command_line.py`. `heavy` names the libraries that
are imported for it though they should not be. Nothing large may be imported here: a child's peak counts its
parent's memory at the moment of the fork.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from command_line import COMMANDS, ROOT, measure, once

SAID = "what time is it"
HEAVY = (
    "PIL", "Xlib", "docx", "hassil", "jeepney", "jsonschema_rs", "mss", "openpyxl", "pint", "pptx", "psutil",
    "pulsectl", "rapidfuzz", "rich", "xdg", "yaml",
)  # fmt: skip


def start(repeats: int) -> dict[str, Any]:
    """The command and a bare interpreter, turn by turn: times, their ratio, the peak of memory, imports."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "AURA_HOME": str(Path(folder, "state")), "HOME": folder}
        first, _, _ = once("", (SAID,), folder, environ)
        runs, bare, work = [], [], []
        for _ in range(repeats):
            before = processor_seconds()
            runs.append(once("", (SAID,), folder, environ))
            work.append(1000 * (processor_seconds() - before))
            bare.append(nothing())
        modules = imported(folder, environ)
    times = sorted(elapsed for elapsed, _, _ in runs)
    return {
        "first_ms": round(first, 1),
        "p50_ms": round(statistics.median(times), 1),
        "p95_ms": round(times[int(0.95 * (len(times) - 1))], 1),
        "processor_ms": round(statistics.median(work), 1),
        "peak_mb": round(max(peak for _, peak, _ in runs), 1),
        "bare_python_ms": round(statistics.median(bare), 1),
        "over_bare_python": round(statistics.median(times) / statistics.median(bare), 1),
        "modules": len(modules),
        "heavy": sorted(set(HEAVY) & modules),
        "exit_codes": sorted({code for _, _, code in runs}),
    }


def processor_seconds() -> float:
    """What all children so far took of the processors."""
    times = os.times()
    return times.children_user + times.children_system


def nothing() -> float:
    """Milliseconds for an interpreter that does nothing."""
    began = time.perf_counter()
    subprocess.run([str(ROOT / ".venv" / "bin" / "python"), "-I", "-c", "pass"], check=True)
    return (time.perf_counter() - began) * 1000


def imported(folder: str, environ: dict[str, str]) -> set[str]:
    """The modules at the top level that the command imports."""
    python = str(ROOT / ".venv" / "bin" / "python")
    command = [python, "-I", "-X", "importtime", "-m", "aura", SAID]
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=True)
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repeats", nargs="?", type=int, default=20)
    parser.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    repeats = parser.parse_args().repeats
    others = {name: measure(tuple(arguments), max(3, repeats // 2)) for name, *arguments in COMMANDS}
    print(json.dumps({"start": start(repeats), "commands": others}, indent=2))


if __name__ == "__main__":
    main()
