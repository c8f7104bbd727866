"""What kind of file that is which an utterance names first: "the talk, *the powerpoint in here*, needs a slide"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.stretches import past

MARK, WORD = "mark", "word"
LONGEST_NAME = 5


def called_by_its_kind(lattice: Lattice) -> str | None:
    """The utterance with the kind of a file right behind its name; None where none that is there is told so.

    What points to it before its verb is left out: "woodworm talk the powerpoint in here *it* needs one more slide".
    """
    for at in range(1, lattice.size - 3):
        for end in lattice.ends(at + 1, "kind") if lattice.in_set(at, "definite") else ():
            here = past(lattice, end, "here")
            name = at - (lattice.tokens[at - 1].shape == MARK)
            if here == end or not _names_a_file(lattice, name):
                continue
            behind = past_mark(lattice, here)
            behind += behind < lattice.size and lattice.in_set(behind, "pointing")
            if behind < lattice.size:
                text, tokens = lattice.text, lattice.tokens
                kind = lattice.text_of(at + 1, end)
                return f"{text[: tokens[name - 1].end]} {kind} {text[tokens[behind].start :]}"
    return None


def _names_a_file(lattice: Lattice, end: int) -> bool:
    """Whether words that end before a token are the name of a file that is there, without what it ends in."""
    stems = {name.rpartition(".")[0] for name in lattice.known.files}
    begins = range(max(0, end - LONGEST_NAME), end)
    return any(lattice.words_of(begin, end).lower() in stems | lattice.known.files for begin in begins)
