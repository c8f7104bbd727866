"""What an utterance says without what its speaker took back."""

from __future__ import annotations

import pytest

from aura.language.grammar.grammar import Grammar
from aura.language.hearing.retelling import retold
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
