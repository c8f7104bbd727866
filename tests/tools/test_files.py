"""The files tools, played over the overlay of a real folder."""

from __future__ import annotations

import io
import time
from pathlib import Path
from typing import Any

import pytest

from aura.capability.errors import ToolError
from aura.capability.registry import Registry
from aura.contracts.change import Move, WriteFile
from aura.planning.overlay import Overlay
from aura.tools.files.find import matcher
from aura.tools.files.opener import DesktopOpener

REGISTRY = Registry(package="aura.tools")


def call(overlay: Overlay, name: str, **inputs: Any) -> Any:
    return REGISTRY[f"files.{name}"].call(disk=overlay, **inputs)


def refused(code: str) -> pytest.RaisesExc[ToolError]:
    return pytest.RaisesExc(ToolError, check=lambda error: error.code == code)


def test_a_file_that_exists_is_never_created_over(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("kept")
    with refused("ALREADY_EXISTS"):
        call(Overlay(), "create_file", path=f"{tmp_path}/a")


def test_parents_are_only_created_when_that_is_asked(tmp_path: Path) -> None:
    with refused("NOT_FOUND"):
        call(Overlay(), "create_file", path=f"{tmp_path}/no/a", create_parents=False)
    with refused("NOT_FOUND"):
        call(Overlay(), "create_folder", path=f"{tmp_path}/no/a", parents=False)
    with refused("ALREADY_EXISTS"):
        call(Overlay(), "create_folder", path=str(tmp_path), exist_ok=False)
    assert call(Overlay(), "create_folder", path=str(tmp_path)).path == str(tmp_path)


@pytest.mark.parametrize("suffix", ["docx", "xlsx", "pptx"])
def test_an_office_document_is_a_valid_one_with_its_text_and_the_same_every_time(tmp_path: Path, suffix: str) -> None:
    path = f"{tmp_path}/d.{suffix}"
    overlay, again = Overlay(), Overlay()
    for each in (overlay, again):
        call(each, "create_file", path=path, content="hello there")
    assert overlay.changes == again.changes
    assert call(overlay, "read_file", path=path).content.strip() == "hello there"
    call(overlay, "append_file", path=path, content="more")
    assert call(overlay, "read_file", path=path).content.split() == ["hello", "there", "more"]


def test_an_empty_word_document_opens_with_its_own_library(tmp_path: Path) -> None:
    from docx import Document

    overlay = Overlay()
    call(overlay, "create_file", path=f"{tmp_path}/d.docx")
    (change,) = overlay.changes
    assert isinstance(change, WriteFile) and change.content
    assert [each.text for each in Document(io.BytesIO(change.content)).paragraphs] == []


@pytest.mark.parametrize(
    ("before", "added", "after"),
    [
        (b"", "x", b"x"),
        (b"one", "two", b"one\ntwo"),
        (b"one\n", "two", b"one\ntwo"),
        (b"a\r\nb", "c", b"a\r\nb\r\nc"),
        (b"\xff\xfea\x00", "b", b"\xff\xfea\x00\n\x00b\x00"),
    ],
)
def test_what_is_added_begins_on_a_new_line(tmp_path: Path, before: bytes, added: str, after: bytes) -> None:
    (tmp_path / "a").write_bytes(before)
    overlay = Overlay()
    call(overlay, "append_file", path=f"{tmp_path}/a", content=added)
    assert overlay.read(f"{tmp_path}/a") == after
    assert overlay.losses == ()


def test_adding_to_what_is_not_there_creates_it(tmp_path: Path) -> None:
    overlay = Overlay()
    call(overlay, "append_file", path=f"{tmp_path}/a", content="x")
    assert overlay.changes == (WriteFile(f"{tmp_path}/a", b"x", extends=True),)


def test_text_is_read_and_what_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b"\xef\xbb\xbfgr\xc3\xbc\xc3\x9f \xff")
    (tmp_path / "b").write_bytes(b"\x00\x01\x02")
    (tmp_path / "d.docx").write_bytes(b"not a document")
    read = call(Overlay(), "read_file", path=f"{tmp_path}/t")
    assert (read.content, read.unreadable) == ("grüß �", 1)
    for name in ("b", "d.docx"):
        with refused("NOT_TEXT"):
            call(Overlay(), "read_file", path=f"{tmp_path}/{name}")


