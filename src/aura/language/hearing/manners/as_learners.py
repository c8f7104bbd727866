"""What learners put as their own language does, put as English has it: "make *other called* x" → "*another called* x".

How each is said is data. A determiner before it says that it is put rightly: "the other called x". An order that hangs
on a verb which only does it, and whom it is for, are told by where they stand: "*make* close the tab", "put *you* it".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from aura.language.hearing.said_anew import as_written, is_fresh
from aura.language.utterance.lattice import Lattice

SAID, JOINED = "as_learners_say", "joined_as_learners_do"
ACTIVE, FILE = " active", "file"


class PutRight(NamedTuple):
    """An utterance put as English has it, and where what was put so begins: in no name or text."""

    text: str
    plain: tuple[tuple[int, int], ...]


class Turn(NamedTuple):
    """What is said from one token to before another, and how English says it."""

    start: int
    end: int
    rightly: str


def as_english_has_it(lattice: Lattice) -> Iterator[PutRight]:
    """The utterance with all that is put so said rightly, or with the first of it alone."""
    turns: list[Turn] = []
    for at in range(lattice.size):
        found = [Turn(at, end, said) for end, cost, said in lattice.at(at, SAID) if not cost]
        found += [
            Turn(at, end, said) for end, cost, said in lattice.at(at, JOINED) if not cost and _orders(lattice, end)
        ]
        found += [Turn(at, at + 1, "")] if _is_addressed(lattice, at) else []
        found += _doing(lattice, at)
        if found and (not turns or at >= turns[-1].end) and not _goes_on(lattice, at):
            turns.append(max(found, key=lambda turn: turn.end))
    if turns:
        yield _put(lattice, turns)
    if len(turns) > 1:
        yield _put(lattice, turns[:1])


def _goes_on(lattice: Lattice, at: int) -> bool:
    """Whether what begins at a token goes on with what is put rightly: "*the* other called x", "*called* other x"."""
    return lattice.in_set(at - 1, "determiner") or lattice.ended(at, "called")


def _orders(lattice: Lattice, at: int) -> bool:
    """Whether an order follows, and no time: "and after *open* x", not "and after *lunch*"."""
    return any(form.endswith(ACTIVE) for _, cost, form in lattice.at(at, "verb") if not cost)


def _doing(lattice: Lattice, at: int) -> Iterator[Turn]:
    """An order that hangs on a verb which only does it: "*make close* the tab", "*make lock to* the computer"."""
    hangs = lattice.in_set(at, "doing") and is_fresh(lattice, at) and lattice.begins_clause(at + 1)
    if hangs and _is_a_thing(lattice, at + 2):
        yield Turn(at, at + 1, "")
    elif hangs and lattice.in_set(at + 2, "infinitive") and lattice.in_set(at + 3, "determiner"):
        yield Turn(at, at + 3, as_written(lattice, at + 1, at + 2))


def _is_a_thing(lattice: Lattice, at: int) -> bool:
    """Whether what is named, or has a determiner, stands at a token, or behind "on": "*the* tab", "*on the* tab"."""
    named = not lattice.is_over(at) and lattice.tokens[at].shape == FILE
    led = lattice.class_name(at) == "preposition" and not lattice.in_set(at, "infinitive")
    return named or lattice.in_set(at + led, "determiner")


def _is_addressed(lattice: Lattice, at: int) -> bool:
    """Whether a word behind a verb only says who is ordered: "put *you* the volume on 40"."""
    verbs = (begin for begin, cost, form in lattice.ending(at, "verb") if not cost and form.endswith(ACTIVE))
    said = lattice.in_set(at, "heeding_one") and lattice.in_set(at + 1, "determiner")
    return said and any(is_fresh(lattice, begin) for begin in verbs)


def _put(lattice: Lattice, turns: Sequence[Turn]) -> PutRight:
    said, seen, plain = "", 0, []
    for turn in turns:
        said += lattice.text[seen : lattice.tokens[turn.start].start]
        plain.append((len(said), len(said) + 1))
        said, seen = said + turn.rightly, lattice.tokens[turn.end - 1].end
    return PutRight(said + lattice.text[seen:], tuple(plain))
