"""Keys and the pointer on a real desktop: what is typed is in the file that an editor saves."""

from __future__ import annotations

from pathlib import Path

import pytest
from seat import Desk

from aura.capability.errors import ToolError
from aura.capability.machine import serving
from aura.machine.hand.keys import chord
from aura.machine.hand.port import Hand
from aura.machine.screen.port import Screen

ASCII = "".join(map(chr, range(32, 127)))
MANY_TONGUES = "Grüße, naïve café — ¿qué? 日本語 привет мир, עברית 😀👍🏽 ∑ñ end"


@pytest.fixture
def hand(desk: Desk) -> Hand:
    found: Hand = serving(Hand, desk.machine())
    return found


@pytest.fixture
def note(desk: Desk) -> Path:
    """A file that is open in an editor which has the focus."""
    file = desk.workspace / "note.txt"
    file.write_text("", encoding="utf-8")
    window = desk.open("mousepad", str(file))
    desk.run("xdotool", "windowactivate", "--sync", window)
    return file


def saved(desk: Desk, hand: Hand, note: Path, text: str) -> bool:
    """Whether the editor, told to save, writes this text."""
    hand.press(chord("ctrl s"))
    desk.until(lambda: note.read_text(encoding="utf-8").rstrip("\n") == text, f"the text {text!r}")
    return True


@pytest.mark.parametrize("text", [ASCII, MANY_TONGUES, "one\n\ttwo\nthree", "plain words " * 100])
def test_any_text_is_typed_as_it_is(desk: Desk, hand: Hand, note: Path, text: str) -> None:
    hand.type(text)
    assert saved(desk, hand, note, text.rstrip("\n"))


def test_what_was_on_the_clipboard_is_there_again_after_typing(desk: Desk, hand: Hand, note: Path) -> None:
    desk.run("bash", "-c", "printf before | xsel --clipboard --input >/dev/null 2>&1")
    hand.type("日本語")
    assert saved(desk, hand, note, "日本語")
    assert desk.run("xsel --clipboard --output") == "before"


def test_letters_are_typed_as_they_are_while_caps_lock_is_on(desk: Desk, hand: Hand, note: Path) -> None:
    hand.press(chord("caps lock"))
    try:
        hand.type("Mixed CASE 12!")
    finally:
        hand.press(chord("caps lock"))
    assert saved(desk, hand, note, "Mixed CASE 12!")


def test_another_layout_of_the_keyboard_types_the_same(desk: Desk, hand: Hand, note: Path) -> None:
    desk.run("setxkbmap de")
    try:
        hand.type("zyx {[]} @ß ~end\\")
        assert saved(desk, hand, note, "zyx {[]} @ß ~end\\")
    finally:
        desk.run("setxkbmap us")


def test_keys_together_do_what_the_program_makes_of_them(desk: Desk, hand: Hand, note: Path) -> None:
    hand.type("old words")
    hand.press(chord("control and a"))
    hand.press(chord("backspace"))
    hand.type("ab")
    hand.press(chord("left"), 2)
    hand.type("new ")
    assert saved(desk, hand, note, "new ab")


def test_what_the_focus_takes_no_text_from_is_said(desk: Desk, hand: Hand) -> None:
    desk.quit()
    with pytest.raises(ToolError, match="open"):
        hand.type("into nothing")


def test_the_pointer_goes_and_clicks_where_it_is_told(desk: Desk, hand: Hand, note: Path) -> None:
    hand.type("word\nother")
    hand.move(321, 240)
    assert desk.run("xdotool getmouselocation").startswith("x:321 y:240 ")
    hand.move(330, 230)
    hand.click("left", 2)
    hand.type("double")
    assert saved(desk, hand, note, "double\nother")


def test_a_drag_marks_what_it_goes_over(desk: Desk, hand: Hand, note: Path) -> None:
    hand.type("one two three")
    hand.move(322, 229)
    hand.drag(600, 229)
    hand.type("all")
    assert saved(desk, hand, note, "all")