def test_no_text_takes_the_place_of_what_is_none(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\x00\x10JFIF")
    with refused("NOT_TEXT"):
        call(Overlay(), "write_file", path=f"{tmp_path}/photo.jpg", content="hello")
    (tmp_path / "empty.jpg").write_bytes(b"")
    call(Overlay(), "write_file", path=f"{tmp_path}/empty.jpg", content="hello")


def test_text_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    for name in ("a.txt", "a.docx"):
        with refused("NOT_TEXT"):
            call(Overlay(), "create_file", path=f"{tmp_path}/{name}", content="\ud800")


def test_folders_and_files_are_deleted_each_as_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/f").touch()
    (tmp_path / "empty").mkdir()
    with refused("IS_A_FOLDER"):
        call(Overlay(), "delete_file", path=f"{tmp_path}/d")
    with refused("NOT_A_FOLDER"):
        call(Overlay(), "delete_folder", path=f"{tmp_path}/d/f")
    with refused("FOLDER_NOT_EMPTY"):
        call(Overlay(), "delete_folder", path=f"{tmp_path}/d")
    with refused("NOT_FOUND"):
        call(Overlay(), "delete_file", path=f"{tmp_path}/none")
    with refused("NOTHING_MATCHES"):
        call(Overlay(), "delete_file", path=[])
    overlay = Overlay()
    call(overlay, "delete_folder", path=f"{tmp_path}/empty")
    call(overlay, "delete_folder", path=[f"{tmp_path}/d/f", f"{tmp_path}/d"], recursive=True)
    assert overlay.children(str(tmp_path)) == []


def test_several_go_into_a_folder_under_their_own_names(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).touch()
    (tmp_path / "into").mkdir()
    overlay = Overlay()
    placed = call(
        overlay,
        "move",
        source=[f"{tmp_path}/a", f"{tmp_path}/b", f"{tmp_path}/into"],
        destination=f"{tmp_path}/into",
    )
    assert overlay.children(f"{tmp_path}/into") == ["a", "b"]
    assert (placed.path, placed.count) == (f"{tmp_path}/into", 2)
    with refused("SAME_PLACE"):
        call(overlay, "move", source=[f"{tmp_path}/into/a"], destination=f"{tmp_path}/into")


def test_two_of_one_name_cannot_go_into_one_folder(tmp_path: Path) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a").touch()
    with refused("SAME_NAME_TWICE"):
        call(Overlay(), "copy", source=[f"{tmp_path}/x/a", f"{tmp_path}/y/a"], destination=f"{tmp_path}/z")


def test_renaming_stays_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    overlay = Overlay()
    for name in ("", "..", "x/y", "x\\y"):
        with refused("INVALID_NAME"):
            call(overlay, "rename", path=f"{tmp_path}/a", new_name=name)
    call(overlay, "rename", path=f"{tmp_path}/a", new_name="b")
    assert overlay.changes == (Move(f"{tmp_path}/a", f"{tmp_path}/b"),)


def test_a_listing_is_one_name_a_line_with_folders_marked(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "a.txt").write_text("12345")
    listing = call(Overlay(), "list_directory", path=str(tmp_path))
    assert listing.text == "a.txt\nd/"
    info = call(Overlay(), "get_info", path=str(tmp_path))
    assert (info.kind, info.size, info.inside) == ("folder", 5, 2)
    assert call(Overlay(), "get_info", path=f"{tmp_path}/a.txt").size == 5


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.pdf", ["A.PDF", "d/b.pdf"]),
        ("*.{pdf,txt}", ["A.PDF", "d/b.pdf", "d/quarterly report.txt"]),
        ("report", ["d/quarterly report.txt"]),
        ("report quarterly", ["d/quarterly report.txt"]),
        ("d/*.pdf", ["d/b.pdf"]),
        ("**/*.pdf", ["A.PDF", "d/b.pdf"]),
        (".*", [".hidden"]),
        ("hidden", []),
        ("", []),
    ],
)
def test_things_are_found_by_glob_or_by_words(tmp_path: Path, pattern: str, expected: list[str]) -> None:
    (tmp_path / "d").mkdir()
    for name in ("A.PDF", "d/b.pdf", "d/quarterly report.txt", ".hidden"):
        (tmp_path / name).touch()
    (tmp_path / "loop").symlink_to(".")
    found = call(Overlay(), "find", path=str(tmp_path), pattern=pattern)
    assert found.text.splitlines() == expected
    assert found.paths == [f"{tmp_path}/{name}" for name in expected]


def test_looking_only_here_or_only_for_folders(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/a").touch()
    assert call(Overlay(), "find", path=str(tmp_path), pattern="*", recursive=False).text == "d/"
    assert call(Overlay(), "find", path=str(tmp_path), pattern="*", kind="file").text == "d/a"


def test_a_pattern_with_many_stars_is_quick() -> None:
    assert not matcher("*a" * 30 + "b")("a" * 200)


def test_without_a_desktop_opening_says_so(tmp_path: Path) -> None:
    with refused("NO_DESKTOP"):
        DesktopOpener("linux", {"PATH": str(tmp_path)}).open(str(tmp_path))


def test_opening_starts_the_desktops_program(tmp_path: Path) -> None:
    program = tmp_path / "xdg-open"
    program.write_text('#!/bin/sh\nprintf %s "$1" > "$0.opened"\n')
    program.chmod(0o755)
    started = DesktopOpener("linux", {"PATH": str(tmp_path), "DISPLAY": ":0"})
    assert started.open(f"{tmp_path}/my file") is None
    opened = tmp_path / "xdg-open.opened"
    for _ in range(1000):
        if opened.exists() and opened.read_text():
            break
        time.sleep(0.01)
    assert opened.read_text() == f"{tmp_path}/my file"
