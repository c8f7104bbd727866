"""The command line as people and programs use it: a process, its streams, its exit code, and the disk."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

KEYS = [
    "status",
    "message",
    "utterance",
    "classification",
    "mode",
    "intent",
    "goals",
    "dependencies",
    "target",
    "plan",
    "validation",
    "plan_hash",
    "steps",
]
OPTIONAL = ("proposed_by", "fallback", "unread", "trouble", "question", "run_id")
Aura = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.fixture
def aura(tmp_path: Path, work: Path) -> Aura:
    """Run the command line in `work`, with a state of its own and nobody at the terminal."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("AURA_", "OPENAI_", "XDG_"))}
    environ |= {"HOME": str(tmp_path / "home"), "AURA_HOME": str(tmp_path / "state"), "PYTHONUTF8": "1"}
    (tmp_path / "home").mkdir()

    def run(*arguments: str, cwd: Path = work, stdin: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
        answer = subprocess.run(
            [sys.executable, "-I", "-m", "aura", *arguments],
            cwd=cwd,
            env={**environ, **extra},
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
        )
        assert "Traceback" not in answer.stderr and "unexpected" not in answer.stderr, answer.stderr
        return answer

    return run


def one_object(answer: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer.stdout)
    optional = [key for key in OPTIONAL if key in found]
    assert list(found) == [*KEYS, *optional]
    return found


def tree(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_a_sentence_changes_the_disk_and_undo_takes_it_back(aura: Aura, work: Path) -> None:
    made = aura("create a folder space and a file notes.txt inside it")
    assert (made.returncode, made.stderr) == (0, "")
    assert tree(work) == ["space", "space/notes.txt"]
    undone = aura("undo")
    assert (undone.returncode, undone.stderr) == (0, "")
    assert tree(work) == []


def test_bare_words_are_a_sentence_and_options_stand_anywhere(aura: Aura, work: Path, tmp_path: Path) -> None:
    answer = aura("create", "a", "folder", "--workspace", str(work), "x", "--json", cwd=tmp_path)
    assert one_object(answer)["status"] == "completed"
    assert tree(work) == ["x"]


def test_json_of_what_was_done(aura: Aura, work: Path) -> None:
    answer = aura("--json", "do", "create a folder space and a file notes.txt inside it")
    found = one_object(answer)
    assert (answer.returncode, answer.stderr, found["status"]) == (0, "", "completed")
    assert [step["status"] for step in found["steps"]] == ["completed", "completed"]
    assert list(found["steps"][0]) == ["step_id", "atom_id", "status", "outputs", "error"]
    assert list(found["plan"]) == ["steps", "outputs"]
    assert found["goals"][1]["resolved_path"] == str(work / "space" / "notes.txt")
    assert found["run_id"] and found["plan_hash"] and found["validation"]["valid"] is True


def test_a_dry_run_and_a_plan_do_nothing(aura: Aura, work: Path) -> None:
    for arguments in (["create a folder x", "--dry-run"], ["plan", "create a folder x"]):
        answer = aura(*arguments)
        assert (answer.returncode, tree(work)) == (0, [])
        assert str(work / "x") in answer.stdout and "\x1b" not in answer.stdout
        assert one_object(aura("--json", *arguments))["status"] == "planned"


def test_what_a_plan_gives_is_said(aura: Aura, tmp_path: Path) -> None:
    document = tmp_path / "plan.json"
    step = {"id": "knowledge.calculate", "step_id": "n", "target": "six times seven", "inputs": {"expression": "6 * 7"}}
    outputs = {"answer": "${n.outputs.value}", "said": "it is ${n.outputs.value}"}
    document.write_text(json.dumps({"target": "a sum", "plan": {"steps": [step], "outputs": outputs}}))
    said = aura("run", str(document))
    assert said.returncode == 0 and said.stdout.splitlines()[-2:] == ["answer: 42", "said: it is 42"]
    assert json.loads(aura("run", str(document), "--json").stdout)["outputs"] == {"answer": 42, "said": "it is 42"}


def test_a_plan_printed_as_json_is_a_document_that_run_takes(aura: Aura, work: Path, tmp_path: Path) -> None:
    document = tmp_path / "plan.json"
    document.write_text(aura("plan", "create a folder x", "--json").stdout, encoding="utf-8")
    assert aura("validate", str(document)).returncode == 0
    assert json.loads(aura("validate", str(document), "--json").stdout)["valid"] is True
    assert one_object(aura("run", str(document), "--json"))["status"] == "completed"
    assert tree(work) == ["x"]


def test_an_invalid_document_is_refused_with_codes_and_paths(aura: Aura, tmp_path: Path, work: Path) -> None:
    document = tmp_path / "plan.json"
    document.write_text('{"target": "t", "plan": {"steps": [{"id": "no.such", "target": "t", "inputs": {}}]}}')
    verdict = aura("validate", str(document), "--json")
    found = json.loads(verdict.stdout)
    assert (verdict.returncode, found["valid"]) == (1, False)
    assert found["errors"][0]["code"] == "UNKNOWN_ATOM_ID" and found["errors"][0]["path"].startswith("$.plan")
    assert aura("run", str(document)).returncode == 1


@pytest.mark.parametrize("text", ["{", "", "[" * 100_000, "\u00ff"])
def test_what_is_no_json_is_invalid(aura: Aura, tmp_path: Path, text: str) -> None:
    document = tmp_path / "plan.json"
    document.write_text(text, encoding="latin-1")
    assert aura("validate", str(document)).returncode == 1
    assert aura("run", str(document)).returncode == 1


def test_deleting_without_a_terminal_needs_yes(aura: Aura, work: Path) -> None:
    (work / "a.txt").write_text("a")
    asked = aura("delete a.txt", stdin="y\n")
    assert (asked.returncode, tree(work)) == (4, ["a.txt"])
    assert str(work / "a.txt") in asked.stdout and asked.stderr.count("\n") == 1
    assert one_object(aura("delete a.txt", "--json"))["status"] == "confirmation"
    assert (aura("delete a.txt", "--yes").returncode, tree(work)) == (0, [])
    assert (aura("undo").returncode, tree(work)) == (0, ["a.txt"])


def test_a_question_is_asked_and_answered_from_another_process(aura: Aura, work: Path) -> None:
    asked = aura("create a folder", "--json")
    found = one_object(asked)
    assert (asked.returncode, found["status"]) == (3, "clarification")
    assert list(found["question"]) == ["text", "candidates"]
    assert aura("answer", "galaxy").returncode == 0
    assert tree(work) == ["galaxy"]


def test_reading_is_answered_with_the_text(aura: Aura, work: Path) -> None:
    (work / "a.txt").write_text("milk and honey")
    answer = aura("read a.txt")
    assert answer.returncode == 0 and answer.stdout.count("milk and honey") == 1
    assert one_object(aura("read a.txt", "--json"))["status"] == "answered"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([""], 2),
        (["do"], 2),
        (["do", "x", "--wrong"], 2),
        (["--workspace", "/no/such/folder", "create a folder x"], 2),
        (["delete nothing.txt", "--yes"], 1),
        (["show", "no-such-run"], 1),
        (["undo", "no-such-run"], 1),
        (["create a file x in /etc"], 5),
        (["colourless green ideas sleep furiously"], 6),
        (["chat"], 6),
        (["tools", "no.such"], 2),
    ],
)
def test_trouble_is_one_sentence_on_stderr(aura: Aura, work: Path, arguments: list[str], code: int) -> None:
    answer = aura(*arguments)
    assert (answer.returncode, tree(work)) == (code, [])
    assert answer.stderr.count("\n") == 1 and answer.stderr.rstrip().endswith((".", "?"))


