"""Windows: each change is measured by other programs, and undo brings the old place and state back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from seat import Desk

from aura.contracts.outcome import RunResult


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


def do(desk: Desk, tool: str, **inputs: Any) -> RunResult:
    """Run one tool as a plan of one step."""
    step = {"id": tool, "step_id": "one", "target": tool, "inputs": inputs, "depends_on": []}
    document = {"target": tool, "plan": {"steps": [step], "outputs": {}}}
    return desk.session().run_document(document, approve=lambda _: True)


@pytest.fixture
def window(desk: Desk) -> str:
    return desk.open("mousepad")


@pytest.mark.parametrize(
    ("tool", "expected"),
    [("snap_left", (0, 0, 640, 800)), ("snap_right", (640, 0, 640, 800)), ("maximize", (0, 0, 1280, 800))],
)
def test_a_window_goes_exactly_where_it_is_put_and_comes_back(
    desk: Desk, window: str, tool: str, expected: tuple[int, int, int, int]
) -> None:
    before = place(desk, window)
    assert do(desk, f"system.window.{tool}", window="mousepad").status == "completed"
    assert place(desk, window) == expected
    assert desk.undo().status == "completed"
    assert (place(desk, window), state(desk, window)) == (before, set())


def test_a_maximized_window_is_snapped_to_the_pixel_and_maximized_again_by_undo(desk: Desk, window: str) -> None:
    do(desk, "system.window.maximize", window="mousepad")
    assert do(desk, "system.window.snap_right", window="mousepad").status == "completed"
    assert (place(desk, window), state(desk, window)) == ((640, 0, 640, 800), set())
    desk.undo()
    assert state(desk, window) == {"MAXIMIZED_VERT", "MAXIMIZED_HORZ"}


def test_a_window_is_minimized_and_restored(desk: Desk, window: str) -> None:
    before = place(desk, window)
    assert do(desk, "system.window.minimize").status == "completed"
    assert state(desk, window) == {"HIDDEN"}
    assert do(desk, "system.window.restore").status == "completed"
    desk.until(lambda: (place(desk, window), state(desk, window)) == (before, set()), "the end of the animation")
    desk.undo()
    assert state(desk, window) == {"HIDDEN"}


def test_a_window_that_is_gone_is_said_not_to_come_back(desk: Desk, window: str) -> None:
    do(desk, "system.window.maximize", window="mousepad")
    desk.run("xdotool", "windowclose", window)
    desk.until(lambda: not desk.windows(), "the end of the window")
    undone = desk.undo()
    assert undone.status == "failed"
    assert "is not open any more" in undone.message


def test_the_desktop_is_shown_and_the_windows_come_back(desk: Desk, window: str) -> None:
    assert do(desk, "system.window.show_desktop").status == "completed"
    assert desk.run("xprop -root _NET_SHOWING_DESKTOP").endswith("= 1\n")
    assert desk.undo().status == "completed"
    assert desk.run("xprop -root _NET_SHOWING_DESKTOP").endswith("= 0\n")


def test_two_titles_that_fit_are_named_and_neither_is_touched(desk: Desk) -> None:
    for name in ("plans for june", "plans for july"):
        (desk.workspace / name).write_text("x", encoding="utf-8")
        desk.open("mousepad", "--disable-server", name)
    result = do(desk, "system.window.close", window="plans")
    assert result.status == "failed"
    assert "plans for june" in result.message and "plans for july" in result.message
    closed = do(desk, "system.window.close", window="july plans")
    assert closed.status == "completed", closed.message
    desk.until(lambda: len(desk.windows()) == 1, "one window to be closed")
    assert "june" in next(iter(desk.windows().values()))


def test_a_window_that_asks_about_unsaved_work_stays_and_is_said_to(desk: Desk, window: str) -> None:
    desk.run("xdotool", "windowactivate", "--sync", window, "type", "unsaved")
    desk.until(lambda: "*" in desk.windows()[window], "the mark of unsaved work")
    result = do(desk, "system.window.close", window="mousepad")
    assert result.status == "failed"
    assert "may be asking whether to save" in result.message
    assert window in desk.windows()


def test_without_a_display_it_is_said_before_anything_is_done(desk: Desk) -> None:
    step = {"id": "system.window.list", "step_id": "one", "target": "", "inputs": {}, "depends_on": []}
    document = {"target": "list", "plan": {"steps": [step], "outputs": {}}}
    result = desk.session(DISPLAY="").run_document(document, approve=lambda _: True)
    assert (result.status, "DISPLAY is not set" in result.message) == ("unsupported", True)
