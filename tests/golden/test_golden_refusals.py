"""What must not act does not act: it asks, refuses or says what it cannot do, and the tree stays as it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from golden_world import HERE, Case, Tree, World, cases, play, told

MakeWorld = Callable[[Tree], World]

REFUSALS = cases(*sorted((HERE / "refusals").glob("*.yaml")))


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: case.name)
def test_a_sentence_that_must_not_act_changes_nothing_and_asks_what_it_should(
    case: Case, make_world: MakeWorld
) -> None:
    world = make_world(case.before)
    before = world.look()
    _, [result] = play(world, case)
    assert world.look() == before
    assert result.status in case.statuses("clarification"), result.message
    assert result.message and "Traceback" not in result.message and "\n" not in result.message
    assert all(step.status != "completed" for step in result.steps) or result.status == "answered"
    assert case.raw.get("asks", "").lower() in told(result).lower()
    offered = result.question.candidates if result.question is not None else ()
    for wanted in case.raw.get("candidates", ()):
        assert any(wanted in one for one in offered), offered


def test_there_are_refusals_in_number() -> None:
    assert len(REFUSALS) >= 70
