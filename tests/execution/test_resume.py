"""Going on after a kill: tools that act by themselves are never run twice by accident."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from house import House, IdempotencyKey, tool

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.contracts.plan import Step

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 and fork are POSIX")

RUN = "killed"


def killed(work: Callable[[], object]) -> None:
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child was to be killed"


class Line:
    """A tool that appends a line to a file by itself, and dies before or after the first time."""

    def __init__(self, root: Path, dies: str) -> None:
        self.file, self.dies = root / "lines", dies

    def __call__(self, **_: Any) -> None:
        if self.dies == "before":
            self.die_once()
        with self.file.open("a") as file:
            file.write("line\n")
        if self.dies == "after":
            self.die_once()

    def die_once(self) -> None:
        marker = self.file.with_name("died")
        if not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)

    @property
    def count(self) -> int:
        return len(self.file.read_text().splitlines()) if self.file.exists() else 0


def interrupted(house: House, dies: str, **more: Any) -> Line:
    line = Line(house.root, dies)
    house.tools["line"] = tool("line", line, effect=Effect.ACTS, **more)
    steps = [
        house.recording(["make_folder", "first"], step_id="a"),
        Step("line", "say it", {}, "b", ("a",)),
        house.recording(["make_folder", "last"], step_id="c", after=("b",)),
    ]
    killed(lambda: house.run(*steps, run_id=RUN))
    return line


@pytest.mark.parametrize("dies", ["before", "after"])
def test_a_tool_that_acts_by_itself_is_asked_about(house: House, dies: str) -> None:
    line = interrupted(house, dies)
    count = line.count
    execution = house.resume(RUN)
    assert execution.status == "clarification" and execution.question is not None
    assert "say it" in execution.question.text and execution.question.key == "b"
    assert line.count == count and house.names() == ["first"]
    assert house.resume(RUN).status == "clarification"


@pytest.mark.parametrize(
    ("decision", "lines", "names"),
    [("again", 2, ["first", "last"]), ("done", 1, ["first", "last"]), ("leave", 1, ["first"])],
)
def test_the_decision_is_followed(house: House, decision: Any, lines: int, names: list[str]) -> None:
    line = interrupted(house, "after")
    house.resume(RUN)
    execution = house.resume(RUN, decision)
    assert execution.status == ("failed" if decision == "leave" else "completed")
    assert line.count == lines and house.names() == names


def test_a_tool_with_an_idempotency_key_runs_again(house: House) -> None:
    line = interrupted(house, "after", ports={"key": IdempotencyKey})
    assert house.resume(RUN).status == "completed"
    assert line.count == 2 and house.names() == ["first", "last"]


def test_a_tool_whose_state_is_as_before_runs_again(house: House) -> None:
    state = house.root / "lines"
    line = interrupted(
        house, "before", capture=lambda: state.read_text() if state.exists() else "", undo=lambda before: None
    )
    assert house.resume(RUN).status == "completed"
    assert line.count == 1


def test_a_tool_whose_state_has_changed_is_asked_about(house: House) -> None:
    state = house.root / "lines"
    line = interrupted(
        house, "after", capture=lambda: state.read_text() if state.exists() else "", undo=lambda before: None
    )
    assert house.resume(RUN).status == "clarification"
    assert line.count == 1


def test_a_run_whose_process_lives_is_not_resumed(house: House) -> None:
    entered, leave = threading.Event(), threading.Event()

    def wait() -> None:
        entered.set()
        leave.wait()

    house.tools["wait"] = tool("wait", wait)
    thread = threading.Thread(target=lambda: house.run(Step("wait", "", {}, "a"), run_id=RUN))
    thread.start()
    entered.wait()
    try:
        for go_on in (house.resume, house.undo):
            with pytest.raises(ToolError) as raised:
                go_on(RUN)
            assert raised.value.code == "RUN_IN_USE"
    finally:
        leave.set()
        thread.join()


def test_of_two_processes_that_resume_one_run_only_one_goes(house: House) -> None:
    interrupted(house, "before", ports={"key": IdempotencyKey})
    script = (
        "import sys; sys.path.insert(0, sys.argv[2])\n"
        "from pathlib import Path; from house import House, IdempotencyKey, tool\n"
        "from aura.capability.effect import Effect; from aura.capability.errors import ToolError\n"
        "from test_resume import Line\n"
        "import time\n"
        "house = House(Path(sys.argv[1])); line = Line(house.root, '')\n"
        "slow = lambda **_: (line(), time.sleep(0.5)) and None\n"
        "house.tools['line'] = tool('line', slow, effect=Effect.ACTS, ports={'key': IdempotencyKey})\n"
        "try: print(house.resume('killed').status)\n"
        "except ToolError as error: print(error.code)\n"
    )
    command = [sys.executable, "-c", script, str(house.root), str(Path(__file__).parent)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = sorted(process.communicate()[0].strip() for process in both)
    assert said in (["RUN_IN_USE", "completed"], ["NOTHING_TO_RESUME", "completed"])
    assert (house.root / "lines").read_text() == "line\n"


def test_a_finished_run_has_nothing_to_resume(house: House) -> None:
    execution = house.run(house.recording(["make_folder", "x"], step_id="a"))
    with pytest.raises(ToolError) as raised:
        house.resume(execution.run_id)
    assert raised.value.code == "NOTHING_TO_RESUME"
    assert house.undo(execution.run_id).status == "undone"


def test_an_unknown_run_is_named(house: House) -> None:
    with pytest.raises(ToolError) as raised:
        house.resume("zzzzz")
    assert raised.value.code == "UNKNOWN_RUN" and "zzzzz" in raised.value.message


def test_an_undone_run_is_not_resumed(house: House) -> None:
    interrupted(house, "before")
    assert house.undo(RUN).left
    with pytest.raises(ToolError) as raised:
        house.resume(RUN)
    assert raised.value.code == "NOTHING_TO_RESUME"


def test_the_journal_knows_which_run_can_be_resumed(house: House) -> None:
    interrupted(house, "before", ports={"key": IdempotencyKey})
    journal = house.journal()
    assert journal.resumable() == RUN
    house.resume(RUN)
    assert journal.resumable() is None
    journal.close()
