"""A file of intents in Home Assistant's format is a domain: what its templates say is read as they say it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hassil.intents import Intents
from hassil.sample import sample_intents
from hypothesis import given, settings
from hypothesis import strategies as st
from small_home import GIVEN, HOME, SOURCES, files, home, read

from aura.language.decoding.decode import decode
from aura.language.grammar.grammar import GrammarError, TemplateFiles
from aura.language.grammar.lists import read_lists
from aura.language.grammar.loading import load_grammar
from aura.language.utterance.values import Values


def goals(said: str) -> list[tuple[str, dict[str, Any]]] | None:
    """The intents and slots of the likeliest reading; None where there is none."""
    readings = read(said).readings
    if not readings:
        return None
    clauses = [(home()[0].intents[clause.intent], clause) for clause in readings[0].clauses]
    return [(intent.goal, {**intent.params, **dict(clause.slots)}) for intent, clause in clauses]


@cache
def samples() -> list[tuple[str, str]]:
    level = HOME["intents"]["Dim"]["data"][0]["lists"]
    intents = Intents.from_dict(HOME | {"lists": {**HOME["lists"], **GIVEN["lists"], **level}})
    return list(sample_intents(intents, language="en"))


@settings(deadline=None)
@given(st.data())
def test_every_sentence_that_hassil_samples_from_a_template_is_read_as_its_intent(data: st.DataObject) -> None:
    intent, said = data.draw(st.sampled_from(samples()))
    found = goals(said)
    if "front door" in said or intent in ("Lock", "Unlock"):
        return  # whether these fit depends on the context, which the tests below say
    assert found is not None and found[0][0] == intent


@pytest.mark.parametrize(
    ("said", "intent", "slots"),
    [
        ("turn on the kitchen lamp", "TurnOn", {"name": "light.kitchen"}),
        ("turn on the kitchen lights", "TurnOn", {"kind": "light", "area": "kitchen"}),
        ("turn on the lights", "TurnOn", {"kind": "light", "area": "hall"}),
        ("lock the front door", "Lock", {"name": "lock.front"}),
        ("dim the fan to 40%", "Dim", {"name": "fan", "level": 80}),
        ("the fan dim to forty percent", "Dim", {"name": "fan", "level": 80}),
        ("set the kitchen's heating to 20.5°", "Warm", {"area": "kitchen", "heat": 20.5}),
        ("make the fan dark red", "Paint", {"name": "fan", "color": "crimson"}),
        ("set a 5-minute timer", "Timer", {"minutes": 5}),
        ("set a twenty five minute timer called soft eggs", "Timer", {"minutes": 25, "what": "soft eggs"}),
        ("announce Dinner is ready in the living room", "Say", {"message": "Dinner is ready", "area": "living room"}),
        ("turn on please the kitchen lamp", "TurnOn", {"name": "light.kitchen"}),
        ("turn on would you kindly the kitchen lamp", "TurnOn", {"name": "light.kitchen"}),
    ],
)
def test_slots_come_out_as_the_file_says(said: str, intent: str, slots: dict[str, Any]) -> None:
    assert goals(said) == [(intent, slots)]


@pytest.mark.parametrize("said", ["lock the fan", "unlock the kitchen lamp", "open the front door"])
def test_a_value_whose_context_does_not_fit_is_not_read(said: str) -> None:
    assert goals(said) is None


@pytest.mark.parametrize("said", ["dim the fan to 140%", "set the kitchen heat to 20.3", "set a 0 minute timer"])
def test_a_number_outside_its_range_is_not_read(said: str) -> None:
    assert goals(said) is None


def test_two_commands_are_two_clauses_also_beside_files() -> None:
    assert goals("turn on the fan and then turn off the kitchen lamp") == [
        ("TurnOn", {"name": "fan"}),
        ("TurnOff", {"name": "light.kitchen"}),
    ]
    clauses = read("turn on the fan and create a folder plans", built_in=True).readings[0].clauses
    assert [clause.frame for clause in clauses] == ["#" + clauses[0].frame[1:], "create"]


@pytest.mark.parametrize("said", ["turn on the kitchne lamp", "trun on the kitchen lamp", "turn on the kitchen lmp"])
def test_a_slip_of_the_hand_is_seen_through_in_sentences_and_values(said: str) -> None:
    assert goals(said) == [("TurnOn", {"name": "light.kitchen"})]


@pytest.mark.parametrize(
    "said",
    [
        "turn of the fan", "turn oof the fan", "nlock the front door", "ulock the front door",
        "dim the fan to fity percent",
        'lock the "front dor"',
    ],
)  # fmt: skip
def test_opposites_numbers_and_what_is_in_quotes_are_never_guessed(said: str) -> None:
    assert goals(said) is None


def playing(said: str) -> bool:
    """Whether a sentence is read by a domain of one intent that plays whatever is said."""
    plays = {"Play": {"data": [{"sentences": ["play {what}"]}]}}
    grammar = load_grammar(SOURCES[:1], loaded=(files(intents=plays),))
    found = decode(grammar, said, None, Values(grammar, read_lists("home", [GIVEN]), {})).readings
    return bool(found)


@pytest.mark.parametrize("said", ["pay my water bill", "i want to pay a bill", "plan my holiday", "lay an egg for me"])
def test_a_free_text_does_not_make_another_word_a_slip(said: str) -> None:
    assert not playing(said)


@pytest.mark.parametrize("said", ["play my old songs", "paly my old songs", "plya some jazz", "plat my old songs"])
def test_a_slip_that_is_no_word_is_seen_through_before_a_free_text(said: str) -> None:
    assert playing(said)


@pytest.mark.parametrize("said", ["turn on the fan tonight", "at 9 turn on the fan", "turn on the fan at 9"])
def test_a_time_that_no_template_takes_is_noted(said: str) -> None:
    notes = read(said).readings[0].notes
    assert [kind for kind, _, _ in notes] == ["time"]


@pytest.mark.parametrize(
    "said", ["my goodness turn on the fan", "hmm let me see, turn on the fan", "turn on the fan you hero"]
)
def test_words_that_nobody_knows_may_stand_around_a_sentence(said: str) -> None:
    assert goals(said) == [("TurnOn", {"name": "fan"})]


@pytest.mark.parametrize(
    "said",
    [
        "don't turn on the fan", "turn on the fan upstairs", "turn on the fan except the big one",
        "turn on the blue fan",
        "turn on the fan if it rains", "never turn on the fan", "my boss said turn on the fan",
        "turn on the fan twice", "how do I turn on the fan", "garden lights on", "turn on the fan in the garden",
    ],
)  # fmt: skip
def test_what_could_restrict_or_revoke_a_command_is_never_passed_over(said: str) -> None:
    assert goals(said) is None


def test_two_domains_with_the_same_intents_do_not_collide() -> None:
    other = {"Open": {"data": [{"sentences": ["open sesame"]}]}}
    grammar = load_grammar(SOURCES, loaded=(files(), files("cave", intents=other)))
    values = Values(grammar, read_lists("home", [GIVEN]))
    for said, domain in (("open sesame", "cave"), ("open the fan", "home")):
        (clause,) = decode(grammar, said, None, values).readings[0].clauses
        assert grammar.intents[clause.intent].domain == domain


@pytest.mark.parametrize("name", ["files", "home"])
def test_a_domain_has_a_name_of_its_own(name: str) -> None:
    with pytest.raises(GrammarError, match=f"domain {name} already"):
        load_grammar(SOURCES, loaded=(files(), files(name)))


@pytest.mark.parametrize("text", [b"- a", b"{", b"intents: {A: {data: 3}}", b"lists: {a: {}}"])
def test_a_file_that_is_not_in_the_format_is_named(text: bytes) -> None:
    with pytest.raises(GrammarError, match=r"x\.yaml|list a"):
        load_grammar(SOURCES, loaded=(TemplateFiles("x", (("x.yaml", text),)),))


def test_new_values_need_no_new_grammar() -> None:
    grammar, _ = home()
    values = Values(grammar, read_lists("home", [{"lists": {"name": {"values": ["toaster"]}}}]))
    (clause,) = decode(grammar, "turn on the toaster", None, values).readings[0].clauses
    assert dict(clause.slots) == {"name": "toaster"}
    assert decode(grammar, "turn on the kitchen lamp", None, values).readings == []
