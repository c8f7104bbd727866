"""How an utterance was understood, as plain data for `aura explain`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from aura.contracts.goal import Question
from aura.contracts.problem import Problem
from aura.language.decode import Decoded
from aura.language.grammar import Grammar
from aura.language.parts import Clause, Reading
from aura.runtime.choose import Choice, Verdict
from aura.runtime.house import House
from aura.runtime.trial import Planned
from aura.understanding.classify import classify


def explanation(
    house: House,
    utterance: str,
    read: Callable[[str], Decoded],
    decide: Callable[[Decoded, Mapping[str, str]], Choice],
    describe: Callable[[Planned], str],
) -> dict[str, Any]:
    """Tokens, classification, the chosen reading and the others with costs and fates, times in milliseconds."""
    started = time.perf_counter()
    decoded = read(utterance)
    understood = time.perf_counter()
    choice = decide(decoded, {}) if decoded.readings else None
    ended = time.perf_counter()
    fates = {id(reading): verdict for reading, verdict in choice.tried} if choice else {}
    return {
        "utterance": utterance,
        "tokens": [{"text": token.text, "shape": token.shape} for token in decoded.lattice.tokens],
        "classification": classify(house.grammar, decoded),
        "chosen": decoded.readings.index(choice.reading) if choice else None,
        "readings": [
            _reading(house.grammar, decoded, reading, fates.get(id(reading)), describe) for reading in decoded.readings
        ],
        "understood_up_to": decoded.furthest,
        "verdict": _fate(choice.verdict, describe) if choice else "not understood",
        "milliseconds": {
            "understanding": round(1e3 * (understood - started), 3),
            "planning": round(1e3 * (ended - understood), 3),
        },
    }


def _reading(
    grammar: Grammar,
    decoded: Decoded,
    reading: Reading,
    verdict: Verdict | None,
    describe: Callable[[Planned], str],
) -> dict[str, Any]:
    words = decoded.lattice.words_of
    return {
        "cost": reading.cost,
        "clauses": [_clause(grammar, decoded, clause) for clause in reading.clauses],
        "passed_over": [{"as": kind, "words": words(start, end)} for kind, start, end in reading.notes],
        "fate": "not tried" if verdict is None else _fate(verdict, describe),
    }


def _clause(grammar: Grammar, decoded: Decoded, clause: Clause) -> dict[str, Any]:
    words = decoded.lattice.words_of
    fixed = clause.intent >= 0
    source = (
        grammar.intents[clause.intent].source if fixed else f"{grammar.frames[clause.frame].domain}: {clause.frame}"
    )
    return {
        "template": source,
        "verb": words(*clause.verb) if clause.verb else "(carried over)",
        "parts": [{"role": part.category, "words": words(part.start, part.end)} for part in clause.parts],
        "slots": dict(clause.slots),
    }


def _fate(verdict: Verdict, describe: Callable[[Planned], str]) -> str:
    if isinstance(verdict, Question):
        return f"asks: {verdict.text}"
    if isinstance(verdict, Problem):
        return f"stops: {verdict}"
    return f"does: {describe(verdict)}"
