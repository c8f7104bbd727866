"""Learns the tagger's weights from the marked sentences and writes them beside this module.

`python -m aura.language.tagging.learn` learns and writes, `--check` only says whether what is written is up to date.
Likelihood of the whole tagging, one sentence at a time, with a step for each weight that shrinks as it is used
(AdaGrad). The word sets of the lexicon are signs, but no part of the digest: what was learned holds where they grow.
"""

from __future__ import annotations

import hashlib
import math
import random
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from aura.language.grammar.grammar import Grammar
from aura.language.grammar.loading import load_grammar
from aura.language.tagging.signs import BUCKETS, signs
from aura.language.tagging.tagger import BESIDE, COMMAND, KEPT, PAIRS, TAGS, Scores, Weights
from aura.language.utterance.lattice import Lattice, lattice_of

SENTENCES = Path(__file__).with_name("beside.en.txt")
LEARNERS = ("learn.py", "signs.py")
MARKED = re.compile(r"\[\[(.*?)\]\]")
ROUNDS, STEP, SHRINK = 8, 0.07, 1e-4
SURE = 1e-3
"""Where the probability of a pair of tags is nearer than this to what it should be, nothing more is learned."""

Row = list[float]


class Lesson(NamedTuple):
    """The signs of each token of a sentence, and its tags."""

    signs: list[list[int]]
    tags: list[int]


def lesson_of(grammar: Grammar, sentence: str) -> Lesson:
    """A sentence whose stretches beside the command stand between double brackets."""
    plain, spans = unmarked(sentence)
    lattice = lattice_of(grammar, plain)
    return Lesson(signs(lattice), _tags(lattice, spans))


def _tags(lattice: Lattice, spans: Sequence[tuple[int, int]]) -> list[int]:
    """The tag of each token; marks at the edge of a stretch are no part of it."""
    tags = [COMMAND] * lattice.size
    for start, end in spans:
        inside = [at for at, token in enumerate(lattice.tokens) if token.start < end and token.end > start]
        words = [at for at in inside if lattice.tokens[at].shape != "mark"]
        for at in inside:
            if words and words[0] <= at <= words[-1]:
                tags[at] = BESIDE
    return tags


def unmarked(sentence: str) -> tuple[str, list[tuple[int, int]]]:
    """A sentence without its brackets, and where the characters between them stand in it."""
    plain, spans, at = "", [], 0
    for found in MARKED.finditer(sentence.strip()):
        plain += sentence[at : found.start()]
        spans.append((len(plain), len(plain) + len(found[1])))
        plain, at = plain + found[1], found.end()
    return plain + sentence.strip()[at:], spans


def learn(lessons: Sequence[Lesson], rounds: int = ROUNDS) -> Weights:
    """Weights under which the tags of the lessons are likely."""
    weights: list[Row] = [[0.0] * PAIRS for _ in range(BUCKETS)]
    used: list[Row] = [[1e-2] * PAIRS for _ in range(BUCKETS)]
    order, lessons = random.Random(0), list(lessons)
    for _ in range(rounds):
        order.shuffle(lessons)
        for lesson in lessons:
            scores = [
                [sum(column) for column in zip(*(weights[at] for at in found), strict=True)] for found in lesson.signs
            ]
            for found, errors in zip(lesson.signs, _errors(scores, lesson.tags), strict=True):
                _teach(weights, used, found, errors)
    return Weights.quantised(weights)


def _errors(scores: Scores, tags: Sequence[int]) -> Iterator[Row]:
    """For each token, how much more probable each pair of tags is than it should be."""
    before, behind = _before(scores), _behind(scores)
    whole = _sum(before[-1])
    for at, pairs in enumerate(scores):
        errors = [
            math.exp((before[at - 1][old] if at else 0.0) + pairs[2 * old + new] + behind[at][new] - whole)
            if at or old == COMMAND
            else 0.0
            for old in TAGS
            for new in TAGS
        ]
        errors[2 * (tags[at - 1] if at else COMMAND) + tags[at]] -= 1.0
        yield errors


def _before(scores: Scores) -> list[Row]:
    """For each token and tag, the logarithm of what all tags up to there weigh."""
    found = [scores[0][:2]]
    for pairs in scores[1:]:
        found.append([_sum([found[-1][old] + pairs[2 * old + new] for old in TAGS]) for new in TAGS])
    return found


def _behind(scores: Scores) -> list[Row]:
    """For each token and tag, the logarithm of what all tags behind it weigh."""
    found = [[0.0, 0.0]]
    for pairs in reversed(scores[1:]):
        found.append([_sum([found[-1][new] + pairs[2 * old + new] for new in TAGS]) for old in TAGS])
    return found[::-1]


def _sum(logarithms: Sequence[float]) -> float:
    highest = max(logarithms)
    return highest + math.log(sum(math.exp(each - highest) for each in logarithms))


def _teach(weights: list[Row], used: list[Row], found: Sequence[int], errors: Row) -> None:
    for pair, error in enumerate(errors):
        if abs(error) < SURE:
            continue
        much = error * error
        for at in found:
            used[at][pair] += much
            weights[at][pair] -= STEP * (error / math.sqrt(used[at][pair]) + SHRINK * weights[at][pair])


def digest_of() -> str:
    """What the weights depend on, as one digest."""
    files = [*(Path(__file__).with_name(name) for name in LEARNERS), SENTENCES]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def learned() -> Weights:
    """Weights from all marked sentences."""
    grammar = load_grammar([Path(__file__).parents[2]])
    said = [line for line in SENTENCES.read_text("utf-8").splitlines() if line.strip()]
    return learn([lesson_of(grammar, line) for line in said])


def main(arguments: Sequence[str]) -> int:
    """Learn, or check; 1 where the weights are out of date."""
    return KEPT.kept_up(arguments, "the tagger", "aura.language.tagging.learn", digest_of(), learned)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
