"""What the clauses of a reading ask for."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.grammar.grammar import Frame, Grammar, Intent
from aura.language.slots.parts import Reading


def goals_of(reading: Reading, grammar: Grammar) -> tuple[str, ...]:
    """What the clauses of a reading ask for, in order."""
    return tuple(asked.goal for asked in asked_by(reading, grammar) if asked.goal)


def asked_by(reading: Reading, grammar: Grammar) -> Iterator[Intent | Frame]:
    """What each clause of a reading was read by."""
    for clause in reading.clauses:
        yield grammar.intents[clause.intent] if clause.intent >= 0 else grammar.frames[clause.frame]
