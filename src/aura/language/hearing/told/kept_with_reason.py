"""What is kept beside a command, without why: "delete a.txt but keep b.txt, *that's the one I hand in*"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.asides.harmless import Harmless
from aura.language.decoding.phrases import Phrases
from aura.language.hearing.said_anew import SaidAnew
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.predicates import CAUSE, Predicates
from aura.language.utterance.stretches import past
from aura.language.utterance.subordinates import writes_next

EXCEPT, STAYS, LEAD, IT, THEM = "except", "stays", "remark_lead", "it", "them"
NOT_IT, FILE, WORD = "not_it", "file", "word"
MARKS = (",", "-", "—", ".", ";")
LONGEST_NAME, FEWEST_WORDS = 6, 3
"""Tokens of the name of what is kept at most, and of a reason at least."""
TURNING = (
    "correction",
    "retraction",
    "withdrawn",
    "withdrawn_apart",
    "withdrawn_marked",
    "forbidden",
    "condition_lead",
)
"""With these a reason is none: something is said anew, taken back, forbidden, or waits."""
POINTING = ("saying_so", "half_spelled", "own_subject")
"""Sets of words that a reason begins with, where no mark sets it apart."""
INTRODUCING = ":"
MISTAKEN = "erring"
"""With such a word it tells of a mistake, which what was ordered may be: "but keep b.txt, I mixed it up"."""
ONE, ALL = "points_to_one", "together"
"""What points to the one that is kept, and to all that was named."""
OF_SEVERAL = (ALL, MISTAKEN, "excluding", "retracting", "conditional", "leaving_open", "no", "else")


def without_why_kept(lattice: Lattice) -> SaidAnew | None:
    """The utterance without why something is kept, which ends it; None where nothing is kept, or more is said."""
    within = {at for start in lattice.beginnings.get(STAYS, ()) for at in range(start, past(lattice, start, STAYS))}
    begins = sorted({at for ends in _kept(lattice) for at in _reasons(lattice, ends)} - within)
    if not begins or INTRODUCING in lattice.low or any(writes_next(lattice, at) for at in range(begins[0])):
        return None  # It may be of a text.
    harmless = Phrases(lattice).remarks.harmless
    at = next((at for at in begins if _only_tells(lattice, harmless, at)), None)
    return None if at is None else SaidAnew(lattice.text[: lattice.tokens[at - 1].end], at)


def _kept(lattice: Lattice) -> Iterator[range]:
    """Between which tokens the name of what is kept may end: behind "but keep", or right before "has to stay"."""
    for at in lattice.beginnings.get(EXCEPT, ()):
        for end in (end for end in lattice.ends(at, EXCEPT) if at > 1 and not lattice.begins(end, "it")):
            yield range(end + 1, min(lattice.size, end + LONGEST_NAME + 1))
    for at in lattice.beginnings.get(STAYS, ()):
        if at > 1 and lattice.tokens[at - 1].shape != "mark" and not lattice.ended(at, "it", "joint"):
            yield from (range(end, end + 1) for end in lattice.ends(at, STAYS))
    for at in lattice.beginnings.get(NOT_IT, ()):
        if at > 1 and lattice.tokens[at - 1].shape == FILE:
            yield from (range(end, end + 1) for end in lattice.ends(at, NOT_IT))


def _reasons(lattice: Lattice, ends: range) -> Iterator[int]:
    """Where a reason may begin behind what is kept: at a mark, a cause, or somebody who is told of.

    Behind the words that say that it stays that may be anybody: "… has to stay *chef* still wants that one".
    """
    for at in (at for at in ends if at < lattice.size - FEWEST_WORDS):
        causes = any(not cost and sense == CAUSE for _, cost, sense in lattice.at(at, LEAD))
        pointed = any(lattice.in_set(at, name) for name in POINTING)
        subject = len(ends) == 1 and lattice.tokens[at].shape == WORD and not lattice.class_name(at)
        if lattice.low[at] in MARKS or causes or pointed or subject:
            yield at
        if lattice.tokens[at].shape == "mark" or lattice.begins(at, "joint"):
            return


def _only_tells(lattice: Lattice, harmless: Harmless, at: int) -> bool:
    """Whether somebody tells from a token on to the end how the one kept is, and nothing of another, or to be done."""
    begin = past_mark(lattice, at)
    begin = max((end for end, cost, sense in lattice.at(begin, LEAD) if not cost and sense == CAUSE), default=begin)
    told = begin
    if lattice.class_name(begin) == "preposition":  # "In that one I count …"
        told = max(lattice.ends(begin + 1, "it"), default=begin)
    words = range(begin, lattice.size)
    if Predicates(lattice).verb(told, lattice.size) is None:
        return False
    pointed = any(lattice.in_set(word, ONE) for word in words)
    turned = any(lattice.begins(word, *TURNING) for word in range(at, lattice.size))
    several = any(lattice.in_set(word, name) for word in words for name in OF_SEVERAL)
    named = any(lattice.tokens[word].shape not in ("word", "mark") or harmless.names.exists_at(word) for word in words)
    ordered = any(_begins(lattice, word) and lattice.begins_clause(word) for word in words if word > begin)
    return pointed and not (turned or several or named or ordered or harmless.doubted(begin + 1, lattice.size))


def keeps_some(lattice: Lattice, start: int) -> bool:
    """Whether something is kept beside what is done, before a token: "delete a.txt *but keep b.txt*, I need both"."""
    return any(stop < start for at in lattice.beginnings.get(EXCEPT, ()) for stop in lattice.ends(at, EXCEPT))


def is_of_all(lattice: Lattice, start: int, end: int) -> bool:
    """Whether what is told is of all that was named, or of a mistake: "*I need both*", "*I mixed them up*"."""
    return any(
        lattice.in_set(at, ALL)
        or lattice.in_set(at, MISTAKEN)
        or any(value == THEM for *_, value in lattice.at(at, IT))
        for at in range(start, end)
    )


def _begins(lattice: Lattice, at: int) -> bool:
    """Whether another clause may begin at a token: behind a mark, or joined on."""
    return lattice.tokens[at - 1].shape == "mark" or lattice.ended(at, "joint")
