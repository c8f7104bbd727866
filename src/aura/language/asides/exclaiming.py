"""What is exclaimed of something that was seen or felt, and asks for nothing: "what a mess!"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark
from aura.language.utterance.stretches import beyond

LONGEST = 7
"""Tokens of what is exclaimed."""
TELLING = ("states", "statement_verb")
DISMAYED, ABOUT = "dismayed", "about"
"""How something is exclaimed by who asks things of himself; behind what more words follow: "what have i done *to*"."""
NAMED = ("file", "path", "quoted")


def exclamation(lattice: Lattice, begin: int, *, dismayed: bool = False) -> int:
    """Where "what a mess" ends, at a mark or the end of the utterance; where it begins if a token is none of such.

    With a verb in it that tells something it is a question: "what a pivot table is". Somebody who is `dismayed` may
    ask something of himself instead: "oh god *what have i done to this graph*".
    """
    if dismayed and (asked := _asks_oneself(lattice, begin)) > begin:
        return asked
    if not (lattice.in_set(begin, "exclaiming_of") and lattice.in_set(begin + 1, "indefinite")):
        return begin
    end = next_mark(lattice, begin)
    words = range(begin + 1, end)
    told = any(lattice.class_name(at) == "being" or any(lattice.in_set(at, name) for name in TELLING) for at in words)
    asked = end < lattice.size and lattice.low[end] == "?"
    return begin if told or asked or not begin + 2 < end <= begin + LONGEST else end


def is_dismayed(lattice: Lattice, end: int) -> bool:
    """Whether somebody is dismayed by what is exclaimed before a token: "*oh god* what have i done"."""
    return any(sense == DISMAYED for at in range(end) for _, _, sense in lattice.at(at, "exclaimed"))


def only_wonders(lattice: Lattice) -> bool:
    """Whether somebody who is dismayed only asks something of himself, to the end: "*damn, what have I done?*"."""
    begin = beyond(lattice, 0, "exclaimed", "filler", marks=True)
    return is_dismayed(lattice, begin) and begin < _asks_oneself(lattice, begin) >= lattice.size - 1


def _asks_oneself(lattice: Lattice, begin: int) -> int:
    """Where what somebody asks of himself ends at a mark, "what have i done to this", or the token itself.

    Of a file it is asked, "what did i do to *a.txt*", and so is "what have i done *today*".
    """
    end = next_mark(lattice, begin)
    named = any(lattice.tokens[at].shape in NAMED for at in range(begin, end))
    said = any(
        not cost and (stop < end if sense == ABOUT else stop == end)
        for stop, cost, sense in lattice.at(begin, "asks_oneself")
    )
    return end if said and not named and end <= begin + LONGEST + 1 else begin
