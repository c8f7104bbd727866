"""Commands that are told in another order than they are to be done in: "close word before locking the screen".

What "before" leads to comes behind what is told with it, and what "after" leads to comes first; both are asked for.
"""

from __future__ import annotations

from aura.language.hearing.coordination import SaidAnew
from aura.language.utterance.lattice import Lattice

COMES_LATER, COMES_FIRST = "comes_later", "comes_first"
MARK = ","


def in_turn(lattice: Lattice) -> SaidAnew | None:
    """The utterance with two commands in the order in which they are to be done; None where that is said otherwise."""
    if any(lattice.class_name(at) == "negation" or lattice.at(at, "forbidden") for at in range(lattice.size)):
        return None
    for category in (COMES_LATER, COMES_FIRST):
        for lead in lattice.beginnings.get(category, ()):
            for begin, cost, sense in lattice.at(lead, category):
                said = None if cost else _ordered(lattice, category, lead, begin, sense)
                if said is not None:
                    return SaidAnew(said, lead)
    return None


def _ordered(lattice: Lattice, category: str, lead: int, begin: int, sense: str) -> str | None:
    verb = _verb(lattice, begin, sense)
    if verb is None:
        return None
    fronted = _only_leads(lattice, lead)
    end = next((at for at in range(begin + 1, lattice.size - 1) if lattice.low[at] == MARK), None) if fronted else None
    if fronted and (end is None or not lattice.begins_clause(end + 1)):
        return None
    if not fronted and not any(lattice.begins_clause(at) for at in range(lead)):
        return None
    last = lattice.size - (lattice.tokens[-1].shape == "mark")
    told = " ".join(filter(None, (verb, lattice.words_of(begin + 1, last if end is None else end))))
    other = lattice.words_of(0, lead).rstrip(f" {MARK}") if end is None else lattice.words_of(end + 1, last)
    first, then = (other, told) if category == COMES_LATER else (told, other)
    return f"{first}, {next(iter(lattice.grammar.words['following']))} {then}"


def _verb(lattice: Lattice, at: int, sense: str) -> str | None:
    """The verb of a command at a token as it is said there: "locking", "lock" behind "you", what was "copied"."""
    if at >= lattice.size or lattice.corrected(at):
        return None
    low = lattice.low[at]
    if sense == "done":
        return lattice.grammar.past.get(low)
    going_on = lattice.ends_like(at, "judged")
    return low if lattice.begins_clause(at) and going_on == (sense == "") else None


def _only_leads(lattice: Lattice, end: int) -> bool:
    """Whether nothing is asked for before a token."""
    return not any(lattice.begins_clause(at) for at in range(end))
