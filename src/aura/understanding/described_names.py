"""Names of things that are there, with the word before them that says what they are like."""

from __future__ import annotations

from aura.language.slots.parts import Name
from aura.language.utterance.lattice import Lattice


def with_adjective(lattice: Lattice, name: Name) -> str:
    """A name with the word before it, where that is of the name of something that is there.

    "The *old* notes" are "notes old.txt", and just notes.txt where nothing is called so.
    """
    at = name.start - 1
    if name.shape not in ("words", "known") or at < 0:
        return name.text
    said = any(lattice.in_set(at, kind) for kind in ("adjective", "determiner"))
    both = (f"{lattice.low[at]} {name.text.lower()}", f"{name.text.lower()} {lattice.low[at]}")
    there = {*lattice.known.files, *lattice.known.folders}
    return next((one for one in both if said and one in there), name.text)
