"""Which of two plans of one utterance says better what is meant."""

from __future__ import annotations

from typing import Any

import pytest

import aura.tools
from aura.capability.registry import Registry
from aura.contracts.goal import MetaGoal
from aura.contracts.plan import Step
from aura.language.slots.parts import Reading
from aura.runtime.choosing.trial import Planned
from aura.runtime.proposed.comparing import loses_more, outdoes

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


@pytest.mark.parametrize(
    ("before", "after", "more"),
    [
        (("system.apps.close", {"app": "word"}), ("system.apps.force_close", {"app": "Word"}), False),
        (("system.apps.close", {"app": "word"}), ("system.apps.force_close", {"app": "excel"}), True),
        (("system.power.lock", {}), ("system.power.shutdown", {}), True),
        (("files.read_file", {"path": "/ws/a.txt"}), ("files.delete_file", {"path": "/ws/a.txt"}), True),
    ],
)
def test_only_what_is_named_and_no_path_is_lost_as_much_either_way(before: Any, after: Any, more: bool) -> None:
    registry = Registry(package=aura.tools.__name__)
    assert loses_more(read(before), found(after), registry) is more
