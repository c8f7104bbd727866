"""Words that were taken for manners and may be of a name: "open the shore house *lease*", which is no "please"."""

from __future__ import annotations

from aura.language.decoding.account import free_tokens
from aura.providers.known_words import is_anybodys
from aura.runtime.vain.view import FILLER, WORD, View

PLACED = ("in", "to", "place")
"""Parts of a command that say where."""


def leaves_out_of_a_name(view: View) -> str | None:
    """ "Open the shore house *lease*": a word anybody knows is no slip of "please" where a name may go on in it.

    Nor is it one of "here": "a file called *skip hire*".
    """
    lattice, reading = view.lattice, view.planned.reading
    free = free_tokens(reading, lattice)
    left_out = {at for kind, at, end in reading.notes if kind == FILLER and end == at + 1}
    parts = (part for clause in reading.clauses for part in clause.parts)
    placed = {part.start for part in parts if part.category in PLACED}
    for at in sorted(left_out | placed):
        behind = at - 1 in free and lattice.tokens[at - 1].shape == WORD
        if behind and lattice.corrected(at) and is_anybodys(lattice.low[at]):
            return f'"{lattice.tokens[at].text}" may be of the name; say the whole name, with its ending or in quotes.'
    return None
