"""What the speaker told once, and then says again in his order: "*that code I told you,* you can forget the code"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import beyond

TOLD = "told_once"
LONGEST_TOPIC = 4
"""Words of what was told."""
LEADING = ("filler", "conclusion")


def topic_said_again(lattice: Lattice) -> str | None:
    """The order alone, where it says again of what it is; None where it does not, or nothing stands before it."""
    if not lattice.in_set(0, "determiner"):
        return None
    for noun in range(2, min(LONGEST_TOPIC + 1, lattice.size - 2)):
        for end in lattice.ends(noun, TOLD):
            shared = any(stop > end for stop in lattice.ends(end - 1, "filler"))  # "I told you, um, *you* can forget"
            begin = end - 1 if shared else beyond(lattice, end, marks=True)
            topic = lattice.low[1:noun]
            later = range(begin + 1, lattice.size - len(topic))
            again = (at for at in later if lattice.in_set(at, "determiner"))
            if any(lattice.low[at + 1 : at + noun] == topic for at in again) and _orders(lattice, begin):
                return lattice.text[lattice.tokens[begin].start :]
    return None


def _orders(lattice: Lattice, begin: int) -> bool:
    """Whether an order begins at a token, behind polite words or not."""
    return lattice.begins_clause(begin) or lattice.begins_clause(beyond(lattice, begin, *LEADING))
