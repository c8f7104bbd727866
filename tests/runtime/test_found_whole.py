"""What an encoder finds in a sentence is all that is asked for there, and nothing that is only told."""

from __future__ import annotations

import pytest
from scene import Scene

from aura.providers.sentence_encoder import installed

pytestmark = pytest.mark.skipif(not installed(), reason="the extra semantic is not installed")


def test_no_plan_passes_over_a_command_that_can_be_read(scene: Scene) -> None:
    said = "my sister speaks like mouse: start Telegram, its window make full the screen, and volume set to 60."
    assert scene.session().plan(said).plan is None


def test_what_gives_a_name_to_something_that_is_told_of_is_told_as_well(scene: Scene) -> None:
    scene.plant(ws__dogwater_draft_docx="x")
    said = "rename dogwater_draft.docx to antigone_essay.docx, cant rly hand in smth called dogwater to ms feltham"
    result = scene.session("ws").plan(said)
    assert result.plan is not None, result.message
    assert [step["id"] for step in result.plan["steps"]] == ["files.rename"]


def test_about_is_no_word_of_what_is_looked_up(scene: Scene) -> None:
    said = "pe in 10 min n my brain is empty, what did i tell u to remember abt locker 212??"
    result = scene.session().plan(said)
    assert result.plan is not None, result.message
    assert [step["inputs"]["query"] for step in result.plan["steps"]] == ["locker 212"]


@pytest.mark.parametrize(
    "said",
    [
        "they asked us to keep it until Friday, bless them all for that, so delete notes.txt for me",
        "Stan promised to leave on Friday, bless him, so forget Stan's extension number",
    ],
)
def test_what_may_be_to_come_keeps_a_loss_back(scene: Scene, said: str) -> None:
    scene.plant(ws__notes_txt="x")
    assert scene.session("ws").plan(said).plan is None


@pytest.mark.parametrize(
    ("said", "by_force"),
    [
        ("photoshop has frozen solid on the mural just kill it right away i dont care about the unsaved stuff", True),
        ("close word, it is slow today", False),
    ],
)
def test_what_hangs_is_closed_by_force_where_only_closing_was_read(scene: Scene, said: str, by_force: bool) -> None:
    result = scene.session().plan(said)
    assert result.plan is not None, result.message
    assert [step["id"] == "system.apps.force_close" for step in result.plan["steps"]] == [by_force]
