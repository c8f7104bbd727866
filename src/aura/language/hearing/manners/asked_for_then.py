"""What is asked without what it is wanted for, told before it: "*driving test at nine,* what does a red light mean"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark, past_mark

QUESTIONS, LONGEST = ("question", "world"), 3
"""How many words may say which occasion it is: "*my second driving* test"."""
WHENS = ("when", "number", "told_of_today", "determiner")


def asked_for_then(lattice: Lattice) -> str | None:
    """The question behind what only says what is coming, or who asks it; None where it means anything of that."""
    mark = next_mark(lattice, 0)
    begin = past_mark(lattice, mark)
    asked = begin < lattice.size and any(not cost and kind in QUESTIONS for _, cost, kind in lattice.at(begin, "asks"))
    if not asked or not (_is_coming(lattice, mark) or _is_asked_by_one(lattice, mark)):
        return None
    behind = range(begin, lattice.size)
    pointing = any(_points(lattice, at) for at in behind)
    return None if pointing else lattice.text[lattice.tokens[begin].start :]


def _is_coming(lattice: Lattice, end: int) -> bool:
    """Whether words only name an occasion, and when it is: "*driving test at nine*", "*doing homework*"."""
    for at in range(min(end, LONGEST + 1)):
        if lattice.in_set(at, "occasion"):
            before = all(lattice.class_name(word) in ("", "article", "noun") for word in range(at))
            return before and all(_says_when(lattice, word) for word in range(at + 1, end))
    return False


def _says_when(lattice: Lattice, at: int) -> bool:
    """Whether a word is of a time: "*in ten minutes*", "*tomorrow*", "*at 9*"."""
    said = lattice.low[at][:1].isdigit() or any(lattice.in_set(at, name) for name in WHENS)
    return said or lattice.class_name(at) in ("preposition", "article")


def _is_asked_by_one(lattice: Lattice, end: int) -> bool:
    """Whether words only say who asks: "*my niece asks*", "*my boss wants to know*"."""
    return lattice.in_set(0, "possessive") and end > 1 and lattice.ended(end, "asks_it")


def _points(lattice: Lattice, at: int) -> bool:
    """Whether a word of a question means what was told before it: "when did *she* die", but not "are *there* any"."""
    pronoun = lattice.class_name(at) == "pronoun" and not lattice.at(at, "there")
    return pronoun or lattice.in_set(at, "back_then")
