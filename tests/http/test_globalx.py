"""The README of the example is true: every command in it is run, and gives what stands below it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from served import clean_environ

ROOT = Path(__file__).parents[2]
README = ROOT / "examples" / "globalx" / "README.md"
SAID, PROMPT, MARK = "    ", "    $ ", "-- next --"


def commands() -> list[tuple[str, list[str]]]:
    """Each command of the README with the lines that stand below it."""
    found: list[tuple[str, list[str]]] = []
    for line in README.read_text(encoding="utf-8").splitlines():
        if line.startswith(PROMPT):
            found.append((line.removeprefix(PROMPT), []))
        elif line.startswith(SAID):
            found[-1][1].append(line.removeprefix(SAID))
    return found


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.mark.skipif(not (shutil.which("bash") and shutil.which("curl")), reason="the README is for bash and curl")
def test_from_an_intent_to_rows_as_the_readme_says(tmp_path: Path) -> None:
    port = str(free_port())
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    environ = clean_environ(tmp_path) | {"AURA_HTTP__PORT": port}
    opening = f'set -m; trap "kill %1 2> /dev/null" EXIT; aura() {{ {sys.executable} -m aura "$@"; }}'
    lines = [opening]
    for command, _ in commands():
        lines += [command.replace("8470", port), f"echo '{MARK}'"]
    done = subprocess.run(
        ["bash", "-c", "\n".join(lines)],
        cwd=tmp_path,
        env=environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    given = [part.strip() for part in done.stdout.split(MARK)]
    for (command, expected), said in zip(commands(), given, strict=False):
        if expected:
            assert said == "\n".join(expected), (command, done.stderr)
    assert len(given) == len(commands()) + 1, done.stderr
    assert "Traceback" not in (tmp_path / "server.log").read_text()
