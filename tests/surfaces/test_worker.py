"""The durable engine from the command line: runs that outlive the process that began them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from aura.contracts.outcome import EXIT_CODES
from aura.surfaces.cli.main import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 and signals are POSIX")

Start = Callable[..., subprocess.Popen[str]]
LONG = 0.8


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.fixture
def start(tmp_path: Path, work: Path) -> Iterator[Start]:
    """Start the command line as a process; what still runs at the end is ended."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("AURA_", "OPENAI_"))}
    environ |= {"HOME": str(tmp_path), "AURA_HOME": str(tmp_path / "state"), "PYTHONUTF8": "1"}
    begun: list[subprocess.Popen[str]] = []

    def run(*arguments: str) -> subprocess.Popen[str]:
        begun.append(
            subprocess.Popen(
                [sys.executable, "-m", "aura", *arguments], cwd=work, env=environ, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
        )  # fmt: skip
        return begun[-1]

    yield run
    for process in begun:
        if process.poll() is None:
            process.kill()
        process.communicate()


def plan(work: Path, *steps: dict[str, Any]) -> str:
    (work / "plan.json").write_text(json.dumps({"target": "a plan", "plan": {"steps": steps, "outputs": {}}}))
    return "plan.json"


def step(step_id: str, tool: str, *after: str, **inputs: Any) -> dict[str, Any]:
    return {"id": tool, "step_id": step_id, "target": step_id, "inputs": inputs, "depends_on": list(after)}


def slow(work: Path) -> str:
    """A plan that makes three folders and lets time pass between them."""
    return plan(
        work,
        step("first", "files.create_folder", path=str(work / "first")),
        step("pause", "automation.wait", "first", duration=LONG),
        step("middle", "files.create_folder", "pause", path=str(work / "middle")),
        step("another", "automation.wait", "middle", duration=LONG),
        step("last", "files.create_folder", "another", path=str(work / "last")),
    )


def soon(true: Callable[[], object]) -> None:
    ends = time.monotonic() + 60
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.02)


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    said, complained = process.communicate(timeout=120)
    assert "Traceback" not in complained, complained
    return process.returncode, said + complained


def test_the_durable_engine_does_what_is_said_and_it_can_be_taken_back(start: Start, work: Path) -> None:
    assert ended(start("--engine", "dbos", "create a folder space")) == (0, "Done: create folder space.\n")
    assert (work / "space").is_dir()
    assert ended(start("undo"))[0] == 0
    assert not (work / "space").exists()


def test_a_worker_finishes_what_a_killed_command_left(start: Start, work: Path) -> None:
    killed = start("run", slow(work), "--engine", "dbos")
    soon((work / "first").is_dir)
    killed.kill()
    killed.communicate()
    worker = start("worker")
    soon((work / "last").is_dir)
    worker.send_signal(signal.SIGINT)
    assert ended(worker)[0] == 0
    history = json.loads(ended(start("history", "--json"))[1])["history"]
    assert [run["status"] for run in history] == ["completed"]


def test_a_worker_that_is_told_to_end_ends_what_it_does_first(start: Start, work: Path) -> None:
    killed = start("run", slow(work), "--engine", "dbos")
    soon((work / "first").is_dir)
    killed.kill()
    worker = start("worker")
    soon((work / "middle").is_dir)
    assert not (work / "last").exists()
    worker.send_signal(signal.SIGTERM)
    assert ended(worker)[0] == 0
    assert (work / "last").is_dir()


def test_what_is_said_for_later_survives_its_process_and_a_worker_does_it(start: Start, work: Path) -> None:
    assert ended(start("--yes", "in 1 second create a folder space"))[0] == 0
    kept = json.loads(ended(start("--yes", "create a folder star every monday at 9", "--json"))[1])["run_id"]
    assert list(work.iterdir()) == []
    worker = start("worker")
    soon((work / "space").is_dir)
    worker.send_signal(signal.SIGINT)
    assert ended(worker)[0] == 0
    listed = json.loads(ended(start("schedule", "list", "--json"))[1])["schedule"]
    assert [row["schedule"] for row in listed] == [kept]
    assert ended(start("schedule", "cancel", kept))[0] == 0
    assert "Nothing waits" in ended(start("schedule", "list"))[1]
    assert [path.name for path in work.iterdir()] == ["space"]


def test_a_server_does_what_was_kept_for_later_too(start: Start, work: Path) -> None:
    assert ended(start("--yes", "in 1 second create a folder space"))[0] == 0
    server = start("serve", "--port", "0")
    assert server.stdout is not None and "Serving on" in server.stdout.readline()
    soon((work / "space").is_dir)
    server.send_signal(signal.SIGINT)
    assert ended(server)[0] == 0


def test_without_the_extra_one_sentence_says_how_to_get_it(
    tmp_path: Path, work: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AURA_HOME", str(tmp_path / "state"))
    monkeypatch.setitem(sys.modules, "dbos", None)
    for arguments in (["--engine", "dbos", "create a folder space"], ["worker"]):
        assert main([*arguments, "--workspace", str(work), "--json"]) == EXIT_CODES["failed"]
        said = json.loads(capsys.readouterr().out)
        assert said["message"] == "The durable engine is not installed: `pip install aura[durable]` adds it."
    assert list(work.iterdir()) == []


def test_a_database_that_is_not_there_is_one_sentence_without_the_password(
    tmp_path: Path, work: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AURA_HOME", str(tmp_path / "state"))
    for url in ("postgresql://someone:hunter2@127.0.0.1:1/nothing", "nonsense"):
        monkeypatch.setenv("AURA_DATABASE_URL", url)
        assert main(["--engine", "dbos", "create a folder space", "--workspace", str(work)]) == EXIT_CODES["failed"]
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "cannot be used" in said and "hunter2" not in said
    assert list(work.iterdir()) == []


def test_the_log_of_a_home_that_is_gone_is_in_nobodys_way(
    tmp_path: Path, work: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AURA_HOME", str(tmp_path / "gone"))
    assert main(["--engine", "dbos", "create a folder space", "--workspace", str(work)]) == EXIT_CODES["completed"]
    shutil.rmtree(tmp_path / "gone")
    monkeypatch.setenv("AURA_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("AURA_DATABASE_URL", "postgresql://someone@127.0.0.1:1/nothing")
    assert main(["--engine", "dbos", "create a folder attic", "--workspace", str(work)]) == EXIT_CODES["failed"]
    assert "cannot be used" in capsys.readouterr().err
