"""What is asked behind all else in words that may be passed over: "mute it, 3 at 12 each, *what does that come to*"."""

from __future__ import annotations

from collections.abc import Container

from aura.language.asides.exclaiming import exclamation
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark

FEWEST = 3
"""Words of what is asked."""
MARK = "mark"


def asked_behind(lattice: Lattice, passed: Container[int]) -> str:
    """The question that ends an utterance, if none of its words is read; nothing where there is none.

    What is asked before something is ordered may be asked of nobody: "*who on earth calls it so*? Rename it".
    """
    for at in range(1, lattice.size):
        stop = next_mark(lattice, at)
        begins = lattice.tokens[at - 1].shape == MARK or bool(lattice.ending(at, "joint"))
        asked = begins and lattice.in_set(at, "embedding") and not lattice.in_set(at, "wondering")
        worded = lattice.in_set(at + 1, "asked_with") or lattice.class_name(at + 1) == "being"
        if asked and worded and stop - at >= FEWEST and exclamation(lattice, at) == at:
            last = all(lattice.tokens[word].shape == MARK for word in range(stop, lattice.size))
            if last and all(word in passed for word in range(at, stop)):
                return lattice.text_of(at, stop)
    return ""
