"""Names that are no UTF-8, that Windows forbids, or whose accents are written another way."""

from __future__ import annotations

import os
import sys
import unicodedata
from pathlib import Path

import pytest
from scene import Scene

from aura.contracts.outcome import Preview

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names that only Linux has")
NOT_UTF8 = b"caf\xe9.txt"


def yes(preview: Preview) -> bool:
    return True


def plant(folder: Path, name: bytes | str, content: str) -> Path:
    path = Path(os.fsdecode(os.fsencode(folder) + b"/" + os.fsencode(name)))
    path.write_text(content, encoding="utf-8")
    return path


def names_on_desktop(scene: Scene) -> list[bytes]:
    return [os.fsencode(path.name) for path in (scene.root / "home" / "Desktop").iterdir()]


def test_a_name_that_is_no_utf8_is_listed_moved_and_brought_back(scene: Scene) -> None:
    odd = plant(scene.root / "ws", NOT_UTF8, "odd")
    assert scene.session().process("list the files").status == "answered"
    moved = scene.session().process("move all txt files to the desktop", approve=yes)
    assert moved.status == "completed", moved.message
    assert names_on_desktop(scene) == [NOT_UTF8]
    shown = scene.session().show(moved.run_id)
    assert "caf" in str(shown["steps"][0]["changes"]) or "1 change" in str(shown)
    assert scene.session().undo().status == "completed"
    assert odd.read_text(encoding="utf-8") == "odd"


def test_a_name_that_is_no_utf8_is_deleted_and_brought_back(scene: Scene) -> None:
    odd = plant(scene.root / "ws", NOT_UTF8, "odd")
    deleted = scene.session().process("delete all txt files", approve=yes)
    assert deleted.status == "completed", deleted.message
    assert not odd.exists()
    assert scene.session().undo().status == "completed"
    assert odd.read_text(encoding="utf-8") == "odd"


def test_it_is_a_file_whose_name_is_no_utf8(scene: Scene) -> None:
    odd = plant(scene.root / "ws", NOT_UTF8, "odd")
    assert scene.session().process("find all txt files").status == "answered"
    assert scene.session().process("copy it to the desktop").status == "completed"
    assert names_on_desktop(scene) == [NOT_UTF8]
    assert odd.exists()


@pytest.mark.parametrize("name", ["what?.txt", 'say "hi".txt', "a:b.txt", "CON.txt"])
def test_what_has_a_name_that_windows_forbids_can_be_moved_and_copied(scene: Scene, name: str) -> None:
    plant(scene.root / "ws", name, "x")
    moved = scene.session().process("move all txt files to the desktop")
    assert moved.status == "completed", moved.message
    copied = scene.session().process("copy all txt files on the desktop to documents")
    assert copied.status == "completed", copied.message
    assert (scene.root / "home" / "Documents" / name).exists()


def test_nothing_new_gets_a_name_that_windows_forbids(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    assert scene.session().process('create a file "a?.txt"').status == "refused"
    assert scene.session().process('rename a.txt to "b?.txt"').status == "refused"


def test_accents_may_be_written_either_way(scene: Scene) -> None:
    plant(scene.root / "ws", unicodedata.normalize("NFD", "Müller.txt"), "m")
    for said in ("read Müller.txt", 'read "Müller.txt"', unicodedata.normalize("NFD", "read Müller.txt")):
        result = scene.session().process(said)
        assert result.status == "answered", (said, result.message)


def test_a_file_that_was_edited_after_its_move_comes_back_and_is_named(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    scene.session().process("move a.txt to the desktop")
    (scene.root / "home" / "Desktop" / "a.txt").write_text("edited since", encoding="utf-8")
    undone = scene.session().undo()
    assert undone.status == "completed" and "a.txt is back in its place, with what was changed" in undone.message
    assert "Everything is as it was before" not in undone.message
    assert (scene.root / "ws" / "a.txt").read_text(encoding="utf-8") == "edited since"
