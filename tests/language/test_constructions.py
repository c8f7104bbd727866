"""A construction is read in every order of its parts, and means the same in each."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aura.language
from aura.language.decoding.decode import decode
from aura.language.decoding.plainest import plainest
from aura.language.grammar.compile import compile_grammar
from aura.language.grammar.grammar import Grammar, GrammarError

SENTENCES = """
domain: colours
lists:
  colour: {values: [{in: red}, {in: blue}, {in: light green}]}
  room: {values: [{in: kitchen}, {in: hall}]}
intents:
  paint:
    goal: paint
    category: office_operation
    verbs: [paint, colour, do ~ up, <changing>]
    roles:
      theme: "the {room:room}"
      colour: "in {colour:colour}|with {colour:colour}"
      side?: "on the (inside|outside)"
      today?: "before lunch"
    fronted: true
"""
COLOURS = ["red", "blue", "light green"]
ROOMS = ["kitchen", "hall"]
SHAPES = [
    "paint {theme} {roles}", "please paint {roles} {theme}", "can you paints {theme} {roles}",
    "painting {theme} {roles}",
    "do {theme} up {roles}", "{theme} {roles} should be painted", "{theme} must be painted {roles}",
    "{theme} needs painting {roles}", "I want {theme} painted {roles}", "make sure {theme} is painted {roles}",
    "{theme}, paint it {roles}",
    "{theme} please paint {roles}", "{theme} do up {roles}", "{theme} must be up {roles}", "I want {theme} up {roles}",
    "{theme} I want painted {roles}",
]  # fmt: skip


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return compiled(SENTENCES)


def compiled(sentences: str) -> Grammar:
    lexicon = Path(aura.language.__path__[0], "lexicon.en.yaml")
    return compile_grammar([(lexicon.name, lexicon.read_bytes()), ("sentences.en.yaml", sentences.encode())])


def meant(grammar: Grammar, text: str) -> dict[str, object] | None:
    """The slots of the reading that is left, if any is."""
    decoded = decode(grammar, text)
    found = plainest(decoded.readings, decoded.lattice, 2.0)
    return dict(found[0].clauses[0].slots) if found else None


@given(
    shape=st.sampled_from(SHAPES), room=st.sampled_from(ROOMS), colour=st.sampled_from(COLOURS),
    others=st.permutations(["on the inside", "before lunch"]), said=st.integers(0, 2), at=st.integers(0, 2),
)  # fmt: skip
def test_every_order_and_form_means_the_same(
    grammar: Grammar, shape: str, room: str, colour: str, others: list[str], said: int, at: int
) -> None:
    roles = others[:said]
    roles.insert(at, f"in {colour}")
    text = shape.format(theme=f"the {room}", roles=" ".join(roles))
    assert meant(grammar, text) == {"room": room, "colour": colour}, text


@given(room=st.sampled_from(ROOMS), colour=st.sampled_from(COLOURS), led=st.sampled_from(["", "please ", "you must "]))
def test_one_role_may_come_before_the_verb(grammar: Grammar, room: str, colour: str, led: str) -> None:
    for mark in ("", ","):
        text = f"in {colour}{mark} {led}paint the {room}"
        assert meant(grammar, text) == {"room": room, "colour": colour}, text


@pytest.mark.parametrize("text", ["paint the hall", "paint in red", "the hall in red", "the hall painted in red"])
def test_a_part_that_is_needed_is_never_made_up(grammar: Grammar, text: str) -> None:
    assert meant(grammar, text) is None


def test_no_part_is_said_twice(grammar: Grammar) -> None:
    assert meant(grammar, "paint the hall in red with blue") is None


def test_verbs_of_a_class_are_verbs_of_the_construction(grammar: Grammar) -> None:
    assert meant(grammar, "change the hall in red") == {"room": "hall", "colour": "red"}


def test_a_theme_in_front_may_be_said_in_a_way_of_its_own() -> None:
    tired = compiled(SENTENCES.replace("fronted: true", 'fronted: "I am tired of the {room:room} [as it is]"'))
    assert meant(tired, "I am tired of the hall as it is, so you can paint it in red") == {
        "room": "hall",
        "colour": "red",
    }
    assert meant(tired, "I am tired of the hall in red") is None
    assert meant(tired, "the hall should be painted in red") is None


def test_a_class_of_verbs_that_nobody_wrote_is_named() -> None:
    with pytest.raises(GrammarError, match="no class of verbs <painting>, which paint in sentences"):
        compiled(SENTENCES.replace("<changing>", "<painting>"))
