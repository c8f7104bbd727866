"""Where it is told why, beside what is said anew."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates

CAUSE, REASON = "cause", "reason"
MEANT = "meant"
LED = ("pronoun", "preposition", "article", "negation", "being", "quantifier")
"""Classes of words behind which a verb orders nothing."""


def reason_before(lattice: Lattice, at: int) -> int:
    """Where the reason begins that a correction stands behind, or the correction: no part of a reason is said anew."""
    for word in range(1, at):
        for end, slipped, sense in lattice.at(word, "remark_lead"):
            if not slipped and (sense == CAUSE or (sense == REASON and lattice.in_set(end, "own_subject"))):
                return word
    return at


def ordered_behind_reason(lattice: Lattice, at: int, end: int) -> tuple[int, int, str] | None:
    """The order taken back and the one behind why, with the text: "open a, no wait *it's over* open b I mean"."""
    if not (lattice.in_set(end, "own_subject") or lattice.in_set(end, "determiner")):
        return None
    for order in range(end + 1, lattice.size - 1):
        led = lattice.class_name(order - 1) in LED or lattice.in_set(order - 1, "infinitive")
        if led or not lattice.begins(order, "verb") or lattice.low[order] not in lattice.low[:at]:
            continue
        if Predicates(lattice).verb(end, order) is None and not lattice.in_set(end, "half_spelled"):
            continue
        begin = max(word for word in range(at) if lattice.low[word] == lattice.low[order])
        last = min(lattice.starts(lattice.size, MEANT), default=lattice.size)
        said = lattice.text[lattice.tokens[order].start : lattice.tokens[last - 1].end]
        return begin, order, lattice.text[: lattice.tokens[begin].start] + said
    return None
