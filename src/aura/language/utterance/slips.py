"""The words that a word may be written for: with a letter drawn out, or a slip of the hand away."""

from __future__ import annotations

import re

from aura.language.grammar.grammar import Grammar

DRAWN_OUT = re.compile(r"([^\W\d])\1{2,}")
FIRST_LETTER = 4.0


def spelled(low: str, grammar: Grammar) -> str:
    """A word with a letter drawn out ("yooo", "pleeease") as the word it stands for."""
    if low not in grammar.vocabulary and DRAWN_OUT.search(low):
        for short in (DRAWN_OUT.sub(r"\1", low), DRAWN_OUT.sub(r"\1\1", low)):
            if short in grammar.vocabulary:
                return short
    return low


def corrections(grammar: Grammar, low: str, real_word: float) -> list[tuple[str, float]]:
    """Words of the grammar one edit away, each with its price: no opposite of it, and what denies before all others."""
    known, never = real_word * (low in grammar.words["common"]), grammar.opposites.get(low, ())
    near = {word: cost for word, cost in grammar.slips.near(low) if word not in never}
    near = {word: near[word] for word in near if near.keys().isdisjoint(grammar.opposites.get(word, ()))}
    near = {word: near[word] for word in near if word in grammar.words["turning"]} or near
    return [(word, cost + FIRST_LETTER * (low[0] != word[0]) + known) for word, cost in near.items()]
