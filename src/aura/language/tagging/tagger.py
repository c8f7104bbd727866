"""Which stretches of an utterance are hardly part of its command: its likeliest taggings, by a linear chain.

Each token is part of the command or beside it. What a token's signs weigh for either depends on what the token before
it is (a first-order conditional random field, Lafferty et al. 2001), so where a stretch begins and ends is learned too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from heapq import nlargest
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from aura.language.learned import Kept, quantised
from aura.language.tagging.signs import signs
from aura.language.utterance.lattice import Lattice

COMMAND, BESIDE = 0, 1
TAGS = (COMMAND, BESIDE)
PAIRS = len(TAGS) ** 2
"""Columns of the table: the tag before, and the tag."""

Scores = list[list[float]]
"""For each token, how well each pair of tags fits its signs."""
Weighed = tuple[float, tuple[int, ...]]
"""What tags of all tokens weigh together, and these."""


class Tagging(NamedTuple):
    """The stretches beside the command, from a token to before another, and how probable it is that just they are."""

    stretches: tuple[tuple[int, int], ...]
    probability: float


class Weights(Struct, frozen=True):
    """What was learned: for each sign a signed byte a pair of tags, to be multiplied with `unit`."""

    unit: float
    table: bytes

    @classmethod
    def quantised(cls, rows: Sequence[Sequence[float]]) -> Weights:
        """Weights as bytes."""
        return cls(*quantised(rows))

    def taggings(self, lattice: Lattice, most: int) -> list[Tagging]:
        """The likeliest taggings that leave something beside and something in the command, the likeliest first."""
        return taggings_of(self._scores(lattice), most) if lattice.size else []

    def _scores(self, lattice: Lattice) -> Scores:
        table = memoryview(self.table).cast("b")
        rows = ([table[at * PAIRS : (at + 1) * PAIRS] for at in found] for found in signs(lattice))
        return [[self.unit * sum(column) for column in zip(*row, strict=True)] for row in rows]


KEPT = Kept(Path(__file__).with_name("beside.en.weights"), Weights)


def taggings(lattice: Lattice, most: int) -> list[Tagging]:
    """The likeliest taggings of an utterance that leave something beside its command, the likeliest first."""
    return KEPT.value.taggings(lattice, most)


def taggings_of(scores: Scores, most: int) -> list[Tagging]:
    """The likeliest taggings by the weights of each token, without those that leave out nothing, or everything."""
    whole = total(scores)
    paths = ((_stretches(tags), math.exp(score - whole)) for score, tags in likeliest(scores, most))
    return [Tagging(*path) for path in paths if path[0] and path[0] != ((0, len(scores)),)]


def total(scores: Scores) -> float:
    """The logarithm of what all taggings together weigh; before the first token is the command."""
    weights = scores[0][:2]
    for pairs in scores[1:]:
        weights = [_added(weights[COMMAND] + pairs[tag], weights[BESIDE] + pairs[2 + tag]) for tag in TAGS]
    return _added(*weights)


def _added(one: float, other: float) -> float:
    """The logarithm of the sum of two numbers given by theirs."""
    high, low = (one, other) if one > other else (other, one)
    return high + math.log1p(math.exp(low - high))


def likeliest(scores: Scores, most: int) -> list[Weighed]:
    """The tags of all tokens that together weigh most."""
    kept: list[list[Weighed]] = [[(scores[0][tag], (tag,))] for tag in TAGS]
    for pairs in scores[1:]:
        kept = [
            nlargest(
                most,
                ((score + pairs[2 * before + tag], (*tags, tag)) for before in TAGS for score, tags in kept[before]),
            )
            for tag in TAGS
        ]
    return nlargest(most, (path for paths in kept for path in paths))


def _stretches(tags: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Where the tokens beside the command begin and end."""
    found, start = [], 0
    for tag, same in groupby(tags):
        end = start + len(list(same))
        if tag == BESIDE:
            found.append((start, end))
        start = end
    return tuple(found)
