"""A list without the words that take it up again: "copy a.txt and b.txt *both of them* to archive"."""

from __future__ import annotations

from aura.language.hearing.said_anew import SaidAnew
from aura.language.utterance.lattice import Lattice

RESUMING, TWO = "resuming", "two"
LED = ("preposition", "joint", "mark")
LONGEST_LIST = 16
"""Tokens before such words among which the list is looked for."""


def list_resumed(lattice: Lattice) -> SaidAnew | None:
    """The utterance without what takes up the list before it; None where nothing does.

    Behind it the clause ends, or a preposition says what comes of what was listed. "Both" are two: one word joins them.
    """
    for at in lattice.beginnings.get(RESUMING, ()):
        end, cost, sense = max(lattice.at(at, RESUMING))
        ended = lattice.is_over(end) or lattice.class_name(end) in LED
        joints = _joints(lattice, at) if at and ended and not cost else 0
        if joints == 1 or (joints and sense != TWO):
            text = lattice.text[: lattice.tokens[at - 1].end] + lattice.text[lattice.tokens[end - 1].end :]
            return SaidAnew(text, at)
    return None


def _joints(lattice: Lattice, at: int) -> int:
    """How many things are joined on to the first one of a list that ends before a token; none where a verb follows."""
    if lattice.class_name(at - 1) in ("preposition", "verb", "pronoun", "article") or lattice.begins(at - 1, "verb"):
        return 0
    joints = 0
    for word in range(at - 1, max(0, at - LONGEST_LIST) - 1, -1):
        if lattice.begins(word, "verb") and lattice.begins_clause(word):
            break
        joined = lattice.in_set(word, "coordinating") or lattice.low[word] == ","
        joints += joined and not (lattice.in_set(word + 1, "coordinating") and lattice.low[word] == ",")
    else:
        return 0
    return joints
