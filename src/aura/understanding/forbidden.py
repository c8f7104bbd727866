"""What was said not to be done: "mute the sound, but don't lock the screen"."""

from __future__ import annotations

from collections.abc import Sequence

from aura.contracts.problem import Problem
from aura.language.grammar import Grammar
from aura.language.parts import Clause, Reading
from aura.language.said import FORBIDDEN
from aura.language.trace import TAKEN_BACK
from aura.understanding.discourse import Unsettled

NOT_WANTED = Problem("NOT_WANTED", "You said not to do that, so nothing was done.")
UNCLEAR = Problem(
    "NOT_WANTED", "You said what not to do, and something else behind it, so nothing was done; say only what to do."
)


def wanted(grammar: Grammar, reading: Reading) -> Sequence[Clause]:
    """The clauses of a reading that are to be done: those before what is forbidden, unless they do the same.

    How far a "don't" reaches over what is said behind it is not certain, so then nothing is done.
    """
    clauses = meant(reading)
    first = next((at for at, clause in enumerate(clauses) if _forbids(reading, clause)), None)
    if first is None:
        return clauses
    before, forbidden = clauses[:first], clauses[first]
    if not before or any(_same(grammar, clause, forbidden) for clause in before):
        raise Unsettled(NOT_WANTED)
    if first + 1 < len(clauses):
        raise Unsettled(UNCLEAR)
    return before


def meant(reading: Reading) -> Sequence[Clause]:
    """The clauses of a reading that were not taken back: "mute it, no, lock the screen" only locks."""
    ends = {start for kind, start, _ in reading.notes if kind == TAKEN_BACK}
    return [clause for clause in reading.clauses if clause.end not in ends]


def _forbids(reading: Reading, clause: Clause) -> bool:
    verb = clause.verb[0] if clause.verb is not None else clause.start
    return clause.intent >= 0 and any(
        kind == FORBIDDEN and clause.start <= start and end <= verb for kind, start, end in reading.notes
    )


def _same(grammar: Grammar, clause: Clause, forbidden: Clause) -> bool:
    """Whether two sentences ask for the same; a goal may be forbidden after it was asked for."""
    if clause.intent < 0:
        return False
    one, other = grammar.intents[clause.intent], grammar.intents[forbidden.intent]
    return (one.domain, one.goal) == (other.domain, other.goal)
