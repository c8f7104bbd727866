"""What is carried to a place under another name: "copy a.txt to old, *but there it must be called* b.txt".

That it gets its name when it is there says nothing more: "a.txt belongs in old, and call it b.txt *once it's there*".
"""

from __future__ import annotations

from aura.language.hearing.several.carried_along import carrying
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import past

AS, FILE, QUOTED = "as", "file", "quoted"
"""How a name is said behind which nothing else may stand: "but *as* b.txt", and not "but as soon as"."""


def called_there(lattice: Lattice) -> str | None:
    """The utterance with the new name said of what is carried: "copy a.txt to old *and call it* b.txt"."""
    for at in sorted(lattice.beginnings.get("named_there", ())):
        end, plain = max(
            ((end, said) for end, cost, said in lattice.at(at, "named_there") if not cost), default=(at, "")
        )
        carried = any(any(carrying(lattice, begin)) for begin in range(at))
        if at < end < lattice.size and carried and (plain != AS or lattice.tokens[end].shape in (FILE, QUOTED)):
            tokens, text = lattice.tokens, lattice.text
            return f"{text[: tokens[at].start].rstrip()} {plain} {text[tokens[end].start :]}"
    return None


def named_once_there(lattice: Lattice) -> str | None:
    """The utterance without the moment at which what is carried gets its name, as it does in the same move."""
    for at in sorted(lattice.beginnings.get("once_there", ())):
        end = past(lattice, at, "once_there")
        ended = lattice.is_over(end) or lattice.in_set(end, "polite")
        named = next((begin for begin in range(at - 1, 1, -1) if lattice.begins(begin, "called")), 0)
        joined = named and (lattice.ended(named, "joint") or lattice.tokens[named - 1].shape == "mark")
        placed = any(lattice.class_name(word) == "preposition" for word in range(named))
        alone = not any(lattice.begins(word, "joint") for word in range(named + 1, at))
        if at < end and ended and joined and placed and alone and lattice.class_name(named + 1) == "pronoun":
            return f"{lattice.text[: lattice.tokens[at].start].rstrip()}{lattice.text[lattice.tokens[end - 1].end :]}"
    return None
