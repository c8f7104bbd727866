"""Where it is told why, beside what is said anew."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice

CAUSE, REASON = "cause", "reason"


def reason_before(lattice: Lattice, at: int) -> int:
    """Where the reason begins that a correction stands behind, or the correction: no part of a reason is said anew."""
    for word in range(1, at):
        for end, slipped, sense in lattice.at(word, "remark_lead"):
            if not slipped and (sense == CAUSE or (sense == REASON and lattice.in_set(end, "own_subject"))):
                return word
    return at
