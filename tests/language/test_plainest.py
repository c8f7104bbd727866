"""Of readings by the same sentences the plainest is meant, and it never spares a word that is only passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

import aura.language
from aura.language.decoding.decode import decode
from aura.language.decoding.plainest import plainest
from aura.language.grammar.compile import compile_grammar
from aura.language.grammar.grammar import Grammar

SENTENCES = """
domain: words
intents:
  swap:
    goal: swap
    category: office_operation
    sentences: ["swap [every] {wording:find} by {wording:replace}"]
  utter:
    goal: utter
    category: office_operation
    sentences: ["utter {wording:text}"]
"""


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    lexicon = Path(aura.language.__path__[0], "lexicon.en.yaml")
    return compile_grammar([(lexicon.name, lexicon.read_bytes()), ("sentences.en.yaml", SENTENCES.encode())])


def meant(grammar: Grammar, text: str) -> dict[str, object]:
    """The slots of the first reading that is left."""
    decoded = decode(grammar, text)
    return dict(plainest(decoded.readings, decoded.lattice, 2.0)[0].clauses[0].slots)


def test_what_the_sentence_says_itself_is_no_part_of_a_value(grammar: Grammar) -> None:
    assert meant(grammar, "swap every 2023 by 2024") == {"find": "2023", "replace": "2024"}


@pytest.mark.parametrize("text", ["thank you all", "how are you", "please come home"])
def test_words_that_could_be_passed_over_stay_in_a_text(grammar: Grammar, text: str) -> None:
    assert meant(grammar, f"utter {text}") == {"text": text}
