"""Undo, resume, history and show, over sessions that come one after the other."""

from __future__ import annotations

import threading

import pytest
from scene import Scene

from aura.capability.errors import ToolError
from aura.contracts.outcome import Preview


def yes(preview: Preview) -> bool:
    return True


@pytest.mark.parametrize(
    "said",
    [
        "create a folder space and a file notes.txt inside it",
        "delete a.txt",
        "delete the folder docs",
        "move all txt files to docs",
        "rename a.txt to z.md",
        "copy docs to d drive",
        'append "more" to a.txt',
    ],
)
def test_what_was_done_is_taken_back_by_another_session(scene: Scene, said: str) -> None:
    scene.plant(ws__a_txt="a\n", ws__b_txt="b", ws__docs__x_md="x")
    before = scene.tree()
    done = scene.session().process(said, approve=yes)
    assert done.status == "completed", done.message
    assert scene.tree() != before
    undone = scene.session().undo()
    assert undone.status == "completed" and undone.run_id == done.run_id
    assert scene.tree() == before


def test_what_was_taken_back_is_not_taken_back_twice(scene: Scene) -> None:
    scene.session().process("create a folder space")
    scene.session().undo()
    assert scene.session().undo().status == "failed"


def test_undo_of_an_unknown_run_is_a_plain_failure(scene: Scene) -> None:
    result = scene.session().undo("nope")
    assert result.status == "failed" and "nope" in result.message


def test_nothing_interrupted_is_nothing_to_resume(scene: Scene) -> None:
    scene.session().process("create a folder space")
    assert scene.session().resume().status == "failed"


def test_a_cancelled_run_is_finished_by_another_session(scene: Scene) -> None:
    stop = threading.Event()
    said = "create a folder earth and a folder mars and a folder venus"

    def after_the_first(*event: object) -> None:
        if "ws/earth" in scene.tree():
            stop.set()

    cut = scene.session().process(said, on_event=after_the_first, stop=stop)
    assert cut.status == "cancelled" and "ws/earth" in scene.tree() and "ws/venus" not in scene.tree()
    finished = scene.session().resume()
    assert finished.status == "completed" and finished.run_id == cut.run_id
    assert {"ws/earth", "ws/mars", "ws/venus"} <= set(scene.tree())


def test_history_has_every_command_newest_first(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    for said in ("create a folder space", "delete a.txt", "delete it", "blorf"):
        scene.session().process(said)
    past = scene.session().history(10)
    assert [run.utterance for run in past] == ["blorf", "delete it", "delete a.txt", "create a folder space"]
    assert [run.status for run in past] == ["unsupported", "confirmation", "confirmation", "completed"]
    assert len(scene.session().history(2)) == 2


def test_history_has_the_status_that_was_told(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    for said in ("what time is it", "read a.txt", "create a folder space"):
        told = scene.session().process(said)
        assert scene.session().history(1)[0].status == told.status
    assert [run.status for run in scene.session().history(3)] == ["completed", "answered", "answered"]


def test_show_tells_what_a_run_did(scene: Scene) -> None:
    run = scene.session().process("create a folder space and a file notes.txt inside it").run_id
    shown = scene.session().show(run)
    assert shown["run_id"] == run and shown["status"] == "completed"
    assert [one["atom_id"] for one in shown["steps"]] == ["files.create_folder", "files.create_file"]


def test_show_tells_every_change_in_words(scene: Scene) -> None:
    scene.plant(ws__a_txt="a", ws__b_txt="b", ws__c_txt="c", ws__docs__x_md="x")
    said = "create a folder space, move a.txt to space, rename b.txt to z.txt, delete c.txt and copy docs to space"
    run = scene.session().process(said, approve=yes)
    assert run.status == "completed", run.message
    steps = scene.session().show(run.run_id)["steps"]
    assert [change for step in steps for change in step["changes"]] == [
        "made folder space",
        "moved a.txt → space/a.txt",
        "renamed b.txt → z.txt",
        "trashed c.txt",
        "copied docs → space/docs",
    ]
    assert steps[1]["what"] == "move a.txt → space/a.txt"


def test_a_command_that_ran_nothing_is_shown_without_steps(scene: Scene) -> None:
    run = scene.session().process("blorf")
    shown = scene.session().show(run.run_id)
    assert shown["status"] == "unsupported" and shown["steps"] == []


@pytest.mark.parametrize(
    "said", ["copy a.txt to docs", "read missing.txt", "create a folder a.txt", "rename a.txt to b.txt"]
)
def test_what_cannot_be_done_is_said_without_the_path_of_the_workspace(scene: Scene, said: str) -> None:
    scene.plant(ws__a_txt="a", ws__b_txt="b", ws__docs__a_txt="other")
    result = scene.session().process(said)
    assert result.status == "failed"
    assert str(scene.root) not in result.message, result.message
    assert str(scene.root) not in scene.session().show(result.run_id)["message"]


def test_show_of_an_unknown_run_is_a_tool_error(scene: Scene) -> None:
    with pytest.raises(ToolError, match="nope"):
        scene.session().show("nope")
