"""How probable it is that an utterance asks for something to be done now: logistic regression over its words and pairs.

"Close word, my boss is coming" asks for it; "close word, my boss says when" does not, though every word of the command
is there. It only says how sure that is: what follows from it, others decide.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from msgspec import Struct

from aura.language.learned import FINEST, Kept
from aura.language.tagging.signs import END, START, said
from aura.language.utterance.lattice import Lattice

BUCKETS = 1 << 17
ORDERED = "!"
"""The sign of an utterance that opens with a verb."""


class Weights(Struct, frozen=True):
    """What was learned: for each sign a signed byte, to be multiplied with `unit`, and what every utterance has."""

    always: float
    unit: float
    table: bytes

    @classmethod
    def quantised(cls, always: float, weights: Sequence[float]) -> Weights:
        """Weights as bytes."""
        unit = max(map(abs, weights)) / FINEST
        return cls(always, unit, bytes(round(weight / unit) & 0xFF for weight in weights))

    def probability(self, lattice: Lattice) -> float:
        """How probable it is that an utterance asks for something to be done now."""
        table, found = memoryview(self.table).cast("b"), signs(lattice)
        return 1 / (1 + math.exp(-self.always - self.unit * sum(table[at] for at in found) / math.sqrt(len(found))))


KEPT = Kept(Path(__file__).with_name("directives.en.weights"), Weights)


def directive(lattice: Lattice) -> float:
    """How probable it is that an utterance asks for something to be done now."""
    return KEPT.value.probability(lattice)


def signs(lattice: Lattice) -> list[int]:
    """The numbers of the signs of an utterance, each once; two signs may share a number."""
    return sorted({crc32(sign.encode()) % BUCKETS for sign in _signs(lattice)})


def _signs(lattice: Lattice) -> Iterator[str]:
    words = [START, *(said(lattice, at) for at in range(lattice.size)), END]
    yield from words
    yield from map(" ".join, pairwise(words))
    if lattice.size and any(not cost for _, cost, _ in lattice.at(0, "verb")):
        yield ORDERED
