"""What is said word for word as a loaded domain has it is read as the search for all readings reads it."""

from __future__ import annotations

import random

import pytest
from hassil.intents import Intents
from hassil.sample import sample_intents
from small_home import GIVEN, HOME, home

from aura.language.decoding.decode import best_reading, decode
from aura.language.decoding.verbatim import said_verbatim
from aura.language.utterance.lattice import tokens_of

WORDS = ("turn", "on", "off", "the", "kitchen", "lamp", "lights", "fan", "to", "forty", "percent", "and", "first", "no")
BESIDE = ("turn on the fan first", "turn on the fan and turn off the lights", "please turn on the kitchen lamp")


def sampled() -> list[str]:
    level = HOME["intents"]["Dim"]["data"][0]["lists"]
    intents = Intents.from_dict(HOME | {"lists": {**HOME["lists"], **GIVEN["lists"], **level}})
    return [said for _, said in sample_intents(intents, language="en")]


def mixed() -> list[str]:
    chance = random.Random(5)
    return [" ".join(chance.choices(WORDS, k=chance.randint(1, 8))) for _ in range(400)]


def is_verbatim(said: str, built_in: bool = False) -> bool:
    grammar, values = home(built_in=built_in)
    return said_verbatim(grammar, tokens_of(grammar, said), values) is not None


@pytest.mark.parametrize("built_in", [False, True])
def test_the_best_reading_is_the_first_of_all(built_in: bool) -> None:
    grammar, values = home(built_in=built_in)
    every = [*random.Random(3).sample(sampled(), 300), *mixed(), *BESIDE]
    for said in every if not built_in else every[::6]:
        all_of_them = decode(grammar, said, None, values).readings
        assert best_reading(grammar, said, None, values) == (all_of_them[0] if all_of_them else None), said


@pytest.mark.parametrize("said", ["turn on the kitchen lamp", "turn on the lights", "dim the fan to 40%"])
def test_a_sentence_as_a_template_has_it_needs_no_search(said: str) -> None:
    assert is_verbatim(said)


@pytest.mark.parametrize("said", [*BESIDE, "trun on the kitchen lamp", "set a 5-minute timer called eggs", ""])
def test_where_more_or_other_words_are_said_the_search_decides(said: str) -> None:
    assert not is_verbatim(said)


def test_where_other_commands_can_be_said_the_search_decides() -> None:
    grammar, values = home(built_in=True)
    said = "turn on the kitchen lamp"
    assert best_reading(grammar, said, None, values) == decode(grammar, said, None, values).readings[0]
