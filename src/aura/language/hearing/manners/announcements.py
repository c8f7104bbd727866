"""What an utterance says between what points at a text and the text: "type this *for me, my hands are full*: hello"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates
from aura.language.utterance.stretches import beyond

INTRODUCING, COMMA = ":", ","
LONGEST_TOLD = 14
"""Tokens that are told at most before a text that was announced."""
FIRST_WORDS = 6
"""Tokens in which a text is announced, at the beginning of an utterance."""


def announced_at_once(lattice: Lattice) -> str | None:
    """The utterance with that said before the command, where it tells something; None where nothing is between."""
    colons = (at for at in range(2, lattice.size - 1) if lattice.low[at] == INTRODUCING)
    colon = next(colons, None)
    if colon is None:
        return _announced_for(lattice)
    if lattice.low[colon - 1].isdigit() and lattice.low[colon + 1].isdigit():
        return None
    for at in range(colon - 2, 0, -1):
        if _points(lattice, at):
            return _said(lattice, at, colon)
    return None


def _announced_for(lattice: Lattice) -> str | None:
    """The utterance with a colon before a text that is announced for somebody: "type this out *for me* dear Anna"."""
    text, tokens = lattice.text, lattice.tokens
    for at in range(1, min(FIRST_WORDS, lattice.size - 2)):
        if not (_points(lattice, at) and lattice.class_name(at) == "pronoun"):
            continue
        whom = lattice.skip(at + 1, "particle")
        ends = [end for end in lattice.ends(whom, "filler") if _is_for_somebody(lattice, whom, end)]
        begin = max(ends, default=lattice.size)
        if begin < lattice.size and tokens[begin].shape == "word" and not _only_fills(lattice, begin):
            return f"{text[: tokens[at].end]}{INTRODUCING} {text[tokens[begin].start :]}"
    return None


def _is_for_somebody(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words that only fill say for whom something is done."""
    return any(lattice.in_set(at, "speaker") for at in range(start, end))


def _only_fills(lattice: Lattice, at: int) -> bool:
    """Whether what goes on with a token only fills, or is of what is before it: "*to* notes.txt", "*and* press …"."""
    filled = lattice.size in lattice.ends(at, "filler")
    joined = lattice.class_name(at) == "preposition" or any(lattice.at(at, name) for name in ("joint", "request"))
    return filled or joined or lattice.in_set(at, "polite")


def _points(lattice: Lattice, at: int) -> bool:
    """Whether a token points at a text that follows: "this", "the *following*"; behind a verb, not before what it is
    of."""
    led = lattice.class_name(at - 1) == "article"
    pronoun = lattice.class_name(at) == "pronoun"
    said = any(lattice.at(begin, "verb") or lattice.in_set(begin, "commanding") for begin in range(max(at - 3, 0), at))
    return lattice.in_set(at, "announcing") and said and (pronoun or led)


def _said(lattice: Lattice, pointing: int, colon: int) -> str | None:
    """The text without manners between two tokens, and with what is told there first; None where it is something
    else."""
    text, tokens = lattice.text, lattice.tokens
    at = beyond(lattice, pointing + 1, "filler", stop=colon)
    announced = text[: tokens[pointing].end] + text[tokens[colon].start :]
    if at == colon:
        return announced
    told = lattice.low[at] == COMMA and colon - at <= LONGEST_TOLD
    if not told or Predicates(lattice).verb(at + 1, colon) is None:
        return None
    return f"{text[tokens[at + 1].start : tokens[colon].start]}, {announced}"
