"""What an encoder finds in a sentence is all that is asked for there, and nothing that is only told."""

from __future__ import annotations

import pytest
from scene import Scene

from aura.providers.sentence_encoder import installed

pytestmark = pytest.mark.skipif(not installed(), reason="the extra semantic is not installed")


@pytest.mark.parametrize(
    "said",
    [
        "firefox is frozed totally half hour already, kill him by force and then start him again",
        "my sister speaks like mouse: start Telegram, its window make full the screen, and volume set to 60.",
    ],
)
def test_no_plan_passes_over_a_command_that_can_be_read(scene: Scene, said: str) -> None:
    assert scene.session().plan(said).plan is None


def test_what_gives_a_name_to_something_that_is_told_of_is_told_as_well(scene: Scene) -> None:
    scene.plant(ws__dogwater_draft_docx="x")
    said = "rename dogwater_draft.docx to antigone_essay.docx, cant rly hand in smth called dogwater to ms feltham"
    result = scene.session("ws").plan(said)
    assert result.plan is not None, result.message
    assert [step["id"] for step in result.plan["steps"]] == ["files.rename"]


@pytest.mark.parametrize(
    ("said", "query"),
    [
        ("Stan retired on Friday, bless him, so forget Stan's extension number", "Stan's extension number"),
        ("pe in 10 min n my brain is empty, what did i tell u to remember abt locker 212??", "locker 212"),
    ],
)
def test_a_time_that_is_told_keeps_nothing_back_and_about_is_no_word_of_a_query(
    scene: Scene, said: str, query: str
) -> None:
    result = scene.session().plan(said)
    assert result.plan is not None, result.message
    assert [step["inputs"]["query"] for step in result.plan["steps"]] == [query]
