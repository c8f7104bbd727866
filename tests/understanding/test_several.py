"""One thing or several, for sentences that no reading says: by their shape alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import aura.language
from aura.language.grammar.grammar import Grammar
from aura.language.grammar.loading import load_grammar
from aura.language.words.tokens import tokenize
from aura.understanding.learn_several import main
from aura.understanding.several import learned
from aura.understanding.signs import signs

SEVERAL = [
    "Reserve a table at the Blue Door and order flowers for my wife",
    "I want to sell my car, then rent a van, and finally look for a garage",
    "Please fold the laundry. After that, iron my shirts. Finally, bring me the newspaper.",
    "What is the capital of Chad? Also tell me who leads it.",
    "Find museums in Lyon and restaurants in Nice",
    "Can you buy milk, feed the cat and call Olga?",
    "Water the roses before mowing the lawn and then close the gate",
    "Translate the letter into Polish, then turn it into speech and send it to my uncle",
    "Withdraw $300 from my savings and invest $200 in Acme",
    "'Calculate the mass of the first ball, and also calculate the mass of the second one",
    "Please help me to wash the van and polish the chrome",
]
ONE = [
    "Reserve a table for two adults and two children at the Blue Door",
    "I have a cold and a bad headache. Please find a pharmacy that is open now",
    "I would like to buy Acme Inc. shares",
    "What is the difference between a crocodile and an alligator?",
    "Find me a flat with a balcony and a lift in Lyon",
    "Can you pay the plumber with my card, and make sure the payment is private?",
    "Translate this text: 'We came, we saw and we won. Then we went home. It's true.'",
    "Work out the force on a body with a mass of 4 kg and an acceleration of 2 m/s",
    "Subsequently, count the letters of the word",
    "I'd like to hear a song (slow, sad and old)",
]


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return load_grammar([Path(aura.language.__path__[0])])


def weighed(grammar: Grammar, said: str) -> float:
    weights = learned()
    found = signs(grammar.words, tokenize(said))
    return weights.always + sum(weights.signs.get(sign, 0.0) * much for sign, much in found.items())


@pytest.mark.parametrize("said", SEVERAL)
def test_signs_of_several_things_outweigh_those_of_one(grammar: Grammar, said: str) -> None:
    assert weighed(grammar, said) > 0


@pytest.mark.parametrize("said", ONE)
def test_one_thing_told_at_length_stays_one(grammar: Grammar, said: str) -> None:
    assert weighed(grammar, said) < 0


def test_what_is_told_in_a_quotation_or_in_parentheses_is_no_sign(grammar: Grammar) -> None:
    plain = signs(grammar.words, tokenize("Translate this: 'Go.'"))
    told = signs(
        grammar.words, tokenize("Translate this: 'Buy milk, don't wait and call me. Then run!' (soon and well)")
    )
    assert told == plain


@pytest.mark.parametrize("said", ["", "?", "and", "'", "((", "and and, and", "🦊", "to"])
def test_anything_at_all_can_be_weighed(grammar: Grammar, said: str) -> None:
    weighed(grammar, said)


def test_the_weights_are_those_of_the_sentences_that_are_written() -> None:
    assert main(["--check"]) == 0


def test_questions_that_are_joined_are_counted_and_what_is_next_in_a_row_is_no_order(grammar: Grammar) -> None:
    found = signs(grammar.words, tokenize("Who wrote it and how long is it, and what was the next one?"))
    assert (found["joined questions"], found["sequence"]) == (2.0, 0.0)
