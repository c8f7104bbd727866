"""What is asked of somebody who knows the world: a question, with the story that it cannot be answered without."""

from __future__ import annotations

from aura.language.slots.parts import Reading
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers

MANNERS = ("polite", "asked_again")
REMARK, MARK = "remark", ","
UNNAMED = ("sum_question", "finite", "helping", "particle", "ended", "measuring")
"""Sets of words of a question that name nothing it is about."""


def asked_of(lattice: Lattice, start: int, end: int, reading: Reading) -> str:
    """What was asked, without the manners behind it: "what is the capital again please".

    Where nothing else is asked for, and the question needs what is told around it, that is a part of it.
    """
    told = [(first, last) for kind, first, last in reading.notes if kind == REMARK]
    if len(reading.clauses) == 1 and _needs(lattice, start, end, told):
        start = min(start, *(first for first, _ in told))
        end = max(end, *(last for _, last in told))
        end -= lattice.tokens[end - 1].shape == "mark"
    while end > start + 1 and any(lattice.in_set(end - 1, manners) for manners in MANNERS):
        end -= 1
    end -= end > start + 1 and lattice.low[end - 1] == MARK  # what it goes on with is not asked: "…, please"
    return lattice.text_of(start, end)


def _needs(lattice: Lattice, start: int, end: int, told: list[tuple[int, int]]) -> bool:
    """Whether a question is answered by what is told: that holds numbers, or the question names nothing by itself.

    "I had 9 and lost 2. *How many are left?*", but no "*what is a fez?*".
    """
    if not told or (lattice.class_name(start + 1) == "being" and lattice.in_set(start + 2, "indefinite")):
        return False
    numbers = Numbers(lattice)
    counted = any(numbers.at(at) is not None for first, last in told for at in range(first, last))
    return counted or not any(_names(lattice, at) for at in range(start + 1, end))


def _names(lattice: Lattice, at: int) -> bool:
    """Whether a word of a question names what it is about."""
    plain = lattice.tokens[at].shape != "mark" and not lattice.class_name(at)
    return plain and not any(lattice.in_set(at, name) for name in UNNAMED)
