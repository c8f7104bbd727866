"""Whether a sentence that was not read asks for one thing or for several: signs in its shape, weighed and added up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from aura.language.grammar.grammar import Grammar
from aura.language.words.tokens import Token
from aura.understanding.signs import signs

WEIGHTS = Path(__file__).with_name("several.en.weights")


class Weights(Struct, frozen=True):
    """What was learned: how much each sign speaks for several things, what every sentence has, and from what."""

    learned_from: str
    always: float
    signs: dict[str, float]


def asks_for_several(grammar: Grammar, said: Sequence[Token]) -> bool:
    """Whether the signs of several things outweigh those of one."""
    weights = learned()
    found = signs(grammar.words, said)
    return weights.always + sum(weights.signs.get(sign, 0.0) * much for sign, much in found.items()) > 0


@cache
def learned() -> Weights:
    """What was learned from sentences of our own."""
    return msgspec.json.decode(WEIGHTS.read_bytes(), type=Weights)
