"""What is asked without what is only told behind it: "what's osmosis, my niece keeps asking me" → "what's osmosis"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark
from aura.language.utterance.predicates import Predicates

SHORTEST_ASKED = 2
"""Words of a question before what is told behind it."""
QUESTIONS = ("question", "world")


def asked_alone(lattice: Lattice) -> str | None:
    """The question that an utterance begins with; None where nothing is only told behind it, and nothing more."""
    asked = any(not cost and kind in QUESTIONS for _, cost, kind in lattice.at(0, "asks"))
    at = told_behind(lattice) if asked else None
    if at is None or any(_goes_on(lattice, word) for word in range(at + 1, lattice.size)):
        return None
    return None if next_mark(lattice, at + 1) < lattice.size - 1 else lattice.text[: lattice.tokens[at].start]


def _goes_on(lattice: Lattice, at: int) -> bool:
    """Whether something is joined on, or left open: "my options are madrid *or* rome"."""
    return bool(lattice.at(at, "joint")) or lattice.class_name(at) == "vague"


def told_behind(lattice: Lattice) -> int | None:
    """The mark behind which somebody tells of what is his, where nothing of his own is asked for before it."""
    for at in range(SHORTEST_ASKED, lattice.size - 2):
        if lattice.tokens[at].shape != "mark" or not lattice.in_set(at + 1, "possessive"):
            continue
        own = any(lattice.in_set(word, "speaking") or lattice.in_set(word, "possessive") for word in range(at))
        if not own and _tells(lattice, at + 1, next_mark(lattice, at + 1)):
            return at
    return None


def _tells(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether words tell what somebody does, or did: "my brother *lives* there", "my teacher *asked*"."""
    predicates, verb = Predicates(lattice), begin + 2
    third = verb < end and lattice.ends_like(verb, "subject") and not lattice.ends_like(verb, "no_subject")
    return predicates.verb(begin, end) is not None or third or (verb < end and predicates.is_past(verb))
