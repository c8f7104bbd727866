"""What an utterance hardly asks for is asked about first: nothing is done until that is answered."""

from __future__ import annotations

import pytest
from scene import Scene

HARDLY_ASKED = [
    "delete draft.txt? my whole speech is in there",
    "move draft.txt to archive, wait, did anna get to read it?",
]


@pytest.fixture
def desk(scene: Scene) -> Scene:
    scene.plant(ws__draft_txt="d", ws__archive__old_txt="x")
    return scene


@pytest.mark.parametrize("say", HARDLY_ASKED)
def test_what_is_hardly_asked_for_is_not_done_before_it_is_answered(desk: Scene, say: str) -> None:
    before = desk.tree()
    asked = desk.session().process(say, approve=lambda preview: True)
    assert (asked.status, desk.tree()) == ("clarification", before), asked.message


def test_yes_does_it_and_no_does_nothing(desk: Scene) -> None:
    before, say = desk.tree(), HARDLY_ASKED[1]
    desk.session().process(say, approve=lambda preview: True)
    assert desk.session().answer("no", approve=lambda preview: True).status != "completed"
    assert desk.tree() == before
    desk.session().process(say, approve=lambda preview: True)
    assert desk.session().answer("sure, go ahead", approve=lambda preview: True).status == "completed"
    assert "ws/archive/draft.txt" in desk.tree()


@pytest.mark.parametrize(
    "say",
    [
        "could you move draft.txt to archive? my desk is a mess",
        "move draft.txt to archive, anna has read it",
        "move draft.txt to archive",
    ],
)
def test_what_is_asked_for_is_done(desk: Scene, say: str) -> None:
    assert desk.session().process(say, approve=lambda preview: True).status == "completed"
    assert "ws/archive/draft.txt" in desk.tree()
