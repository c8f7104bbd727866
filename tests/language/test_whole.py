"""A sentence of a loaded domain with free text in it is read as the search for all readings reads it."""

from __future__ import annotations

import random

import pytest
from small_home import home

from aura.language.decoding.decode import best_reading, decode
from aura.language.decoding.whole import said_whole
from aura.language.utterance.lattice import lattice_of

OPENED = ("announce", "start a 5 minute timer called", "set a ten-minute timer for", "turn on the fan announce")
WORDS = (
    "supper", "eggs", "supper is ready", "a", "the", "in", "to", "for", "me", "kitchen", "living", "room", "timer",
    "called", "five", "5", "minutes", "now", "tonight", "first", "please", "and", "turn", "on", "fan", "no", "my",
    "kitchne", "announce", "maybe", "then", "it", "is", ",", "thanks",
)  # fmt: skip
PLAIN = (
    "announce supper in the kitchen",
    "start a 5 minute timer called eggs",
    "announce supper",
    "announce supper is ready",
)
BESIDE = (
    "please announce supper", "announce supper and turn on the fan", "announce supper supper", "announce supper, ok",
    "announce supper at 9", "annuonce supper", "announce supper for me", "would you kindly announce supper",
    "announce a very long and boring supper", "announce kitchne supper",
)  # fmt: skip


def mixed() -> list[str]:
    chance = random.Random(11)
    return [" ".join((chance.choice(OPENED), *chance.choices(WORDS, k=chance.randint(1, 5)))) for _ in range(600)]


def is_whole(said: str) -> bool:
    grammar, values = home()
    return said_whole(lattice_of(grammar, said), values) is not None


def test_the_best_reading_is_the_first_of_all() -> None:
    grammar, values = home()
    for said in (*PLAIN, *BESIDE, *mixed()):
        all_of_them = decode(grammar, said, None, values).readings
        assert best_reading(grammar, said, None, values) == (all_of_them[0] if all_of_them else None), said


@pytest.mark.parametrize("said", PLAIN)
def test_a_sentence_with_a_short_text_needs_no_search(said: str) -> None:
    assert is_whole(said)


@pytest.mark.parametrize("said", BESIDE)
def test_where_something_else_could_be_meant_the_search_decides(said: str) -> None:
    assert not is_whole(said)
