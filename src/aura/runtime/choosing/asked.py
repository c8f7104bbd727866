"""What the clauses of a reading ask for."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.decoding.decode import Decoded
from aura.language.grammar.grammar import Frame, Grammar, Intent
from aura.language.slots.parts import Reading


def goals_of(reading: Reading, grammar: Grammar) -> tuple[str, ...]:
    """What the clauses of a reading ask for, in order."""
    return tuple(asked.goal for asked in asked_by(reading, grammar) if asked.goal)


def asked_by(reading: Reading, grammar: Grammar) -> Iterator[Intent | Frame]:
    """What each clause of a reading was read by."""
    for clause in reading.clauses:
        yield grammar.intents[clause.intent] if clause.intent >= 0 else grammar.frames[clause.frame]


def asks_freely(decoded: Decoded, reading: Reading) -> bool:
    """Whether a reading is a question about anything at all."""
    intents = decoded.lattice.grammar.intents
    return any(clause.intent >= 0 and intents[clause.intent].alone for clause in reading.clauses)


def joins(decoded: Decoded, reading: Reading) -> bool:
    """Whether clauses of a reading are joined by a word, so that each of them is asked for: "…, *and* who made it"."""
    begins = (at for clause in reading.clauses[1:] for at in (clause.start - 1, clause.start))
    return any(decoded.lattice.in_set(at, "coordinating") for at in begins)
