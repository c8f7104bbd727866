"""The frames of the verbs that stand in an utterance as they are, with no slip: what each of them asks for."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.grammar.grammar import Frame
from aura.language.utterance.lattice import Lattice

VERB, COMMANDING = "verb", " active"


def verbs_at(lattice: Lattice, at: int) -> Iterator[tuple[int, Frame]]:
    """Where verbs end that begin at a token, in any of their forms, each with its frame."""
    return ((end, _frame(lattice, form)) for end, cost, form in lattice.at(at, VERB) if not cost)


def verbs_before(lattice: Lattice, end: int) -> Iterator[tuple[int, Frame]]:
    """Where verbs begin that end right before a token, in any of their forms, each with its frame."""
    return ((begin, _frame(lattice, form)) for begin, cost, form in lattice.ending(end, VERB) if not cost)


def is_order(form: str) -> bool:
    """Whether a verb is said as an order, by the form that the lattice gives it."""
    return form.endswith(COMMANDING)


def orders_at(lattice: Lattice, at: int) -> bool:
    """Whether a verb that begins at a token is said as an order."""
    return any(not cost and is_order(form) for _, cost, form in lattice.at(at, VERB))


def _frame(lattice: Lattice, form: str) -> Frame:
    """The frame of a verb, whose name stands before the form in which the verb was said."""
    return lattice.grammar.frames[form.partition(" ")[0]]
