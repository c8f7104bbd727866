"""The category of an utterance that no sentence of the grammar reads, from weights learned from examples."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from pathlib import Path

from msgspec import Struct

from aura.language.learned import Kept, quantised
from aura.language.words.tokens import Token
from aura.understanding.features import features


class Guess(Struct, frozen=True):
    """A category and how probable it is."""

    category: str
    probability: float


class Weights(Struct, frozen=True):
    """What was learned: for each feature a signed byte a category, to be multiplied with `unit`.

    Words that are `silent` say nothing: "please" changes no category.
    """

    categories: list[str]
    silent: frozenset[str]
    unit: float
    table: bytes

    @classmethod
    def quantised(cls, categories: Sequence[str], silent: Collection[str], rows: Sequence[Sequence[float]]) -> Weights:
        """Weights as bytes."""
        return cls(list(categories), frozenset(silent), *quantised(rows))

    def guesses(self, tokens: Sequence[Token]) -> list[Guess]:
        """Every category with its probability, the most probable first."""
        width, table, found = len(self.categories), memoryview(self.table).cast("b"), features(tokens, self.silent)
        share = self.unit / math.sqrt(len(found))
        rows = (table[at * width : (at + 1) * width] for at in found)
        scores = [share * sum(column) for column in zip(*rows, strict=True)]
        highest = max(scores)
        powers = [math.exp(score - highest) for score in scores]
        whole = sum(powers)
        found_out = [Guess(name, power / whole) for name, power in zip(self.categories, powers, strict=True)]
        return sorted(found_out, key=lambda guess: -guess.probability)


KEPT = Kept(Path(__file__).with_name("categories.en.weights"), Weights)


def categorize(tokens: Sequence[Token]) -> list[Guess]:
    """Every category with its probability, the most probable first."""
    return KEPT.value.guesses(tokens)
