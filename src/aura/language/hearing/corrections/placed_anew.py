"""Another place for what was made just before: "make a folder x on the D drive, *no, put it on the desktop*"."""

from __future__ import annotations

from aura.language.utterance.described import begins_place
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.verbs import orders_at, verbs_at


def placed_anew(lattice: Lattice, at: int, end: int) -> tuple[int, int, str] | None:
    """What of the last order gives way to words behind a correction that only say where, and the utterance with them.

    What is made nowhere else comes there: "mute it and make a folder x, *no, put it on the desktop*".
    """
    text, tokens = lattice.text, lattice.tokens
    pointed = end + 1 < lattice.size and lattice.in_set(end, "placing") and lattice.class_name(end + 1) == "pronoun"
    goes_on = any(lattice.at(word, "joint") for word in range(end + 2, lattice.size))
    if not pointed or goes_on or lattice.class_name(end + 2) != "preposition":
        return None
    order = next((word for word in range(at - 1, -1, -1) if orders_at(lattice, word)), 0)
    places = [word for word in range(order + 1, at) if begins_place(lattice, word)]
    if not places and any(frame.is_new for _, frame in verbs_at(lattice, order)):
        return at, end + 2, f"{text[: tokens[at - 1].end]} {text[tokens[end + 2].start :]}"
    if len(places) != 1:
        return None
    (begin,) = places
    place = begin + 1 + lattice.in_set(begin + 1, "determiner")
    after = max(last for last, _, _ in lattice.at(place, "anchor"))
    kept = text[tokens[after - 1].end : tokens[at - 1].end]
    return begin, end + 2, f"{text[: tokens[begin].start]}{text[tokens[end + 2].start :]}{kept}"
