"""Words that say that a text takes the place of all that is there, and are none of it."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice

FILES = ("file", "path")


def says_nothing_else(lattice: Lattice, at: int) -> bool:
    """Whether a word only says that what follows is all: "make a.txt say *just* hi", "replace all in it with *only* x".

    Behind what takes the place of a single thing it may be of the text: "replace single with *just* married in a.txt".
    """
    if at < 2 or not lattice.in_set(at, "merely_all") or lattice.in_set(at + 1, "announcing"):
        return False
    if lattice.in_set(at - 1, "says_it"):
        return not lattice.is_over(at - 2) and lattice.class_name(at - 2) != "joint"
    begun = (verb for verb in range(at - 2, -1, -1) if lattice.in_set(verb, "substituting_all"))
    verb = next(begun, None) if lattice.begins(at - 1, "replacement") else None
    return verb is not None and _speaks_of_all(lattice, lattice.skip(verb + 1, "determiner"))


def _speaks_of_all(lattice: Lattice, at: int) -> bool:
    """Whether a file, or all that is in it, is spoken of from a token on: "*notes.txt*", "*everything* in it"."""
    whole = lattice.class_name(at) == "quantifier" or lattice.begins(at, "content_of")
    return whole or lattice.tokens[at].shape in FILES
