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
    kept: list[Reading] = []
    for reading in readings:
        alike = next((at for at, other in enumerate(kept) if _sentences(other) == _sentences(reading)), None)
        if alike is None or not _sentences(reading) or reading.cost > kept[alike].cost + margin:
            kept.append(reading)
        elif _loose(reading) < _loose(kept[alike]):
            kept[alike] = reading
        elif _loose(reading) == _loose(kept[alike]):
            kept.append(reading)
    return kept


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
