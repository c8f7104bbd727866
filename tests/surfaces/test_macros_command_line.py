"""Macros on the command line: listed, run and checked as files, with other values, each command a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Aura = Callable[..., subprocess.CompletedProcess[str]]
MACRO = """\
# a person wrote this
target: make a folder with a note
parameters:
  folder: ${anchors.WORKSPACE}/trip
  text: passport
plan:
  steps:
  - {step_id: a, id: files.create_folder, inputs: {path: "${parameters.folder}"}}
  - id: files.create_file
    inputs: {path: "${parameters.folder}/list.txt", content: "${parameters.text}"}
    depends_on: [a]
"""


@pytest.fixture
def aura(tmp_path: Path) -> Aura:
    """Run the command line in `tmp_path/work`, with a state of its own and nobody at the terminal."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("AURA_", "OPENAI_", "XDG_"))}
    environ |= {"HOME": str(tmp_path / "home"), "AURA_HOME": str(tmp_path / "state"), "PYTHONUTF8": "1"}
    for name in ("home", "work"):
        (tmp_path / name).mkdir()

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        answer = subprocess.run(
            [sys.executable, "-m", "aura", *arguments],
            cwd=tmp_path / "work", env=environ, input="", capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert "Traceback" not in answer.stderr, answer.stderr
        return answer

    return run


@pytest.fixture
def macro(tmp_path: Path) -> Path:
    file = tmp_path / "state" / "macros" / "packing.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(MACRO, encoding="utf-8")
    return file


def test_macros_are_listed(aura: Aura, macro: Path) -> None:
    assert "packing" in aura("macros").stdout
    [listed] = json.loads(aura("macros", "--json").stdout)["macros"]
    assert listed["name"] == "packing" and listed["file"] == str(macro)
    assert listed["parameters"]["text"] == "passport"


def test_no_macro_is_no_trouble(aura: Aura) -> None:
    answer = aura("macros")
    assert answer.returncode == 0 and "No macro is kept yet" in answer.stdout


def test_a_macro_is_run_from_its_file_with_other_values(aura: Aura, macro: Path, tmp_path: Path) -> None:
    assert aura("run", str(macro), "--set", "text=sun hat", "--set", "folder=summer").returncode == 0
    assert (tmp_path / "work/summer/list.txt").read_text() == "sun hat"
    assert aura("undo").returncode == 0
    assert list((tmp_path / "work").iterdir()) == []


def test_a_macro_is_checked_with_its_values(aura: Aura, macro: Path) -> None:
    assert aura("validate", str(macro)).returncode == 0
    wrong = aura("validate", str(macro), "--set", "speed=1", "--json")
    assert wrong.returncode == 1
    assert json.loads(wrong.stdout)["errors"][0]["code"] == "UNKNOWN_PARAMETER"


def test_a_broken_macro_is_said_and_nothing_is_done(aura: Aura, macro: Path, tmp_path: Path) -> None:
    macro.write_text("target: x\nparameters: 5\nplan: 5\n")
    answer = aura("run", str(macro), "--yes")
    assert answer.returncode == 1 and "plan must be a mapping" in answer.stderr
    assert "plan must be a mapping" in json.loads(aura("macros", "--json").stdout)["macros"][0]["problem"]
    assert aura("macros").returncode == 0
    assert list((tmp_path / "work").iterdir()) == []


def test_what_is_set_without_a_value_is_wrong_usage(aura: Aura, macro: Path) -> None:
    answer = aura("run", str(macro), "--set", "text")
    assert answer.returncode == 2 and "NAME=VALUE" in answer.stderr


def test_a_plan_document_may_be_yaml_too(aura: Aura, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yml"
    step = f"{{id: files.create_folder, target: t, inputs: {{path: {tmp_path}/work/x}}}}"
    plan.write_text(f"target: t\nplan:\n  steps:\n  - {step}\n")
    assert aura("run", str(plan)).returncode == 0
    assert (tmp_path / "work/x").is_dir()


def test_a_sentence_runs_what_the_file_says(aura: Aura, macro: Path, tmp_path: Path) -> None:
    assert aura("run packing with text towel").returncode == 0
    assert (tmp_path / "work/trip/list.txt").read_text() == "towel"
