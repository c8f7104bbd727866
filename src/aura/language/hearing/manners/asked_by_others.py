"""What is asked for behind a question of somebody else: "Ada asks me what day it is, so mute it" → "mute it"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark

COMMA = ","
LATEST = 5
"""Tokens within which it is said that somebody asks."""


def without_their_question(lattice: Lattice) -> str | None:
    """The utterance without the question that somebody else asks first; None where there is none, or nothing behind."""
    end = next_mark(lattice, 1)
    if end + 1 >= lattice.size or lattice.low[end] != COMMA or not _asks_of_their_own(lattice, end):
        return None
    begins = [stop for stop in lattice.ends(end, "joint") if stop > end + 1]
    behind = max(begins, default=end)
    asked = behind < lattice.size and (lattice.begins_clause(behind) or lattice.begins(behind, "request", "filler"))
    return lattice.text[lattice.tokens[behind].start :] if begins and asked else None


def _asks_of_their_own(lattice: Lattice, end: int) -> bool:
    """Whether words tell that somebody else asks something: "*Ada keeps asking me what* day it is"."""
    if lattice.in_set(0, "speaking") or lattice.in_set(0, "addressed"):
        return False
    for at in range(1, min(end - 1, LATEST)):
        question = at + 1 + lattice.in_set(at + 1, "object_form")
        if lattice.in_set(at, "commanding_others") and lattice.in_set(question, "embedding"):
            return not lattice.begins_clause(0)
    return False
