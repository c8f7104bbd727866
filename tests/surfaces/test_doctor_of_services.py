"""What the doctor says of services, and the command that installs what is missing."""

from __future__ import annotations

import importlib
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from aura.capability.effect import Effect
from aura.capability.machine import Machine
from aura.capability.tool import Tool, tool
from aura.machine.installing import command_for
from aura.surfaces.cli.finding import Finding
from aura.surfaces.cli.services import services_tried
from aura.surfaces.cli.tables import findings_table

LAMPS = """
from typing import Protocol
from aura.capability.errors import ToolError
from aura.capability.machine import served_by

@served_by("lamps.Lamp")
class Light(Protocol):
    \"\"\"The lamp on the desk. It shines.\"\"\"

class Lamp:
    @classmethod
    def on(cls, machine):
        return cls() if machine.environ else "This desk has no lamp; put one on it."

    def look(self):
        raise LOOK
"""
HERE = Machine("linux", {"PATH": ""})


def shining(folder: Path, monkeypatch: pytest.MonkeyPatch, look: str) -> list[Tool]:
    """A tool that only tells how a lamp is, which is as `look` says."""
    (folder / "desk_lamps").mkdir()
    (folder / "desk_lamps/__init__.py").touch()
    (folder / "desk_lamps/lamps.py").write_text(LAMPS.replace("raise LOOK", look), encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    for name in ("desk_lamps", "desk_lamps.lamps"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    light: Any = importlib.import_module("desk_lamps.lamps").Light

    def shines(lamp: light) -> None:
        """Tell whether the lamp shines."""
        lamp.look()

    shines.__module__, shines.__annotations__ = "aura.tools.lamp.trial", {"lamp": light, "return": None}
    return [tool(verb="query", effect=Effect.READS)(shines)]


@pytest.mark.parametrize(
    ("look", "machine", "found"),
    [
        ("pass", HERE, Finding("lamp", True, "The lamp on the desk: works, tried lamp.shines")),
        (
            "pass",
            Machine("linux", {}),
            Finding("lamp", True, "The lamp on the desk: This desk has no lamp; put one on it", True),
        ),
        (
            "raise ToolError('NO_ANSWER', 'The lamp does not answer.')",
            HERE,
            Finding("lamp", False, "The lamp on the desk: The lamp does not answer"),
        ),
        ("raise ValueError('dark')", HERE, Finding("lamp", False, "The lamp on the desk: ValueError: dark")),
    ],
)
def test_a_service_is_tried_and_what_is_found_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, look: str, machine: Machine, found: Finding
) -> None:
    assert list(services_tried(shining(tmp_path, monkeypatch, look), machine)) == [found]


def programs(folder: Path, *names: str) -> dict[str, str]:
    for name in names:
        (folder / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return {"PATH": str(folder)}


@pytest.mark.parametrize(
    ("there", "sentence", "command"),
    [
        (
            ("apt-get",),
            "To read text, install tesseract (the package tesseract-ocr).",
            "sudo apt install tesseract-ocr",
        ),
        (("dnf",), "To read text, install tesseract.", "sudo dnf install tesseract"),
        (("pacman",), "AURA needs wl-clipboard; install it.", "sudo pacman -S wl-clipboard"),
        (("apt-get", "wl-copy"), "AURA needs wl-clipboard; install it.", ""),
        (("apt-get",), "This computer has no battery.", ""),
        ((), "AURA needs wl-clipboard; install it.", ""),
    ],
)
def test_the_command_is_that_of_the_computers_own_packages(
    tmp_path: Path, there: tuple[str, ...], sentence: str, command: str
) -> None:
    assert command_for(sentence, programs(tmp_path, *there)) == command


def test_what_the_doctor_says_has_room_in_a_hundred_columns_and_says_the_same_once() -> None:
    why = "There is no desktop here (DISPLAY is not set); run AURA from inside a desktop session, and say it again"
    found = [Finding(f"system.domain_{number}", True, why, missing=True) for number in range(3)]
    console = Console(width=500, record=True, file=StringIO())
    console.print(findings_table([*found, Finding("Python", True, "here")]))
    told = console.export_text()
    assert max(len(line.rstrip()) for line in told.splitlines()) <= 100
    assert told.count("There is no desktop") == 1
    assert all(f"system.domain_{number}" in told for number in range(3))
