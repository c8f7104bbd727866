"""What is said with force of all of a kind: "delete *every last* jpg" → "delete every jpg"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice

FORCEFULLY = "forcefully_all"
KINDS = ("kind", "kinds", "group", "groups")


def every_one(lattice: Lattice) -> str | None:
    """The utterance with a plain word for all of a kind; None where it says none of them with more words."""
    for begin in lattice.beginnings.get(FORCEFULLY, ()):
        for end, cost, said in lattice.at(begin, FORCEFULLY):
            kind = end < lattice.size and any(not hit[1] for name in KINDS for hit in lattice.at(end, name))
            if not cost and (kind or (end < lattice.size and lattice.in_set(end, "extension"))):
                return (
                    f"{lattice.text[: lattice.tokens[begin].start]}{said} {lattice.text[lattice.tokens[end].start :]}"
                )
    return None
