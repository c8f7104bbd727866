"""What is remembered is there in the next session, and gone once it was taken back."""

from __future__ import annotations

from collections.abc import Callable

from golden_world import Tree, World, told

MakeWorld = Callable[[Tree], World]


def test_a_fact_is_recalled_in_another_session(make_world: MakeWorld) -> None:
    world = make_world({})
    assert world.session().process("remember: my locker number is 42").status == "completed"
    assert "42" in told(world.session().process("do you remember my locker number"))


def test_a_fact_that_was_taken_back_is_no_longer_known(make_world: MakeWorld) -> None:
    world = make_world({})
    session = world.session()
    session.process("remember: my locker number is 42")
    assert session.undo().status == "completed"
    assert "42" not in told(world.session().process("do you remember my locker number"))
