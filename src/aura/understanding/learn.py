"""Learns the weights of the classifier from the examples and writes them beside this module.

`python -m aura.understanding.learn` learns and writes, `--check` only says whether what is written is up to date.
Softmax regression, one example at a time, with a step for each weight that shrinks as it is used (AdaGrad).
"""

from __future__ import annotations

import hashlib
import math
import random
import sys
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path

from aura.language.grammar.examples import Example, example_files, read_examples
from aura.language.words.tokens import tokenize
from aura.understanding.categorize import KEPT, Weights
from aura.understanding.features import BUCKETS, features

ROOT = Path(__file__).parents[1]
LEARNERS = ("understanding/learn.py", "understanding/features.py", "language/grammar/examples.py")
ROUNDS = 10
STEP = 0.5
UNSURE = 0.005
"""Where the probability of a category is nearer than this to what it should be, nothing more is learned."""

Row = list[float]


def learn(known: Sequence[Example], silent: Collection[str] = (), rounds: int = ROUNDS) -> Weights:
    """Weights that tell the categories of the examples apart."""
    categories = sorted({example.category for example in known})
    number = {category: at for at, category in enumerate(categories)}
    lessons = [(features(tokenize(example.text), silent), number[example.category]) for example in known]
    weights: list[Row] = [[0.0] * len(categories) for _ in range(BUCKETS)]
    used: list[Row] = [[1e-2] * len(categories) for _ in range(BUCKETS)]
    order = random.Random(0)
    for _ in range(rounds):
        order.shuffle(lessons)
        for found, right in lessons:
            _teach(weights, used, found, right)
    return Weights.quantised(categories, silent, weights)


def _teach(weights: list[Row], used: list[Row], found: Sequence[int], right: int) -> None:
    share = 1.0 / math.sqrt(len(found))
    rows = [weights[at] for at in found]
    scores = [share * sum(column) for column in zip(*rows, strict=True)]
    highest = max(scores)
    powers = [math.exp(score - highest) for score in scores]
    whole = sum(powers)
    for category, power in enumerate(powers):
        error = power / whole - (category == right)
        if abs(error) < UNSURE:
            continue
        slope = error * share
        for at, row in zip(found, rows, strict=True):
            used[at][category] += slope * slope
            row[category] -= STEP * slope / math.sqrt(used[at][category])


def digest_of(files: Sequence[Path]) -> str:
    """What the weights depend on, as one digest."""
    read = (path.read_bytes() for path in [*(ROOT / name for name in LEARNERS), *files])
    return hashlib.sha256(b"\0".join(read)).hexdigest()


def learned(files: Sequence[Path]) -> Weights:
    """Weights from the examples in some files."""
    book = read_examples([(path.parent.name, path.read_bytes()) for path in files])
    return learn(book.examples, book.silent)


def main(arguments: Sequence[str]) -> int:
    """Learn, or check; 1 where the weights are out of date."""
    files = example_files([ROOT])
    learning = partial(learned, files)
    return KEPT.kept_up(arguments, "the categories", "aura.understanding.learn", digest_of(files), learning)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
