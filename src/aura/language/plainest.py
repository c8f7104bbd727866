"""Of readings by the same sentences, those that leave the fewest words to what may be anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aura.language.parts import Clause, Name, Reading, Ways


def plainest(readings: Sequence[Reading], margin: float) -> list[Reading]:
    """The readings without those that take words of a sentence for a value, where another does not and costs as much.

    "Replace every 2023 by 2024": "every" is said of what is replaced, and is no part of it. The first one stays the
    cheapest.
    """
    groups: dict[tuple[object, ...], list[int]] = {}
    for at, reading in enumerate(readings):
        groups.setdefault(_sentences(reading), []).append(at)
    kept = [(at, readings[at]) for at in groups.pop((), [])]
    for alike in groups.values():
        near = [at for at in alike if readings[at].cost <= readings[alike[0]].cost + margin]
        fewest = min(_loose(readings[at]) for at in near)
        plain = [at for at in near if _loose(readings[at]) == fewest]
        kept += [(place, readings[at]) for place, at in zip(near, plain, strict=False)]
        kept += [(at, readings[at]) for at in alike if at not in near]
    return [reading for _, reading in sorted(kept, key=lambda one: one[0])]


def _sentences(reading: Reading) -> tuple[object, ...]:
    """The sentences of domains that a reading is made of; nothing where none has a value that may be anything."""
    told = tuple((clause.frame, clause.intent, clause.start, clause.end) for clause in reading.clauses)
    return told if _loose(reading) else ()


def _loose(reading: Reading) -> int:
    return sum(_words(value) for clause in reading.clauses for value in _values(clause))


def _values(clause: Clause) -> list[Any]:
    return [value for _, value in clause.slots]


def _words(value: Any) -> int:
    """How many words of a value may be any."""
    match value:
        case str():
            return value.count(" ") + 1
        case Ways():
            return value.said.count(" ") + 1
        case Name():
            return value.end - value.start
    return 0
