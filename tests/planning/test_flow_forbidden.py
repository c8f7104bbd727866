"""An intent that says that something is not to be done, or not now, has no plan."""

from __future__ import annotations

import pytest

from aura.contracts.problem import Problem
from aura.planning.flow import FlowPlanner

BOOK = {
    "desk.book": {
        "id": "desk.book",
        "description": "Book a room.",
        "inputs": {"room": {"type": "string", "enum": ["blue", "green"], "required": True}},
        "outputs": {},
    }
}


@pytest.mark.parametrize(
    "intent",
    [
        "don't book the blue room",
        "do not book the blue room",
        "never book the blue room",
        "should I book the blue room",
        "if it rains book the blue room",
        "book the blue room tomorrow",
        "every day at 9 book the blue room",
        "book the blue room unless it is taken",
    ],
)
def test_it_has_no_plan(intent: str) -> None:
    assert isinstance(FlowPlanner(BOOK).plan(intent), Problem)


def test_a_word_that_forbids_may_stand_in_a_value() -> None:
    assert not isinstance(FlowPlanner(BOOK).plan("book the blue room"), Problem)
