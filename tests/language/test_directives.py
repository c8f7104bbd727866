"""How surely an utterance asks for something now: what was learned says it of sentences that were never seen."""

from __future__ import annotations

import subprocess
import sys

import pytest

from aura.language.directives.directive import BUCKETS, directive, signs
from aura.language.directives.learn import learn, lesson_of, sentences
from aura.language.grammar.grammar import Grammar
from aura.language.utterance.lattice import lattice_of

SURELY, HARDLY = 0.8, 0.5
"""Between them it is not known: a sentence holds more than the words that it is weighed by."""
ASKED = [
    "mute the sound, my parrot is learning to swear again",
    "move plan.docx to the D drive, our server has a mind of its own",
    "rename it to final.docx, my lab partner has no clue which one is which",
]
NOT_ASKED = [
    "restart, that's what our plumber says about everything",
    "if only i had muted it before the teacher came in",
    "he always says close the window and then opens it himself",
]


def test_what_was_learned_is_known_again(grammar: Grammar) -> None:
    weights = learn([lesson_of(grammar, "mute it now", True), lesson_of(grammar, "he muted it", False)], rounds=40)
    assert len(weights.table) == BUCKETS
    assert weights.probability(lattice_of(grammar, "mute it now")) > 0.7
    assert weights.probability(lattice_of(grammar, "he muted it")) < 0.3


@pytest.mark.parametrize("said", ASKED)
def test_a_command_with_a_reason_surely_asks(grammar: Grammar, said: str) -> None:
    assert directive(lattice_of(grammar, said)) > SURELY


@pytest.mark.parametrize("said", NOT_ASKED)
def test_what_only_tells_hardly_asks(grammar: Grammar, said: str) -> None:
    assert directive(lattice_of(grammar, said)) < HARDLY


@pytest.mark.parametrize("said", ["", "?", "🦊", "x" * 5000, "so so so so"])
def test_anything_at_all_has_a_probability(grammar: Grammar, said: str) -> None:
    assert 0 <= directive(lattice_of(grammar, said)) <= 1


def test_names_and_figures_are_signs_by_their_shape_alone(grammar: Grammar) -> None:
    assert signs(lattice_of(grammar, "open a.txt in 5 windows")) == signs(
        lattice_of(grammar, "open b.pdf in 7 windows")
    )


def test_there_are_sentences_of_both_kinds() -> None:
    done = [done for _, done in sentences()]
    assert min(done.count(True), done.count(False)) > 3000


def test_the_weights_were_learned_from_the_sentences_as_they_are() -> None:
    check = [sys.executable, "-m", "aura.language.directives.learn", "--check"]
    run = subprocess.run(check, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, "")
