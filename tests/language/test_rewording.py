"""Utterances in the plain words in which they are read."""

from __future__ import annotations

import pytest

from aura.language.grammar.grammar import Grammar
from aura.language.hearing.rewording import put_plainly
from aura.language.utterance.lattice import lattice_of


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1. mute it 2. lock the screen", "mute it, then lock the screen"),
        (
            "three jobs. one, mute it. two, open word. three, lock it",
            "three jobs. mute it, then open word, then lock it",
        ),
        ("type this for me: all gone", "type this: all gone"),
        ("type this, my hands are wet: all gone", "my hands are wet, type this: all gone"),
        ("add the following please: all gone", "add the following: all gone"),
    ],
)
def test_what_is_counted_or_announced_is_said_in_turn(grammar: Grammar, said: str, meant: str) -> None:
    assert put_plainly(lattice_of(grammar, said)) == meant


@pytest.mark.parametrize(
    "said",
    [
        "type 1. eggs 2. milk",
        "write 1, 2, 3 in notes.txt",
        "add 1) open the door to notes.txt",
        "type this, then open word: all gone",
        "wait until 10:30",
        "mute it",
    ],
)
def test_lists_in_texts_and_times_are_left_as_they_are(grammar: Grammar, said: str) -> None:
    assert put_plainly(lattice_of(grammar, said)) is None
