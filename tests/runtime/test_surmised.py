"""What looks like a remark though no rule knows it is left out with a person's yes; what could matter is not."""

from __future__ import annotations

import pytest
from scene import Scene

UNKNOWN = "move report.txt to the archive, grandads been moaning lately"


@pytest.fixture
def office(scene: Scene) -> Scene:
    scene.plant(ws__report_txt="figures", ws__archive__old_txt="x", ws__draft_txt="d", ws__final_txt="f")
    return scene


def test_what_is_left_waits_for_a_yes_and_says_what_was_left_out(office: Scene) -> None:
    before = office.tree()
    result = office.session("ws").process(UNKNOWN)
    assert result.status == "confirmation"
    assert 'leaving out "grandads been moaning lately"' in result.message
    assert office.tree() == before


def test_it_is_done_after_a_yes_and_not_after_a_no(office: Scene) -> None:
    session, before = office.session("ws"), office.tree()
    session.process(UNKNOWN, approve=lambda _: False)
    assert office.tree() == before
    result = session.process(UNKNOWN, approve=lambda _: True)
    assert result.status == "completed", result.message
    assert "ws/archive/report.txt" in office.tree()


@pytest.mark.parametrize(
    ("say", "moved"),
    [
        ("the parrot next door learns to swear so move report.txt to the archive", {"ws/archive/report.txt"}),
        (
            "move report.txt to the archive, our roof leaks again, and move draft.txt there too",
            {"ws/archive/report.txt", "ws/archive/draft.txt"},
        ),
    ],
)
def test_it_may_stand_before_and_between_commands(office: Scene, say: str, moved: set[str]) -> None:
    result = office.session("ws").process(say, approve=lambda _: True)
    assert result.status == "completed", result.message
    assert moved <= office.tree().keys()


def test_what_only_reads_is_answered_at_once(office: Scene) -> None:
    result = office.session("ws").process("how big is report.txt, grandads been moaning lately")
    assert result.status == "answered", result.message
    assert result.understood is not None


@pytest.mark.parametrize(
    "say",
    [
        "delete the txt files that nobody has opened since the roof leaked",
        "guests usually delete draft.txt by mistake",
        "deleting draft.txt was the parrot's idea, not mine",
        "the sticker on the door of the lab says delete draft.txt",
        "as soon as the parrot has learned to swear, delete draft.txt",
        "delete draft.txt, as soon as the parrot has learned to swear",
        "delete draft.txt unless the parrot next door has learned to swear",
        "delete draft.txt - nope, the parrot would miss it, keep it",
        "after the roof is done, delete draft.txt",
        "i am so sick of people moving draft.txt to the archive",
        "delete everything, well not what the parrot wrote",
        "i can't for the life of me delete draft.txt",
        "the parrot has just finished deleting draft.txt",
        "a note from the landlord: delete draft.txt",
        "my plan for the holidays: delete draft.txt",
        "delete the txt files, the useless ones",
        "delete draft.txt and final.txt, one of them at least",
        "delete draft.txt, my aunt has to sign it before that",
        "i want it tomorrow, delete draft.txt",
        "delete draft.txt, i will check if i need it",
        "the parrot is blurry, delete it",
    ],
)
def test_what_could_change_what_is_meant_is_never_left_out(office: Scene, say: str) -> None:
    before = office.tree()
    office.session("ws").process(say, approve=lambda _: True)
    assert office.tree() == before


@pytest.mark.parametrize(
    ("say", "text"),
    [
        ("create todo.txt and write the parrot next door learns to swear", "the parrot next door learns to swear"),
        ("create todo.txt with the text our roof leaks again", "our roof leaks again"),
    ],
)
def test_a_text_is_written_whole_though_it_may_be_asked_about(office: Scene, say: str, text: str) -> None:
    result = office.session("ws").process(say, approve=lambda _: True, answer=lambda _: "yes")
    assert result.status == "completed", result.message
    assert office.tree()["ws/todo.txt"] == text
