"""Words that stand in no value of what a helper makes of a sentence, and what they mean for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import aura.language
import aura.tools
from aura.language.decoding.phrases import Phrases
from aura.language.grammar.grammar import Grammar
from aura.language.grammar.loading import load_grammar
from aura.language.utterance.lattice import lattice_of
from aura.language.utterance.passages import passages, words_of
from aura.understanding.leftovers import BY_DOUBT, BY_LOOK, BY_LOSS, BY_NAME, BY_WORD, Measure, leaves_over

MEASURES = {"name": BY_NAME, "loss": BY_LOSS, "doubt": BY_DOUBT, "look": BY_LOOK, "word": BY_WORD}


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return load_grammar((Path(aura.language.__path__[0]), Path(aura.tools.__path__[0])))


def mattering(grammar: Grammar, sentence: str, *values: str) -> set[str]:
    """The measures by which something of a sentence is left over, some values being used."""
    lattice = lattice_of(grammar, sentence)
    used = [range(*next(passages(words_of(value, lattice), lattice))) for value in values]

    def left(measures: Sequence[Measure]) -> bool:
        return leaves_over(Phrases(lattice), used, measures)

    return {name for name, measures in MEASURES.items() if left(measures)}


@pytest.mark.parametrize(
    ("sentence", "values", "measures"),
    [
        ("bin plums.txt please", ["plums.txt"], set()),
        ("bin plums.txt and pears.txt", ["plums.txt"], {"name", "loss", "doubt", "look", "word"}),
        ("yeet plums.txt over to the archive", ["plums.txt", "archive"], {"loss"}),
        ("bin plums.txt on the desktop", ["plums.txt"], {"loss", "word"}),
        ("bin plums.txt, he said it is old", ["plums.txt"], {"doubt"}),
        ("bin plums.txt not the pears", ["plums.txt"], {"loss", "doubt", "look", "word"}),
        ("bin plums.txt with 3 pears", ["plums.txt"], {"loss", "doubt", "look", "word"}),
        ("bin plums.txt tomorrow", ["plums.txt"], {"loss", "doubt", "look", "word"}),
    ],
)
def test_what_is_left_over_matters_by_what_could_go_wrong(
    grammar: Grammar, sentence: str, values: list[str], measures: set[str]
) -> None:
    assert mattering(grammar, sentence, *values) == measures
