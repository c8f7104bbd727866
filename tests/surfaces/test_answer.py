"""The one object of `--json`, to the letter."""

from __future__ import annotations

import json

from aura.contracts.answer import as_json, encode
from aura.contracts.goal import Goal, Intent, Question
from aura.contracts.outcome import Preview, RunResult, StepResult

ALWAYS = [
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


def test_keys_stand_in_the_order_of_the_contract() -> None:
    assert list(as_json(RunResult("failed", "No."))) == ALWAYS


def test_question_and_run_appear_only_when_there_are_any() -> None:
    asking = RunResult("clarification", "Which?", question=Question("Which?", ("a", "b"), "slot"), run_id="r1")
    plain = as_json(asking)
    assert list(plain) == [*ALWAYS, "question", "run_id"]
    assert plain["question"] == {"text": "Which?", "candidates": ["a", "b"]}


def test_the_preview_is_no_part_of_it() -> None:
    assert "preview" not in as_json(RunResult("planned", "", preview=Preview("h", ())))


def test_goals_leave_out_what_is_not_resolved() -> None:
    goals = (
        Goal("g0", "files", "create", {"name": "a"}),
        Goal("g1", "files", "create", {}, "inside:g0", "W", "/a"),
    )
    first, second = as_json(RunResult("planned", "", goals=goals))["goals"]
    assert list(first) == ["goal_id", "domain", "verb", "params", "scope"]
    assert list(second) == [*first, "base_anchor", "resolved_path"]


def test_intent_and_steps_are_plain() -> None:
    result = RunResult(
        "completed",
        "Done.",
        intent=Intent("files", 0.9, "act"),
        dependencies=((1, (0,)),),
        steps=(StepResult("s", "files.move", "failed", {}, "[NOT_FOUND] It is not there."),),
    )
    plain = as_json(result)
    assert plain["intent"] == {"category": "files", "confidence": 0.9, "decision": "act"}
    assert list(plain["steps"][0]) == ["step_id", "atom_id", "status", "outputs", "error"]
    assert json.loads(encode(plain, "utf-8"))["dependencies"] == [[1, [0]]]


def test_text_that_the_stream_cannot_hold_is_escaped() -> None:
    value = {"path": "/w/gr\u00fcn\udcff"}
    assert json.loads(encode(value, "utf-8")) == value
    assert encode({"a": "\u00fc"}, "ascii").isascii()
    assert "\u00fc" in encode({"a": "\u00fc"}, "utf-8")


def test_numbers_that_json_lacks_become_null() -> None:
    assert json.loads(encode({"value": float("nan")}, "utf-8")) == {"value": None}
