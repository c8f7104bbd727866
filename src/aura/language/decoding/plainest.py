"""Of readings by the same sentences, those that leave the fewest words to what may be anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from aura.language.slots.parts import Name, Reading, Ways
from aura.language.utterance.lattice import Lattice

Told = Counter[str]
"""How often each word is said in what may be anything."""


def plainest(readings: Sequence[Reading], lattice: Lattice, margin: float) -> list[Reading]:
    """The readings without those that take words of a sentence for a value, where another does not and costs as much.

    "Replace every 2023 by 2024": "every" is said of what is replaced, and is no part of it. A word that would only be
    passed over is none of the sentence's: "type thank you all".
    """
    groups: dict[tuple[object, ...], list[int]] = {}
    told = [_told(reading) for reading in readings]
    for at, reading in enumerate(readings):
        groups.setdefault(_sentences(reading) if told[at] else (), []).append(at)
    kept = [(at, readings[at]) for at in groups.pop((), [])]
    for alike in groups.values():
        first = alike[0]
        near = [at for at in alike if readings[at].cost <= readings[first].cost + margin]
        plain = min(near, key=lambda at: told[at].total() if _is_plainer(told[at], told[first], lattice) else 1 << 30)
        reach = readings[plain].cost + margin
        rest = [at for at in alike if at != plain and told[at].total() <= told[plain].total()]
        kept += [(first, readings[plain]), *((at, readings[at]) for at in rest)]
        kept += [(at, readings[at]) for at in alike if at not in rest and at != plain and readings[at].cost > reach]
    return [reading for _, reading in sorted(kept, key=lambda one: one[0])]


def _sentences(reading: Reading) -> tuple[object, ...]:
    told = tuple((clause.frame, clause.intent, clause.start, clause.end) for clause in reading.clauses)
    return (*told, reading.notes)


def _is_plainer(told: Told, other: Told, lattice: Lattice) -> bool:
    """Whether the words that are in the other only are no fillers, so that they can only be the sentence's own."""
    spared = other - told
    inside = (low for at, low in enumerate(lattice.low) if lattice.may_stand_inside(at))
    return not any(low in spared for low in inside) and not any(
        all(low in spared for low in lattice.low[begin:end])
        for begin in lattice.beginnings.get("filler", ())
        for end, _, _ in lattice.at(begin, "filler")
    )


def _told(reading: Reading) -> Told:
    values = (value for clause in reading.clauses for _, value in clause.slots)
    return Counter(word for value in values for word in _words(value))


def _words(value: Any) -> list[str]:
    """The words of a value that may be any."""
    match value:
        case str():
            return value.lower().split()
        case Ways():
            return value.said.lower().split()
        case Name():
            return value.text.lower().split()
    return []
