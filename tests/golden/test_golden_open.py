"""Sentences that are not yet understood: they may ask or decline, but they never do a wrong thing.

`open.yaml` holds those that ask or decline, `wrong.yaml` those that were seen to do a wrong thing.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from golden_world import HERE, Case, Tree, World, cases, fits, play

MakeWorld = Callable[[Tree], World]

OPEN = cases(HERE / "open.yaml", HERE / "wrong.yaml")


@pytest.mark.parametrize("case", OPEN, ids=lambda case: case.name)
def test_an_open_sentence_does_nothing_or_the_right_thing(case: Case, make_world: MakeWorld) -> None:
    world = make_world(case.before)
    before = world.look()
    play(world, case)
    found = world.look()
    assert found == before or fits(found, case.after), sorted(found)


def test_every_open_sentence_says_why_it_is_open() -> None:
    assert [case.say for case in OPEN if not case.raw.get("why")] == []
