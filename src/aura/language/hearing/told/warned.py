"""What is to be kept in mind, without what comes of it otherwise: "remember the drill is at 9 *or I'll miss it*"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import beyond
from aura.language.utterance.subordinates import writes_next

OTHERWISE, INTRODUCING = "otherwise", ":"
SPEAKING = ("speaking", "being_away")
"""Sets of words that the speaker is in, with his verb or without."""


def without_warning(lattice: Lattice) -> str | None:
    """The utterance without that its speaker forgets it otherwise, which ends it; None where he does not say so."""
    for at in lattice.beginnings.get(OTHERWISE, ()):
        if at > 1 and any(_forgets(lattice, who) for who in lattice.ends(at, OTHERWISE)):
            written = INTRODUCING in lattice.low[:at] or any(writes_next(lattice, word) for word in range(at))
            return None if written else lattice.text[: lattice.tokens[at - 1].end].rstrip(" ,-—;")
    return None


def _forgets(lattice: Lattice, who: int) -> bool:
    """Whether the speaker tells from a token on to the end that he forgets or misses what he spoke of."""
    verb = lattice.skip(who + 1, "may_forget")
    if verb >= lattice.size or not any(lattice.in_set(who, name) for name in SPEAKING):
        return False
    denied = any(lattice.class_name(word) == "negation" for word in range(who + 1, verb))
    pointed = lattice.class_name(verb + 1) == "pronoun" if verb + 1 < lattice.size else False
    behind = lattice.skip(verb + 1 + pointed, "asked_again")
    forgets = lattice.in_set(verb, "forgetting" if denied else "overlooking")
    return forgets and beyond(lattice, behind, "filler", marks=True) == lattice.size
