"""Whether a text that is found in a sentence ends amid what is said: "add to a.txt: milk *and a final copy*"."""

from __future__ import annotations

from collections.abc import Sequence

from aura.language.annotating.commands import Commands
from aura.language.grammar.actions import Action
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import STOPS
from aura.language.utterance.stretches import says_something

TEXTS = ("text", "items")
"""Kinds of slots that are written somewhere."""
INTRODUCING = ":"
PASSED = ("joint", "filler", "thanks")
"""What may stand behind a text and is none of it."""


def cuts_a_text(lattice: Lattice, found: Commands, actions: Sequence[Action]) -> bool:
    """Whether what stands behind a colon is written only in part, and no command begins where that ends.

    Up to a full stop it goes on: "it says: sand, then diamond *paste*" orders nothing.
    """
    values = found.valued
    begins = {one.begin for one in found.commands}
    for one, action in zip(found.commands, actions, strict=True):
        for slot, (start, end) in one.slots.items():
            if action.slots.get(slot) in TEXTS and start > 0 and lattice.low[start - 1] == INTRODUCING:
                stop = next((at for at in range(end, lattice.size) if lattice.low[at] in STOPS), lattice.size)
                rest = next((at for at in range(end, stop) if _goes_on(lattice, at)), stop)
                if rest < stop and rest not in values and rest not in begins:
                    return True
    return False


def _goes_on(lattice: Lattice, at: int) -> bool:
    """Whether a word is no joint or politeness between a text and what is behind it."""
    little = any(lattice.begins(at, kind) for kind in PASSED) or lattice.in_set(at, "polite")
    return says_something(lattice, at) and not little
