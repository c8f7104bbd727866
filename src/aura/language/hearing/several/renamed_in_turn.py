"""Files that are renamed in pairs of names: "rename a.txt b.txt and c.txt d.txt" → "rename a.txt to b.txt and …"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice

FILE, RENAMING = "file", "rename"


def renamed_in_turn(lattice: Lattice) -> str | None:
    """The utterance with what leads to each new name said; None where not two files at least have one."""
    for begin in range(lattice.size - 1):
        frames = {value.partition(" ")[0]: end for end, cost, value in lattice.at(begin, "verb") if not cost}
        ends = [end for name, end in frames.items() if lattice.grammar.frames[name].goal == RENAMING]
        pairs = [*_pairs(lattice, max(ends))] if ends else []
        if len(pairs) > 1:
            text, led = lattice.text, next(iter(lattice.grammar.words["infinitive"]))
            for at in reversed(pairs):
                start = lattice.tokens[at].start
                text = f"{text[:start]}{led} {text[start:]}"
            return text
    return None


def _pairs(lattice: Lattice, at: int) -> Iterator[int]:
    """The second name of each pair of names that follow one another, joined, from a token on."""
    while at + 1 < lattice.size and all(lattice.tokens[word].shape == FILE for word in (at, at + 1)):
        yield at + 1
        at = max(lattice.ends(at + 2, "item_separator"), default=lattice.size)
