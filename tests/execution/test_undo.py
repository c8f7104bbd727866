"""Undo gives back exactly what was, and leaves what is no longer ours, saying so."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from house import House, tool

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.contracts.plan import Step


def left(house: House) -> str:
    undone = house.undo()
    assert undone.status == "partly"
    assert all(problem.message in undone.message for problem in undone.left)
    return " ".join(problem.message for problem in undone.left)


def test_a_deleted_file_comes_back_with_times_and_permissions(house: House) -> None:
    house.plant(a_txt="A")
    (house.work / "a.txt").chmod(0o600)
    os.utime(house.work / "a.txt", ns=(1, 1_500_000_000_987_654_321))
    before = house.tree()
    house.run(house.recording(["trash", "a.txt"]))
    assert house.names() == []
    house.undo()
    assert house.tree() == before


def test_a_replaced_file_keeps_its_permissions_and_its_content_returns(house: House) -> None:
    house.plant(a_txt="old")
    (house.work / "a.txt").chmod(0o604)
    before = house.tree()
    house.run(house.recording(["write", "a.txt", "new", True]))
    assert (house.work / "a.txt").read_text() == "new"
    assert (house.work / "a.txt").stat().st_mode & 0o777 == 0o604
    house.undo()
    assert house.tree() == before


def test_a_created_file_that_was_edited_stays(house: House) -> None:
    house.run(house.recording(["write", "a.txt", "ours"]))
    house.write("a.txt", "edited by the user")
    assert "a.txt was changed since" in left(house)
    assert (house.work / "a.txt").read_text() == "edited by the user"


def test_a_replaced_file_that_was_edited_stays_and_the_earlier_one_is_named(house: House) -> None:
    house.plant(a_txt="old")
    house.run(house.recording(["write", "a.txt", "new", True]))
    house.write("a.txt", "edited")
    sentence = left(house)
    assert (house.work / "a.txt").read_text() == "edited"
    kept = sentence.partition("is kept at ")[2].partition(")")[0]
    assert Path(kept).read_text() == "old"


def test_a_made_folder_stays_when_it_holds_something_else(house: House) -> None:
    house.run(house.recording(["make_folder", "new"], ["write", "new/ours.txt", "x"]))
    house.write("new/theirs.txt", "y")
    assert "holds something that this command did not make" in left(house)
    assert house.names() == ["new", "new/theirs.txt"]


def test_a_moved_file_does_not_overwrite_what_is_in_its_old_place(house: House) -> None:
    house.plant(a_txt="A")
    house.run(house.recording(["move", "a.txt", "b.txt"]))
    house.write("a.txt", "new")
    assert "something new is at" in left(house)
    assert (house.work / "a.txt").read_text() == "new" and (house.work / "b.txt").read_text() == "A"


def test_a_moved_file_goes_back_with_what_was_edited(house: House) -> None:
    house.plant(a_txt="A")
    house.run(house.recording(["move", "a.txt", "b.txt"]))
    with (house.work / "b.txt").open("a") as file:
        file.write(" and more")
    assert house.undo().status == "undone"
    assert (house.work / "a.txt").read_text() == "A and more"


def test_something_else_in_the_new_place_is_not_moved(house: House) -> None:
    house.plant(a_txt="A")
    house.run(house.recording(["move", "a.txt", "b.txt"]))
    (house.work / "b.txt").rename(house.root / "elsewhere")
    house.write("b.txt", "other")
    assert "is another thing now" in left(house)
    assert house.names() == ["b.txt"]


@pytest.mark.parametrize("meddle", ["edit", "add", "remove"])
def test_a_copied_folder_that_was_changed_stays(house: House, meddle: str) -> None:
    house.plant(docs__a_txt="A", docs__b_txt="B")
    house.run(house.recording(["copy", "docs", "copied"]))
    if meddle == "edit":
        house.write("copied/a.txt", "a")
    elif meddle == "add":
        house.write("copied/new.txt", "n")
    else:
        (house.work / "copied" / "b.txt").unlink()
    names = house.names()
    assert "copied was changed since" in left(house)
    assert house.names() == names


def test_what_is_gone_from_the_trash_is_said(house: House) -> None:
    house.plant(a_txt="A")
    house.run(house.recording(["trash", "a.txt"]))
    (house.trash / "files" / "a.txt").unlink()
    assert "is no longer in the trash" in left(house)


def test_a_deleted_file_stays_in_the_trash_when_its_place_is_taken(house: House) -> None:
    house.plant(a_txt="A")
    house.run(house.recording(["trash", "a.txt"]))
    house.write("a.txt", "new")
    assert "stays in the trash" in left(house)
    assert (house.work / "a.txt").read_text() == "new"


def test_what_was_left_can_be_undone_later(house: House) -> None:
    house.plant(a_txt="A")
    before = house.tree()
    run = house.run(house.recording(["move", "a.txt", "b.txt"])).run_id
    house.write("a.txt", "in the way")
    left(house)
    (house.work / "a.txt").unlink()
    assert house.undo(run).status == "undone"
    assert house.tree() == before


def test_undoing_twice_says_so_and_changes_nothing(house: House) -> None:
    house.plant(a_txt="A")
    run = house.run(house.recording(["move", "a.txt", "b.txt"])).run_id
    house.undo(run)
    before = house.tree()
    with pytest.raises(ToolError) as raised:
        house.undo(run)
    assert raised.value.code == "ALREADY_UNDONE"
    assert house.tree() == before


def test_undo_takes_the_last_run_that_changed_something_and_then_the_one_before(house: House) -> None:
    house.run(house.recording(["make_folder", "one"]))
    house.run(house.recording(["make_folder", "two"]))
    house.run(Step("give", "", {"value": 1}))
    house.undo()
    assert house.names() == ["one"]
    house.undo()
    assert house.names() == []
    with pytest.raises(ToolError) as raised:
        house.undo()
    assert raised.value.code == "NOTHING_TO_UNDO"


def test_a_run_that_only_read_has_nothing_to_undo(house: House) -> None:
    run = house.run(Step("give", "", {"value": 1})).run_id
    with pytest.raises(ToolError) as raised:
        house.undo(run)
    assert raised.value.code == "NOTHING_TO_UNDO"


def test_a_tool_with_capture_is_given_back_what_it_captured(house: House) -> None:
    volume = {"level": 30}

    def restore(before: dict[str, Any], level: int) -> None:
        volume.update(before)

    house.tools["volume"] = tool(
        "volume",
        lambda level: volume.update(level=level),
        effect=Effect.WRITES,
        capture=lambda level: dict(volume),
        undo=restore,
    )
    house.run(Step("volume", "", {"level": 80}, "a"))
    assert volume == {"level": 80}
    assert house.undo().status == "undone"
    assert volume == {"level": 30}


def test_what_cannot_be_taken_back_is_named(house: House) -> None:
    house.tools["send"] = tool("send", lambda: None, effect=Effect.ACTS)
    run = house.run(Step("send", "", {}, "a"), house.recording(["make_folder", "x"], step_id="b")).run_id
    undone = house.undo(run)
    assert undone.status == "partly" and "send cannot be taken back" in undone.message
    assert house.names() == []
