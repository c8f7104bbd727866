"""Waiting in the middle of a command: stopped at once, and after a crash only for what is left."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from scene import Scene

from aura.execution.journal import Journal
from aura.tools.automation import wait

HOUR = 3600
WAITS = "wait one hour, then create a folder later_on"


class Sleeper:
    """Stands for asyncio: notes how long was to be slept, and lets no time pass."""

    def __init__(self) -> None:
        self.asked: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)


def noted(scene: Scene) -> dict[str, Any]:
    """What the newest run's first step has noted down."""
    journal = Journal(scene.root / "state")
    try:
        runs = journal.runs(1)
        steps = journal.steps(runs[0].run_id) if runs else []
        return steps[0].outputs if steps else {}
    finally:
        journal.close()


def wait_for(true: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def killed(scene: Scene) -> Scene:
    """A scene in which a process was killed while it waited for an hour."""
    code = (
        "import json, sys\n"
        "sys.path[:0] = json.loads(sys.argv[1])\n"
        "from pathlib import Path\n"
        "from scene import Scene\n"
        "scene = Scene.__new__(Scene)\n"  # it is there already
        "scene.root = Path(sys.argv[2])\n"
        "scene.session().process(sys.argv[3], approve=lambda preview: True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code, json.dumps(sys.path), str(scene.root), WAITS])
    try:
        wait_for(lambda: (scene.root / "state/journal.db").exists() and wait.UNTIL in noted(scene))
    finally:
        child.kill()
        child.wait()
    return scene


def test_a_wait_that_was_killed_is_gone_on_with_for_what_is_left(
    killed: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    until = noted(killed)[wait.UNTIL]
    sleeper = Sleeper()
    monkeypatch.setattr(wait, "asyncio", sleeper)
    monkeypatch.setattr(wait, "time", type("Clock", (), {"time": staticmethod(lambda: until - 90)}))
    assert killed.session().resume().status == "completed"
    assert sleeper.asked == [pytest.approx(90)]
    assert (killed.root / "ws/later_on").is_dir()


def test_a_wait_whose_time_went_by_meanwhile_is_over(killed: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    until = noted(killed)[wait.UNTIL]
    sleeper = Sleeper()
    monkeypatch.setattr(wait, "asyncio", sleeper)
    monkeypatch.setattr(wait, "time", type("Clock", (), {"time": staticmethod(lambda: until + HOUR)}))
    assert killed.session().resume().status == "completed"
    assert sleeper.asked == [0]


def test_a_clock_that_was_set_back_makes_no_wait_longer_than_was_said(
    killed: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeper = Sleeper()
    monkeypatch.setattr(wait, "asyncio", sleeper)
    monkeypatch.setattr(wait, "time", type("Clock", (), {"time": staticmethod(lambda: 0.0)}))
    assert killed.session().resume().status == "completed"
    assert sleeper.asked == [HOUR]


def test_a_wait_can_be_stopped_and_what_comes_after_it_is_not_done(scene: Scene) -> None:
    stop = threading.Event()
    came: list[Any] = []
    session = scene.session()
    work = threading.Thread(target=lambda: came.append(session.process(WAITS, approve=lambda _: True, stop=stop)))
    work.start()
    try:
        wait_for(lambda: (scene.root / "state/journal.db").exists() and wait.UNTIL in noted(scene))
    finally:
        stop.set()
        work.join(60)
    assert not work.is_alive()
    assert came[0].status == "cancelled"
    assert not (scene.root / "ws/later_on").exists()


def test_what_is_said_around_a_wait_keeps_its_order(scene: Scene) -> None:
    planned = scene.session().plan("create a folder alpha and wait 5 seconds and create a folder beta")
    assert planned.plan is not None
    assert [step.get("depends_on", ()) for step in planned.plan["steps"]] == [(), ("g0_a1",), ("g1_a1",)]


def test_a_finished_wait_leaves_nothing_noted(scene: Scene) -> None:
    done = scene.session().process("wait 0 seconds and create a folder alpha", approve=lambda _: True)
    assert done.status == "completed" and (scene.root / "ws/alpha").is_dir()
    assert noted(scene) == {}
