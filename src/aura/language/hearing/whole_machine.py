"""What is looked for on the whole computer: "find a.pdf anywhere on my laptop" → "find a.pdf in the home folder"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice

LOOKED_FOR, ANYWHERE, FILE = "looked_for", "on_the_machine", "file"
KINDS = ("kind", "kinds", "group", "groups")


def sought_at_home(lattice: Lattice) -> str | None:
    """The utterance with the whole computer said as the folder that it is looked for in; None where no file is sought.

    Where anything else is to be done as well it stays as it is.
    """
    sought = [end for at in range(lattice.size) for end in lattice.ends(at, LOOKED_FOR)]
    goes_on = any(lattice.begins_clause(end) for at in range(lattice.size) for end, _, _ in lattice.at(at, "joint"))
    if not sought or goes_on or not any(_is_file(lattice, at) for at in range(lattice.size)):
        return None
    for begin in lattice.beginnings.get(ANYWHERE, ()):
        hits = [(end, said) for end, cost, said in lattice.at(begin, ANYWHERE) if not cost]
        led = begin > 0 and lattice.in_set(begin - 1, "determiner")
        if hits and not led and _is_plain(lattice, min(sought), begin) and not _is_placed(lattice, max(hits)[0], begin):
            end, said = max(hits)
            tokens, text = lattice.tokens, lattice.text
            return f"{text[: tokens[begin].start]}{said}{text[tokens[end - 1].end :]}"
    return None


def _is_plain(lattice: Lattice, start: int, end: int) -> bool:
    """Whether what is looked for is a file by its name or kind, and nothing tells which: not "the *newest* pdf"."""
    for at in range(start, end):
        if lattice.class_name(at) == "called":
            return True
        little = lattice.class_name(at) in ("article", "quantifier", "filler") or lattice.in_set(at, "determiner")
        if not (little or _is_file(lattice, at)):
            return False
    return True


def _is_placed(lattice: Lattice, end: int, begin: int) -> bool:
    """Whether another place is said, or a folder is called like the computer: "anywhere *in documents*"."""
    kind = end < lattice.size and bool(lattice.at(end, "kind"))
    beside = (at for at in range(lattice.size) if not begin <= at < end)
    return kind or any(lattice.at(at, "anchor") or lattice.low[at] in lattice.known.folders for at in beside)


def _is_file(lattice: Lattice, at: int) -> bool:
    """Whether a word is the name of a file, or one for files."""
    named = lattice.tokens[at].shape == FILE or lattice.in_set(at, "extension")
    return named or lattice.class_name(at) == "kind" or any(lattice.at(at, name) for name in KINDS)
