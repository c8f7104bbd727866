"""What speaks to a desktop or reads office files is loaded by a command that uses it and by no other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import aura

SPEAKS_TO_A_DESKTOP = {"Xlib", "jeepney", "mss", "PIL", "pulsectl", "rapidocr", "xdg"}
READS_OFFICE_FILES = {"docx", "lxml", "openpyxl", "pptx"}
SOURCE = Path(aura.__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A home of its own, in which the grammar has been compiled, and the words of a session with a desktop."""
    home = tmp_path_factory.mktemp("home")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("AURA_", "XDG_"))}
    kept |= {"HOME": str(home), "AURA_HOME": str(home / "state"), "PYTHONPATH": str(SOURCE), "DISPLAY": ":4321"}
    loaded(kept, home, "what time is it")
    return kept


def loaded(environ: dict[str, str], folder: Path, *words: str) -> set[str]:
    """The names at the top of every module that a command loads."""
    command = [sys.executable, "-P", "-X", "importtime", "-m", "aura", *words]
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}


@pytest.mark.parametrize(
    "words",
    [
        ("--version",),
        ("what time is it",),
        ("create a folder plans and a file notes.txt inside it",),
        ("plan", "move the pdf files to a folder papers", "--json"),
        ("tools",),
        ("history",),
    ],
    ids=" ".join,
)
def test_what_uses_no_desktop_loads_nothing_of_one(
    words: tuple[str, ...], environ: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "paper.pdf").touch()
    found = loaded(environ, tmp_path, *words)
    assert "aura" in found and found & (SPEAKS_TO_A_DESKTOP | READS_OFFICE_FILES) == set()


@pytest.mark.parametrize("said", ["what time is it", "create a folder plans"])
def test_what_was_compiled_or_read_before_is_not_read_again(said: str, environ: dict[str, str], tmp_path: Path) -> None:
    assert loaded(environ, tmp_path, said) & {"hassil", "yaml"} == set()
