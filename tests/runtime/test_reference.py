"""What earlier commands lend to later ones, and what they must not touch."""

from __future__ import annotations

import pytest
from scene import Scene

UNREFERRING = [
    "create a folder space and a file notes.txt inside it",
    "move a.txt to docs and rename it to z.txt",
    "delete a.txt",
    "copy a.txt to the desktop",
    "list the files",
    "rename b.txt to c.txt, then move it to docs",
    "create a file x.txt in this folder",
    "read a.txt and write its content to copy.txt",
    "move all txt files to docs",
    "what is 2 + 3",
]
EARLIER = ("create a folder zzz on the desktop", "create a file yyy.txt in it", "find yyy.txt", "what is 6 * 7")


def plans(scene: Scene, said: str) -> object:
    plan = scene.session().plan(said)
    assert plan.status == "planned", plan.message
    return plan.plan


@pytest.mark.parametrize("said", UNREFERRING)
def test_an_earlier_command_changes_nothing_for_a_sentence_that_does_not_refer(scene: Scene, said: str) -> None:
    scene.plant(ws__a_txt="a", ws__b_txt="b", ws__docs__x_md="x")
    alone = plans(scene, said)
    for earlier in EARLIER:
        scene.session().process(earlier)
    assert plans(scene, said) == alone


def test_the_same_words_after_the_same_commands_make_the_same_plan(scene: Scene) -> None:
    scene.session().process("create a folder space")
    assert plans(scene, "rename it to sky") == plans(scene, "rename it to sky")


def test_what_was_done_in_another_folder_is_still_meant_by_it(scene: Scene) -> None:
    scene.session().process("create a file notes.txt")
    assert scene.session("outside").process("copy it to the desktop").status == "completed"
    assert "home/Desktop/notes.txt" in scene.tree()


def test_a_loss_meant_by_a_pronoun_needs_a_person(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    scene.session().process("read a.txt")
    shown = scene.session().plan("delete it").preview
    named = scene.session().plan("delete a.txt").preview
    assert shown is not None and shown.needs_person and shown.recalled == ("it",)
    assert named is not None and named.destroys and not named.needs_person


def test_after_a_command_that_failed_it_asks_and_offers_what_came_before(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    scene.session().process("read a.txt")
    assert scene.session().process("rename missing.txt to b.txt").status == "failed"
    asked = scene.session().process("copy it to the desktop")
    assert asked.question is not None and asked.question.candidates == ("a.txt",)
    assert scene.session().answer("1").status == "completed"
    assert "home/Desktop/a.txt" in scene.tree()


def test_after_a_search_in_vain_it_asks(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    scene.session().process("read a.txt")
    scene.session().process("find zebra.txt")
    assert scene.session().process("delete it").status == "clarification"


def test_what_was_spared_is_still_meant(scene: Scene) -> None:
    scene.plant(ws__a_txt="a", ws__b_txt="b")
    scene.session().process("read b.txt")
    assert scene.session().process("delete a.txt", approve=lambda preview: False).status == "confirmation"
    assert scene.session().process("rename it to kept.txt").status == "completed"
    assert "ws/kept.txt" in scene.tree() and "ws/b.txt" in scene.tree()


def test_a_killed_undo_lends_nothing(scene: Scene) -> None:
    scene.session().process("create a folder space")
    run = scene.session().process("create a file x.txt").run_id
    scene.session()._house.journal.mark_undo(run, "undoing")
    assert scene.session().plan("rename it to sky").goals[0].resolved_path == str(scene.root / "ws" / "space")


def test_the_last_command_named_is_taken_back_without_a_question(scene: Scene) -> None:
    run = scene.session().process("create a folder space").run_id
    scene.session().process("delete missing.txt")
    undone = scene.session().undo(run)
    assert undone.status == "completed" and "ws/space" not in scene.tree()


def test_taking_back_is_asked_about_where_someone_can_answer(scene: Scene) -> None:
    scene.session().process("create a folder space")
    scene.session().process("delete missing.txt")
    asked: list[str] = []
    undone = scene.session().undo(answer=lambda question: asked.append(question.text) or "yes")  # type: ignore[func-returns-value]
    assert undone.status == "completed" and "ws/space" not in scene.tree()
    assert asked and "create a folder space" in asked[0]
