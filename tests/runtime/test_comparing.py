"""Which of two plans of one utterance says better what is meant."""

from __future__ import annotations

from typing import Any

import pytest

from aura.contracts.goal import MetaGoal
from aura.contracts.plan import Step
from aura.language.slots.parts import Reading
from aura.runtime.comparing import outdoes
from aura.runtime.trial import Planned

TYPED, PRESSED, OPENED = "system.input.type_text", "system.input.press", "files.open"
SAID = "Type hello, for me; the code up down"
MADE = "office.create_spreadsheet"
SCROLLED = "browsers.chrome.scroll"
SWITCHED = "system.network.airplane_mode"


def read(*steps: tuple[str, dict[str, Any]]) -> Planned:
    made = tuple(Step(id, "", inputs) for id, inputs in steps)
    return Planned(Reading(0.0, ()), MetaGoal("independent_multi", ()), made, ())


def found(*steps: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    return {"steps": [{"id": id, "inputs": inputs} for id, inputs in steps]}


ENTER = (PRESSED, {"keys": "enter"})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([(TYPED, {"text": "hello for me"}), ENTER], [(TYPED, {"text": "hello"}), ENTER]),
        ([(OPENED, {"path": "/ws/a.txt"})], [(OPENED, {"path": "/ws/a.txt"}), ENTER]),
        ([ENTER], [(OPENED, {"path": "/ws/a.txt"}), ENTER]),
    ],
)
def test_another_text_or_something_else_beside_says_it_better(before: Any, after: Any) -> None:
    assert outdoes(read(*before), found(*after), SAID)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([ENTER], [ENTER]),
        ([(MADE, {"columns": ["hello", "me"]})], [(MADE, {"columns": ["hello", "me"]})]),
        ([ENTER], [ENTER, ENTER]),
        ([(OPENED, {"path": "/ws/a.txt"})], [(OPENED, {"path": "/ws/b.txt"})]),
        ([(OPENED, {"path": "/ws/a.txt"})], [ENTER]),
        ([(OPENED, {"path": "/ws/a.txt"}), ENTER], [ENTER, (OPENED, {"path": "/ws/a.txt"})]),
        ([(TYPED, {"text": "hello", "field": "name"})], [(TYPED, {"text": "hello"})]),
        ([(TYPED, {"text": "the code"})], [(TYPED, {"text": "code"})]),
        ([(TYPED, {"text": "60 - 25%"})], [(TYPED, {"text": "hello"})]),
        ([(SCROLLED, {"direction": "up"})], [(SCROLLED, {"direction": "down"})]),
        ([(SWITCHED, {"enabled": False})], [(SWITCHED, {"enabled": True})]),
    ],
)
def test_the_same_another_path_another_order_or_less_does_not(before: Any, after: Any) -> None:
    assert not outdoes(read(*before), found(*after), SAID, {"the"}, {"up", "down"})