def test_the_past_can_be_seen(aura: Aura) -> None:
    run_id = one_object(aura("create a folder deep space", "--json"))["run_id"]
    assert "deep space" in aura("history").stdout
    assert json.loads(aura("history", "--json").stdout)["history"][0]["run_id"] == run_id
    told = aura("show", run_id).stdout
    assert "files.create_folder" in told and "made folder" in told
    assert isinstance(json.loads(aura("show", run_id, "--json").stdout), dict)


def test_what_can_be_done_is_listed(aura: Aura) -> None:
    listed = aura("tools")
    assert "files.create_folder" in listed.stdout and "\x1b" not in listed.stdout
    assert "exist_ok" in aura("tools", "files.create_folder").stdout
    assert json.loads(aura("tools", "files.move", "--json").stdout)["id"] == "files.move"
    assert {"id", "inputs", "outputs"} <= set(json.loads(aura("atoms").stdout)["atoms"][0])


def test_an_explanation_names_what_was_understood(aura: Aura, work: Path) -> None:
    answer = aura("explain", "create a folder space and a file notes.txt inside it")
    assert (answer.returncode, tree(work)) == (0, [])
    assert "notes.txt" in answer.stdout and "\x1b" not in answer.stdout
    assert "reading 1, cost" in answer.stdout and "chosen" in answer.stdout and "milliseconds:" in answer.stdout


def test_an_explanation_says_the_same_to_people_and_to_programs(aura: Aura) -> None:
    said = "uh craete a folder x, then delete it because it is old"
    plain = json.loads(aura("explain", said, "--json").stdout)
    shown = aura("explain", said).stdout
    for reading in plain["readings"]:
        assert reading["why"] in shown
        assert all(part["words"] in shown for clause in reading["clauses"] for part in clause["parts"])
        assert all(f"{one['said']} → {one['read_as']}" in shown for one in reading["read_as"])
        assert all(f"passed over as {one['as']}" in shown for one in reading["passed_over"])
    assert all(clause["file"] in shown for clause in plain["readings"][0]["clauses"])
    assert "left out: uh" in shown


