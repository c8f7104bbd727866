"""What an utterance asks for in the past: "it would be best if you restarted it" → "please restart it".

What is done "if you restarted it" is what is wished, so its verb, and those that are joined to it, command.
"""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice


def asked_plainly(lattice: Lattice) -> str | None:
    """The utterance with its first such wish said as an order; None where it has none."""
    for begin in lattice.beginnings.get("if_only", ()):
        for end, cost, _ in lattice.at(begin, "if_only"):
            verbs = {} if cost else dict(_verbs(lattice, end))
            if verbs:
                return _said(lattice, begin, end, verbs)
    return None


def _verbs(lattice: Lattice, start: int) -> Iterator[tuple[int, str]]:
    """The verbs in the past, each with its plain form: the one of the wish, and those behind what joins them to it."""
    at = next((word for word in range(start, lattice.size) if not lattice.in_set(word, "adverb")), start)
    past = lattice.grammar.past
    if at >= lattice.size or lattice.low[at] not in past:
        return
    yield at, past[lattice.low[at]]
    for word in range(at + 1, lattice.size):
        if lattice.low[word] in past and lattice.ending(word, "joint"):
            yield word, past[lattice.low[word]]


def _said(lattice: Lattice, begin: int, end: int, verbs: dict[int, str]) -> str:
    """The text with an order in the place of the words that wish."""
    text, tokens = lattice.text, lattice.tokens
    said, seen = text[: tokens[begin].start] + next(iter(lattice.grammar.words["polite"])) + " ", tokens[end].start
    for at, plain in verbs.items():
        said, seen = said + text[seen : tokens[at].start] + plain, tokens[at].end
    return said + text[seen:]
