"""Where the words of a text stand in an utterance."""

from __future__ import annotations

import pytest

from aura.language.grammar.grammar import Grammar
from aura.language.utterance.lattice import lattice_of
from aura.language.utterance.passages import passages, words_of


@pytest.mark.parametrize(
    ("utterance", "text", "found"),
    [
        ("write bread and milk in a.txt", "bread and milk", ["bread and milk"]),
        ("write bread, milk in a.txt", "Bread milk!", ["bread, milk"]),
        ("copy plan to plan", "plan", ["plan", "plan"]),
        ("open my plan.txt", "plan", []),
        ("open plan dot txt", "plan.txt", ["plan.txt"]),
        ("find the m p three files", "the m p three files", ["the m p three files"]),
        ("open plan", "the plan", []),
        ("open plan", "", []),
    ],
)
def test_a_text_stands_where_its_words_are_those_of_whole_tokens_marks_aside(
    grammar: Grammar, utterance: str, text: str, found: list[str]
) -> None:
    lattice = lattice_of(grammar, utterance)
    assert [lattice.text_of(*passage) for passage in passages(words_of(text, lattice), lattice)] == found
