"""Whether words right behind a text, which no mark sets apart from it, are of it or a remark on the command."""

from __future__ import annotations

from aura.language.hearing.beside.own_times import is_apart
from aura.language.utterance.lattice import Lattice

TOLD = ("own_subject", "determiner")
"""Sets of words that begin what is told."""


def goes_on_with_text(lattice: Lattice, at: int, *, sought: bool) -> bool:
    """Whether words at a token go on with the text before them: "overwrite a.txt with lock the shed *the fox got in*".

    What the speaker tells of what was said is a remark: "the alarm is 4521 *i always forget it*". Behind what is only
    `sought` so is all that tells something: "search for how to trim a hoof *the farmhand has never done one*".
    """
    if at >= lattice.size or is_apart(lattice, at) or lattice.tokens[at].shape == "mark":
        return False
    if sought:
        return not any(lattice.in_set(at, name) for name in TOLD)
    last = lattice.size - 1
    return not (lattice.in_set(at, "speaking") and bool(lattice.at(last, "it")))
