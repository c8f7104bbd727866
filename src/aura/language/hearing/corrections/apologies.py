"""An apology that is said to somebody, and corrects nothing: "we can't come, *sorry Bob*"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates

WORD, MARK = "word", "mark"


def apologizes_to_somebody(lattice: Lattice, at: int, end: int) -> bool:
    """Whether words only apologize behind what somebody tells, and who is behind them takes no place in that.

    What ends in a name or a place may have got another: "we meet Tom, *sorry Bob*", "in rome, *sorry Paris*". With a
    capital amid a sentence they are what is led to: "a list with *Apologies*, Accounts".
    """
    said = [word for word in range(at, end) if lattice.tokens[word].shape != MARK]
    if not said or not all(lattice.in_set(word, "apologizing") for word in said):
        return False
    if said[0] == at and lattice.tokens[at].text.istitle() and lattice.class_name(at - 1) == "preposition":
        return True
    if _is_a_name(lattice, at - 1) or lattice.class_name(at - 2) == "preposition":
        return False
    predicates = Predicates(lattice)
    told = any(predicates.verb(begin, at) is not None for begin in range(1, at))
    spoken_to = lattice.in_set(end, "many_people") or lattice.in_set(end, "whoever")
    return told and (spoken_to or _is_a_name(lattice, end))


def _is_a_name(lattice: Lattice, at: int) -> bool:
    """Whether a word amid an utterance is written as a name is, with a capital, or with a dot in it."""
    token = lattice.tokens[at]
    return token.shape != WORD or (token.text.istitle() and not lattice.class_name(at))
