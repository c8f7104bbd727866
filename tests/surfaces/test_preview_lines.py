"""A preview says each change, what would be lost, and how many."""

from __future__ import annotations

import io

import pytest

from aura.contracts.change import Change, Copy, MakeFolder, Move, Trash, WriteFile
from aura.contracts.outcome import Preview, StepPreview
from aura.contracts.problem import Problem
from aura.surfaces.cli.preview import change_line, preview_tree, quoted, step_lines
from aura.surfaces.cli.terminal import Terminal


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (MakeFolder("/w/new stuff"), 'makes the folder "/w/new stuff"'),
        (WriteFile("/w/a.txt", b"abc"), "makes the file /w/a.txt (3 bytes)"),
        (WriteFile("/w/a.txt", None, True), "replaces the file /w/a.txt"),
        (Move("/w/a", "/w/b", True), "moves /w/a to /w/b, replacing what is there"),
        (Copy("/w/a", "/w/b"), "copies /w/a to /w/b"),
        (Trash("/w/a"), "moves /w/a to the trash"),
    ],
)
def test_a_change_is_a_phrase(change: Change, line: str) -> None:
    assert change_line(change) == line


def test_a_content_that_is_replaced_is_told_by_both_sizes() -> None:
    change = WriteFile("/w/a.txt", b"x" * 40, True)
    line = change_line(change, {"/w/a.txt": 1234})
    assert line == "replaces the content of /w/a.txt: 1.2 kB with 40 bytes; undo brings the old one back"
    assert change_line(change) == "changes the file /w/a.txt (then 40 bytes)"


def test_a_name_of_several_words_is_in_quotes() -> None:
    assert quoted("new stuff") == '"new stuff"'
    assert quoted("stuff") == "stuff"
    assert quoted("") == '""'


def test_long_lists_are_counted_and_cut() -> None:
    step = StepPreview(
        "s",
        "files.delete_file",
        "",
        "D",
        inputs={"path": [f"/w/{number}" for number in range(400)]},
        changes=tuple(Trash(f"/w/{number}") for number in range(400)),
        lost=tuple(f"/w/{number}" for number in range(400)),
        lost_count=400,
    )
    lines = list(step_lines(step))
    assert lines[0].startswith("path: 400: /w/0, ") and lines[0].endswith(" and 390 more")
    assert "… and 390 more" in lines
    assert lines[-1].startswith("lost unless undone: 400 files and folders (/w/0, ")
    assert len(lines) < 40


def test_a_piped_preview_has_no_colour_and_shows_what_cannot_be_done() -> None:
    stdout = io.StringIO()
    terminal = Terminal(io.StringIO(), stdout, io.StringIO(), {})
    step = StepPreview("s", "files.delete_file", "", "D", {"path": "/w/[red]a"}, lost=("/w/[red]a",), lost_count=1)
    terminal.show(preview_tree(Preview("h", (step,), (Problem("NOT_FOUND", "b is not there."),))))
    shown = stdout.getvalue()
    assert "\x1b" not in shown
    assert "destroys or replaces" in shown and "/w/[red]a" in shown and "b is not there." in shown
    assert "1 file or folder replaced or to the trash" in shown
