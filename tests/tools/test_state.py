"""The state of this very computer."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from unittest.mock import Mock

import pytest

from aura.capability.errors import ToolError
from aura.capability.registry import Registry

TOOLS = Registry(package="aura.tools")


@pytest.mark.parametrize("name", ["time", "date", "disk", "memory", "cpu", "network", "uptime", "processes"])
def test_every_state_is_told_in_words(name: str) -> None:
    assert TOOLS[f"system.state.{name}"].call().text


def test_the_time_has_a_zone() -> None:
    assert datetime.fromisoformat(TOOLS["system.state.time"].call().iso).tzinfo is not None


def test_a_battery_is_told_or_plainly_missing() -> None:
    battery = TOOLS["system.state.battery"].call()
    assert 0 <= battery.level <= 100
    assert ("no battery" in battery.text) is not battery.present


def test_the_disk_of_a_folder_is_told_and_a_missing_one_refused(tmp_path: Path) -> None:
    assert TOOLS["system.state.disk"].call(path=str(tmp_path)).total > 0
    with pytest.raises(ToolError):
        TOOLS["system.state.disk"].call(path=f"{tmp_path}/none")


def test_processes_are_sorted_and_counted() -> None:
    told = TOOLS["system.state.processes"].call(sort="memory", count=3)
    sizes = [each.memory for each in told.processes]
    assert sizes == sorted(sizes, reverse=True) and len(sizes) <= 3


def test_sizes_are_told_as_people_say_them(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = Mock(total=24_000_000_000, used=17_800_000_000, free=6_200_000_000, percent=74.2)
    monkeypatch.setattr("psutil.disk_usage", lambda place: usage)
    assert TOOLS["system.state.disk"].call().text == "The disk has 6.2 GB free of 24 GB (74% used)."


@pytest.mark.parametrize(
    ("percent", "seconds", "plugged", "text"),
    [
        (80.4, 7800, False, "The battery is at 80%, which lasts about 2 h 10 min."),
        (80.4, -1, False, "The battery is at 80%."),
        (100, -2, True, "The battery is at 100%, plugged in."),
    ],
)
def test_a_battery_is_told_with_how_long_it_lasts(
    monkeypatch: pytest.MonkeyPatch, percent: float, seconds: int, plugged: bool, text: str
) -> None:
    found = Mock(percent=percent, secsleft=seconds, power_plugged=plugged)
    monkeypatch.setattr("psutil.sensors_battery", lambda: found, raising=False)
    assert TOOLS["system.state.battery"].call().text == text
