"""What happened before is a reason, and no time to wait for: "lock it *after yesterday's incident*"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import beyond

GONE_BY = "gone_by"
PLAIN = ("", "noun")


def after_what_is_gone_by(lattice: Lattice) -> str | None:
    """The utterance with what leads to a reason before it; None where nothing is told of what is gone by.

    One word tells what it was, since more may tell of what is still to come: "after last night's backup *finishes*".
    """
    text, tokens = lattice.text, lattice.tokens
    for at in lattice.beginnings.get(GONE_BY, ()):
        for end, cost, plainly in lattice.at(at, GONE_BY):
            told = end < lattice.size and tokens[end].shape == "word" and lattice.class_name(end) in PLAIN
            whole = beyond(lattice, end + 1, "filler") if told else end
            if not cost and told and (whole == lattice.size or tokens[whole].shape == "mark"):
                return f"{text[: tokens[at].start]}{plainly}{text[tokens[at].end :]}"
    return None
