"""What a speaker takes back altogether, and what only looks like it."""

from __future__ import annotations

import pytest

from aura.language.decoding.phrases import Phrases
from aura.language.grammar.grammar import Grammar
from aura.language.hearing.corrections.withdrawing import withdrawn
from aura.language.utterance.lattice import lattice_of


def taken_back(grammar: Grammar, said: str) -> str:
    lattice = lattice_of(grammar, said)
    found = withdrawn(lattice, lambda: Phrases(lattice).remarks)
    return "" if found is None else lattice.text_of(*found)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("mute the sound, forget it", ", forget it"),
        ("mute the sound never mind", "never mind"),
        ("mute the sound, ah never mind, the baby woke up anyway", ", ah never mind,"),
        ("restart, no, leave it as it is", ", no, leave it as it is"),
        ("open word, wait no i changed my mind", ", wait no i changed my mind"),
    ],
)
def test_all_is_taken_back_where_nothing_is_said_anew(grammar: Grammar, said: str, words: str) -> None:
    assert taken_back(grammar, said).strip(" ,") == words.strip(" ,")


@pytest.mark.parametrize(
    "said",
    [
        "never mind the noise",
        "type never mind",
        "write in the chat: oh well, never mind",
        "mute the sound, forget it, open word",
        "mute the sound, no scratch that, turn it down",
        "delete a.txt, scratch that, b.txt",
        "move a.txt to archive and leave it there",
        "open word and forget that my code is 4",
        "remember that i forget it always",
        "mute the sound, never mind, what time is it",
    ],
)
def test_what_is_said_anew_or_written_takes_nothing_back(grammar: Grammar, said: str) -> None:
    assert taken_back(grammar, said) == ""
