"""How long whole commands take, and how much memory: `python bench/command_line.py [REPEATS]`; prints JSON.

Each command is a fresh process of `./aura`, with a state and a folder of its own; milliseconds and megabytes.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
COMMANDS = (
    ("aura --version", "--version"),
    ("what time is it", "what time is it"),
    ("create one folder", "create a folder named {}"),
    ("plan, as JSON", "plan", "create a folder space and a file notes.txt inside it", "--json"),
    ("undo", "undo"),
    ("history", "history"),
    ("tools", "tools"),
    ("doctor", "doctor"),
)


def measure(arguments: tuple[str, ...], repeats: int) -> dict[str, Any]:
    """Median and 95th percentile of the wall clock, and the peak of resident memory."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "AURA_HOME": str(Path(folder, "state")), "HOME": folder}
        runs = []
        for number in range(repeats):
            once(str(number), ("create a folder so{}",), folder, environ)  # something to take back
            runs.append(once(str(number), arguments, folder, environ))
    times = sorted(elapsed for elapsed, _, _ in runs)
    return {
        "p50_ms": round(statistics.median(times), 1),
        "p95_ms": round(times[int(0.95 * (len(times) - 1))], 1),
        "peak_mb": round(max(peak for _, peak, _ in runs), 1),
        "exit_codes": sorted({code for _, _, code in runs}),
    }


def once(name: str, arguments: tuple[str, ...], folder: str, environ: dict[str, str]) -> tuple[float, float, int]:
    """One fresh process: milliseconds, megabytes, exit code."""
    words = [argument.format(f"n{name}") for argument in arguments]
    began = time.perf_counter()
    child = subprocess.Popen(
        [str(ROOT / "aura"), *words],
        cwd=folder,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    kilobytes = used.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return (time.perf_counter() - began) * 1000, kilobytes / 1024, child.returncode


def main() -> None:
    """Measure every command and print the figures."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    print(json.dumps({name: measure(tuple(arguments), repeats) for name, *arguments in COMMANDS}, indent=2))


if __name__ == "__main__":
    main()
