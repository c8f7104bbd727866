"""What the words alone say of an utterance, and what gives way to them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from aura.language.grammar.examples import read_examples
from aura.language.grammar.grammar import GrammarError
from aura.language.words.tokens import tokenize
from aura.understanding.categorize import categorize
from aura.understanding.intent import CATEGORIES

GOLDEN = Path(__file__).parents[1] / "golden" / "categories.yaml"
SAID: dict[str, list[str]] = yaml.safe_load(GOLDEN.read_text("utf-8"))
ALL = [(said, category) for category, rows in SAID.items() for said in rows]
FEWEST_RIGHT = 0.8


def likeliest(said: str) -> str:
    return categorize(tokenize(said))[0].category


def test_every_category_is_one_of_the_closed_set() -> None:
    assert {guess.category for guess in categorize(tokenize("anything at all"))} == set(CATEGORIES)


@pytest.mark.parametrize("category", SAID)
def test_most_sentences_of_a_category_are_taken_for_it(category: str) -> None:
    taken = [likeliest(said) for said in SAID[category]]
    assert taken.count(category) >= FEWEST_RIGHT * len(taken), [
        (said, found) for said, found in zip(SAID[category], taken, strict=True) if found != category
    ]


def test_probabilities_are_shares_of_one() -> None:
    for said, _ in ALL[::20]:
        guesses = categorize(tokenize(said))
        assert sum(guess.probability for guess in guesses) == pytest.approx(1)
        assert guesses == sorted(guesses, key=lambda guess: -guess.probability)


def test_capitals_and_final_marks_change_nothing() -> None:
    for said, _ in ALL:
        assert likeliest(said) == likeliest(said.upper().lower()) == likeliest(f"{said}!") == likeliest(f"{said}.")


def test_please_changes_nothing() -> None:
    for said, _ in ALL:
        assert likeliest(said) == likeliest(f"{said} please") == likeliest(f"please, {said}, thanks")


@pytest.mark.parametrize("said", ["", "?", "🦊", "x" * 5000, "\u202e", "{a} {b}"])
def test_anything_at_all_has_a_category(said: str) -> None:
    assert likeliest(said) in CATEGORIES


def test_the_weights_were_learned_from_the_examples_as_they_are() -> None:
    done = subprocess.run([sys.executable, "-m", "aura.understanding.learn", "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_same_examples_make_the_same_utterances() -> None:
    text = json.dumps({"lists": {"pet": ["cat", "dog"]}, "unknown": {"pets": ["(feed|walk) the {pet}"]}}).encode()
    made = read_examples([("pets", text)]).examples
    assert {one.text for one in made} == {"feed the cat", "feed the dog", "walk the cat", "walk the dog"}
    assert made == read_examples([("pets", text)]).examples
    assert {(one.category, one.group) for one in made} == {("unknown", "pets")}


@pytest.mark.parametrize("template", ["walk the {pet}", "walk (the"])
def test_an_example_that_cannot_be_read_is_named(template: str) -> None:
    with pytest.raises(GrammarError, match=r"pet|walk"):
        read_examples([("pets", json.dumps({"unknown": {"pets": [template]}}).encode())])
