"""What has just been named, and is told by one word of its name: "call it chart july and open *the july one*"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_ended

IT, ONE, WORD = "it", "one", "word"


def named_by_one_word(lattice: Lattice) -> str | None:
    """The utterance with the whole name for what is told by a word of it; None where that is none of just one name."""
    text, tokens = lattice.text, lattice.tokens
    for at in range(2, lattice.size - 1):
        stands = any(not cost and sense == ONE for _, cost, sense in lattice.at(at + 1, IT))
        if not (stands and lattice.in_set(at - 1, "definite") and tokens[at].shape == WORD):
            continue
        said = [word for word in range(at - 1) if lattice.low[word] == lattice.low[at]]
        names = {text[tokens[begin].start : tokens[end - 1].end] for begin, end in _names(lattice, at - 1)}
        holding = [name for name in names if lattice.low[at] in name.lower().split()]
        if len(said) == len(holding) == 1 and " " in holding[0]:
            return f"{text[: tokens[at - 1].start]}{holding[0]}{text[tokens[at + 1].end :]}"
    return None


def _names(lattice: Lattice, last: int) -> Iterator[tuple[int, int]]:
    """The stretches of plain words behind what says that something is called so, before a token."""
    for begin in {end for at in range(last) for end in lattice.ends(at, "called")}:
        end = next((at for at in range(begin, last) if is_ended(lattice, at)), last)
        if begin < end and all(lattice.tokens[at].shape == WORD for at in range(begin, end)):
            yield begin, end
