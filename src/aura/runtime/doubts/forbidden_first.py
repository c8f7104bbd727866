"""What was said first not to be done to a thing is not done to it: "*Don't delete a.txt.* Delete the txt files"."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from aura.contracts.change import Copy, MakeFolder, Move
from aura.contracts.problem import Problem
from aura.language.slots.parts import Clause
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.verbs import verbs_at
from aura.runtime.choosing.choose import OBJECTED
from aura.runtime.choosing.trial import Planned


def forbidden_first(planned: Planned, lattice: Lattice) -> Problem | None:
    """Why nothing is done where a plan would do what was forbidden of a thing, or touch what should not be touched."""
    clauses, touched = planned.reading.clauses, {PurePath(path).name.lower() for path in _touched(planned)}
    for number, clause in enumerate(clauses[:-1]):
        if not _only_forbids(lattice, clause) or not _may_be_done(lattice, clause, clauses[number + 1 :]):
            continue
        named = next((thing.name for thing in clause.things() if thing.name is not None), None)
        if named is not None and named.text.lower() in touched:
            said = lattice.text_of(clause.start, named.end)
            return Problem(OBJECTED, f'"{said}" forbids some of that, so nothing was done; say only what should be.')
    return None


def _only_forbids(lattice: Lattice, clause: Clause) -> bool:
    """Whether a clause only says what not to do with a file or a folder."""
    return clause.intent < 0 and lattice.grammar.frames[clause.frame].contrast and clause.verb is not None


def _may_be_done(lattice: Lattice, forbidden: Clause, behind: tuple[Clause, ...]) -> bool:
    """Whether some clause does what is forbidden, or anything where that is to touch: "don't *touch* a.txt"."""
    frames, verb = lattice.grammar.frames, forbidden.verb[1] - 1 if forbidden.verb is not None else 0
    if lattice.in_set(verb, "meddling"):
        return True
    goals = {frame.goal for _, frame in verbs_at(lattice, verb)}
    return any(clause.intent < 0 and frames[clause.frame].goal in goals for clause in behind)


def _touched(planned: Planned) -> Iterator[str]:
    """What was there and is changed, moved or thrown away by a plan."""
    for change in (change for seen in planned.previews for change in seen.changes):
        if isinstance(change, Move):
            yield change.source
        elif not isinstance(change, Copy | MakeFolder):
            yield change.path
