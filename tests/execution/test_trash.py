"""The trash is the one that file managers know, and gives back what was put in it."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from house import House

from aura.execution.trash import TrashCan, home_trash


def test_a_deleted_file_is_in_the_trash_with_its_note(house: House) -> None:
    house.write("é n.txt", "A")
    house.run(house.recording(["trash", "é n.txt"]))
    assert (house.trash / "files" / "é n.txt").read_text() == "A"
    lines = (house.trash / "info" / "é n.txt.trashinfo").read_text().splitlines()
    assert lines[0] == "[Trash Info]"
    assert unquote(lines[1].removeprefix("Path=")) == house.path("é n.txt")
    assert lines[2].startswith("DeletionDate=2")


def test_two_of_one_name_have_two_places(house: House) -> None:
    house.plant(a__x_txt="1", b__x_txt="2")
    before = house.tree()
    house.run(house.recording(["trash", "a/x.txt"], ["trash", "b/x.txt"]))
    assert sorted(path.name for path in (house.trash / "files").iterdir()) == ["x.2.txt", "x.txt"]
    house.undo()
    assert house.tree() == before
    assert not list(house.trash.glob("*/*"))


def test_a_name_that_somebody_takes_in_the_meantime_is_left_to_them(house: House) -> None:
    house.plant(x_txt="ours")
    before = house.tree()
    choose = TrashCan.choose

    def choose_late(self: TrashCan, path: str) -> str:
        kept = choose(self, path)
        note = house.trash / "info" / "x.txt.trashinfo"
        if not note.exists():
            note.write_text("[Trash Info]\nPath=/somewhere/else/x.txt\nDeletionDate=2026-01-01T00:00:00\n")
        return kept

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TrashCan, "choose", choose_late)
        assert house.run(house.recording(["trash", "x.txt"])).status == "completed"
    assert (house.trash / "files" / "x.2.txt").read_text() == "ours"
    house.undo()
    assert house.tree() == before
    assert [path.name for path in house.trash.glob("*/*")] == ["x.txt.trashinfo"]


def test_a_very_long_name_fits(house: House) -> None:
    name = "ä" * 120 + ".txt"
    house.write(name, "A")
    before = house.tree()
    house.run(house.recording(["trash", name]))
    assert house.names() == []
    house.undo()
    assert house.tree() == before


@pytest.mark.skipif(sys.platform != "linux", reason="only there a disk has its own trash")
def test_another_disk_has_its_own_trash(house: House, other_disk: Path) -> None:
    (other_disk / "a.txt").write_text("A")
    document = house.plan(house.recording(["trash", f"{other_disk}/a.txt"]))
    house.execute(document, house.preview(document))
    own = Path("/dev/shm") / f".Trash-{os.getuid()}"
    note = (own / "info" / "a.txt.trashinfo").read_text()
    try:
        assert (own / "files" / "a.txt").read_text() == "A"
        assert f"Path={other_disk.name}/a.txt" in note
    finally:
        house.undo()
    assert (other_disk / "a.txt").read_text() == "A"


@pytest.fixture
def other_disk(house: House) -> Iterator[Path]:
    shm = Path("/dev/shm")
    if not shm.is_dir() or shm.stat().st_dev == house.root.stat().st_dev:
        pytest.skip("there is no second disk here")
    with tempfile.TemporaryDirectory(dir=shm) as folder:
        yield Path(folder)


def test_the_home_trash_follows_the_desktop_and_else_aura_home() -> None:
    assert home_trash({"XDG_DATA_HOME": "/data", "HOME": "/h"}, "/aura", "linux") == "/data/Trash"
    assert home_trash({"HOME": "/h"}, "/aura", "linux") == "/h/.local/share/Trash"
    assert home_trash({"XDG_DATA_HOME": "relative", "HOME": "/h"}, "/a", "linux") == "/h/.local/share/Trash"
    assert home_trash({"HOME": "/h"}, "/aura", "darwin") == "/aura/trash"
