"""Clauses that were hardly meant as they were read: they lose what nobody named, or leave out where something goes."""

from __future__ import annotations

from aura.contracts.problem import Problem
from aura.language.utterance.lattice import Lattice
from aura.runtime.choose import TOLD, UNREAD
from aura.runtime.trial import Planned

PLACES = ("in", "place", "in_too")


def _loses_what_nobody_named(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "Move a.txt to archive, *delete nothing else*", "make a.txt in documents, *empty*": no verb says what is lost.

    Behind it stands what was passed over, or only a place before it says what it is about.
    """
    if not planned.destroys:
        return None
    told = {start for kind, start, _ in planned.reading.notes if kind in TOLD}
    for clause in planned.reading.clauses[1:]:
        if clause.verb is None or clause.intent >= 0 or clause.things():
            continue
        start, end = clause.verb
        before = bool(clause.parts) and all(part.end <= start for part in clause.parts)
        if before or (not clause.parts and end in told):
            said = lattice.text_of(start, end)
            return Problem(UNREAD, f'"{said}" does not say what should be lost; say that, too.')
    return None


def _leaves_out_a_place(planned: Planned, lattice: Lattice) -> Problem | None:
    """ "A folder x in documents, *downloads and archive*": places beside the one that a thing is in, or is listed."""
    for clause in planned.reading.clauses:
        places = [part for part in clause.parts if part.category in PLACES]
        placed = any(thing.place is not None for thing in clause.things())
        apart = (part for part in places if part.start > 0 and lattice.tokens[part.start - 1].shape == "mark")
        part = next(apart, None)
        if part is not None and (placed or (planned.only_reads and len(places) > 1)):
            said = lattice.text_of(part.start, part.end)
            return Problem(UNREAD, f'Where something is was said twice, and "{said}" would be left out; say it once.')
    return None


CHECKS = (_loses_what_nobody_named, _leaves_out_a_place)
