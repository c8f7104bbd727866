"""Whether a sentence that was not read asks for one thing or for several: signs in its shape, weighed and added up.

The words and the weights are data of the language (`several` in the lexicon); the weights are hundredths.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from aura.language.grammar import Grammar
from aura.language.lattice import Lattice
from aura.language.tokens import Token, tokenize

STOPS = (".", "?", "!", ";")
MOST = 5
ALWAYS = "always"


def asks_for_several(grammar: Grammar, lattice: Lattice) -> bool:
    """Whether the signs of several things outweigh those of one."""
    weights = grammar.words["several_weight"]
    found = signs(grammar, lattice.tokens)
    return weights[ALWAYS] + sum(weights[sign] * much for sign, much in found.items()) > 0


def signs(grammar: Grammar, said: Sequence[Token]) -> dict[str, float]:
    """How much of each sign there is, at most MOST of any."""
    tokens = tokenize(said[0].text) if len(said) == 1 and said[0].shape == "quoted" else said
    words = [token.low for token in tokens if token.shape == "word"]
    verbs, joints = grammar.words["several_verb"], grammar.words["several_joint"]
    parts = [_without_lead(part, grammar) for part in _sentences(tokens)]
    found: dict[str, float] = {
        "verbs": sum(word in verbs for word in words),
        "two verbs": sum(word in verbs for word in words) > 1,
        "joints": sum(word in joints for word in words),
        "a joint": not joints.keys().isdisjoint(words),
        "joined verbs": sum(1 for _ in _joined(tokens, grammar)),
        "pairs": sum(_alike(tokens[at - 1], tokens[at + 1]) for at in _between(tokens, joints)),
        "lists": any(_ends_list(tokens, at) for at in _between(tokens, joints)),
        "sentences": len(parts),
        "requests": sum(_asks(part, grammar) for part in parts),
        "two questions": sum(token.low == "?" for token in tokens) > 1,
        "commas": sum(token.low == "," for token in tokens),
        "files": sum(token.shape == "file" for token in tokens),
        "quotes": sum(token.shape == "quoted" for token in tokens),
        "numbers": sum(token.low[0].isdigit() for token in tokens),
        "length": math.log(1 + len(tokens)),
    }
    for name in grammar.words["several_sign"]:
        found[name] = not grammar.words[f"several {name}"].keys().isdisjoint(words[1:])
    return {name: min(float(much), MOST) for name, much in found.items()}


def _sentences(tokens: Sequence[Token]) -> list[Sequence[Token]]:
    stops = [at for at, token in enumerate(tokens) if token.low in STOPS]
    ends = [*stops, len(tokens)]
    return [tokens[start:end] for start, end in zip([0, *(at + 1 for at in stops)], ends, strict=True) if end > start]


def _without_lead(part: Sequence[Token], grammar: Grammar) -> Sequence[Token]:
    """A sentence without the small words that it begins with: "Please also find …"."""
    small = grammar.words["several_small"]
    lead = next((at for at, token in enumerate(part) if token.low not in small and token.low != ","), len(part))
    return part[lead:]


def _asks(part: Sequence[Token], grammar: Grammar) -> bool:
    """Whether a sentence is a request: a verb, or a question word, after its small words."""
    return bool(part) and (part[0].low in grammar.words["several_verb"] or part[0].low in grammar.words["several_ask"])


def _between(tokens: Sequence[Token], joints: dict[str, int]) -> list[int]:
    return [at for at in range(1, len(tokens) - 1) if tokens[at].low in joints]


def _joined(tokens: Sequence[Token], grammar: Grammar) -> Iterator[int]:
    """Where a verb stands behind a joint or a comma, with nothing but small words between them."""
    words = grammar.words
    for at, token in enumerate(tokens):
        if token.low != "," and token.low not in words["several_joint"]:
            continue
        after = at + 1
        while after < len(tokens) and (tokens[after].low in words["several_small"] or tokens[after].low == ","):
            after += 1
        if after < len(tokens) and tokens[after].low in words["several_verb"]:
            yield at


def _alike(one: Token, other: Token) -> bool:
    """Two numbers, two names with a capital, two files: "in Boston and Paris"."""
    if one.text[0].isdigit() or other.text[0].isdigit():
        return one.text[0].isdigit() and other.text[0].isdigit()
    return (one.shape == other.shape != "word") or (one.text[0].isupper() and other.text[0].isupper())


def _ends_list(tokens: Sequence[Token], at: int) -> bool:
    """Whether "and" closes a list: there is a comma a few words before it."""
    return any(token.low == "," for token in tokens[max(0, at - 4) : at])
