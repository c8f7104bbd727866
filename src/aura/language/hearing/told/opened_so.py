"""How the window of a program is to be, said with the order that starts it: "open word *maximized*"."""

from __future__ import annotations

from aura.language.hearing.said_anew import is_fresh
from aura.language.utterance.lattice import Lattice

STARTS, SHOWN, IT, REQUEST = "starts_program", "shown_so", "pronoun", "request"


def shown_once_open(lattice: Lattice) -> str | None:
    """The utterance with that as an order of its own, "open word *and maximize it*"; None where a window is meant.

    What is there under such a name is opened: "open budget minimized" where there is a "budget minimized.xlsx".
    """
    for at in sorted(lattice.beginnings.get(SHOWN, ())):
        end, said = max(((end, said) for end, cost, said in lattice.at(at, SHOWN) if not cost), default=(at, ""))
        ended = end > at and (lattice.is_over(end) or any(map(lattice.begins_clause, lattice.ends(end, "joint"))))
        if ended and not lattice.is_known(lattice.low[end - 1]) and _starts_one(lattice, at):
            return f"{lattice.text_of(0, at)} {said}{lattice.text[lattice.tokens[end - 1].end :]}"
    return None


def _starts_one(lattice: Lattice, end: int) -> bool:
    """Whether an order to start one thing, which is no window, ends before a token."""
    for begin in range(end - 1):
        behind = max(lattice.ends(begin, STARTS), default=begin)
        told = begin > 0 and lattice.in_set(begin - 1, "infinitive") and not lattice.ended(begin, REQUEST)
        if begin < behind < end and is_fresh(lattice, begin) and not told:
            words = range(behind, end)
            marked = any(lattice.tokens[at].shape == "mark" or lattice.at(at, "joint") for at in words)
            window = any(lattice.class_name(at) == IT or lattice.in_set(at, "of_windows") for at in words)
            return not (marked or window)
    return False
