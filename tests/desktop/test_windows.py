"""Windows: each change is measured by other programs, and undo brings the old place and state back."""

from __future__ import annotations

import re
import sys

import pytest
from seat import Desk


def place(desk: Desk, window: str) -> tuple[int, int, int, int]:
    """A window with its frame, as `xwininfo` and `xprop` tell it: x, y, width, height."""
    told = desk.run("xwininfo", "-id", window)
    x, y, width, height = (
        int(re.search(rf"{what}: +(-?\d+)", told)[1])  # type: ignore[index]
        for what in ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
    )
    left, right, top, bottom = map(int, re.findall(r"\d+", desk.run("xprop", "-id", window, "_NET_FRAME_EXTENTS")))
    return x - left, y - top, width + left + right, height + top + bottom


def state(desk: Desk, window: str) -> set[str]:
    """What a window is now: `HIDDEN`, `MAXIMIZED_VERT`, `MAXIMIZED_HORZ`, …"""
    return set(re.findall(r"_NET_WM_STATE_(\w+)", desk.run("xprop", "-id", window, "_NET_WM_STATE"))) - {"FOCUSED"}


@pytest.fixture
def window(desk: Desk) -> str:
    return desk.open("mousepad")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("put mousepad on the left half", (0, 0, 640, 800)),
        ("snap this window to the right", (640, 0, 640, 800)),
        ("maximise the text editor", (0, 0, 1280, 800)),
    ],
)
def test_a_window_goes_exactly_where_it_is_put_and_comes_back(
    desk: Desk, window: str, sentence: str, expected: tuple[int, int, int, int]
) -> None:
    before = place(desk, window)
    result = desk.say(sentence)
    assert result.status == "completed", result.message
    desk.until(lambda: place(desk, window) == expected, f"the window at {expected}")
    assert desk.undo().status == "completed"
    desk.until(lambda: (place(desk, window), state(desk, window)) == (before, set()), "the window where it was")


def test_a_maximized_window_is_snapped_to_the_pixel_and_maximized_again_by_undo(desk: Desk, window: str) -> None:
    desk.say("maximise mousepad")
    assert desk.say("snap mousepad right").status == "completed"
    assert (place(desk, window), state(desk, window)) == ((640, 0, 640, 800), set())
    desk.undo()
    assert state(desk, window) == {"MAXIMIZED_VERT", "MAXIMIZED_HORZ"}


def test_a_window_is_minimized_and_restored(desk: Desk, window: str) -> None:
    before = place(desk, window)
    assert desk.say("minimise this window").status == "completed"
    assert state(desk, window) == {"HIDDEN"}
    assert desk.say("restore the window").status == "completed"
    desk.until(lambda: (place(desk, window), state(desk, window)) == (before, set()), "the end of the animation")
    desk.undo()
    assert state(desk, window) == {"HIDDEN"}


def test_a_window_that_is_gone_is_said_not_to_come_back(desk: Desk, window: str) -> None:
    desk.say("maximise mousepad")
    desk.run("xdotool", "windowclose", window)
    desk.until(lambda: not desk.windows(), "the end of the window")
    undone = desk.undo()
    assert undone.status == "failed"
    assert "is not open any more" in undone.message


def test_the_desktop_is_shown_and_the_windows_come_back(desk: Desk, window: str) -> None:
    assert desk.say("minimise all windows").status == "completed"
    assert desk.run("xprop -root _NET_SHOWING_DESKTOP").endswith("= 1\n")
    assert desk.undo().status == "completed"
    assert desk.run("xprop -root _NET_SHOWING_DESKTOP").endswith("= 0\n")


def test_two_titles_that_fit_are_named_and_neither_is_touched(desk: Desk) -> None:
    for name in ("plans for june", "plans for july"):
        (desk.workspace / name).write_text("x", encoding="utf-8")
        desk.open("mousepad", "--disable-server", name)
    result = desk.say("close the window called plans")
    assert result.status == "failed"
    assert "plans for june" in result.message and "plans for july" in result.message
    closed = desk.say("close the window called july plans")
    assert closed.status == "completed", closed.message
    desk.until(lambda: len(desk.windows()) == 1, "one window to be closed")
    assert "june" in next(iter(desk.windows().values()))


def test_a_window_that_asks_about_unsaved_work_stays_and_is_said_to(desk: Desk, window: str) -> None:
    desk.run("xdotool", "windowactivate", "--sync", window, "type", "unsaved")
    desk.until(lambda: "*" in desk.windows()[window], "the mark of unsaved work")
    result = desk.say("close this window")
    assert result.status == "failed"
    assert "may be asking whether to save" in result.message
    assert window in desk.windows()


def test_without_a_display_it_is_said_before_anything_is_done(desk: Desk) -> None:
    result = desk.plan("which windows are open", DISPLAY="")
    assert (result.status, "DISPLAY is not set" in result.message) == ("unsupported", True)


def test_this_window_is_the_one_that_was_looked_at_before_another_was_opened(desk: Desk, window: str) -> None:
    desk.install("Plain Writer", "mousepad --disable-server")
    result = desk.say("open plain writer and minimise this window")
    assert result.status == "completed", result.message
    assert state(desk, window) == {"HIDDEN"}
    [other] = set(desk.windows()) - {window}
    assert state(desk, other) == set()


def test_the_open_windows_are_told_the_one_on_top_first(desk: Desk, window: str) -> None:
    told = desk.say("which windows are open").steps[0].outputs
    [seen] = told["windows"]
    assert (told["count"], seen.app, seen.focused) == (1, "Mousepad", True)
    assert (seen.x, seen.y, seen.width, seen.height) == place(desk, window)


def test_two_windows_are_put_side_by_side_in_one_sentence(desk: Desk, window: str) -> None:
    desk.install("Notice Board", "xmessage hello", StartupWMClass="Xmessage")
    other = desk.open("xmessage", "hello")
    result = desk.say("snap notice board left and the text editor right")
    assert result.status == "completed", result.message
    assert (place(desk, other), place(desk, window)) == ((0, 0, 640, 800), (640, 0, 640, 800))


def test_this_window_is_not_the_terminal_as_terminals_tell_it(desk: Desk, window: str) -> None:
    terminal = desk.open("mousepad", "--disable-server")
    desk.run("xdotool", "windowactivate", "--sync", terminal)
    result = desk.say("minimise this window", WINDOWID=str(int(terminal, 16)))
    assert result.status == "completed", result.message
    assert (state(desk, window), state(desk, terminal)) == ({"HIDDEN"}, set())


TERMINAL = """
import os, subprocess, sys
from Xlib import X, Xatom, display
shown = display.Display()
window = shown.screen().root.create_window(0, 0, 300, 200, 0, X.CopyFromParent, event_mask=X.FocusChangeMask)
window.set_wm_name("a terminal")
window.change_property(shown.get_atom("_NET_WM_PID"), Xatom.CARDINAL, 32, [os.getpid()])
window.map()
while shown.next_event().type != X.FocusIn:
    pass
sys.exit(subprocess.call([sys.executable, "-P", "-m", "aura", "minimise this window", "--yes"]))
"""


def test_this_window_is_not_the_one_whose_process_started_the_command(desk: Desk, window: str) -> None:
    terminal = desk.start(sys.executable, "-c", TERMINAL)
    assert terminal.wait(60) == 0
    assert state(desk, window) == {"HIDDEN"}
