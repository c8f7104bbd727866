"""Folders of atoms on the command line: listed, checked, run in plans, and every fault said with its place."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "atoms"))
from folders import atom, folder_of
from test_command_line import Aura, aura, one_object, work

__all__ = ["aura", "work"]

LEDGER = "from pathlib import Path\ndef add(path, text):\n    Path(path).write_text(text)\n    return len(text)\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    adding = atom("desk.ledger.add", {"path": "string", "text": "string"}, {"length": "integer"})
    return folder_of(tmp_path / "my atoms", adding, desk__ledger=LEDGER)


def plan(file: Path, **inputs: Any) -> str:
    step = {"id": "desk.ledger.add", "step_id": "a", "target": "add", "inputs": inputs}
    file.write_text(json.dumps({"target": "add", "plan": {"steps": [step]}}), "utf-8")
    return str(file)


def test_atoms_are_listed_beside_the_built_in_tools(aura: Aura, folder: Path) -> None:
    answer = aura("atoms", "--atoms", str(folder))
    ids = [found["id"] for found in json.loads(answer.stdout)["atoms"]]
    assert (answer.returncode, answer.stderr) == (0, "") and {"desk.ledger.add", "files.move"} <= set(ids)
    assert "desk.ledger.add" in aura("tools", "--atoms", str(folder)).stdout
    assert json.loads(aura("tools", "desk.ledger.add", "--atoms", str(folder), "--json").stdout)["effect"] == "X"


def test_every_fault_is_said_with_its_file_and_place(aura: Aura, folder: Path) -> None:
    (folder / "broken.json").write_text('{"atoms": [\n', "utf-8")
    (folder / "more.json").write_text(json.dumps({"atoms": [atom("desk.ledger.add"), atom("desk.gone.x")]}), "utf-8")
    answer = aura("atoms", "--atoms", str(folder))
    found = json.loads(answer.stdout)["problems"]
    assert answer.returncode == 1
    assert [(problem["code"], problem["path"]) for problem in found] == [
        ("ATOMS_UNREADABLE", f"{folder / 'broken.json'}:2"),
        ("DUPLICATE_ATOM_ID", f"{folder / 'more.json'}:$.atoms[0].id"),
        ("UNRESOLVED_ATOM", f"{folder / 'more.json'}:$.atoms[1]"),
    ]
    assert answer.stderr.splitlines() == [problem["message"] for problem in found]


def test_the_doctor_looks_at_atoms_too(aura: Aura, folder: Path) -> None:
    found = json.loads(aura("doctor", "--atoms", str(folder), "--json").stdout)["checks"]
    assert [check["ok"] for check in found if check["name"] == "atoms"] == [True]
    (folder / "more.json").write_text(json.dumps({"atoms": [atom("desk.gone.x")]}), "utf-8")
    ill = aura("doctor", "--atoms", str(folder))
    assert ill.returncode == 1 and "desk.gone.x has no function" in ill.stderr


def test_a_plan_of_atoms_is_checked_and_run(aura: Aura, folder: Path, work: Path) -> None:
    good = plan(work / "plan.json", path=str(work / "out.txt"), text="hello")
    assert aura("validate", good).returncode == 1
    assert aura("validate", "--atoms", str(folder), good).returncode == 0
    ran = one_object(aura("run", good, "--atoms", str(folder), "--json"))
    assert ran["status"] == "completed" and ran["steps"][0]["outputs"] == {"length": 5}
    assert (work / "out.txt").read_text("utf-8") == "hello"


def test_an_intent_is_planned_approved_and_run(aura: Aura, folder: Path, work: Path) -> None:
    said, at = f"add the text 'hello' to path '{work / 'out.txt'}'", ("--atoms", str(folder))
    shown = one_object(aura("flow", said, *at, "--json"))
    assert shown["fallback"] is True and shown["proposed_by"] and shown["validation"]["valid"] is True
    assert shown["plan"]["steps"][0]["inputs"] == {"text": "hello", "path": str(work / "out.txt")}
    words = aura("flow", *at, said)
    assert words.returncode == 0 and "desk.ledger.add" in words.stdout and "nothing was done" in words.stdout
    assert aura("flow", said, *at, "--run").returncode == 4 and not (work / "out.txt").exists()
    (work / "plan.json").write_text(json.dumps(shown), "utf-8")
    assert aura("run", str(work / "plan.json"), *at).returncode == 4 and not (work / "out.txt").exists()
    assert aura("flow", said, *at, "--run", "--yes").returncode == 0
    assert (work / "out.txt").read_text("utf-8") == "hello"


def test_what_a_flow_asks_is_answered_from_another_process(aura: Aura, folder: Path, work: Path) -> None:
    asked = aura("flow", "add the text 'hello'", "--atoms", str(folder), "--run", "--yes")
    assert asked.returncode == 3 and "aura answer TEXT --run" in asked.stdout
    command = next(line for line in asked.stdout.splitlines() if line.startswith("Answer with: "))
    assert f'--atoms "{folder}"' in command
    run = command.split("--run ")[1].split()[0]
    answered = aura("answer", str(work / "out.txt"), "--run", run, "--atoms", str(folder))
    assert answered.returncode == 0 and (work / "out.txt").read_text("utf-8") == "hello"


def test_an_intent_that_no_atom_fits_is_unsupported(aura: Aura, folder: Path) -> None:
    answer = aura("flow", "paint the fence", "--atoms", str(folder))
    assert (answer.returncode, answer.stdout) == (6, "") and "No atom here does that" in answer.stderr


def test_a_folder_that_is_none_is_wrong_usage(aura: Aura, work: Path) -> None:
    answer = aura("run", plan(work / "plan.json"), "--atoms", str(work / "nowhere"))
    assert answer.returncode == 2 and "nowhere is not a folder" in answer.stderr
