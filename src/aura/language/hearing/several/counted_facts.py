"""Facts that are counted and told apart by semicolons: "remember two: A; B" → "remember: A. remember: B"."""

from __future__ import annotations

from aura.language.hearing.said_anew import is_fresh
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers

COLON, APART = ":", ";"
MOST_POLITE, SHORTEST = 2, 2
"""Tokens between the verb and the number, and of a fact."""


def counted_facts(lattice: Lattice) -> str | None:
    """The utterance with each of its counted facts kept by itself; None where they are not as many as it says."""
    colon = next((at for at, low in enumerate(lattice.low) if low == COLON), 0)
    verb = next((at for at in range(colon) if lattice.in_set(at, "heeding") and is_fresh(lattice, at)), None)
    if verb is None or (count := _how_many(lattice, verb + 1, colon)) is None:
        return None
    ends = [*(at for at in range(colon + 1, lattice.size) if lattice.low[at] == APART), lattice.size]
    begins = [colon + 1, *(end + 1 for end in ends[:-1])]
    facts = [(begin, end) for begin, end in zip(begins, ends, strict=True) if end > begin]
    if len(facts) != count or any(end - begin < SHORTEST for begin, end in facts):
        return None
    lead, said = lattice.text[: lattice.tokens[verb].start], lattice.tokens[verb].text
    return lead + " ".join(f"{said}{COLON} {lattice.text_of(*fact).rstrip('.')}." for fact in facts)


def _how_many(lattice: Lattice, start: int, colon: int) -> int | None:
    """How many facts are told, of which nothing more is said: "remember *these two things*: …"."""
    numbers = Numbers(lattice)
    for at in range(start, min(start + MOST_POLITE, colon - 1) + 1):
        number = numbers.at(at)
        if number is not None and number[1].isdecimal():
            named = number[0] + lattice.in_set(number[0], "counted_facts")
            return int(number[1]) if named == colon and int(number[1]) > 1 else None
        if not (lattice.in_set(at, "polite") or lattice.in_set(at, "determiner")):
            return None
    return None
