"""How something is told to be, or that it would be, had things been otherwise."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates

FAR = 5
"""Tokens from a modal to the verb of its perfect, at most: "would *long since* have been"."""


def is_contrary(lattice: Lattice, at: int) -> bool:
    """Whether a word tells what would be, had things been otherwise: "it *would* long since have been moved"."""
    if not lattice.in_set(at, "modal"):
        return False
    predicates = Predicates(lattice)
    had = (word for word in range(at + 1, min(at + FAR, lattice.size - 1)) if lattice.in_set(word, "perfect"))
    return any(lattice.in_set(word + 1, "unasked") or predicates.is_past(word + 1) for word in had)


def tells_how(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether a statement says how its subject is: "sage *is frozen*", and not "the bus *leaves* at nine"."""
    predicates = Predicates(lattice)
    said = ((at - 1, at) for at in range(begin + 2, end) if not predicates.is_adverb(at))
    return any(predicates.is_aux(being) and predicates.may_be_so(at) for being, at in said)
