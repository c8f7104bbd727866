"""A thing that would be lost and is told only as the one before, where something took the place of another just now."""

from __future__ import annotations

from aura.language.slots.parts import Name
from aura.language.utterance.lattice import Lattice
from aura.runtime.choosing.trial import Planned

FORMER = ("singling", "definite")


def loses_a_former_one(planned: Planned, lattice: Lattice) -> bool:
    """Whether a later command is about what is only called old: "enter Rome in the city box, delete *the old*".

    What stood in that place before may be meant, and no folder that happens to be called so.
    """
    things = (thing for clause in planned.reading.clauses[1:] for thing in clause.things())
    return any(not one.kind and one.name is not None and _is_former(one.name, lattice) for one in things)


def _is_former(name: Name, lattice: Lattice) -> bool:
    """Whether every word of a name, in small letters behind "the", only tells one from others: "the *old*"."""
    words = range(name.start, min(name.end, lattice.size))
    led = words.start > 0 and lattice.in_set(words.start - 1, "definite")
    plain = all(lattice.tokens[at].shape == "word" and lattice.tokens[at].text.islower() for at in words)
    return (led or len(words) > 1) and plain and all(any(lattice.in_set(at, each) for each in FORMER) for at in words)
