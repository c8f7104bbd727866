"""Learns what the signs of one thing and of several weigh from `several.en.yaml`, and writes it beside that file.

`python -m aura.understanding.learn_several` learns and writes, `--check` only says whether what is written is up to
date. Logistic regression, all sentences at once; both kinds count the same however many there are of each, and the
weights are kept small, so that signs vote and none decides alone.
"""

from __future__ import annotations

import hashlib
import json
import math
import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import yaml

import aura.language
from aura.language.grammar.examples import Words, utterances
from aura.language.grammar.loading import load_grammar
from aura.language.words.tokens import tokenize
from aura.understanding.several import WEIGHTS, Weights, learned
from aura.understanding.signs import signs

ROOT = Path(__file__).parents[1]
SENTENCES = Path(__file__).with_name("several.en.yaml")
LEARNERS = ("understanding/learn_several.py", "understanding/signs.py", "language/grammar/examples.py")
LEXICON = ROOT / "language" / "lexicon.en.yaml"
ROUNDS, STEP, SHRINK = 150, 0.4, 0.35
DIGITS = 4


class Lesson(NamedTuple):
    """The signs of a sentence, and whether it asks for several things."""

    signs: dict[str, float]
    several: bool


def lessons() -> list[Lesson]:
    """Every sentence that the templates make."""
    words = load_grammar([Path(aura.language.__path__[0])]).words
    document = yaml.safe_load(SENTENCES.read_text("utf-8"))
    lists = Words(document["lists"], {})
    return [
        Lesson(signs(words, tokenize(said)), kind == "several")
        for kind in ("one", "several")
        for template in document[kind]
        for said in utterances(template, lists)
    ]


def learn(known: Sequence[Lesson], digest: str) -> Weights:
    """Weights that tell one from several; each sign is first brought to the same mean and spread."""
    names = sorted({name for lesson in known for name in lesson.signs})
    columns = [[lesson.signs.get(name, 0.0) for lesson in known] for name in names]
    means = [statistics.fmean(column) for column in columns]
    spreads = [statistics.pstdev(column) or 1.0 for column in columns]
    rows = [
        [
            (lesson.signs.get(name, 0.0) - mean) / spread
            for name, mean, spread in zip(names, means, spreads, strict=True)
        ]
        for lesson in known
    ]
    weights, always = _regress(rows, [lesson.several for lesson in known])
    plain = [weight / spread for weight, spread in zip(weights, spreads, strict=True)]
    always -= sum(weight * mean for weight, mean in zip(plain, means, strict=True))
    kept = {name: round(weight, DIGITS) for name, weight in zip(names, plain, strict=True)}
    return Weights(digest, round(always, DIGITS), kept)


def _regress(rows: Sequence[Sequence[float]], several: Sequence[bool]) -> tuple[list[float], float]:
    weights, always = [0.0] * len(rows[0]), 0.0
    share = {kind: 0.5 / several.count(kind) for kind in (True, False)}
    for _ in range(ROUNDS):
        slope, slope_always = [SHRINK * weight for weight in weights], 0.0
        for row, right in zip(rows, several, strict=True):
            score = always + sum(weight * much for weight, much in zip(weights, row, strict=True))
            error = share[right] * (1 / (1 + math.exp(-score)) - right)
            slope_always += error
            slope = [old + error * much for old, much in zip(slope, row, strict=True)]
        weights = [weight - STEP * much for weight, much in zip(weights, slope, strict=True)]
        always -= STEP * slope_always
    return weights, always


def digest_of(files: Iterable[Path]) -> str:
    """What the weights depend on, as one digest: the files, and the words that are signs."""
    words = yaml.load(LEXICON.read_bytes(), Loader=yaml.CSafeLoader)["several"]
    read = [*(path.read_bytes() for path in files), json.dumps(words, sort_keys=True).encode()]
    return hashlib.sha256(b"\0".join(read)).hexdigest()


def main(arguments: Sequence[str]) -> int:
    """Learn, or check; 1 where the weights are out of date."""
    digest = digest_of([*(ROOT / name for name in LEARNERS), SENTENCES])
    stale = not WEIGHTS.exists() or learned().learned_from != digest
    if "--check" in arguments:
        if stale:
            print("The weights of one and several are out of date: run python -m aura.understanding.learn_several.")
        return int(stale)
    if stale:
        kept = msgspec.json.format(msgspec.json.encode(learn(lessons(), digest)), indent=1)
        WEIGHTS.write_bytes(kept + b"\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
