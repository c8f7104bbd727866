"""Words on a real screen: waited for until they are there, and clicked where they stand."""

from __future__ import annotations

import threading

import pytest
from seat import Desk

from aura.contracts.outcome import RunResult


@pytest.fixture
def page(desk: Desk) -> str:
    file = desk.workspace / "page.txt"
    file.write_text("The quick brown fox\njumps over the lazy dog\n", encoding="utf-8")
    window = desk.open("mousepad", str(file))
    desk.run("xdotool", "windowactivate", "--sync", window)
    return window


def test_a_menu_is_opened_by_its_word(desk: Desk, page: str) -> None:
    opened = desk.say("wait for the text lazy dog and then click on Help")
    assert opened.status == "completed", opened.message
    assert desk.say('wait up to 10 seconds for the word "About"').status == "answered"


def test_words_that_come_later_are_waited_for(desk: Desk) -> None:
    came: list[RunResult] = []
    work = threading.Thread(target=lambda: came.append(desk.say("wait up to 60 seconds for the text purple elephant")))
    work.start()
    file = desk.workspace / "late.txt"
    file.write_text("a purple elephant\n", encoding="utf-8")
    desk.open("mousepad", str(file))
    work.join(90)
    assert not work.is_alive()
    assert came[0].status == "answered", came[0].message


def test_words_that_do_not_come_are_said_and_nothing_is_done_after_them(desk: Desk, page: str) -> None:
    said = desk.say("wait up to 1 second for the text unicorn and then create a folder found")
    assert said.status == "failed"
    assert '"unicorn" did not come to the screen within 1 second' in said.message
    assert not (desk.workspace / "found").exists()


def test_words_that_are_not_there_are_not_clicked(desk: Desk, page: str) -> None:
    desk.run("xdotool mousemove 3 3")
    said = desk.say("click the Unicorn link on the screen")
    assert said.status == "failed"
    assert '"Unicorn" is not on the screen' in said.message
    assert desk.run("xdotool getmouselocation").startswith("x:3 y:3")
