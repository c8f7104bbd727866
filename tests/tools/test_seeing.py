"""Text that is waited for and clicked, on a screen that is a list of lines."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from aura.capability.errors import ToolError
from aura.machine.screen.matching import found_in
from aura.machine.screen.port import Found
from aura.machine.windows.port import Box
from aura.tools.automation import seeing
from aura.tools.automation.seeing import click_text, wait_for_text


class Lines:
    """A screen that shows lines of words, each word 10 pixels a letter; more of them after each look."""

    def __init__(self, *pages: list[str]) -> None:
        self._pages = list(pages)

    def _words(self) -> list[list[Found]]:
        page = self._pages[0]
        return [_line(text, number) for number, text in enumerate(page)]

    def find(self, text: str) -> list[Found]:
        found = found_in(self._words(), text)
        if len(self._pages) > 1:
            self._pages.pop(0)
        return found

    def text(self, picture: bytes | None = None) -> list[Found]:
        return [Found(" ".join(word.text for word in line), Box(0, 0, 1, 1)) for line in self._words()]


def _line(text: str, number: int) -> list[Found]:
    words, at = [], 0
    for word in text.split():
        words.append(Found(word, Box(at * 10, number * 20, len(word) * 10, 20)))
        at += len(word) + 1
    return words


class Pointer:
    """A hand that notes where it clicked."""

    def __init__(self) -> None:
        self.at = (0, 0)
        self.clicked: list[tuple[int, int]] = []

    def size(self) -> tuple[int, int]:
        return 1000, 1000

    def move(self, x: int, y: int) -> None:
        self.at = (x, y)

    def click(self, button: str, times: int) -> None:
        assert (button, times) == ("left", 1)
        self.clicked.append(self.at)


def click(screen: Lines, text: str, **more: Any) -> list[tuple[int, int]]:
    hand = Pointer()
    click_text.call(screen=screen, hand=hand, text=text, **more)
    return hand.clicked


def trouble(screen: Lines, text: str, **more: Any) -> ToolError:
    hand = Pointer()
    with pytest.raises(ToolError) as raised:
        click_text.call(screen=screen, hand=hand, text=text, **more)
    assert hand.clicked == []
    return raised.value


def test_the_middle_of_the_words_is_clicked() -> None:
    assert click(Lines(["File Edit", "Cancel Save"]), "save") == [(90, 30)]


def test_the_whole_words_are_meant_before_those_inside_others() -> None:
    assert click(Lines(["Unsaved changes", "Save"]), "Save") == [(20, 30)]


def test_of_several_none_is_clicked_and_all_are_shown() -> None:
    found = trouble(Lines(["Save", "x Save"]), "Save")
    assert found.code == "AMBIGUOUS"
    assert "2 times (1. Save at 20, 10; 2. Save at 40, 30)" in found.message


def test_one_of_several_is_clicked_by_its_number_from_the_top() -> None:
    assert click(Lines(["a Save", "Save"]), "Save", number=2) == [(20, 30)]
    assert "only 2 times" in trouble(Lines(["Save", "Save"]), "Save", number=3).message


def test_what_is_not_there_is_said_with_what_is_near() -> None:
    found = trouble(Lines(["Sign in", "Settings"]), "Sittings page")
    assert found.code == "NOT_ON_SCREEN"
    assert "Settings" in found.message and "Sign in" not in found.message


@pytest.mark.parametrize("text", ["", "  "])
def test_nothing_is_no_text(text: str) -> None:
    assert trouble(Lines(["a"]), text).code == "NOTHING_NAMED"


def test_a_text_that_comes_later_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeing, "BETWEEN", 0)
    seen = asyncio.run(wait_for_text.call(screen=Lines(["Loading"], ["Loading"], ["All done"]), text="all done"))
    assert (seen.text, seen.x, seen.y) == ("All done", 40, 10)


def test_a_text_that_does_not_come_is_said_with_the_time() -> None:
    with pytest.raises(ToolError) as raised:
        asyncio.run(wait_for_text.call(screen=Lines(["Loading"]), text="Ready", timeout=0.01))
    assert raised.value.code == "NOT_ON_SCREEN"
    assert '"Ready" did not come to the screen within 0.01 seconds' in raised.value.message


def test_only_the_users_own_words_click() -> None:
    assert click_text.locked
