"""What an utterance says without what it tells behind a mark of a file that it named: "open a.txt, the one on sharks".

What a file is about, or has in it, says neither where it is nor what is to be done. Nor does a clause without a verb of
its own that tells why: "delete a.txt, the March one being still in use".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark

MARK, FILE, WORD = "mark", "file", "word"
LONGEST_TOLD = 8
SAID_OF_ALL = ("quantifier", "negation", "joint")
CHANGES = ("conditional", "contrasting")


class LeftOut(NamedTuple):
    """An utterance without such words; it is `sure` where these could not say where the file is."""

    text: str
    sure: bool


def without_told(lattice: Lattice) -> Iterator[LeftOut]:
    """The utterance without what words tell of the file right before them, or without why."""
    for at in (at for at in range(1, lattice.size - 1) if lattice.tokens[at].shape == MARK):
        end = next_mark(lattice, at + 1)
        told = end - at <= LONGEST_TOLD and _is_plain(lattice, at + 1, end)
        sure = told and end == lattice.size and _gives_reason(lattice, at)
        if sure or (told and (_tells_about(lattice, at, end) or _may_tell_about(lattice, at, end))):
            text = lattice.text[: lattice.tokens[at].start] + lattice.text[lattice.tokens[end - 1].end :]
            yield LeftOut(text, sure)


def _is_plain(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words tell of one thing, and neither join anything on nor change what is meant."""
    return not any(
        (lattice.class_name(at) in SAID_OF_ALL and not lattice.in_set(at, "noun_again"))
        or lattice.tokens[at].shape != WORD
        or any(lattice.in_set(at, name) for name in CHANGES)
        for at in range(start, end)
    )


def _topic(lattice: Lattice, mark: int, end: int, lead: str) -> int | None:
    """Where it is told behind a file and a mark what that one is about, by a word that leads to it."""
    one = mark + 1 + lattice.in_set(mark + 1, "determiner")
    described = lattice.tokens[mark - 1].shape == FILE and one > mark + 1 and lattice.in_set(one, "noun_again")
    timed = any(lattice.in_set(at, "when") for at in range(mark + 1, end))
    return one + 2 if described and one + 2 < end and lattice.in_set(one + 1, lead) and not timed else None


def _tells_about(lattice: Lattice, mark: int, end: int) -> bool:
    """Whether words behind a file and a mark say what it is about: ", *the one about the move*"."""
    return _topic(lattice, mark, end, "about_what") is not None


def _may_tell_about(lattice: Lattice, mark: int, end: int) -> bool:
    """Whether they may say so, since they are no place: ", *the one on sharks*", but not "on the desktop", "on usb"."""
    topic = _topic(lattice, mark, end, "on_what")
    if topic is None or lattice.in_set(topic, "determiner") or lattice.low[topic] in lattice.known.folders:
        return False
    several = lattice.ends_like(end - 1, "subject") and not lattice.ends_like(end - 1, "no_subject")
    return several and not (lattice.at(topic, "anchor") or lattice.at(topic, "kind"))


def _gives_reason(lattice: Lattice, mark: int) -> bool:
    """Whether words tell how another one is, without a verb of their own: ", *the March one being still in use*".

    Where that is, or what it is to be, may say what is meant: ", the one being in documents".
    """
    named = any(lattice.tokens[at].shape == FILE for at in range(mark))
    several = any(lattice.class_name(at) == "quantifier" for at in range(mark))
    being = next((at for at in range(mark + 4, lattice.size - 1) if lattice.in_set(at, "absolute")), 0)
    another = lattice.in_set(mark + 1, "determiner") and lattice.in_set(being - 1, "noun_again")
    placed = lattice.class_name(being + 1) == "preposition" or lattice.in_set(being + 1, "infinitive")
    return named and another and not (several or placed) and being > 0
