"""A place that is told of before a command may be where that was to look: then a person is asked."""

from __future__ import annotations

from pathlib import PurePath

from aura.language.hearing.told.looked_for_there import places_told_of, where_it_is
from aura.language.slots.parts import Clause
from aura.language.utterance.lattice import Lattice
from aura.runtime.choosing.trial import Planned

PATH, MENTION = "path", "mention"
PLACES = ("in", "from", "place")
"""Parts of a command that say where."""


def looks_elsewhere(planned: Planned, lattice: Lattice) -> bool:
    """Whether all that is done is to look where nobody said: "it may be *in my Documents*: find every pdf".

    What changes something is ordered where it is. What names its place has been told where to look.
    """
    paths = [PurePath(str(step.inputs[PATH])) for step in planned.steps if PATH in step.inputs]
    if len(planned.steps) != 1 or len(paths) != 1 or not planned.only_reads:
        return False
    if any(_is_placed(clause) for clause in planned.reading.clauses):
        return False
    folders = {part.lower() for part in paths[0].parts}
    places = [*where_it_is(lattice, 0, lattice.size)] or [*places_told_of(lattice, lattice.size)]
    return bool(places) and not any(lattice.low[end - 1] in folders for _, end in places)


def _is_placed(clause: Clause) -> bool:
    """Whether a command says where it is done: "find a.txt *in the workspace*"."""
    placed = any(part.category in PLACES for part in clause.parts) or any(one.place for one in clause.things())
    return placed and clause.frame != MENTION