def test_what_is_said_is_typed_and_saved(desk: Desk, note: Path) -> None:
    result = desk.say("type hello world and press ctrl s")
    assert result.status == "completed", result.message
    desk.until(lambda: note.read_text(encoding="utf-8").strip() == "hello world", "the saved text")
    assert desk.say("select all").status == "completed"
    assert desk.say('type "Grüße, 日本"').status == "completed"
    assert desk.say("press control and s").status == "completed"
    desk.until(lambda: note.read_text(encoding="utf-8").strip() == "Grüße, 日本", "the new text")


def test_the_plan_shows_the_exact_keys_and_presses_none(desk: Desk, note: Path) -> None:
    planned = desk.plan("type hello world and press control and s")
    assert planned.status == "planned"
    assert planned.preview is not None
    assert [step.foreseen for step in planned.preview.steps] == ['types "hello world"', "presses Ctrl+S"]
    assert note.read_text(encoding="utf-8") == ""


def test_a_double_click_where_the_words_say_marks_a_word(desk: Desk, hand: Hand, note: Path) -> None:
    hand.type("word\nother")
    assert desk.say("double click at 330 230").status == "completed"
    assert desk.say("type third").status == "completed"
    assert saved(desk, hand, note, "third\nother")


def test_a_place_that_is_not_on_the_screen_is_said_before_anything_is_done(desk: Desk) -> None:
    result = desk.say("click at 5000 10")
    assert result.status == "failed"
    assert "1280 × 800" in result.message


def test_what_is_under_the_pointer_is_scrolled(desk: Desk, hand: Hand, note: Path) -> None:
    desk.quit()
    note.write_text("the beginning\n" + "more\n" * 300, encoding="utf-8")
    screen: Screen = serving(Screen, desk.machine())
    desk.open("mousepad", str(note))
    hand.move(400, 300)
    desk.until(lambda: screen.find("the beginning"), "the beginning of the text")
    assert desk.say("scroll down by 50").status == "completed"
    desk.until(lambda: not screen.find("the beginning"), "the end of the text")
    assert desk.say("scroll up by 50").status == "completed"
    desk.until(lambda: screen.find("the beginning"), "the beginning again")


def test_what_is_no_desktop_presses_no_keys(desk: Desk) -> None:
    result = desk.say("press enter", DISPLAY="")
    assert result.status == "unsupported"
    assert "desktop" in result.message


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("ctrl s", "Ctrl+S"), ("control and s", "Ctrl+S"), ("Ctrl+Shift+T", "Ctrl+Shift+T"), ("alt tab", "Alt+Tab"),
        ("shift ctrl t", "Ctrl+Shift+T"), ("cmd c", "Super+C"), ("page down", "Page Down"), ("PgDn", "Page Down"),
        ("ctrl +", "Ctrl++"), ("ctrl++", "Ctrl++"), ("ctrl plus", "Ctrl++"), ("ctrl -", "Ctrl+-"), ("return", "Enter"),
        ("the enter key", "Enter"), ("esc", "Escape"), ("f 5", "F5"), ("arrow up", "Up"), ("ctrl a", "Ctrl+A"),
        ("control plus a", "Ctrl+A"), ("windows key", "Super"), ("alt f4", "Alt+F4"), ("a", "A"),
        ("-", "-"), ("+", "+"),
    ],
)  # fmt: skip
def test_keys_are_known_by_the_names_that_people_use(said: str, meant: str) -> None:
    assert chord(said).text == meant


@pytest.mark.parametrize("said", ["", "the", "any key", "ctrl", "hyper x", "ctrl s t"])
def test_what_is_no_key_is_said(said: str) -> None:
    if said == "ctrl":
        assert chord(said).text == "Ctrl"
        return
    with pytest.raises(ToolError, match="no key"):
        chord(said)


def test_what_is_typed_into_another_program_goes_there_and_not_where_the_focus_was(
    desk: Desk, hand: Hand, note: Path
) -> None:
    desk.open("xmessage", "-name", "other", "hello")
    result = desk.say('type "for the editor" into mousepad')
    assert (result.status, result.steps[0].atom_id) == ("completed", "system.input.type_into"), result.message
    assert saved(desk, hand, note, "for the editor")
