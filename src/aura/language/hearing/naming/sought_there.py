"""Where something is sought once more: "search youtube for joints, then search *it* for dovetails"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice

SOUGHT = "sought"
LONGEST_PLACE = 4
"""Tokens of where something is sought."""


def sought_there(lattice: Lattice) -> str | None:
    """The utterance with where it is sought in the place of the word that points there; None where none does."""
    for at in range(1, lattice.size - 2):
        pointed = lattice.in_set(at, "pointing") and lattice.begins(at + 1, SOUGHT)
        place = _sought_before(lattice, at) if pointed else ""
        if place:
            text, tokens = lattice.text, lattice.tokens
            return f"{text[: tokens[at].start]}{place}{text[tokens[at].end :]}"
    return None


def _sought_before(lattice: Lattice, at: int) -> str:
    """What stood between the same two words before: "search *youtube* for"; nothing where they were not said."""
    low = lattice.low
    for verb in range(at - 3, -1, -1):
        leads = range(verb + 2, min(verb + LONGEST_PLACE + 2, at - 1))
        lead = next((word for word in leads if low[word] == low[at + 1]), None)
        if low[verb] == low[at - 1] and lead is not None:
            return "" if lattice.in_set(verb + 1, "pointing") else lattice.text_of(verb + 1, lead)
    return ""
