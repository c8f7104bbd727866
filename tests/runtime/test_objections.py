"""What is said beside a loss is told before a yes; what speaks against it, or of a part of it, stops it."""

from __future__ import annotations

import pytest
from scene import Scene


@pytest.fixture
def desk(scene: Scene) -> Scene:
    scene.plant(
        ws__draft_txt="d",
        ws__notes_txt="n",
        ws__thesis_txt="t",
        home__Downloads__bank_csv="b",
        home__Downloads__x_tmp="x",
    )
    return scene


@pytest.mark.parametrize(
    "say",
    [
        "delete draft.txt, it is too early",
        "delete draft.txt, we are waiting for the customer",
        "delete draft.txt, my boss is against it",
        "delete draft.txt, my sister has yet to read it",
        "delete draft.txt, my sister needs it",
        "delete draft.txt, the lawyers haven't approved it",
        "delete draft.txt, it is the only copy we have",
        "delete all files in downloads, the csv is for my tax adviser",
        "delete all txt files, the thesis is sacred",
        "delete all txt files, my thesis is not backed up",
        "empty downloads, the bank statement is in there",
    ],
)
def test_what_speaks_against_a_loss_stops_it(desk: Scene, say: str) -> None:
    before = desk.tree()
    result = desk.session().process(say, approve=lambda preview: True)
    assert desk.tree() == before, result.message


@pytest.mark.parametrize(
    "say",
    [
        "delete draft.txt, nobody needs it",
        "delete draft.txt, I no longer need it",
        "delete draft.txt, it's not important",
        "delete draft.txt, my sister needs it gone",
        "delete draft.txt, the draft is finished",
        "delete draft.txt, I need the space",
        "delete draft.txt, I still need the space",
    ],
)
def test_what_speaks_for_it_is_only_told(desk: Scene, say: str) -> None:
    shown: list[tuple[str, ...]] = []
    desk.session().process(say, approve=lambda preview: shown.append(preview.told) or True)
    assert "ws/draft.txt" not in desk.tree()
    assert shown == [(say.partition(", ")[2],)]


def test_who_was_not_asked_for_a_yes_is_told_what_was_taken_for_a_remark(desk: Scene) -> None:
    result = desk.session().process("delete draft.txt, nobody needs it")
    assert result.status == "confirmation"
    assert '"nobody needs it" was taken for a remark' in result.message


def test_what_makes_something_may_be_needed(desk: Scene) -> None:
    result = desk.session().process("copy draft.txt to final.txt, my sister still needs it")
    assert result.status == "completed", result.message
    assert "ws/final.txt" in desk.tree()
