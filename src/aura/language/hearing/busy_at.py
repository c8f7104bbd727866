"""When somebody has something to do is no time of the order behind it: "i have a meeting at two *open teams*"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.decoding.phrases import Phrases
from aura.language.utterance.lattice import Lattice

STATING = ("holding", "finite")
SHORTEST_TOLD = 3
"""Words before a time in which at least it is told what somebody has then."""


def busy_at(lattice: Lattice) -> str | None:
    """The utterance with a mark between when something is and an order; None where there is one, or another time."""
    own = lattice.in_set(0, "own_subject") or lattice.in_set(0, "determiner")
    if not own or any(token.shape == "mark" for token in lattice.tokens[:-1]):
        return None
    told = next((at for at in range(1, lattice.size) if any(lattice.in_set(at, name) for name in STATING)), None)
    if told is None:
        return None
    times = [*_times(lattice, max(told + 1, SHORTEST_TOLD))]
    if len(times) != 1 or not lattice.begins_clause(times[0]):
        return None
    if any(lattice.in_set(at, "infinitive") or lattice.ended(at, "called") for at in range(times[0])):
        return None
    start = lattice.tokens[times[0]].start
    return f"{lattice.text[:start].rstrip()}, {lattice.text[start:]}"


def _times(lattice: Lattice, first: int) -> Iterator[int]:
    """Where each phrase ends that says when, the longest that begins at a preposition."""
    times = Phrases(lattice).slotted.times
    for at in range(first, lattice.size):
        ends = [time.end for time in times(at)] if lattice.class_name(at) == "preposition" else []
        yield from [max(ends)] if ends and max(ends) < lattice.size else []
