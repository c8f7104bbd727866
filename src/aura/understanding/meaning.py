"""What sentences mean to a sentence encoder: which category they are of, and which action they may stand for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul
from pathlib import Path

from msgspec import Struct

from aura.capability.ports import Encoder
from aura.contracts.proposal import MentionKind
from aura.language.learned import Kept, quantised
from aura.understanding.categorize import Guess

NOTHING = ""
"""The action that a sentence stands for which stands for none."""


class Softmax(Struct, frozen=True):
    """Names with a start and a row of weights each; a weight is a signed byte to be multiplied with `unit`."""

    names: list[str]
    starts: list[float]
    unit: float
    table: bytes

    @classmethod
    def quantised(cls, names: Sequence[str], starts: Sequence[float], rows: Sequence[Sequence[float]]) -> Softmax:
        """Weights as bytes."""
        return cls(list(names), list(starts), *quantised(rows))

    def shares(self, vector: Sequence[float]) -> dict[str, float]:
        """How probable each name is."""
        weights, width = memoryview(self.table).cast("b"), len(vector)
        rows = (weights[at : at + width] for at in range(0, len(weights), width))
        scores = [start + self.unit * sum(map(mul, vector, row)) for start, row in zip(self.starts, rows, strict=True)]
        highest = max(scores)
        powers = [math.exp(score - highest) for score in scores]
        whole = sum(powers)
        return {name: power / whole for name, power in zip(self.names, powers, strict=True)}


class Learned(Struct, frozen=True):
    """What was learned with one encoder; `slots` are those that the sentences of an action may name, in every way.

    `stands_for` says what stands in a sentence for each kind of thing that it names.
    """

    encoder: str
    categories: Softmax
    actions: Softmax
    slots: dict[str, list[tuple[str, ...]]]
    stands_for: dict[MentionKind, str]


class Meaning:
    """A sentence's meaning by an encoder, measured with what was learned."""

    def __init__(self, encoder: Encoder, learned: Learned) -> None:
        self._encoder = encoder
        self.learned = learned

    def together(self, text: str, guesses: Sequence[Guess]) -> list[Guess]:
        """What the words say of the category and what the meaning says, each with half the weight."""
        meant = self.learned.categories.shares(self._encoder.encode(text))
        both = (Guess(one.category, (one.probability + meant[one.category]) / 2) for one in guesses)
        return sorted(both, key=lambda guess: -guess.probability)

    def actions(self, text: str) -> dict[str, float]:
        """How probable it is that a sentence without its names stands for each action, or for nothing."""
        return self.learned.actions.shares(self._encoder.encode(text))


KEPT = Kept(Path(__file__).with_name("meaning.en.weights"), Learned)


def meaning_by(encoder: Encoder) -> Meaning | None:
    """What an encoder makes of sentences; None where nothing was learned with it."""
    learned = KEPT.value
    return Meaning(encoder, learned) if learned.encoder == encoder.name else None
