"""What the overlay shows after any sequence of changes is what the disk has after really doing them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from aura.capability.errors import ToolError
from aura.contracts.change import Change, Copy, MakeFolder, Move, Trash, WriteFile
from aura.planning.overlay import Overlay

NAMES = st.sampled_from(["a", "b", "c"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
OPERATIONS = st.one_of(
    st.tuples(st.just("make_folder"), PATHS),
    st.tuples(st.just("write"), PATHS, st.binary(max_size=2), st.booleans()),
    st.tuples(st.just("move"), PATHS, PATHS, st.booleans()),
    st.tuples(st.just("copy"), PATHS, PATHS, st.booleans()),
    st.tuples(st.just("trash"), PATHS),
)
Shape = dict[str, bytes | str | None]


def plant(root: Path, shape: list[tuple[str, bytes | None]]) -> None:
    for name, content in shape:
        place = root / name
        if any(parent.is_file() or parent.is_symlink() for parent in [place, *place.parents]) or place.exists():
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            place.mkdir()
        elif content == b"link":
            place.symlink_to("nowhere")
        else:
            place.write_bytes(content)


def really(change: Change) -> None:
    match change:
        case MakeFolder(path):
            Path(path).mkdir()
        case WriteFile(path, content):
            assert content is not None
            Path(path).write_bytes(content)
        case Move(source, destination, replaces):
            if replaces:
                gone(destination)
            assert not os.path.lexists(destination)
            Path(source).rename(destination)
        case Copy(source, destination, replaces):
            if replaces:
                gone(destination)
            assert not os.path.lexists(destination)
            if Path(source).is_dir() and not Path(source).is_symlink():
                shutil.copytree(source, destination, symlinks=True)
            else:
                shutil.copy2(source, destination, follow_symlinks=False)
        case Trash(path):
            gone(path)


def gone(path: str) -> None:
    place = Path(path)
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink()


def shown(overlay: Overlay, path: str) -> Shape:
    seen: Shape = {}
    for name in overlay.children(path):
        inside = f"{path}/{name}"
        kind = overlay.kind(inside)
        seen[inside] = overlay.read(inside) if kind == "file" else kind
        if kind == "folder":
            seen.update(shown(overlay, inside))
    return seen


def record(overlay: Overlay, root: str, operation: tuple[object, ...]) -> bool:
    name, *arguments = operation
    flag = arguments.pop() if name in ("write", "move", "copy") else False
    paths = [f"{root}/{value}" if isinstance(value, str) else value for value in arguments]
    try:
        getattr(overlay, str(name))(*paths, **({"replace": flag} if name in ("write", "move", "copy") else {}))
    except ToolError:
        return False
    return True


TREES = st.lists(st.tuples(PATHS, st.sampled_from([None, b"", b"x", b"yy", b"link"])), max_size=8)


@settings(deadline=None, max_examples=200)
@given(TREES, st.lists(OPERATIONS, max_size=10), st.data())
def test_the_overlay_shows_what_really_doing_it_gives(
    tree: list[tuple[str, bytes | None]], operations: list[tuple[object, ...]], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.realpath(folder)
        plant(Path(root), tree)
        overlay, changes = Overlay(), []
        for operation in operations:
            before = shown(overlay, root)
            done = record(overlay, root, operation)
            if done and data.draw(st.booleans()):
                changes += overlay.take().changes
            elif not done or data.draw(st.booleans()):
                overlay.drop()
                assert shown(overlay, root) == before
            else:
                overlay = overlay if overlay.changes else overlay.fork()
                changes += overlay.take().changes
        expected = shown(overlay, root)
        for change in changes:
            really(change)
        assert shown(Overlay(), root) == expected


@settings(deadline=None, max_examples=80)
@given(TREES, st.lists(OPERATIONS, max_size=6), st.lists(OPERATIONS, max_size=6))
def test_a_fork_never_changes_what_the_other_shows(
    tree: list[tuple[str, bytes | None]],
    first: list[tuple[object, ...]],
    second: list[tuple[object, ...]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.realpath(folder)
        plant(Path(root), tree)
        one = Overlay()
        for operation in first:
            record(one, root, operation)
        one.take()
        two = one.fork()
        kept = shown(one, root)
        for operation in second:
            record(two, root, operation)
        assert shown(one, root) == kept
        there = shown(two, root)
        for operation in second:
            record(one, root, operation)
        assert shown(two, root) == there == shown(one, root)


PAIRS = st.lists(st.tuples(PATHS, PATHS), min_size=1, max_size=6)


@settings(deadline=None, max_examples=200)
@given(TREES, st.lists(OPERATIONS, max_size=4), PAIRS, st.booleans())
def test_many_moves_at_once_are_the_moves_one_by_one(
    tree: list[tuple[str, bytes | None]],
    operations: list[tuple[object, ...]],
    pairs: list[tuple[str, str]],
    replace: bool,
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.realpath(folder)
        plant(Path(root), tree)
        start = Overlay(clears=lambda folder, names: True)
        for operation in operations:
            record(start, root, operation)
        start.take()
        one, many = start.fork(), start.fork()
        whole = [(f"{root}/{source}", f"{root}/{destination}") for source, destination in pairs]
        assert outcome(lambda: [one.move(*pair, replace=replace) for pair in whole]) == outcome(
            lambda: many.move_all(whole, replace=replace)
        )
        assert many.changes == one.changes
        assert many.losses == one.losses
        assert shown(many, root) == shown(one, root)
        many.drop()
        assert shown(many, root) == shown(start, root)


def outcome(act: Callable[[], object]) -> tuple[str, str]:
    try:
        act()
    except ToolError as error:
        return error.code, error.message
    return "", ""


def test_a_copy_of_a_folder_lacks_what_the_plan_took_out_of_it(tmp_path: Path) -> None:
    (tmp_path / "a" / "a").mkdir(parents=True)
    overlay = Overlay()
    overlay.trash(str(tmp_path / "a" / "a"))
    overlay.copy(str(tmp_path / "a"), str(tmp_path / "b"))
    assert overlay.children(str(tmp_path / "b")) == []


@settings(deadline=None, max_examples=200)
@given(TREES, st.lists(OPERATIONS, max_size=12), st.data())
def test_a_remembered_folder_shows_what_a_walk_from_the_root_shows(
    tree: list[tuple[str, bytes | None]], operations: list[tuple[object, ...]], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.realpath(folder)
        plant(Path(root), tree)
        overlay, looking = Overlay(), data.draw(st.lists(PATHS, max_size=6))
        for operation in operations:
            record(overlay, root, operation)
            ending = data.draw(st.sampled_from(["go on", "take", "drop", "fork"]))
            overlay = overlay.fork() if ending == "fork" else overlay
            {"take": overlay.take, "drop": overlay.drop}.get(ending, lambda: None)()
            for path in (f"{root}/{path}" for path in looking):
                # A path that is not written plainly is never remembered.
                assert overlay.kind(path) == overlay.kind(path.replace("/", "//")) == overlay.kind(f"{path}/.")
            for inside, kind in shown(overlay, root).items():
                known = dict(overlay.entries(str(Path(inside).parent)))
                assert known[Path(inside).name] == ("file" if isinstance(kind, bytes) else kind)
