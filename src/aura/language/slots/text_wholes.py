"""What is of a text besides its words, or goes on with it: its last mark, brackets, what an answer goes on with."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import requests
from aura.language.words.tokens import BRACKETS

ASKED, MARKED = "?", ("?", "!")
HOLDING_UP = "withdrawn_marked"
ANSWERING = ("retraction", "exclaimed", HOLDING_UP)
"""Categories of what answers or holds up somebody: "no", "ok", "hold on"."""
JOINED = ("joint", "preposition")


def is_marked(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a mark stands right behind a text, amid a sentence that goes on: "type *ok!* and press enter"."""
    if end + 1 >= lattice.size or lattice.low[end] not in MARKED or lattice.tokens[end - 1].shape == "quoted":
        return False
    mark, behind = lattice.tokens[end], lattice.tokens[end + 1]
    goes_on = lattice.class_name(end + 1) in JOINED and behind.text.islower()
    asked = mark.low == ASKED and any(requests(lattice, at) for at in range(start))
    return goes_on and mark.start == lattice.tokens[end - 1].end and not asked


def is_within_brackets(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a bracket that was opened from a token on is closed at another or behind it: "(see *page 4)*"."""
    low, pairs = lattice.low, [pair for pair in BRACKETS if pair[1] in lattice.text]
    return any(
        closed in low[end:] and low[start:end].count(opened) > low[start:end].count(closed) for opened, closed in pairs
    )


def answers_on(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a text that answers somebody goes on with what it says to him: "type no *thank you*", "wait *for me*"."""
    if start == 0 or end >= lattice.size or lattice.tokens[end].shape != "word":
        return False
    if lattice.tokens[start - 1].shape == "mark" or lattice.in_set(end, "pleading"):
        return False
    answers = {kind for kind in ANSWERING for stop, cost, _ in lattice.at(start, kind) if stop == end and not cost}
    thanked = lattice.in_set(end, "polite") or HOLDING_UP in answers
    filled = thanked and any(not cost for _, cost, _ in lattice.at(end, "filler"))
    return bool(answers) and (filled or lattice.in_set(end, "own_subject"))
