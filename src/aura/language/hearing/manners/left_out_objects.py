"""What an utterance says with an object that was left out: "kill Teams and start again" → "… and start it again".

Some who learned English leave out what was named just before, as in their own language.
"""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_ended, may_order

MEANT, ONCE_MORE = "pointing", "returning"
"""The set of the word that is left out, and that of those which say that something is done once more to the same."""


def with_object(lattice: Lattice) -> str | None:
    """The utterance with the object that was left out behind a joint; None where there is none."""
    for at in range(2, lattice.size - 1):
        again = lattice.in_set(at + 1, ONCE_MORE) and is_ended(lattice, at + 2)
        if again and lattice.ended(at, "joint") and may_order(lattice, at):
            end, left_out = lattice.tokens[at].end, next(iter(lattice.grammar.words[MEANT]))
            return f"{lattice.text[:end]} {left_out}{lattice.text[end:]}"
    return None
