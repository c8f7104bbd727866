"""Doing any sequence of changes and undoing it leaves the tree as it was, wherever the work was stopped."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from house import House
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aura.capability.errors import ToolError

NAMES = st.sampled_from(["a", "b", "c"])
PATHS = st.lists(NAMES, min_size=1, max_size=2).map("/".join)
CONTENTS = st.sampled_from(["", "x", "longer"])
OPERATIONS = st.one_of(
    st.tuples(st.just("make_folder"), PATHS),
    st.tuples(st.just("write"), PATHS, CONTENTS, st.booleans()),
    st.tuples(st.just("move"), PATHS, PATHS, st.booleans()),
    st.tuples(st.just("copy"), PATHS, PATHS, st.booleans()),
    st.tuples(st.just("trash"), PATHS),
).map(list)
SHAPES = st.lists(st.tuples(PATHS, st.sampled_from([None, "content", "->a", "->/nowhere"])), min_size=3, max_size=9)
STEPS = st.lists(st.lists(OPERATIONS, min_size=1, max_size=3), min_size=2, max_size=6)


def plant(house: House, shape: list[tuple[str, str | None]]) -> None:
    for number, (name, content) in enumerate(shape):
        path = house.work / name
        parents = [parent for parent in (path, *path.parents) if parent.is_relative_to(house.work)]
        if any(parent.is_symlink() or parent.is_file() for parent in parents) or path.exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.mkdir(mode=0o750)
        elif content.startswith("->"):
            path.symlink_to(content[2:])
        else:
            path.write_text(content)
            path.chmod(0o640)
            os.utime(path, ns=(1_600_000_000_123_456_789, 1_600_000_000_000_000_789 + number))


@settings(max_examples=250, deadline=None)
@given(SHAPES, STEPS)
@example([("a", None), ("a/a", None), ("b", "->a")], [[["trash", "b/a"], ["trash", "b"], ["copy", "a", "b", False]]])
def test_do_then_undo_is_the_same_tree(shape: list[tuple[str, str | None]], steps: list[list[list]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        plant(house, shape)
        before = house.tree()
        document = house.plan(*(house.recording(*step, step_id=f"s{number}") for number, step in enumerate(steps)))
        house.execute(document, house.preview(document))
        try:
            undone = house.undo()
            assert undone.left == ()
        except ToolError as error:
            assert error.code == "NOTHING_TO_UNDO"
        assert house.tree() == before
        assert_no_leftovers(house)


def assert_no_leftovers(house: House) -> None:
    kept = [path for path in house.home.glob("keep/**/*") if not path.is_dir()]
    trashed = list(house.trash.glob("*/*"))
    assert kept == [] and trashed == []
