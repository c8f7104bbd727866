"""Learns whether an utterance asks for something to be done now, and writes the weights beside this module.

`python -m aura.language.directives.learn` learns and writes, `--check` only says whether what is written is up to date.
A sentence of `directives.en.txt` has a mark: "+" where it is to be done at once, "-" where nothing may be done now.
Those with remarks that the tagger learns from are all to be done. Logistic regression, one sentence at a time, with a
step for each weight that shrinks as it is used (AdaGrad).
"""

from __future__ import annotations

import hashlib
import math
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from aura.language.directives.directive import BUCKETS, KEPT, Weights, signs
from aura.language.grammar.grammar import Grammar
from aura.language.grammar.loading import load_grammar
from aura.language.tagging.learn import SENTENCES as REMARKS
from aura.language.tagging.learn import unmarked
from aura.language.utterance.lattice import lattice_of

SENTENCES = Path(__file__).with_name("directives.en.txt")
LEARNERS = (Path(__file__), Path(__file__).with_name("directive.py"))
DONE, NOT_DONE = "+ ", "- "
ROUNDS, STEP, ALWAYS_STEP = 6, 0.3, 0.01
SURE = 1e-3
"""Where the probability is nearer than this to what it should be, nothing more is learned."""


class Lesson(NamedTuple):
    """The signs of a sentence, and whether it is to be done."""

    signs: list[int]
    done: bool


def sentences() -> Iterator[tuple[str, bool]]:
    """Every sentence that is learned from, and whether it is to be done."""
    for line in SENTENCES.read_text("utf-8").splitlines():
        if line.startswith((DONE, NOT_DONE)):
            yield line[len(DONE) :], line.startswith(DONE)
    for line in REMARKS.read_text("utf-8").splitlines():
        plain, remarks = unmarked(line)
        if remarks:
            yield plain, True


def lesson_of(grammar: Grammar, sentence: str, done: bool) -> Lesson:
    """What is learned from one sentence."""
    return Lesson(signs(lattice_of(grammar, sentence)), done)


def learn(lessons: Sequence[Lesson], rounds: int = ROUNDS) -> Weights:
    """Weights that tell the sentences that are to be done from the others."""
    weights, used, always = [0.0] * BUCKETS, [1e-2] * BUCKETS, 0.0
    order, lessons = random.Random(0), list(lessons)
    for _ in range(rounds):
        order.shuffle(lessons)
        for found, done in lessons:
            share = 1 / math.sqrt(len(found))
            error = 1 / (1 + math.exp(-always - share * sum(weights[at] for at in found))) - done
            if abs(error) < SURE:
                continue
            always -= ALWAYS_STEP * error
            slope = error * share
            for at in found:
                used[at] += slope * slope
                weights[at] -= STEP * slope / math.sqrt(used[at])
    return Weights.quantised(always, weights)


def digest_of() -> str:
    """What the weights depend on, as one digest."""
    read = (file.read_bytes() for file in (*LEARNERS, SENTENCES, REMARKS))
    return hashlib.sha256(b"\0".join(read)).hexdigest()


def learned() -> Weights:
    """Weights from all sentences."""
    grammar = load_grammar([Path(__file__).parents[2]])
    return learn([lesson_of(grammar, *sentence) for sentence in sentences()])


def main(arguments: Sequence[str]) -> int:
    """Learn, or check; 1 where the weights are out of date."""
    return KEPT.kept_up(arguments, "the directives", "aura.language.directives.learn", digest_of(), learned)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
