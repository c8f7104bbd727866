"""What somebody wants before he asks for something "so" may only be why: then a person is asked."""

from __future__ import annotations

from itertools import pairwise

from aura.language.slots.parts import Clause
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import CONCLUDED
from aura.runtime.choosing.trial import Planned

LONGEST_LEAD = 4
"""Tokens within which somebody says that he wants something: "I would really like"."""


def does_an_aim_too(planned: Planned, lattice: Lattice) -> bool:
    """Whether more is done than is asked for by a wish: "*I'd like to write a letter*, so please close Slack"."""
    clauses = sorted(planned.reading.clauses, key=lambda clause: clause.start)
    wished = any(_is_wished(lattice, one) and _concludes(lattice, other) for one, other in pairwise(clauses))
    return wished and len(planned.steps) > 1


def _is_wished(lattice: Lattice, clause: Clause) -> bool:
    """Whether a clause is a wish of the speaker to do something: "*I'd like to write* a letter"."""
    verb = clause.verb[0] if clause.verb is not None else -1
    himself = lattice.in_set(clause.start, "own_subject") or lattice.in_set(clause.start, "speaking")
    return himself and clause.start < verb <= clause.start + LONGEST_LEAD and lattice.in_set(verb - 1, "infinitive")


def _concludes(lattice: Lattice, clause: Clause) -> bool:
    """Whether a clause is asked for because of what stands before it: "*so* please close it"."""
    begins = range(max(0, clause.start - LONGEST_LEAD), clause.start + 1)
    return any(sense == CONCLUDED for at in begins for _, _, sense in lattice.at(at, "request"))
