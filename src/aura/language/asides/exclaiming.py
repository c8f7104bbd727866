"""What is exclaimed of something that was seen or felt, and asks for nothing: "what a mess!"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates

LONGEST = 7
"""Tokens of what is exclaimed."""
TELLING = ("states", "statement_verb")


def exclamation(lattice: Lattice, begin: int, *, behind_another: bool = False) -> int:
    """Where "what a mess" ends, at a mark or the end of the utterance; where it begins if a token is none of such.

    With a verb in it that tells something it is a question: "what a pivot table is". Behind what else is exclaimed it
    may be what somebody asks himself: "oh god *what have i done to this graph*".
    """
    if behind_another and (asked := _asks_oneself(lattice, begin)) > begin:
        return asked
    if not (lattice.in_set(begin, "exclaiming_of") and lattice.in_set(begin + 1, "indefinite")):
        return begin
    marks = (at for at in range(begin, lattice.size) if lattice.tokens[at].shape == "mark")
    end = next(marks, lattice.size)
    words = range(begin + 1, end)
    told = any(lattice.class_name(at) == "being" or any(lattice.in_set(at, name) for name in TELLING) for at in words)
    asked = end < lattice.size and lattice.low[end] == "?"
    return begin if told or asked or not begin + 2 < end <= begin + LONGEST else end


def _asks_oneself(lattice: Lattice, begin: int) -> int:
    """Where what somebody asks of himself ends at a mark, "what have i done to this", or the token itself."""
    asked = bool(lattice.at(begin, "asks")) or lattice.in_set(begin, "exclaiming_of")
    if not (asked and Predicates(lattice).is_aux(begin + 1) and lattice.in_set(begin + 2, "speaker")):
        return begin
    marks = (at for at in range(begin, lattice.size) if lattice.tokens[at].shape == "mark")
    end = next(marks, lattice.size)
    return end if begin + 2 < end < lattice.size and end <= begin + LONGEST + 1 else begin
