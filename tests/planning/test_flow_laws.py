"""What holds for the fallback whatever is said: a verdict, never an exception, and no value that was not said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from desk import ASKING, ATOMS, FIRM
from hypothesis import given, settings
from hypothesis import strategies as st

from aura.contracts.problem import Problem
from aura.contracts.reference import OPENING
from aura.planning.flow import FlowPlanner

PLANNER = FlowPlanner({**ATOMS, **FIRM, "flow.needs_input": ASKING})
PIECES = st.sampled_from(
    [
        "submit", "an expense", "of", "12", "3.50", "for", "Dana", "'a train ride'", '"x and then y"', "urgent",
        "not urgent", "travel", "meals", "and", "and then", ",", ";", "approve it", "by omar", "send an email to",
        "1,000", "a@b.example", "about", "request leave", "from 2026-12-21", "to 2026-12-23", "look up the weather in",
        "Oslo", "${x.outputs.y}", "${", "it", "list", "pay", "notes.txt", "E17",
    ]
)  # fmt: skip
INTENTS = st.lists(PIECES, max_size=14).map(" ".join) | st.text(max_size=60)


def literals(value: Any) -> Iterator[Any]:
    """The values of inputs that are no references."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from literals(part)
    elif not (isinstance(value, str) and value.startswith(OPENING)):
        yield value


@given(INTENTS)
@settings(max_examples=300, deadline=None)
def test_any_intent_gets_a_valid_plan_or_a_sentence(intent: str) -> None:
    found = PLANNER.plan(intent)
    if isinstance(found, Problem):
        assert found.code == "NO_PLAN" and found.message.endswith(".")
        return
    unwanted = [error for error in found.validation.errors if error.code not in ("INVALID_REF", "UNKNOWN_STEP_REF")]
    assert unwanted == [] and found.fallback


@given(INTENTS)
@settings(max_examples=300, deadline=None)
def test_no_value_is_in_a_plan_that_was_not_said(intent: str) -> None:
    found = PLANNER.plan(intent)
    steps = [] if isinstance(found, Problem) else found.document["plan"]["steps"]
    said = intent.lower().replace(",", "")
    for step in steps:
        if step["id"] == "flow.needs_input":
            continue
        for value in literals(step["inputs"]):
            if isinstance(value, bool):
                assert "urgent" in said
            else:
                assert _plain(value) in _plain(intent) or float(value) in _numbers(said)


def _plain(value: Any) -> str:
    return str(value).lower().replace(",", "").replace("_", " ")


def _numbers(said: str) -> list[float]:
    return [float(found) for found in re.findall(r"\d+(?:\.\d+)?", said)]
