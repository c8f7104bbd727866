"""A question in the order of a statement, whose mark alone asks: "*vlc is* still open?" → "*is vlc* still open?".

So is what may be asked for put: "*it is* possible to close it?" → "*is it* possible to close it?".
"""

from __future__ import annotations

from aura.language.hearing.said_anew import as_written
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark

ASKED, BEING = "?", "being"
LONGEST_SUBJECT = 3
"""Words of what is asked about, with its article."""


def asked_as_told(lattice: Lattice) -> str | None:
    """The question with its verb first; None where nothing is asked so, or more stands before its mark."""
    asked = next_mark(lattice, 0)
    end = asked if asked < lattice.size else lattice.size
    ended = lattice.low[asked] == ASKED if asked < lattice.size else lattice.text.rstrip().endswith(ASKED)
    if not ended or lattice.begins(0, "asks"):
        return None
    verb = next((at for at in range(1, min(LONGEST_SUBJECT, end - 2) + 1) if lattice.class_name(at) == BEING), None)
    impersonal = verb == 1 and lattice.in_set(0, "impersonal")  # "*It is* possible to close it?"
    named = impersonal or all(lattice.class_name(at) in (None, "", "article") for at in range(verb or 0))
    if verb is None or not named:
        return None
    if any(lattice.in_set(at, "embedding") for at in range(verb + 1)) or lattice.class_name(verb + 1) == "pronoun":
        return None  # "Type *how are* you?" asks nothing, and "vlc, *is it* open?" has its verb first.
    subject = lattice.low[0] if impersonal else as_written(lattice, 0, verb)
    rest = lattice.text[lattice.tokens[verb].end :]
    return f"{lattice.tokens[verb].low} {subject}{rest}"
