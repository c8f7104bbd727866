"""The overlay shows what the disk will be, and records what gets it there."""

from __future__ import annotations

from pathlib import Path

import pytest

from aura.capability.errors import ToolError
from aura.contracts.change import Copy, MakeFolder, Move, Trash, WriteFile
from aura.contracts.problem import Problem
from aura.planning.overlay import Overlay


def refused(code: str) -> pytest.RaisesExc[ToolError]:
    return pytest.RaisesExc(ToolError, check=lambda error: error.code == code)


def test_missing_parents_are_recorded_first(tmp_path: Path) -> None:
    overlay = Overlay()
    overlay.write(f"{tmp_path}/a/b/c.txt", b"x")
    assert overlay.changes == (
        MakeFolder(f"{tmp_path}/a"),
        MakeFolder(f"{tmp_path}/a/b"),
        WriteFile(f"{tmp_path}/a/b/c.txt", b"x"),
    )
    assert overlay.children(f"{tmp_path}/a") == ["b"]
    assert not list(tmp_path.iterdir())


def test_what_was_deleted_can_be_created_again(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("old")
    overlay = Overlay()
    overlay.trash(f"{tmp_path}/a.txt")
    assert overlay.kind(f"{tmp_path}/a.txt") is None
    overlay.write(f"{tmp_path}/a.txt", b"new")
    assert overlay.read(f"{tmp_path}/a.txt") == b"new"
    assert overlay.changes[-1] == WriteFile(f"{tmp_path}/a.txt", b"new", replaces=False)


def test_a_deleted_folder_that_is_made_again_is_empty(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/x").touch()
    overlay = Overlay()
    overlay.trash(f"{tmp_path}/d")
    overlay.make_folder(f"{tmp_path}/d")
    assert overlay.children(f"{tmp_path}/d") == []
    assert overlay.kind(f"{tmp_path}/d/x") is None


def test_what_was_created_can_be_moved_into_what_was_created(tmp_path: Path) -> None:
    overlay = Overlay()
    overlay.write(f"{tmp_path}/a", b"1")
    overlay.make_folder(f"{tmp_path}/b")
    overlay.move(f"{tmp_path}/a", f"{tmp_path}/b/a")
    assert overlay.read(f"{tmp_path}/b/a") == b"1"
    assert overlay.kind(f"{tmp_path}/a") is None


def test_a_moved_folder_shows_its_children_in_the_new_place_without_reading_them(tmp_path: Path) -> None:
    (tmp_path / "big/deep").mkdir(parents=True)
    for number in range(3000):
        (tmp_path / f"big/deep/{number}").touch()
    overlay = Overlay()
    overlay.move(f"{tmp_path}/big", f"{tmp_path}/new/big")
    assert overlay.kind(f"{tmp_path}/new/big/deep/7") == "file"
    assert overlay.kind(f"{tmp_path}/big/deep/7") is None
    assert len(overlay._tree.world._status) < 20
    assert len(overlay.children(f"{tmp_path}/new/big/deep")) == 3000


def test_a_change_in_a_copy_leaves_the_original_alone(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/x").write_text("x")
    overlay = Overlay()
    overlay.write(f"{tmp_path}/d/new", b"n")
    overlay.copy(f"{tmp_path}/d", f"{tmp_path}/e")
    overlay.trash(f"{tmp_path}/e/x")
    overlay.write(f"{tmp_path}/e/new", b"other", replace=True)
    assert overlay.children(f"{tmp_path}/d") == ["new", "x"]
    assert overlay.read(f"{tmp_path}/d/new") == b"n"
    assert overlay.children(f"{tmp_path}/e") == ["new"]
    assert Copy(f"{tmp_path}/d", f"{tmp_path}/e") in overlay.changes


def test_what_is_inside_a_trashed_parent_is_gone(tmp_path: Path) -> None:
    (tmp_path / "d/e").mkdir(parents=True)
    overlay = Overlay()
    overlay.trash(f"{tmp_path}/d")
    assert overlay.kind(f"{tmp_path}/d/e") is None
    with refused("NOT_FOUND"):
        overlay.move(f"{tmp_path}/d/e", f"{tmp_path}/e")


def test_a_file_cannot_be_a_parent(tmp_path: Path) -> None:
    (tmp_path / "f").touch()
    with refused("NOT_A_FOLDER"):
        Overlay().write(f"{tmp_path}/f/x", b"")


@pytest.mark.parametrize("act", ["move", "copy"])
def test_a_folder_cannot_go_into_itself_or_where_it_is(tmp_path: Path, act: str) -> None:
    (tmp_path / "d").mkdir()
    with refused("INTO_ITSELF"):
        getattr(Overlay(), act)(f"{tmp_path}/d", f"{tmp_path}/d/e")
    with refused("SAME_PLACE"):
        getattr(Overlay(), act)(f"{tmp_path}/d", f"{tmp_path}/d/")


def test_a_folder_cannot_be_replaced_by_something_inside_it(tmp_path: Path) -> None:
    (tmp_path / "d/d").mkdir(parents=True)
    with refused("INTO_ITSELF"):
        Overlay().move(f"{tmp_path}/d/d", f"{tmp_path}/d", replace=True)


def test_nothing_is_replaced_unasked(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a")
    (tmp_path / "b").write_text("b")
    overlay = Overlay()
    for attempt in (
        lambda: overlay.write(f"{tmp_path}/a", b"z"),
        lambda: overlay.move(f"{tmp_path}/a", f"{tmp_path}/b"),
        lambda: overlay.copy(f"{tmp_path}/a", f"{tmp_path}/b"),
    ):
        with refused("ALREADY_EXISTS"):
            attempt()
    assert overlay.changes == ()
    overlay.move(f"{tmp_path}/a", f"{tmp_path}/b", replace=True)
    assert overlay.changes == (Move(f"{tmp_path}/a", f"{tmp_path}/b", replaces=True),)
    assert [(loss.path, loss.count) for loss in overlay.losses] == [(f"{tmp_path}/b", 1)]


def test_a_missing_thing_is_named_with_what_is_near_it(tmp_path: Path) -> None:
    (tmp_path / "report.txt").touch()
    with pytest.raises(ToolError, match=r"near it: report\.txt"):
        Overlay().trash(f"{tmp_path}/raport.txt")


def test_a_trashed_folder_counts_everything_in_it(tmp_path: Path) -> None:
    (tmp_path / "d/e").mkdir(parents=True)
    (tmp_path / "d/e/f").touch()
    overlay = Overlay()
    overlay.trash(f"{tmp_path}/d")
    (loss,) = overlay.losses
    assert (loss.path, loss.count) == (f"{tmp_path}/d", 3)
    assert overlay.take().changes == (Trash(f"{tmp_path}/d"),)
    assert overlay.changes == () and overlay.losses == ()


def test_a_fingerprint_changes_with_what_is_deep_inside(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/f").write_text("1")

    def look() -> dict[str, str]:
        overlay = Overlay()
        overlay.trash(f"{tmp_path}/d")
        return overlay.fingerprints()

    before = look()
    assert before == look()
    (tmp_path / "d/f").write_text("22")
    assert before != look()


def test_what_the_plan_made_or_touched_has_no_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/f").touch()
    overlay = Overlay()
    overlay.write(f"{tmp_path}/d/new", b"")
    overlay.take()
    overlay.trash(f"{tmp_path}/d")
    (loss,) = overlay.losses
    assert (loss.count, loss.fingerprint) == (2, None)


def test_extending_or_filling_an_empty_file_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a")
    (tmp_path / "empty").touch()
    overlay = Overlay()
    overlay.write(f"{tmp_path}/a", b"ab", extend=True)
    overlay.write(f"{tmp_path}/empty", b"x", replace=True)
    assert overlay.losses == ()
    overlay.write(f"{tmp_path}/a", b"z", replace=True)
    assert [loss.path for loss in overlay.losses] == [f"{tmp_path}/a"]


def test_writing_what_a_file_has_already_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a")
    overlay = Overlay()
    overlay.write(f"{tmp_path}/a", b"a", replace=True)
    assert overlay.changes == ()


def test_links_are_moved_and_trashed_as_links(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/x").touch()
    (tmp_path / "link").symlink_to("real")
    overlay = Overlay()
    overlay.trash(f"{tmp_path}/link")
    assert [loss.count for loss in overlay.losses] == [1]
    assert overlay.kind(f"{tmp_path}/real/x") == "file"


def test_the_policy_is_asked_for_everything_in_a_trashed_folder(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/x.exe").touch()

    def guard(path: str, action: str) -> Problem | None:
        bad = action == "delete" and path.endswith(".exe")
        return Problem("PROTECTED_EXTENSION", f"{path} is a program.") if bad else None

    with refused("PROTECTED_EXTENSION"):
        Overlay(guard).trash(f"{tmp_path}/d")


def test_forks_do_not_see_each_other(tmp_path: Path) -> None:
    one = Overlay()
    one.make_folder(f"{tmp_path}/both")
    one.take()
    two = one.fork()
    one.make_folder(f"{tmp_path}/both/one")
    two.make_folder(f"{tmp_path}/both/two")
    assert one.children(f"{tmp_path}/both") == ["one"]
    assert two.children(f"{tmp_path}/both") == ["two"]


def test_dropping_takes_back_everything_since_the_last_take(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    overlay = Overlay()
    overlay.make_folder(f"{tmp_path}/kept")
    overlay.take()
    overlay.move(f"{tmp_path}/a", f"{tmp_path}/kept/x/a")
    overlay.drop()
    assert overlay.changes == ()
    assert overlay.children(str(tmp_path)) == ["a", "kept"]
    assert overlay.children(f"{tmp_path}/kept") == []


@pytest.mark.parametrize("path", ["a.txt", "", "/a/../b"])
def test_a_path_that_is_not_absolute_is_refused(path: str) -> None:
    with refused("INVALID_PATH"):
        Overlay().kind(path)
