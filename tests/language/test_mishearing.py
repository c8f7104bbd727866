"""What a recogniser makes of speech: words twice in a row, and letters one by one."""

from __future__ import annotations

import pytest

from aura.language.grammar.grammar import Grammar
from aura.language.hearing.misheard.mishearing import begun_again, reheard
from aura.language.utterance.lattice import lattice_of

HEARD = {
    "turn turn off the night light": "turn off the night light",
    "what is what is the time": "what is the time",
    "open the open the open the page": "open the page",
    "is v l c running": "is vlc running",
    "go to a b b c page": "go to a bbc page",
    "press enter and and then type o k": "press enter and then type ok",
}
AS_SAID = (
    "set it to 5 5",
    "wait ten ten seconds",
    "write agent zero zero seven",
    "create a file called zuzu zuzu",
    "open the page",
    "sort column a",
    "open it, open it",
    'type "so so"',
)


@pytest.mark.parametrize(("said", "meant"), HEARD.items())
def test_what_is_said_twice_is_said_once_and_letters_are_a_word(grammar: Grammar, said: str, meant: str) -> None:
    assert reheard(lattice_of(grammar, said)) == meant


@pytest.mark.parametrize("said", AS_SAID)
def test_numbers_names_and_what_a_mark_parts_may_be_meant_twice(grammar: Grammar, said: str) -> None:
    assert reheard(lattice_of(grammar, said)) is None


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("what's um what did i tell you about the plumber", "what did i tell you about the plumber"),
        ("what was it um what was my locker code", "what was my locker code"),
        ("what's the what time is it", None),
        ("what is the time", None),
        ("who is who in the office", None),
        ("what did you say what was it", None),
    ],
)
def test_a_question_that_is_broken_off_gives_way_to_the_next(grammar: Grammar, said: str, meant: str | None) -> None:
    assert begun_again(lattice_of(grammar, said)) == meant


def test_an_article_that_is_stammered_is_said_once_and_a_name_of_two_stays(grammar: Grammar) -> None:
    assert lattice_of(grammar, "turn off the the night light").low == ["turn", "off", "the", "night", "light"]
    assert lattice_of(grammar, "search for the The").low[-2:] == ["the", "the"]
    assert lattice_of(grammar, "type that that is so").low == ["type", "that", "that", "is", "so"]
