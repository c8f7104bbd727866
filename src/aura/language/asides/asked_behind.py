"""What is asked behind all else in words that may be passed over: "mute it, 3 at 12 each, *what does that come to*"."""

from __future__ import annotations

from collections.abc import Container

from aura.language.asides.exclaiming import exclamation
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark
from aura.language.utterance.predicates import Predicates

FEWEST = 3
"""Words of what is asked."""
MARK, ASKED = "mark", "?"


def asked_behind(lattice: Lattice, passed: Container[int]) -> tuple[int, int] | None:
    """Where the question is that ends an utterance, if none of its words is read; None where there is none.

    What is asked before something is ordered may be asked of nobody: "*who on earth calls it so*? Rename it".
    """
    for at in range(1, lattice.size):
        stop = next_mark(lattice, at)
        begins = lattice.tokens[at - 1].shape == MARK or bool(lattice.ending(at, "joint"))
        asked = begins and lattice.in_set(at, "embedding") and not lattice.in_set(at, "wondering")
        worded = lattice.in_set(at + 1, "asked_with") or lattice.class_name(at + 1) == "being"
        if asked and worded and stop - at >= FEWEST and exclamation(lattice, at) == at:
            last = all(lattice.tokens[word].shape == MARK for word in range(stop, lattice.size))
            if last and all(word in passed for word in range(at, stop)):
                return at, stop
    return None


def is_told_on(lattice: Lattice, at: int) -> bool:
    """Whether a question goes on with one that somebody tells of: "I can't see which is white *and which is cream*".

    What puts its verb before its subject, as no question does that is told so, is asked: "…, *and what is the time*".
    """
    asks = lattice.in_set(at, "embedding") and not lattice.text.rstrip().endswith(ASKED)
    if not (asks and lattice.ending(at, "joint")):
        return False
    begin = max((word + 1 for word in range(at) if lattice.tokens[word].shape == MARK), default=0)
    told = (word for word in range(begin + 2, at - 1) if lattice.in_set(word, "embedding"))
    first = next((word for word in told if lattice.tokens[word - 1].shape != MARK), None)
    if first is None or not (_has_speaker(lattice, begin, first) or Predicates(lattice).verb(begin, first)):
        return False
    inverted = [lattice.class_name(word + 1) == "being" and _has_subject(lattice, word + 2) for word in (first, at)]
    return inverted[0] or not inverted[1]


def _has_speaker(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether somebody who is not asked stands between two tokens: "*I* can't tell which", and not "can *you* tell"."""
    subjects = (at for at in range(begin, end) if lattice.in_set(at, "own_subject"))
    return any(not lattice.in_set(at, "hearer") for at in subjects)


def _has_subject(lattice: Lattice, at: int) -> bool:
    """Whether a subject stands behind a verb: "what is *the* time"."""
    return lattice.in_set(at, "determiner") or lattice.in_set(at, "own_subject")
