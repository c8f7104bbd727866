"""Virtual desktops, from the sentence to the desktop that is shown; undo goes back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from seat import Desk


@pytest.fixture(autouse=True)
def two_desktops(desk: Desk) -> Iterator[None]:
    """Two of them, the first of which is shown; as it was before at the end."""
    before = desk.run("xdotool get_num_desktops").strip()
    desk.run("wmctrl -n 2")
    desk.run("wmctrl -s 0")
    desk.until(lambda: (count(desk), shown(desk)) == (2, 1), "two desktops")
    yield
    desk.run("wmctrl", "-n", before)
    desk.run("wmctrl -s 0")


def count(desk: Desk) -> int:
    return int(desk.run("xdotool get_num_desktops"))


def shown(desk: Desk) -> int:
    """Which desktop is shown, counted from 1."""
    return int(desk.run("xdotool get_desktop")) + 1


def desktop_of(desk: Desk, window: str) -> int:
    return int(desk.run("xdotool", "get_desktop_for_window", window)) + 1


@pytest.mark.parametrize("sentence", ["go to the next desktop", "switch to workspace 2", "go to the second desktop"])
def test_another_desktop_is_shown_and_undo_goes_back(desk: Desk, sentence: str) -> None:
    assert desk.say(sentence).status == "completed"
    assert shown(desk) == 2
    assert desk.undo().status == "completed"
    assert shown(desk) == 1


def test_behind_the_last_and_before_the_first_there_is_none(desk: Desk) -> None:
    assert "first virtual desktop is shown already" in desk.say("previous workspace").message
    desk.run("wmctrl -s 1")
    assert "last virtual desktop is shown already" in desk.say("next workspace").message
    assert "There are 2 virtual desktops, so there is no number 7" in desk.say("go to desktop 7").message


def test_one_is_added_and_gone_to_in_one_breath_and_undo_takes_it_away(desk: Desk) -> None:
    result = desk.say("create a new virtual desktop and go to desktop 3")
    assert result.status == "completed", result.message
    assert (count(desk), shown(desk)) == (3, 3)
    assert desk.undo().status == "completed"
    assert (count(desk), shown(desk)) == (2, 1)


@pytest.mark.parametrize("sentence", ["move this window to desktop 2", "send mousepad to the next workspace"])
def test_a_window_is_moved_and_undo_brings_it_back(desk: Desk, sentence: str) -> None:
    window = desk.open("mousepad")
    assert desk.say(sentence).status == "completed"
    assert (desktop_of(desk, window), shown(desk)) == (2, 1)
    assert desk.undo().status == "completed"
    assert desktop_of(desk, window) == 1
