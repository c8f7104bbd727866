"""A question that was answered is not put again in the same words."""

from __future__ import annotations

import pytest
from scene import Scene

from aura.contracts.goal import Question
from aura.contracts.outcome import Preview

ANSWERED = [
    ("create a folder", "space"),
    ("create a file", "ideas"),
    ("delete it", "a.txt"),
    ("move a.txt to archive", "yes"),
    ("create a folder and a file", "space"),
    ("rename a.txt", "z.txt"),
    ("move a.txt", "docs"),
    ("move both", "a.txt"),
    ("rename all txt files to c.md", "a.txt"),
    ("mv a.txt", "docs"),
    ("create a folder drafts inside it", "docs"),
    ("copy everything in src to", "docs"),
    ("delete everything", "here"),
    ("empty a.txt", "emptied"),
    ("move a.txt to archive", "no"),
]


def asks_again(scene: Scene, said: str, reply: str) -> bool:
    scene.plant(ws__a_txt="a", ws__b_txt="b", ws__docs__x_md="x", ws__src__main_py="m")
    first = scene.session().process(said)
    assert first.status == "clarification" and first.question is not None, first.message
    second = scene.session().answer(reply)
    return second.question is not None and second.question.text == first.question.text


@pytest.mark.parametrize(("said", "reply"), ANSWERED)
def test_an_answer_is_taken(scene: Scene, said: str, reply: str) -> None:
    assert not asks_again(scene, said, reply)


def test_no_to_a_name_asks_for_the_name_and_takes_it(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    whole = scene.session().process("copy a.txt as something")
    assert whole.question is not None and "whole name" in whole.question.text, whole.message
    asked = scene.session().answer("no")
    assert asked.question is not None and "name" in asked.question.text, asked.message
    done = scene.session().answer("plans")
    assert done.status == "completed", done.message
    assert scene.tree()["ws/plans.txt"] == "a"


def test_what_answers_nothing_is_said_to_be_no_answer(scene: Scene) -> None:
    scene.plant(ws__a_txt="a", ws__b_txt="b")
    scene.session().process("delete or move a.txt")
    before = scene.tree()
    replies = [scene.session().answer("1") for _ in range(3)]
    assert replies[-1].status in ("failed", "unsupported", "clarification", "confirmation")
    assert scene.tree() == before


def test_answers_are_asked_for_until_the_question_is_dropped(scene: Scene) -> None:
    put: list[str] = []

    def leave(question: Question) -> str:
        put.append(question.text)
        return "never mind"

    result = scene.session().process("create a folder", answer=leave)
    assert result.status == "cancelled" and len(put) == 1
    assert "nothing was done" in result.message.lower()


def test_a_person_may_say_another_command_instead(scene: Scene) -> None:
    result = scene.session().process("create a folder", answer=lambda question: "no, create a file x.txt instead")
    assert result.status == "completed" and "ws/x.txt" in scene.tree()
    assert [run.status for run in scene.session().history(2)] == ["completed", "cancelled"]


def test_the_plan_that_is_shown_again_says_why(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    shown: list[Preview] = []

    def edits_first(preview: Preview) -> bool:
        shown.append(preview)
        if len(shown) == 1:
            scene.plant(ws__a_txt="edited meanwhile")
        return True

    scene.session().process("delete a.txt", approve=edits_first)
    assert [bool(preview.because) for preview in shown] == [False, True]
    assert "a.txt" in shown[1].because
