"""Statements that no mark parts from what stands before them, and that are of nothing of it all the same."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import OBJECTS, Predicates

OPEN_ENDS = frozenset(("preposition", "article", "pronoun", "negation", "being", "later", "joint"))
"""Behind such a word what was begun goes on."""
FEWEST_BEFORE = 2
"""Words of a command that a statement may follow without a mark."""


def stands_by_itself(lattice: Lattice, begin: int) -> bool:
    """Whether a statement is of nothing before it: "copy a.txt to old *my boss takes over* on monday".

    Its subject is somebody or something of its own, and its verb shows that it tells; behind a word for a thing it has
    its object, as what says which thing has none: "the folder *my boss opens*".
    """
    if begin < FEWEST_BEFORE or _is_open(lattice, begin - 1) or not _may_be_subject(lattice, begin):
        return False
    if any(lattice.in_set(at, "planned_for") for at in range(begin, lattice.size)):
        return False  # "my plan is tomorrow"
    verb = _verb(lattice, begin)
    if verb is None:
        return False
    has_object = (_begins_object(lattice, at) for at in range(verb + 1, lattice.size))
    return not lattice.in_set(begin - 1, "narrowed") or any(has_object)


def _is_open(lattice: Lattice, last: int) -> bool:
    """Whether something has to follow a token: "into", "the", but not "mute *it*"."""
    goes_on = lattice.in_set(last, "unfinished") or lattice.class_name(last) in OPEN_ENDS
    return goes_on and not lattice.in_set(last, "object_form")


def _may_be_subject(lattice: Lattice, at: int) -> bool:
    """Whether somebody or something may begin at a token, and no command does: "*my* boss", "*dave*"."""
    if lattice.in_set(at, "own_subject") or lattice.in_set(at, "determiner"):
        return True
    ordered = lattice.begins(at, "verb") or (lattice.begins_clause(at) and not lattice.corrected(at))
    return not (lattice.class_name(at) or ordered)


def _verb(lattice: Lattice, begin: int) -> int | None:
    """The verb of a statement that shows by its form that it tells: "my boss *takes*", "dave *took*", "i *go*"."""
    predicates = Predicates(lattice)
    named = not lattice.class_name(begin) and not lattice.begins(begin, "verb")
    verb = predicates.verb(begin, lattice.size)
    verb = begin + 1 if verb is None and named and begin + 1 < lattice.size else verb
    if verb is None or lattice.in_set(begin, "speaking"):
        return verb
    third = lattice.ends_like(verb, "subject") and not lattice.ends_like(verb, "no_subject")
    return verb if third or predicates.is_aux(verb) or predicates.is_past(verb) else None


def _begins_object(lattice: Lattice, at: int) -> bool:
    """Whether a thing begins at a token that no preposition leads to: "takes over *my route*"."""
    led = lattice.class_name(at - 1) == "preposition" and not lattice.in_set(at - 1, "particle")
    return not led and (lattice.in_set(at, "determiner") or lattice.class_name(at) in OBJECTS)
