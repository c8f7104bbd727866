"""Stretches of an utterance between its marks and joints, each of which may be a command by itself."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark

SEQUENCE = "sequence"
"""How a joint joins behind which something comes in its turn: "then"."""
BEFOREHAND, OF_IT, OF_DEED = "beforehand", "of_it", "of_deed"
"""Words that put a command before another, and which of them point at that, or at what was told last: "before that",
"before doing that"."""
COLON = ":"
SAYING_LITTLE = ("article", "preposition", "pronoun", "filler", "joint", "being")
"""Classes of words that say nothing by themselves."""


def stretches_of(lattice: Lattice) -> Iterator[tuple[int, int, int]]:
    """The stretches between marks and joints: where the joints before one begin, where it begins, and where it ends."""
    start = 0
    joins = [lattice.class_name(at) == "joint" for at in range(lattice.size)]
    for at in range(lattice.size + 1):
        if lattice.is_over(at) or joins[at]:
            before = start
            while before and joins[before - 1]:
                before -= 1
            if start < at:
                yield before, start, at
            start = at + 1


def without_joints(lattice: Lattice, start: int, end: int) -> tuple[int, int]:
    """A stretch without the marks and joints that it begins and ends with."""
    bare = [lattice.tokens[at].shape != "mark" and lattice.class_name(at) != "joint" for at in range(start, end)]
    said = [at for at, is_bare in enumerate(bare, start) if is_bare]
    return (said[0], said[-1] + 1) if said else (start, end)


def only_leads(lattice: Lattice, end: int) -> bool:
    """Whether nothing is asked for before a token: "*three jobs.* one, …"."""
    return not any(map(lattice.begins_clause, range(end)))


def may_order(lattice: Lattice, at: int) -> bool:
    """Whether a word may be the verb of a command: "*mute* it and good morning"."""
    return lattice.class_name(at) == "verb" or lattice.begins(at, "verb")


def says_something(lattice: Lattice, at: int) -> bool:
    """Whether a token is a word that says something by itself, as no article or preposition does."""
    return lattice.tokens[at].shape == "word" and lattice.class_name(at) not in SAYING_LITTLE


def is_ended(lattice: Lattice, at: int) -> bool:
    """Whether what a stretch says may be over before a token: nothing, a mark or a joint follows."""
    return lattice.is_over(at) or bool(lattice.at(at, "joint"))


def beyond(lattice: Lattice, at: int, *categories: str, stop: int | None = None, marks: bool = False) -> int:
    """The token behind the phrases of some categories that follow one another from a token on, and marks with them."""
    last = lattice.size if stop is None else stop
    while at < last:
        ends = (end for end in lattice.ends(at, *categories) if end <= last)
        after = max(ends, default=at + (marks and lattice.tokens[at].shape == "mark"))
        if after == at:
            break
        at = after
    return at


def past(lattice: Lattice, at: int, *categories: str) -> int:
    """The token behind the longest phrase of some categories that begins at a token; the token itself without one."""
    return max(lattice.ends(at, *categories), default=at)


def says_next(utterance: Lattice, begin: int) -> bool:
    """Whether words before a token, or at it, say that what follows comes next: "and then"."""
    joints = (*utterance.ending(begin, "joint"), *utterance.at(begin, "joint"))
    return any(sense == SEQUENCE and not cost for _, cost, sense in joints)


def is_joined(lattice: Lattice, at: int) -> bool:
    """Whether what is said before a token is over there: it stands behind a mark or a joint."""
    return at > 0 and (lattice.tokens[at - 1].shape == "mark" or lattice.ended(at, "joint"))


def spares(lattice: Lattice, start: int) -> bool:
    """Whether words that could take a command back only say what stays where it is: ", *leave it where it is*"."""
    begin = past_mark(lattice, start)
    return lattice.begins(begin, "sparing")


def puts_before(lattice: Lattice, at: int) -> bool:
    """Whether words at a token put what follows before what was said: "lock it, *before that* mute", "but um *first*".

    Behind a colon only what is set against all that was said does.
    """
    if not at or not lattice.at(at, BEFOREHAND):
        return False
    if any(sense in (OF_IT, OF_DEED) for _, _, sense in lattice.at(at, BEFOREHAND)) and COLON not in lattice.low[:at]:
        return True
    while at > 1 and lattice.ended(at, "filler"):
        at -= 1
    return lattice.in_set(at - 1, "contrasting")


def is_out_of_order(lattice: Lattice) -> bool:
    """Whether a command is put before one that was said before it: "lock it, but *first mute it*"."""
    leads = (at for at in lattice.beginnings.get(BEFOREHAND, ()) if puts_before(lattice, at))
    return any(not is_ended(lattice, end) for at in leads for end in lattice.ends(at, BEFOREHAND))
