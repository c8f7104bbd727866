"""What is told behind "that": where a text begins which it leads to."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates
from aura.language.utterance.verbs import verbs_at, verbs_before

BARE = "bare_text"
"""What only a frame takes that writes what follows its verb."""


def past_that(lattice: Lattice, start: int) -> int:
    """Where a text begins that is told behind the file which it goes into: "add to a.txt *that* the rent is due".

    So is one behind "saying", and one of what has a number: "saying *that* Tom left", "*that* run 4 failed".
    """
    if tells_right_behind(lattice, start):
        return start + 1
    behind = start > 0 and (lattice.tokens[start - 1].shape in ("file", "path") or lattice.in_set(start - 1, "quoting"))
    if not behind or not lattice.in_set(start, "subordinating"):
        return start
    predicates, done = Predicates(lattice), start + 3
    numbered = done < lattice.size and lattice.low[done - 1].isdigit() and predicates.is_past(done)
    return start + (numbered or predicates.verb(start + 1, lattice.size) is not None)


def writes_next(lattice: Lattice, at: int) -> bool:
    """Whether the verb of a command that writes what follows stands right before a token: "write", not "chuck out"."""
    writing = {begin for begin, frame in verbs_before(lattice, at) if BARE in frame.takes}
    return any(all(end <= at for end, _ in verbs_at(lattice, begin)) for begin in writing)


def tells_right_behind(lattice: Lattice, at: int) -> bool:
    """Whether "that" leads right behind such a verb to what somebody tells: "add *that* we won to a.txt"."""
    told = lattice.in_set(at + 1, "own_subject") or lattice.in_set(at + 1, "determiner")
    told = (
        told
        and not lattice.in_set(at + 1, "noun_again")
        and lattice.in_set(at, "subordinating")
        and writes_next(lattice, at)
    )
    return told and Predicates(lattice).verb(at + 1, lattice.size) is not None
