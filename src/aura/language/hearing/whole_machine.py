"""What is looked for on the whole computer: "find a.pdf anywhere on my laptop" → "find a.pdf in the home folder"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice

LOOKED_FOR, ANYWHERE, FILE = "looked_for", "on_the_machine", "file"
KINDS = ("kind", "kinds", "group", "groups")


def sought_at_home(lattice: Lattice) -> str | None:
    """The utterance with the whole computer said as the folder that it is looked for in; None where no file is sought.

    Where anything else is to be done as well it stays as it is.
    """
    if not any(not cost for at in range(lattice.size) for _, cost, _ in lattice.at(at, LOOKED_FOR)):
        return None
    goes_on = any(lattice.begins_clause(end) for at in range(lattice.size) for end, _, _ in lattice.at(at, "joint"))
    if goes_on or not any(_is_file(lattice, at) for at in range(lattice.size)):
        return None
    for begin in lattice.beginnings.get(ANYWHERE, ()):
        hits = [(end, said) for end, cost, said in lattice.at(begin, ANYWHERE) if not cost]
        if hits and not lattice.in_set(begin - 1, "determiner"):
            end, said = max(hits)
            tokens, text = lattice.tokens, lattice.text
            return f"{text[: tokens[begin].start]}{said}{text[tokens[end - 1].end :]}"
    return None


def _is_file(lattice: Lattice, at: int) -> bool:
    """Whether a word is the name of a file, or one for files."""
    named = lattice.tokens[at].shape == FILE or lattice.in_set(at, "extension")
    return named or lattice.class_name(at) == "kind" or any(lattice.at(at, name) for name in KINDS)
