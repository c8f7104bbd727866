"""Whether words are a question by themselves, and no statement."""

from __future__ import annotations

from aura.language.asides.exclaiming import exclamation
from aura.language.slots.topics import QUESTIONS
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import STOPS
from aura.language.utterance.predicates import POINTING

FEWEST_ASKED = 3
"""Words of a question in full."""


def is_question(lattice: Lattice) -> bool:
    """Whether words are a question that yes or no is no answer to, and no statement: "what is not saved *is lost*".

    What ends in a word that points asks nothing by itself, nor does what is exclaimed or tells what somebody wants:
    "why don't *we*", "what a day!", "what I need now". Where it goes on behind a stop it is more than a question.
    """
    asked = any(not cost and kind in QUESTIONS for _, cost, kind in lattice.at(0, "asks"))
    whole = lattice.class_name(lattice.size - 1) != "pronoun"
    stopped = any(low in STOPS for low in lattice.low[:-1])
    if stopped or exclamation(lattice, 0) or lattice.in_set(1, "own_subject"):
        return False
    return asked and whole and sum(lattice.in_set(at, "finite") for at in range(lattice.size)) <= 1


def asks_in_full(lattice: Lattice) -> bool:
    """Whether words are a question by themselves, and not of what was said before it: "what does *that* come to"."""
    points = any(not POINTING.isdisjoint(lattice.hits[at]) for at in range(lattice.size))
    return is_question(lattice) and lattice.size >= FEWEST_ASKED and not points
