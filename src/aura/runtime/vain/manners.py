"""Words that were taken for manners and may be of a name: "open the shore house *lease*", which is no "please"."""

from __future__ import annotations

from aura.language.decoding.account import free_tokens
from aura.providers.known_words import is_anybodys
from aura.runtime.vain.view import FILLER, WORD, View


def leaves_out_of_a_name(view: View) -> str | None:
    """ "Open the shore house *lease*": a word anybody knows is no slip of "please" where a name may go on in it."""
    lattice, free = view.lattice, free_tokens(view.planned.reading, view.lattice)
    for kind, at, end in view.planned.reading.notes:
        behind = at - 1 in free and lattice.tokens[at - 1].shape == WORD
        if kind == FILLER and behind and end == at + 1 and lattice.corrected(at) and is_anybodys(lattice.low[at]):
            return f'"{lattice.tokens[at].text}" may be of the name; say the whole name, with its ending or in quotes.'
    return None
