"""Whether what a half asks in free words is asked with all of it, and is heard as it was said."""

from __future__ import annotations

from typing import Any

from aura.language.hearing.misheard.figures import in_figures
from aura.language.hearing.told.told_sums import told_sum
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.numbers import Numbers
from aura.runtime.choosing.questions import is_question, is_whole_question, may_go_on_with_order

QUERY = "query"
ASKED = ("question", QUERY)
"""Inputs that are asked in free words."""
AROUND = " ,.;!?"
"""Marks around a half."""
Steps = list[tuple[str, Any]]


def asks_of(steps: Steps, lattice: Lattice) -> bool:
    """Whether steps that ask something in free words are asked by a question, or with all that was said.

    Of several each asks by itself, and goes on with none of the others: "*what is a glacier* and then lock it".
    """
    asked = asked_in(steps)
    each = len(steps) > 1 and all(_asks_apart(lattice_of(lattice.grammar, text)) for text in asked)
    whole = len(steps) == 1 and asked == [lattice.text.strip(AROUND)]
    return each or is_question(lattice) or (whole and is_whole_question(lattice))


def _asks_apart(asked: Lattice) -> bool:
    return is_whole_question(asked) and not may_go_on_with_order(asked)


def asked_in(steps: Steps) -> list[str]:
    """What steps ask in free words."""
    return [str(inputs[name]) for _, inputs in steps for name in ASKED if name in inputs]


def is_in_figures(heard: Lattice, text: str) -> bool:
    """Whether what was heard only puts numbers of a text in figures: "nineteen seventy", or the sum of a story."""
    said = lattice_of(heard.grammar, text)
    return heard.text in (told_sum(said), in_figures(said, Numbers(said)))
