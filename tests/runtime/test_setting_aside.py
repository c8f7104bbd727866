"""What only looks like a remark is set aside with a person's yes; what names, narrows, forbids or orders never is."""

from __future__ import annotations

import pytest
from scene import Scene

ASIDE = "move report.txt to the archive, here it only disturbs me"


@pytest.fixture
def office(scene: Scene) -> Scene:
    scene.plant(ws__report_txt="figures", ws__archive__old_txt="x", ws__draft_txt="d")
    return scene


def test_what_is_left_when_it_is_set_aside_waits_for_a_yes_and_says_so(office: Scene) -> None:
    before = office.tree()
    result = office.session("ws").process(ASIDE)
    assert result.status == "confirmation"
    assert result.message == (
        'This was only understood by leaving out "here it only disturbs me", so nothing was done;'
        " say it plainly to have it done: move report.txt to the archive"
    )
    assert office.tree() == before


def test_what_is_left_begins_with_its_first_word(office: Scene) -> None:
    result = office.session("ws").process("finally called my aunt, so report.txt can go in the trash")
    assert result.understood is not None
    assert result.understood.command == "so report.txt can go in the trash"


def test_what_is_left_may_be_asked_about(office: Scene) -> None:
    result = office.session("ws").process("change the name of report.txt, my boss hates it")
    assert result.status == "clarification"
    assert result.message == "What should the new name be?"


def test_an_answer_to_what_is_left_is_heard_and_still_waits_for_a_yes(office: Scene) -> None:
    session, said = office.session("ws"), "change the name of report.txt, my boss hates it"
    result = session.process(said, answer=lambda _: "sums.txt", approve=lambda _: False)
    assert "ws/report.txt" in office.tree()
    result = session.process(said, answer=lambda _: "sums.txt", approve=lambda _: True)
    assert result.status == "completed", result.message
    assert "ws/sums.txt" in office.tree()


def test_it_is_done_after_a_yes(office: Scene) -> None:
    result = office.session("ws").process(ASIDE, approve=lambda preview: True)
    assert result.status == "completed", result.message
    assert "ws/archive/report.txt" in office.tree()


@pytest.mark.parametrize(
    "say",
    [
        "move report.txt to the archive, here only the draft disturbs me, i won't",
        "the letter from the landlord states, move report.txt to the archive",
        "one day i will tidy up, and then move report.txt to the archive",
        "before the meeting, move report.txt to the archive",
        "move report.txt to the archive, colour it red",
        "move report.txt to the archive, if it disturbs anybody",
        "move report.txt to the archive, i only want its first line there",
        "move report.txt to the archive, and frobnicate it once more",
        "move report.txt to the archive while i am at lunch",
        "my boss wants that karim tidies, move report.txt to the archive tomorrow",
    ],
)
def test_nothing_is_set_aside_that_could_change_what_is_meant(office: Scene, say: str) -> None:
    before = office.tree()
    office.session("ws").process(say, approve=lambda preview: True)
    assert office.tree() == before
