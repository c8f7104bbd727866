"""Every acceptance leaves the tree that it should, is taken back exactly, and is planned the same again."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden_world import HERE, Case, Found, World, cases, fits, goal_lines, play, told
from msgspec import Struct

from aura.contracts.outcome import RunResult

ACCEPTANCES = cases(*sorted((HERE / "acceptances").glob("*.yaml")))
CONVERSATIONS = cases(HERE / "conversations.yaml")


class Story(Struct, frozen=True):
    """A case from the first look at the world to the look after it was taken back."""

    case: Case
    hashes: tuple[str, str]
    first: Found
    results: list[RunResult]
    then: Found
    undone: RunResult
    last: Found

    @property
    def result(self) -> RunResult:
        """How it came out, after all answers."""
        return self.results[-1]


def told_story(case: Case, world: World) -> Story:
    """Plan a case, play it in another session, look, take it back, look again."""
    planned = world.session().plan(case.say).plan_hash
    first = world.look()
    session, results = play(world, case)
    hashes = (planned, results[0].plan_hash)
    then = world.look()
    undone = session.undo()
    return Story(case, hashes, first, results, then, undone, world.look())


@pytest.fixture(scope="module", params=[*ACCEPTANCES, *CONVERSATIONS], ids=lambda case: case.name)
def story(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, grammar_cache: Path) -> Story:
    case: Case = request.param
    return told_story(case, World(tmp_path_factory.mktemp("world"), grammar_cache, case.before))


def test_a_sentence_leaves_the_tree_that_it_should(story: Story) -> None:
    default = "completed" if story.case.changes else "answered"
    assert story.result.status in story.case.statuses(default), story.result.message
    assert fits(story.then, story.case.after), sorted(story.then)


def test_a_sentence_is_understood_and_answered_as_it_says(story: Story) -> None:
    raw, found = story.case.raw, goal_lines(story.result)
    wanted = raw.get("goals", found)
    assert len(found) == len(wanted), found
    for line, goal in zip(found, wanted, strict=True):
        assert line == goal or (goal.count(" ") == 1 and line.startswith(f"{goal} ")), found
    assert raw.get("tells", "") in told(story.result)
    assert raw.get("asks", "") in told(story.results[0])
    asked = [result.status for result in story.results[:-1]]
    assert asked == ["clarification"] * len(raw.get("answers", ()))


def test_taken_back_everything_is_as_it_was(story: Story) -> None:
    if story.first != story.then:
        assert story.undone.status == "completed", story.undone.message
    assert story.last == story.first


def test_the_same_words_in_the_same_world_make_the_same_plan(story: Story) -> None:
    once, again = story.hashes
    assert once == again
    assert once or story.case.raw.get("answers")


def test_there_are_acceptances_in_number() -> None:
    assert len(ACCEPTANCES) >= 170
