"""No link leads a change out of its place, nothing is overwritten, and every way to rename is as careful."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from house import House, tree_of

from aura.capability.errors import ToolError
from aura.contracts.change import Change, Copy, MakeFolder, Move, Trash, WriteFile
from aura.execution import nodes, places, trees
from aura.execution.records import Recorder

posix = pytest.mark.skipif(sys.platform == "win32", reason="descriptors are POSIX")


def make(house: House, *changes: Change, tag: str = "t") -> None:
    """Record and apply changes directly, without a Disk that would refuse first."""
    changer = house.changer()
    keep = str(house.home / "keep" / tag)
    try:
        records = Recorder(changer.places, changer.trash, keep, tag).record(changes)
        for record, change in zip(records, changes, strict=True):
            changer.apply(record, change.content if isinstance(change, WriteFile) else None)
    finally:
        changer.places.forget()


def refused(house: House, *changes: Change) -> str:
    with pytest.raises(ToolError) as raised:
        make(house, *changes)
    return raised.value.code


@pytest.fixture
def outside(house: House) -> Path:
    folder = house.root / "outside"
    folder.mkdir()
    (folder / "precious.txt").write_text("precious")
    return folder


@posix
@pytest.mark.parametrize(
    "change",
    [
        lambda house: MakeFolder(house.path("link/new")),
        lambda house: WriteFile(house.path("link/new.txt"), b"x"),
        lambda house: WriteFile(house.path("link/precious.txt"), b"x", True),
        lambda house: Move(house.path("a.txt"), house.path("link/a.txt")),
        lambda house: Move(house.path("link/precious.txt"), house.path("b.txt")),
        lambda house: Copy(house.path("link/precious.txt"), house.path("b.txt")),
        lambda house: Trash(house.path("link/precious.txt")),
    ],
)
def test_no_change_goes_through_a_link_that_leads_out(house: House, outside: Path, change: object) -> None:
    house.plant(a_txt="A")
    (house.work / "link").symlink_to(outside)
    before = tree_of(house.root)
    assert refused(house, change(house)) == "LINK_LEAVES_PLACE"  # type: ignore[operator]
    assert {k: v for k, v in tree_of(house.root).items() if not k.startswith("Trash")} == before


@posix
def test_a_link_that_stays_inside_its_place_is_followed(house: House) -> None:
    house.plant(docs__a_txt="A")
    (house.work / "link").symlink_to("docs")
    (house.work / "absolute").symlink_to(house.work / "docs")
    make(house, WriteFile(house.path("link/b.txt"), b"B"), WriteFile(house.path("absolute/c.txt"), b"C"))
    assert sorted(path.name for path in (house.work / "docs").iterdir()) == ["a.txt", "b.txt", "c.txt"]


@posix
def test_a_folder_made_in_the_place_of_a_link_is_not_the_one_it_led_to(house: House) -> None:
    (house.work / "a").mkdir()
    (house.work / "link").symlink_to("a")
    make(house, Trash(house.path("link")), MakeFolder(house.path("link")), MakeFolder(house.path("link/in")))
    assert house.names() == ["a", "link", "link/in"]


@posix
def test_links_that_go_round_are_refused(house: House) -> None:
    (house.work / "one").symlink_to("two")
    (house.work / "two").symlink_to("one")
    assert refused(house, MakeFolder(house.path("one/x"))) == "LINK_LEAVES_PLACE"


@posix
def test_outside_the_anchors_no_link_is_followed(house: House, outside: Path) -> None:
    (house.root / "elsewhere").mkdir()
    (house.root / "elsewhere" / "link").symlink_to("../outside")
    assert refused(house, MakeFolder(str(house.root / "elsewhere/link/x"))) == "LINK_LEAVES_PLACE"


@contextmanager
def flipping(place: Path, real: Path, link_to: Path) -> Iterator[None]:
    """Somebody who swaps a folder for a link out and back, as fast as they can."""
    ended, decoy = threading.Event(), place.with_name("decoy")
    decoy.symlink_to(link_to)

    def flip() -> None:
        while not ended.is_set():
            place.rename(real)
            decoy.rename(place)
            place.rename(decoy)
            real.rename(place)

    thread = threading.Thread(target=flip)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@posix
def test_a_folder_that_is_swapped_for_a_link_never_leads_a_change_out(house: House, outside: Path) -> None:
    (house.work / "inner").mkdir()
    before = tree_of(outside)
    outcomes = set()
    with flipping(house.work / "inner", house.work / "real", outside):
        for number in range(300):
            for change in (
                WriteFile(house.path(f"inner/{number}.txt"), b"x"),
                Trash(house.path("inner/precious.txt")),
                WriteFile(house.path("inner/precious.txt"), b"overwritten", True),
            ):
                try:
                    make(house, change, tag=f"t{number}")
                    outcomes.add("made")
                except ToolError as error:
                    outcomes.add(error.code)
    assert tree_of(outside) == before
    assert "made" in outcomes


@posix
def test_links_are_moved_copied_and_deleted_as_links(house: House, outside: Path) -> None:
    (house.work / "l").symlink_to(outside)
    make(
        house,
        Copy(house.path("l"), house.path("copied")),
        Move(house.path("l"), house.path("moved")),
        Trash(house.path("copied")),
    )
    assert (house.work / "moved").is_symlink() and (house.trash / "files" / "copied").is_symlink()
    assert tree_of(outside).keys() == {"precious.txt"}


@posix
def test_a_pipe_is_not_copied(house: House) -> None:
    os.mkfifo(house.path("pipe"))
    assert refused(house, Copy(house.path("pipe"), house.path("copied"))) == "DEVICE_FILE"
    assert house.names() == ["pipe"]


def without_exclusive_rename(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "_exclusive_rename", lambda: None)


def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    without_exclusive_rename(monkeypatch)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "no links here")

    monkeypatch.setattr(nodes.os, "link", refuse)


def without_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (nodes, places, trees):
        monkeypatch.setattr(module, "BY_DESCRIPTOR", False)


WAYS = [without_exclusive_rename, without_links, without_descriptors]


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_rename_refuses_to_overwrite(house: House, monkeypatch: pytest.MonkeyPatch, way: object) -> None:
    way(monkeypatch)  # type: ignore[operator]
    house.plant(a_txt="A", b_txt="B")
    (house.work / "f").mkdir()
    (house.work / "g").mkdir()
    changer = house.changer()
    for source, destination in (("a.txt", "b.txt"), ("f", "g"), ("a.txt", "g")):
        with pytest.raises(FileExistsError):
            nodes.rename(changer.places, house.path(source), house.path(destination))
    nodes.rename(changer.places, house.path("a.txt"), house.path("c.txt"))
    nodes.rename(changer.places, house.path("f"), house.path("h"))
    assert house.names() == ["b.txt", "c.txt", "g", "h"]


@pytest.mark.parametrize("way", WAYS)
def test_every_way_does_and_undoes_a_plan(house: House, monkeypatch: pytest.MonkeyPatch, way: object) -> None:
    way(monkeypatch)  # type: ignore[operator]
    house.plant(a_txt="A", b_txt="B", docs__c_txt="C", old__d_txt="D")
    before = house.tree()
    execution = house.run(
        house.recording(["make_folder", "x/y"], ["write", "x/n.txt", "N"], step_id="a"),
        house.recording(["copy", "docs", "old", True], ["move", "a.txt", "b.txt", True], step_id="b"),
        house.recording(["write", "x/n.txt", "M", True], ["trash", "docs"], step_id="c"),
    )
    assert execution.status == "completed", execution
    assert house.undo().left == ()
    assert house.tree() == before


@pytest.fixture
def other_disk(house: House) -> Iterator[Path]:
    import tempfile

    shm = Path("/dev/shm")
    if not shm.is_dir() or shm.stat().st_dev == house.root.stat().st_dev:
        pytest.skip("there is no second disk here")
    with tempfile.TemporaryDirectory(dir=shm) as folder:
        yield Path(folder)


def test_moving_to_another_disk_and_back_keeps_times_and_permissions(house: House, other_disk: Path) -> None:
    house.plant(docs__a_txt="A", docs__sub__b_txt="B", one_txt="1")
    (house.work / "docs" / "a.txt").chmod(0o600)
    os.utime(house.work / "docs" / "a.txt", ns=(1, 1_400_000_000_123_456_789))
    (house.work / "docs" / "link").symlink_to("a.txt")
    before = house.tree()
    document = house.plan(
        house.recording(["move", "docs", f"{other_disk}/docs"], ["move", "one.txt", f"{other_disk}/one.txt"])
    )
    assert house.execute(document, house.preview(document)).status == "completed"
    assert house.names() == []
    assert (other_disk / "docs" / "a.txt").stat().st_mtime_ns == 1_400_000_000_123_456_789
    assert house.undo().left == ()
    assert house.tree() == before and not list(other_disk.iterdir())


def test_what_is_replaced_on_another_disk_is_kept_by_copying(house: House, other_disk: Path) -> None:
    (other_disk / "a.txt").write_text("old")
    (other_disk / "f").mkdir()
    (other_disk / "f" / "b.txt").write_text("b")
    house.plant(new_txt="new", g__c_txt="c")
    before = tree_of(other_disk), house.tree()
    document = house.plan(
        house.recording(
            ["write", f"{other_disk}/a.txt", "written", True],
            ["move", "new.txt", f"{other_disk}/a.txt", True],
            ["copy", "g", f"{other_disk}/f", True],
        )
    )
    execution = house.execute(document, house.preview(document))
    assert execution.status == "completed", execution
    assert (other_disk / "a.txt").read_text() == "new"
    assert house.undo().left == ()
    assert (tree_of(other_disk), house.tree()) == before


def test_a_file_that_is_edited_between_record_and_change_is_not_replaced(house: House) -> None:
    house.plant(a_txt="A")
    changer = house.changer()
    change = WriteFile(house.path("a.txt"), b"new", True)
    record = Recorder(changer.places, changer.trash, str(house.home / "keep"), "t").record((change,))[0]
    house.write("a.txt", "edited just now")
    with pytest.raises(ToolError) as raised:
        changer.apply(record, b"new")
    assert raised.value.code == "WORLD_CHANGED"
    assert (house.work / "a.txt").read_text() == "edited just now"


def test_a_thing_that_was_exchanged_between_record_and_move_is_put_back(house: House) -> None:
    house.plant(a_txt="A")
    changer = house.changer()
    change = Move(house.path("a.txt"), house.path("b.txt"))
    record = Recorder(changer.places, changer.trash, str(house.home / "keep"), "t").record((change,))[0]
    (house.work / "a.txt").rename(house.root / "away")
    house.write("a.txt", "another")
    with pytest.raises(ToolError) as raised:
        changer.apply(record)
    assert raised.value.code == "WORLD_CHANGED"
    assert house.names() == ["a.txt"]
    assert (house.work / "a.txt").read_text() == "another"


MANY = 20


def many_moves(house: House) -> tuple[Move, ...]:
    (house.work / "to").mkdir()
    for number in range(MANY):
        house.write(f"{number}.txt", "mine")
    return tuple(Move(house.path(f"{number}.txt"), house.path(f"to/{number}.txt")) for number in range(MANY))


def test_none_of_many_moves_goes_over_what_appears_after_they_were_recorded(house: House) -> None:
    moves, changer = many_moves(house), house.changer()
    records = Recorder(changer.places, changer.trash, str(house.home / "keep"), "t").record(moves)
    for number in range(MANY):
        house.write(f"to/{number}.txt", "theirs")
        with pytest.raises(ToolError) as raised:
            changer.apply(records[number])
        assert raised.value.code == "WORLD_CHANGED"
    assert {path.read_text() for path in (house.work / "to").iterdir()} == {"theirs"}


@pytest.mark.parametrize("number", [0, MANY // 2, MANY - 1])
def test_what_is_in_the_way_of_one_of_many_moves_is_seen_before_the_first(house: House, number: int) -> None:
    moves, changer = many_moves(house), house.changer()
    house.write(f"to/{number}.txt", "theirs")
    with pytest.raises(ToolError) as raised:
        Recorder(changer.places, changer.trash, str(house.home / "keep"), "t").record(moves)
    assert raised.value.code == "WORLD_CHANGED"
