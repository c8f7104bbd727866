"""Lists in the sentences of a domain, sentences said in short behind another, and words that stand for a value."""

from __future__ import annotations

from pathlib import Path

import pytest

import aura.language
from aura.language.decoding.decode import decode
from aura.language.grammar.grammar import Grammar, ListValue, SlotList
from aura.language.grammar.loading import load_grammar
from aura.language.slots.parts import Pronoun
from aura.language.utterance.values import Values

SENTENCES = """
domain: sound
lists:
  level: {range: {from: 0, to: 100}, values: [{in: half, out: 50}, {in: "(max|full)", out: 100}]}
  player: {source: names}
  key: {exact: true, values: [enter, escape]}
intents:
  set_level:
    goal: set
    category: system_control
    sentences: ["(set|turn) the volume to {level:level} [%|percent]", "volume {level:level}"]
  play:
    goal: play
    category: application_launch
    sentences: ["(start|play with) {player:player}"]
  play_too:
    goal: play
    follows: [play]
    category: application_launch
    sentences: ["[and] [with] {player:player}"]
  louder:
    goal: louder
    category: system_control
    refers: {device: [player]}
    sentences: ["make ({player:device}|{it:device}) louder"]
  wait:
    goal: wait
    category: system_control
    sentences: ["wait for {seconds:delay}"]
  press:
    goal: press
    category: input_control
    sentences: ["press {key:keys}"]
"""


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> Grammar:
    folder = tmp_path_factory.mktemp("sound")
    (folder / "sentences.en.yaml").write_text(SENTENCES, encoding="utf-8")
    return load_grammar((Path(aura.language.__path__[0]), folder))


@pytest.fixture(scope="module")
def values(grammar: Grammar) -> Values:
    players = SlotList(values=(ListValue("spotify", "spotify"), ListValue("music box", "box")))
    return Values(grammar, {"player": players})


def said(grammar: Grammar, values: Values, sentence: str) -> list[tuple[str, dict[str, object]]]:
    readings = decode(grammar, sentence, None, values).readings
    return (
        [
            (grammar.intents[clause.intent].goal, dict(clause.slots))
            for clause in readings[0].clauses
            if clause.intent >= 0
        ]
        if readings
        else []
    )


@pytest.mark.parametrize(
    ("sentence", "level"),
    [
        ("set the volume to 30", 30),
        ("set the volume to 30%", 30),
        ("set the volume to 30 %", 30),
        ("turn the volume to half", 50),
        ("please set the volume to full", 100),
        ("set teh volume to max", 100),
        ("set the volme to 80 percent", 80),
    ],
)
def test_a_slot_is_filled_from_its_list_or_its_range(
    grammar: Grammar, values: Values, sentence: str, level: int
) -> None:
    assert said(grammar, values, sentence) == [("set", {"level": level})]


def test_a_number_that_is_not_in_the_range_fills_nothing(grammar: Grammar, values: Values) -> None:
    assert said(grammar, values, "set the volume to 300") == []


def test_a_list_is_filled_on_the_computer_and_forgives_a_slip(grammar: Grammar, values: Values) -> None:
    assert said(grammar, values, "start msuic box") == [("play", {"player": "box"})]


def test_an_exact_list_forgives_none(grammar: Grammar, values: Values) -> None:
    assert said(grammar, values, "press enter") == [("press", {"keys": "enter"})]
    assert said(grammar, values, "press entre") == []


@pytest.mark.parametrize("joint", [" and ", ", ", " and then ", " and with "])
def test_behind_a_command_another_value_is_said_in_short(grammar: Grammar, values: Values, joint: str) -> None:
    found = said(grammar, values, f"start spotify{joint}music box")
    assert found == [("play", {"player": "spotify"}), ("play", {"player": "box"})]


def test_in_short_nothing_is_said_first_nor_behind_something_else(grammar: Grammar, values: Values) -> None:
    assert said(grammar, values, "spotify") == []
    assert said(grammar, values, "volume 30 and spotify") == []


def test_a_word_may_stand_for_the_value_of_a_slot(grammar: Grammar, values: Values) -> None:
    found = said(grammar, values, "start spotify and make it louder")
    assert found == [("play", {"player": "spotify"}), ("louder", {"device": Pronoun("it", "it")})]


@pytest.mark.parametrize(
    ("sentence", "seconds"),
    [
        ("wait for 10 minutes", 600),
        ("wait for 90 seconds", 90),
        ("wait for half an hour", 1800),
        ("wait for 1 hour and 30 minutes", 5400),
        ("wait for an hour and a half", 5400),
        ("wait for 1.5 hours", 5400),
        ("wait for a minute", 60),
    ],
)
def test_how_long_something_lasts_fills_a_slot_in_seconds(
    grammar: Grammar, values: Values, sentence: str, seconds: int
) -> None:
    assert said(grammar, values, sentence) == [("wait", {"delay": seconds})]
