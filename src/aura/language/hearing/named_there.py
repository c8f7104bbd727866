"""What is carried to a place under another name: "copy a.txt to old, *but there it must be called* b.txt"."""

from __future__ import annotations

from aura.language.hearing.carried_along import carrying
from aura.language.utterance.lattice import Lattice


def called_there(lattice: Lattice) -> str | None:
    """The utterance with the new name said of what is carried: "copy a.txt to old *and call it* b.txt"."""
    for at in sorted(lattice.beginnings.get("named_there", ())):
        end, plain = max(
            ((end, said) for end, cost, said in lattice.at(at, "named_there") if not cost), default=(at, "")
        )
        carried = any(any(carrying(lattice, begin)) for begin in range(at))
        if at < end < lattice.size and carried:
            tokens, text = lattice.tokens, lattice.text
            return f"{text[: tokens[at].start].rstrip()} {plain} {text[tokens[end].start :]}"
    return None