def test_an_explanation_of_what_is_not_understood_names_near_words(aura: Aura) -> None:
    shown = aura("explain", "blorf the wibble then delet nothin").stdout
    assert 'not understood from: "blorf' in shown and "nearest to nothin: nothing" in shown


def test_a_run_is_saved_as_a_golden_case_with_one_command_and_replayed(aura: Aura, tmp_path: Path) -> None:
    aura("create a folder x")
    file = tmp_path / "mine" / "cases.yaml"
    kept = aura("show", "--golden", str(file))
    assert (kept.returncode, kept.stderr) == (0, "") and "golden case 1" in kept.stdout
    assert aura("golden", str(file)).stdout == "1 of 1 golden cases come out as they say.\n"
    file.write_text(file.read_text(encoding="utf-8").replace("ws/x: null", "ws/y: null"), encoding="utf-8")
    failed = aura("golden", str(file))
    assert failed.returncode == 1 and "ws/y is not there" in failed.stdout
    assert json.loads(aura("golden", str(file.parent), "--json").stdout)["ok"] is False


def test_the_last_command_is_shown_where_none_is_named(aura: Aura) -> None:
    assert aura("show").stderr == "There are no commands yet.\n"
    aura("create a folder x")
    assert "made folder x" in aura("show").stdout
    missing = aura("golden", "nowhere.yaml")
    assert (missing.returncode, missing.stderr.count("\n")) == (1, 1)


def test_the_doctor_finds_nothing_wrong_here_and_says_what_is(aura: Aura, tmp_path: Path) -> None:
    assert aura("doctor").returncode == 0
    wrong = aura("doctor", "--json", AURA_ANCHORS__DRIVE_D=str(tmp_path / "gone"))
    assert (wrong.returncode, json.loads(wrong.stdout)["ok"]) == (1, False)


def test_a_reader_that_goes_away_is_no_trouble(work: Path, tmp_path: Path) -> None:
    environ = {**os.environ, "AURA_HOME": str(tmp_path / "state")}
    started = subprocess.Popen(
        [sys.executable, "-I", "-m", "aura", "atoms"],
        cwd=work,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert started.stdout is not None and started.stderr is not None
    started.stdout.close()
    assert started.stderr.read() == b""
    assert started.wait(60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the full device of Linux")
def test_an_answer_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        answer = subprocess.run(
            [sys.executable, "-I", "-m", "aura", "--help"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert answer.returncode == 1
    assert answer.stderr == "The answer could not be written: No space left on device.\n"


def test_a_stream_that_cannot_show_a_name_does_not_fail(aura: Aura, work: Path) -> None:
    answer = aura("create a folder grün", PYTHONUTF8="0", LC_ALL="C")
    assert answer.returncode == 0
    assert tree(work) == ["grün"]


@pytest.fixture
def person(tmp_path: Path, work: Path) -> Callable[..., tuple[int, str]]:
    """Run the command line at a real terminal where a person types; exit code and screen."""
    pty = pytest.importorskip("pty", reason="terminals of POSIX")
    environ = {**os.environ, "HOME": str(tmp_path), "AURA_HOME": str(tmp_path / "state"), "TERM": "xterm"}

    def run(keys: str, *arguments: str, **extra: str) -> tuple[int, str]:
        keyboard, terminal = pty.openpty()
        child = subprocess.Popen(
            [sys.executable, "-I", "-m", "aura", *arguments],
            cwd=work,
            env={**environ, **extra},
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
        )
        os.close(terminal)
        os.write(keyboard, keys.encode())
        screen = b""
        try:
            while piece := os.read(keyboard, 4096):
                screen += piece
        except OSError:  # the other side is closed: the child has ended
            pass
        os.close(keyboard)
        return child.wait(60), screen.decode()

    return run


def test_a_person_is_shown_the_plan_and_asked_before_something_is_lost(
    person: Callable[..., tuple[int, str]], work: Path
) -> None:
    (work / "a.txt").write_text("a")
    code, screen = person("n\n", "delete a.txt")
    assert (code, tree(work)) == (4, ["a.txt"])
    words = re.sub(r"\x1b\[[0-9;]*m|\s", "", screen)
    assert "files.delete_file" in words and "a.txt" in words and "[y/N]" in words and "\x1b[" in screen
    assert "\x1b[" not in person("\n", "delete a.txt", NO_COLOR="1")[1]
    assert (person("y\n", "delete a.txt")[0], tree(work)) == (0, [])


def test_a_person_answers_a_question_in_the_same_command(person: Callable[..., tuple[int, str]], work: Path) -> None:
    code, screen = person("galaxy\n", "create a folder")
    assert (code, tree(work)) == (0, ["galaxy"]), screen
    assert person("\x04", "create a folder")[0] == 3
