"""Two plans are one: the second is numbered on, waits for the first where that was said, and changes nothing else."""

from __future__ import annotations

import pytest
from scene import Scene

from aura.runtime.choosing.trial import Planned
from aura.runtime.parted.one_after_another import makes_what_is_named, one_after_another


def alone(scene: Scene, said: str) -> Planned:
    """What a text is planned as by itself."""
    comprehension = scene.session()._comprehension
    with comprehension._house.at_one_moment():
        planned = comprehension._understood(said, {}).planned
    assert planned is not None
    return planned


def both(scene: Scene, one: str, two: str, *, in_order: bool = False) -> Planned | None:
    """The plan of two texts, one after the other."""
    house = scene.session()._comprehension._house
    return one_after_another(alone(scene, one), alone(scene, two), house, in_order=in_order)


def test_what_the_second_refers_to_is_numbered_on(scene: Scene) -> None:
    (scene.root / "ws/a.txt").write_text("x", encoding="utf-8")
    (scene.root / "ws/b.txt").write_text("y", encoding="utf-8")
    planned = both(scene, "create a folder gamma", "read a.txt and add it to b.txt")
    assert planned is not None
    assert len({step.step_id for step in planned.steps}) == len(planned.steps) == 3
    assert planned.steps[2].inputs["content"].startswith(f"${{{planned.steps[1].step_id}.")
    assert [goal.goal_id for goal in planned.meta.goals] == ["g0", "g1", "g2"]
    assert all(on < at for at, needed in planned.meta.dependencies for on in needed)


@pytest.mark.parametrize(("in_order", "waits"), [(True, ("g0_a1",)), (False, ())])
def test_the_second_waits_where_that_was_said(scene: Scene, *, in_order: bool, waits: tuple[str, ...]) -> None:
    planned = both(scene, "create a folder alpha", "create a folder beta", in_order=in_order)
    assert planned is not None
    assert planned.steps[1].depends_on == waits
    assert (planned.meta.goals[1].scope.endswith("after:g0")) is in_order


def test_what_the_first_has_taken_away_is_not_there_for_the_second(scene: Scene) -> None:
    (scene.root / "ws/a.txt").write_text("x", encoding="utf-8")
    assert both(scene, "delete a.txt", "copy a.txt to documents") is None


def test_what_would_change_something_else_behind_the_first_is_not_done(scene: Scene) -> None:
    assert both(scene, "create a folder alpha", "create a file a.txt in alpha") is None


def test_the_second_is_not_about_what_the_first_makes(scene: Scene) -> None:
    planned = alone(scene, "create a folder called Blue Moon")
    assert makes_what_is_named(planned, "put it into blue moon")
    assert not makes_what_is_named(planned, "put it into blue moons")


def test_later_words_mean_what_was_last(scene: Scene) -> None:
    planned = both(scene, "create a folder alpha", "create a folder beta")
    assert planned is not None
    assert [thing.path.rpartition("/")[2] for thing in planned.talk.things] == ["alpha", "beta"]


@pytest.mark.parametrize(
    "said",
    [
        "delete a.txt. i take that back. create a folder b",
        "delete a.txt. tom said so. create a folder b",
        "delete a.txt. just kidding. create a folder b",
        "what is an example of a dangerous command. delete a.txt",
        "what is the difference between delete a.txt and create a folder b",
        "who wrote, delete a.txt",
    ],
)
def test_what_stands_between_may_be_of_the_first(scene: Scene, said: str) -> None:
    (scene.root / "ws/a.txt").write_text("x", encoding="utf-8")
    result = scene.session().process(said, approve=lambda _: True)
    assert (scene.root / "ws/a.txt").exists()
    assert not (scene.root / "ws/b").exists(), result.message


def test_who_was_put_in_other_words_is_shown_what_was_understood(scene: Scene) -> None:
    (scene.root / "ws/a.txt").write_text("x", encoding="utf-8")
    result = scene.session().plan("i'd be happy to see a.txt moved into archive honestly. what is 3 plus 4")
    assert result.plan is None or (result.preview is not None and result.preview.needs_person)
