"""The clipboard of a real desktop: what is copied is there for other programs, and nothing of it holds us up."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest
from PIL import Image
from seat import Desk

from aura.capability.machine import serving
from aura.contracts.outcome import RunResult
from aura.machine.clipboard.port import Clipboard, Held

LONG = "a line with é and 字\n" * 60_000


@pytest.fixture
def clipboard(desk: Desk) -> Clipboard:
    found: Clipboard = serving(Clipboard, desk.machine())
    found.hold(Held())
    return found


@pytest.fixture(params=["with xsel", "without xsel"])
def either(request: pytest.FixtureRequest, desk: Desk) -> Clipboard:
    """The clipboard on a computer that has xsel, and on one that has not."""
    path = desk.environ["PATH"] if request.param == "with xsel" else ""
    found: Clipboard = serving(Clipboard, desk.machine(PATH=path))
    return found


@pytest.mark.parametrize("text", ["hello world", "naïve – 字 😀\n\tend", LONG], ids=["plain", "unicode", "a megabyte"])
def test_what_is_copied_can_be_pasted_by_another_program_and_read_back(
    desk: Desk, either: Clipboard, text: str
) -> None:
    either.hold(Held(text=text))
    assert desk.run("xsel --clipboard --output") == text
    assert either.held() == Held(text=text)


def test_what_another_program_copied_is_read(desk: Desk, clipboard: Clipboard) -> None:
    subprocess.run(["xsel", "--clipboard", "--input"], input=LONG.encode(), env=desk.environ, check=True)
    desk.until(lambda: clipboard.held() == Held(text=LONG), "what xsel holds")


def test_an_empty_clipboard_holds_nothing(clipboard: Clipboard) -> None:
    clipboard.hold(Held(text="gone"))
    clipboard.hold(Held())
    assert clipboard.held().is_empty


@pytest.mark.parametrize("size", [1000, 900_000])
def test_a_picture_is_held_too_however_large(clipboard: Clipboard, size: int) -> None:
    picture = os.urandom(size)
    clipboard.hold(Held(image=picture))
    assert clipboard.held() == Held(image=picture)


@pytest.mark.parametrize("path", ["", None], ids=["without xsel", "with xsel"])
@pytest.mark.parametrize("text", ["held", LONG], ids=["a word", "a megabyte"])
def test_a_command_whose_output_is_read_through_a_pipe_ends(desk: Desk, text: str, path: str | None) -> None:
    code = (
        "import os, sys; from aura.capability.machine import *; from aura.machine.clipboard.port import *;"
        "serving(Clipboard, Machine('linux', os.environ)).hold(Held(text=sys.stdin.read())); print('done')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **desk.environ,
            "PATH": desk.environ["PATH"] if path is None else path,
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        input=text.encode(),
        capture_output=True,
        timeout=10,
        check=False,
    )
    assert (done.stdout, done.stderr) == (b"done\n", b"")
    assert desk.run("xsel --clipboard --output") == text


def test_text_that_is_copied_is_undone_to_what_was_there(desk: Desk, clipboard: Clipboard) -> None:
    clipboard.hold(Held(text="before"))
    result = run(desk, "system.clipboard.copy", text="after")
    assert result.status == "completed", result
    assert desk.run("xsel --clipboard --output") == "after"
    assert desk.undo().status == "completed"
    assert desk.run("xsel --clipboard --output") == "before"


def test_a_picture_of_the_screen_is_copied_and_undone(desk: Desk, clipboard: Clipboard) -> None:
    clipboard.hold(Held(text="before"))
    result = run(desk, "system.clipboard.copy_screenshot")
    assert result.status == "completed", result
    picture = clipboard.held().image
    assert picture is not None
    assert Image.open(io.BytesIO(picture)).size == (1280, 800)
    assert desk.undo().status == "completed"
    assert clipboard.held() == Held(text="before")


def test_what_is_said_to_be_copied_is_there_and_goes_again(desk: Desk, clipboard: Clipboard) -> None:
    clipboard.hold(Held(text="before"))
    assert desk.say("copy good morning to the clipboard").status == "completed"
    assert desk.run("xsel --clipboard --output") == "good morning"
    assert "good morning" in desk.say("what is on my clipboard").steps[0].outputs["text"]
    assert desk.undo().status == "completed"
    assert desk.run("xsel --clipboard --output") == "before"


def test_what_was_read_is_copied(desk: Desk, clipboard: Clipboard) -> None:
    (desk.workspace / "notes.txt").write_text("buy milk\n", encoding="utf-8")
    assert desk.say("read notes.txt and copy it to the clipboard").status == "completed"
    assert desk.run("xsel --clipboard --output") == "buy milk\n"


def test_the_clipboard_is_emptied_and_filled_again(desk: Desk, clipboard: Clipboard) -> None:
    clipboard.hold(Held(text="before"))
    assert desk.say("clear the clipboard").status == "completed"
    assert desk.run("xsel --clipboard --output") == ""
    assert desk.undo().status == "completed"
    assert desk.run("xsel --clipboard --output") == "before"


def test_pasting_puts_what_one_program_copied_into_another(desk: Desk, clipboard: Clipboard) -> None:
    note = desk.workspace / "note.txt"
    note.write_text("", encoding="utf-8")
    window = desk.open("mousepad", str(note))
    desk.run("xdotool", "windowactivate", "--sync", window)
    desk.run("bash", "-c", "printf 'from elsewhere' | xsel --clipboard --input >/dev/null 2>&1")
    assert desk.say("paste it and press ctrl s").status == "completed"
    desk.until(lambda: note.read_text(encoding="utf-8").strip() == "from elsewhere", "the pasted text")


def run(desk: Desk, atom: str, **inputs: object) -> RunResult:
    """Run one tool as a plan."""
    document = {"target": atom, "plan": {"steps": [{"id": atom, "target": "", "inputs": inputs, "depends_on": []}]}}
    return desk.session().run_document(document, approve=lambda _: True)
