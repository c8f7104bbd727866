"""Whom an order is for, said behind its verb as learners do: "look *you* in Documents", "remember *yourself* that"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice

LEADING = ("joint", "conclusion", "request", "filler")


def unaddressed(lattice: Lattice) -> str | None:
    """The utterance without whom it orders, said behind a verb that does nothing to him; None where there is none."""
    for at in range(lattice.size - 2):
        said = lattice.in_set(at, "heeding") and lattice.in_set(at + 1, "heeding_one")
        goes_on = lattice.class_name(at + 2) == "preposition" or lattice.in_set(at + 2, "relative")
        begins = not at or lattice.tokens[at - 1].shape == "mark" or lattice.ended(at, *LEADING)
        if said and goes_on and begins:
            tokens = lattice.tokens
            return f"{lattice.text[: tokens[at].end]} {lattice.text[tokens[at + 2].start :]}"
    return None
