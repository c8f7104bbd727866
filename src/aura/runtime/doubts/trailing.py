"""What stands behind a comma and may be said beside the command, though it could be one more thing or place of it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise

from aura.contracts.change import MakeFolder, Move
from aura.language.slots.parts import Clause, Place, Thing
from aura.language.utterance.lattice import Lattice
from aura.runtime.choosing.choose import REMARK
from aura.runtime.choosing.trial import Planned
from aura.understanding.clauses import places_of

COMMA = ","


def trails_off(planned: Planned, lattice: Lattice) -> bool:
    """Whether the last that a plan is about is hardly one of a list: "a folder called garden, *glory hallelujah*"."""
    clauses, told = planned.reading.clauses, {start for kind, start, _ in planned.reading.notes if kind == REMARK}
    folders = any(isinstance(change, MakeFolder) for seen in planned.previews for change in seen.changes)
    torn = not folders and any(_is_torn(one.things()) for one in clauses)
    unlike = any(_is_unlike(one.things(), lattice, told) or _goes_elsewhere(one, lattice) for one in clauses)
    return torn or unlike or _named_again(planned, clauses, lattice)


def _is_unlike(things: Sequence[Thing], lattice: Lattice, told: Container[int]) -> bool:
    """Whether commas alone join what is of several words, has no ending as the first has, or is told about behind."""
    names = [one.name for one in things if one.name is not None]
    if not 1 < len(names) == len(things) or any(lattice.low[name.start - 1] != COMMA for name in names[1:]):
        return False
    plain = [name for name in names[1:] if not name.like_file]
    several = any(names[0].like_file or " " in name.text for name in plain) and not things[0].plural
    return several or names[-1].end in told


def _is_torn(things: Sequence[Thing]) -> bool:
    """Whether one file may be taken for two, only the last with an ending: "a note called *salt and* ash.txt"."""
    names = [one.name for one in things if one.name is not None]
    one = len(names) > 1 and things[0].indefinite and not things[0].plural
    return one and names[-1].like_file and not any(name.like_file for name in names[:-1])


def _goes_elsewhere(clause: Clause, lattice: Lattice) -> bool:
    """Whether of places in a row the first is there and no other: "copy it into archive, *belt and braces*"."""
    rows = (part for part in clause.parts if isinstance(part.value, tuple) and len(part.value) > 1)
    for part in rows:
        places = places_of(part)
        commas = any(lattice.low[at] == COMMA for at in range(part.start, min(part.end, lattice.size)))
        first, *others = [_is_there(place, lattice) for place in places] or [False]
        if commas and first and others and not any(others):
            return True
    return False


def _is_there(place: Place, lattice: Lattice) -> bool:
    """Whether a place is a folder that is there, or one that needs no name."""
    inner = place.parts[0]
    return inner.kind != "name" or (inner.name.text if inner.name else inner.value).lower() in lattice.known.folders


def _named_again(planned: Planned, clauses: Sequence[Clause], lattice: Lattice) -> bool:
    """Whether what was just renamed gets another name behind a comma: "rename it to winner.txt, *winner dinner*"."""
    moves = [change for seen in planned.previews for change in seen.changes if isinstance(change, Move)]
    again = any(one.destination == other.source for one, other in pairwise(moves))
    unsaid = (clause for clause in clauses[1:] if clause.verb is None and 0 < clause.start < lattice.size)
    return again and any(lattice.low[clause.start - 1] == COMMA for clause in unsaid)
