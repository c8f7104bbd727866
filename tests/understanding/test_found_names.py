"""A name that was found on the disk is that thing, whatever it would mean if a user typed it."""

from __future__ import annotations

from pathlib import Path

import pytest

from aura.runtime.assemble import assemble


@pytest.mark.parametrize("name", ["~", "~root", "a\\b.txt"])
def test_everything_in_a_folder_is_what_is_in_it(tmp_path: Path, name: str) -> None:
    old, home = tmp_path / "ws" / "old", tmp_path / "home"
    for folder in (old, tmp_path / "ws" / "new", home):
        folder.mkdir(parents=True)
    try:
        (old / name).write_text("x")
    except OSError:
        pytest.skip("this system has no such names")
    environ = {
        "AURA_HOME": str(tmp_path / "state"),
        "HOME": str(home),
        "XDG_DATA_HOME": str(tmp_path / "share"),
    }
    result = assemble(tmp_path / "ws", environ).process("move everything in old to new")
    assert result.status == "completed", result.message
    assert [path.name for path in (tmp_path / "ws" / "new").iterdir()] == [name]
    assert home.is_dir()
