"""Clauses that look like conditions and only ask whether the hearer minds, or understands: "if it suits you"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.asides.harmless import Harmless
from aura.language.utterance.lattice import Lattice

MINDING, WHOLE = "minding", "whole"
SAYS_LITTLE = frozenset(("", "article", "quantifier", "loose", "filler"))
MOST_WORDS = 8


class Courtesies:
    """The ends of such clauses in one utterance."""

    def __init__(self, lattice: Lattice, harmless: Harmless) -> None:
        self._lattice = lattice
        self._harmless = harmless

    def at(self, begin: int, sense: str) -> Iterator[int] | None:
        """Where what only asks whether the hearer minds ends; None for what leads to something else."""
        if sense == MINDING:
            return self._minding(begin)
        return iter((begin,)) if sense == WHOLE else None

    def known(self, begin: int) -> Iterator[int]:
        """Where "if you catch my drift" ends: what the hearer understands is no condition."""
        lattice = self._lattice
        if begin < lattice.size and (self._harmless.is_strange(begin) or lattice.in_set(begin, "meaning")):
            yield begin + 1

    def _minding(self, begin: int) -> Iterator[int]:
        """Where "if it's all the same to you" ends: it asks whether the hearer minds, and is no condition."""
        lattice = self._lattice
        for at in range(begin + 1, min(lattice.size, begin + MOST_WORDS)):
            for end, slipped, _ in lattice.at(at, "to_hearer"):
                if not slipped and all(lattice.class_name(word) in SAYS_LITTLE for word in range(begin, at)):
                    yield end
