"""Across the domains of the desktop, from the sentence to the changed world, as other programs see it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PIL import Image
from seat import Desk


def done(desk: Desk, sentence: str) -> None:
    result = desk.say(sentence)
    assert result.status == "completed", (sentence, result.message, result.steps)


def focused(desk: Desk, title: str) -> None:
    """Wait, as a person does before typing, until a window is the one that gets the keys."""
    desk.until(lambda: title in desk.focused(), f"the window {title} in front")


def place_of(desk: Desk, window: str) -> dict[str, int]:
    lines = desk.run("xdotool", "getwindowgeometry", "--shell", window).split()
    return {name: int(value) for name, _, value in (line.partition("=") for line in lines)}


def level_of(desk: Desk) -> str:
    return desk.run("pactl get-sink-volume ci").split("/")[1].strip()


def test_a_note_is_written_by_words_alone(desk: Desk) -> None:
    note = desk.home / "shopping.txt"
    done(desk, "open mousepad")
    focused(desk, "Mousepad")
    done(desk, "type 'milk, 6 eggs, crème fraîche'")
    done(desk, "press ctrl+s")
    focused(desk, "Save")
    done(desk, "type '~/shopping.txt'")  # A longer path would be completed by the dialog while it is typed.

    def kept() -> bool:
        if "Save" in desk.focused():  # Until the dialog has looked at the name, it takes no Enter.
            done(desk, "press enter")
        return note.exists() and note.read_text(encoding="utf-8") != ""

    desk.until(kept, "the saved note")
    assert note.read_text(encoding="utf-8").strip() == "milk, 6 eggs, crème fraîche"
    found = desk.session(AURA_ANCHORS__WORKSPACE=str(desk.home)).process("find the file shopping.txt")
    assert str(note) in str(found.steps[-1].outputs), found.message
    done(desk, "force quit mousepad")  # An Enter too many may have gone into the note.
    desk.until(lambda: not desk.programs(), "the end of the editor")


def test_sound_goes_up_in_words_and_back_by_undo(desk: Desk) -> None:
    desk.run("pactl set-sink-volume ci 40%")
    desk.run("pactl set-sink-mute ci 0")
    done(desk, "set the volume to 70")
    done(desk, "a bit quieter and then mute the sound")
    assert level_of(desk) != "70%" and "yes" in desk.run("pactl get-sink-mute ci")
    assert desk.undo().status == "completed"
    assert (level_of(desk), desk.run("pactl get-sink-mute ci").strip()) == ("70%", "Mute: no")
    assert desk.undo().status == "completed"
    assert level_of(desk) == "40%"


def test_a_window_goes_to_the_left_and_undo_puts_it_back_where_it_was(desk: Desk) -> None:
    window = desk.open("mousepad")
    desk.run("xdotool", "windowsize", "--sync", window, "500", "400")
    desk.run("xdotool", "windowmove", "--sync", window, "333", "222")
    before = place_of(desk, window)
    done(desk, "snap mousepad to the left")
    desk.until(lambda: place_of(desk, window)["X"] < 10, "the window at the left")
    assert place_of(desk, window)["WIDTH"] > 600
    assert desk.undo().status == "completed"
    desk.until(lambda: place_of(desk, window) == before, "the window where it was")


def test_text_goes_from_one_program_to_another(desk: Desk) -> None:
    desk.open("mousepad")
    done(desk, "type 'seen by all'")
    done(desk, "press ctrl+a and then press ctrl+c")
    desk.until(lambda: desk.run("xsel --clipboard --output") == "seen by all", "the text on the clipboard")
    assert desk.say("what is on the clipboard").message == "seen by all"
    done(desk, "copy 'from AURA' to the clipboard")
    assert desk.run("xsel --clipboard --output") == "from AURA"


def test_the_screen_is_copied_and_kept_in_one_sentence(desk: Desk) -> None:
    desk.open("mousepad")
    done(desk, "take a screenshot and copy it to the clipboard")
    desk.run("sh", "-c", "xclip -selection clipboard -target image/png -out >copied.png")
    assert Image.open(desk.workspace / "copied.png").size == (1280, 800)
    taken = desk.say("take a screenshot")
    kept = Path(taken.steps[-1].outputs["path"])
    assert Image.open(kept).size == (1280, 800)
    assert desk.undo().status == "completed"
    assert not kept.exists()


def test_what_a_window_shows_is_found_and_clicked(desk: Desk) -> None:
    desk.open("mousepad")
    found = desk.say("find the text Help on the screen")
    assert found.status == "answered"
    match = msgspec.to_builtins(found.steps[-1].outputs)["matches"][0]
    done(desk, f"click at {match['x'] + match['width'] // 2}, {match['y'] + match['height'] // 2}")
    desk.until(lambda: "About" in str(desk.say("find the text About on the screen").steps[-1].outputs), "the menu Help")


def test_turning_off_asks_and_goes_to_the_system_only_after_a_yes(desk: Desk) -> None:
    logind = desk.mock("logind")
    refused = desk.say("shut down the computer", approve=False)
    assert refused.status == "confirmation" and not any(call.startswith("PowerOff") for call in logind.calls)
    nobody = desk.command("shut down the computer")
    assert nobody.returncode == 4 and not any(call.startswith("PowerOff") for call in logind.calls)
    done(desk, "shut down the computer")
    assert logind.calls[-1].startswith("PowerOff")


@pytest.mark.parametrize(
    ("sentence", "lacking"),
    [
        ("set the brightness to 50", {}),
        ("shut down the computer", {}),
        ("set the volume to 30", {"PULSE_SERVER": "unix:/nonexistent"}),
        ("maximize this window", {"DISPLAY": ""}),
        ("take a screenshot", {"DISPLAY": ":4321"}),
        ("press enter", {"DISPLAY": ":4321"}),
        ("copy hello to the clipboard", {"DISPLAY": ":4321"}),
        ("maximize this window", {"XDG_SESSION_TYPE": "wayland", "WAYLAND_DISPLAY": "wayland-0"}),
    ],
)
def test_what_a_computer_lacks_is_said_in_one_sentence_and_nothing_is_done(
    desk: Desk, sentence: str, lacking: dict[str, str]
) -> None:
    said = desk.command(sentence, "--yes", **lacking)
    assert said.returncode == 6, (said.stdout, said.stderr)
    assert len((said.stdout + said.stderr).strip().splitlines()) == 1
    assert "Traceback" not in said.stderr


def test_commands_leave_no_process_but_who_holds_the_clipboard(desk: Desk) -> None:
    desk.run("pactl set-sink-volume ci 40%")
    for sentence in (
        "set the volume to 50",
        "what is the volume",
        "take a screenshot",
        "list the windows",
        "which programs are running",
        "go to desktop 2",
        "go to desktop 1",
    ):
        said = desk.command(sentence, "--yes")
        assert (said.returncode, said.stderr) == (0, ""), (sentence, said.stdout)
    assert desk.programs() == []
    assert desk.command("copy hello to the clipboard", "--yes").returncode == 0
    assert desk.run("xsel --clipboard --output") == "hello"
    assert len(desk.programs()) <= 1
