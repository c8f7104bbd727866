"""What an utterance says without what its speaker took back."""

from __future__ import annotations

import pytest

from aura.language.grammar.grammar import Grammar
from aura.language.hearing.corrections.retelling import retold, takes_back
from aura.language.utterance.lattice import lattice_of
from aura.language.utterance.numbers import Numbers


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("the third no the fifth tab", "the fifth tab"),
        ("put three hundred no three hundred twenty there", "put three hundred twenty there"),
        ("by ten no wait twenty percent", "by twenty percent"),
        ("look for a lamp no wait an old desk", "look for an old desk"),
        ("snap it to the left no to the right", "snap it to the right"),
        ("call it alpha sorry I mean beta", "call it beta"),
        ("open it and go to one no to two", "open it and go to two"),
        ("read b2 to b7 from x no b2 to b5", "read b2 to b5 from x"),
        ("read b two to b seven from x no wait b two to b five", "read b two to b five from x"),
        ("the bins go out on thursday no wait friday", "the bins go out on friday"),
    ],
)
def test_what_is_said_anew_replaces_what_is_like_it(grammar: Grammar, said: str, meant: str) -> None:
    lattice = lattice_of(grammar, said)
    assert next(retold(lattice, Numbers(lattice))).text == meant


@pytest.mark.parametrize(
    "said",
    [
        "there is no way",
        "alpha no beta",
        "no",
        "no wait",
        "I said no the end",
        "go to desktop 2, wait no, forget it",
        "mute it no wait scratch that",
    ],
)
def test_without_anything_like_it_a_denial_takes_nothing_back(grammar: Grammar, said: str) -> None:
    lattice = lattice_of(grammar, said)
    assert not list(retold(lattice, Numbers(lattice)))


def test_nothing_across_a_joint_is_taken_back(grammar: Grammar) -> None:
    lattice = lattice_of(grammar, "open the tab and go to it no the page")
    assert all(one.start > lattice.low.index("and") for one in retold(lattice, Numbers(lattice)))


@pytest.mark.parametrize(("said", "at"), [("see you friday no not friday", 3), ("meet at four no wait at five", 3)])
def test_some_words_hardly_stand_in_a_text(grammar: Grammar, said: str, at: int) -> None:
    assert takes_back(lattice_of(grammar, said), at)


@pytest.mark.parametrize(
    ("said", "at"), [("it was actually not bad", 2), ("oh no no no", 1), ("i am sorry not to come", 2), ("no entry", 0)]
)
def test_others_may(grammar: Grammar, said: str, at: int) -> None:
    assert not takes_back(lattice_of(grammar, said), at)
