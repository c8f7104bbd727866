"""A word that nobody knows is seen a second time as a slip of the hand, and not acted on where a name competes."""

from __future__ import annotations

import pytest
from scene import Scene

from aura.contracts.problem import Problem
from aura.language.decoding.decode import decode
from aura.runtime.choosing.choose import Choice
from aura.runtime.heard.respelled import Respelling


@pytest.mark.parametrize(
    ("said", "file", "tree"),
    [
        ("delete eery pdf in downloads", "home/Downloads/a.pdf", {}),
        ("mve notes.txt to the desktop, pllease", "ws/notes.txt", {"home/Desktop/notes.txt": "x"}),
        ("copy notes.txt ino a folder called old", "ws/notes.txt", {"ws/notes.txt": "x", "ws/old/notes.txt": "x"}),
    ],
)
def test_a_slip_that_leaves_nothing_to_do_is_believed(scene: Scene, said: str, file: str, tree: dict[str, str]) -> None:
    path = scene.root / file
    path.write_text("x", encoding="utf-8")
    assert scene.session().process(said, approve=lambda _: True).status == "completed"
    assert {name: text for name, text in scene.tree().items() if text is not None} == tree


@pytest.mark.parametrize("said", ["what's the exact ime right now", "whats the tiime pls", "tell me the daate"])
def test_a_slip_in_a_question_about_what_is_here_asks_for_no_file(scene: Scene, said: str) -> None:
    assert scene.session().process(said).status in ("completed", "answered")


@pytest.mark.parametrize(
    "said",
    [
        "create a folder drafts and mve notes.txt into it",
        "create a folder named album, coy notes.txt into that folder",
    ],
)
def test_where_a_slip_competes_with_a_name_it_is_asked_what_is_meant(scene: Scene, said: str) -> None:
    scene.plant(ws__notes_txt="x")
    before = scene.tree()
    assert scene.session().process(said, approve=lambda _: True).status == "clarification"
    assert scene.tree() == before


def test_the_answer_says_whether_it_was_a_slip(scene: Scene) -> None:
    scene.plant(ws__notes_txt="x")
    result = scene.session().process(
        "create a folder drafts and mve notes.txt into it", approve=lambda _: True, answer=lambda _: "2"
    )
    assert result.status == "completed"
    assert scene.tree()["ws/drafts/notes.txt"] == "x"


@pytest.mark.parametrize("said", ["nver delete notes.txt", "delete notes.txt tonihgt", "create a folder called tome"])
def test_a_slip_never_makes_what_must_not_be_done(scene: Scene, said: str) -> None:
    scene.plant(ws__notes_txt="x")
    scene.session().process(said, approve=lambda _: True)
    assert scene.tree()["ws/notes.txt"] == "x"


def test_a_time_behind_a_text_and_thanks_is_none_of_the_text(scene: Scene) -> None:
    result = scene.session().process("create hi.txt with the text hello tom thank you tonight")
    assert (result.status, scene.tree().get("ws/hi.txt")) == ("unsupported", None)


def test_a_question_about_anything_at_all_is_of_its_own_words_and_goes_no_further(scene: Scene) -> None:
    decoded = decode(scene.session()._house.grammar, "how do I mute the sound")
    choice = Choice(Problem("", ""), decoded.readings[0], ())
    asked = [Respelling(decoded, choice, 0.0, position).is_asked for position in range(decoded.lattice.size + 1)]
    assert asked == [True] * decoded.lattice.size + [False]


@pytest.mark.parametrize(
    ("said", "tree"),
    [
        ("moove the the file notes.txt to the desktop", {"home/Desktop/notes.txt": "x"}),
        ("make a a folder called old and and put notes dot t x t in in it", {"ws/old/notes.txt": "x"}),
        ("ad buy milk to notes.txt on a new line", {"ws/notes.txt": "x\nbuy milk"}),
    ],
)
def test_what_a_recogniser_makes_of_speech_is_understood(scene: Scene, said: str, tree: dict[str, str]) -> None:
    scene.plant(ws__notes_txt="x")
    assert scene.session().process(said, approve=lambda _: True).status == "completed"
    assert {name: text for name, text in scene.tree().items() if text is not None} == tree


@pytest.mark.parametrize("said", ["create a file called ha ha.txt", "write ha ha ha into notes.txt"])
def test_what_can_be_done_as_it_was_said_is_not_heard_otherwise(scene: Scene, said: str) -> None:
    scene.plant(ws__notes_txt="x")
    assert scene.session().process(said, approve=lambda _: True).status == "completed"
    assert "ha ha" in str(scene.tree())


@pytest.mark.parametrize(
    "said", ["dont dont delete notes.txt", "never never delete notes.txt", "delete delete notes.txt no no"]
)
def test_said_twice_a_no_stays_one(scene: Scene, said: str) -> None:
    scene.plant(ws__notes_txt="x")
    before = scene.tree()
    scene.session().process(said, approve=lambda _: True)
    assert scene.tree() == before
