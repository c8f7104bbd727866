"""What an utterance says without what else is told of a program that hangs: "*ugh* Teams froze *again*, kill it"."""

from __future__ import annotations

from aura.language.hearing.manners.contractions import written_out
from aura.language.hearing.said_anew import SaidAnew
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.stretches import beyond, is_ended, may_order

FEWEST_TOLD = 3
"""Words that are told of it besides: "frozen *completely*" is of how it hangs."""
LONGEST_TOLD, LONGEST_BEFORE = 7, 4
"""Words of how it hangs at most, and before that among which it is pointed at."""
LEADING = ("filler", "joint", "conclusion", "exclaimed")
"""What may stand between what is told and the order."""


def hangs_plainly(lattice: Lattice) -> str | None:
    """The utterance with no more told of a program than that it hangs; None where nothing else is."""
    first = beyond(lattice, 0, *LEADING, marks=True)
    for at in (at for at in range(first + 1, lattice.size - 2) if lattice.in_set(at, "hanging")):
        end, order = _order_behind(lattice, at)
        told = range(at + 1, end)
        if (len(told) >= FEWEST_TOLD or first) and order > at and all(_is_told(lattice, word) for word in told):
            plain = f"{lattice.text_of(first, at + 1)}, {lattice.text[lattice.tokens[order].start :]}"
            return written_out(lattice_of(lattice.grammar, plain)) or plain
    return None


def orders_of_what_hangs(lattice: Lattice) -> frozenset[int]:
    """Where it is ordered what to do with a program that hangs: "word's totally stuck, just *kill* it"."""
    hanging = (at for at in range(1, lattice.size) if lattice.in_set(at, "hanging"))
    found = ((at, _order_behind(lattice, at)[1]) for at in hanging)
    return frozenset(order for at, order in found if order > at)


def hangs_and_is_ordered(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a stretch tells of what hangs, and it is ordered right behind what to do with that."""
    hangs = any(lattice.in_set(at, "hanging") for at in range(start, end))
    return hangs and _ordered(lattice, end) is not None


def _order_behind(lattice: Lattice, at: int) -> tuple[int, int]:
    """Where what is told ends, and the order begins, behind what hangs; the token itself where more is ordered."""
    ends = range(at + 1, lattice.size - 1)
    end, order = next(((end, order) for end in ends if (order := _ordered(lattice, end)) is not None), (at, at))
    return (at, at) if any(_orders_too(lattice, word) for word in range(at + 1, end)) else (end, order)


def hangs_so(lattice: Lattice) -> SaidAnew | None:
    """The utterance without how a program hangs that is to be ended: "kill Teams, it has frozen *to stone*"."""
    for at in (at for at in range(3, lattice.size - 1) if lattice.in_set(at, "hanging")):
        end = _told_until(lattice, at)
        subject = next((word for word in range(at - 1, max(at - LONGEST_BEFORE, 1), -1) if _points(lattice, word)), 0)
        apart = subject and (lattice.tokens[subject - 1].shape == "mark" or lattice.begins(subject - 1, "remark_lead"))
        told = range(at + 1, end)
        if (
            _goes_on(lattice, end)
            or not apart
            or not 0 < len(told) <= LONGEST_TOLD
            or any(_changes(lattice, word) for word in told)
        ):
            continue
        text = lattice.text[: lattice.tokens[at].end] + lattice.text[lattice.tokens[end - 1].end :]
        return SaidAnew(text, at + 1)
    return None


def _told_until(lattice: Lattice, at: int) -> int:
    """Where it ends how a program hangs; what it is likened to may be two things: "frozen *like word and excel*"."""
    ends = (word for word in range(at + 1, lattice.size + 1) if is_ended(lattice, word))
    likened = lattice.in_set(at + 1, "occasioning")
    return next((end for end in ends if not (likened and end > at + 2 and _goes_on(lattice, end))), lattice.size)


def _goes_on(lattice: Lattice, end: int) -> bool:
    """Whether what is told goes on behind a joint, where nothing is ordered."""
    behind = (*lattice.ends(end, "joint"), beyond(lattice, end, *LEADING, marks=True))
    ordered = any(
        may_order(lattice, on) or (lattice.begins_clause(on) and not is_ended(lattice, on + 1)) for on in behind
    )
    return lattice.begins(end, "joint") and not ordered


def _points(lattice: Lattice, at: int) -> bool:
    """Whether a word that points begins what is told: "*it* has frozen", "*it's* frozen"."""
    return lattice.class_name(at) == "pronoun" or lattice.in_set(at, "own_subject")


def _changes(lattice: Lattice, at: int) -> bool:
    """Whether a word could be more than how a program hangs: it orders something, says when, denies or names."""
    lead = lattice.class_name(at) in ("later", "negation", "day") or lattice.begins(at, "request", "forbidden")
    return lead or lattice.begins(at, "it") or lattice.tokens[at].shape != "word"


def _ordered(lattice: Lattice, at: int) -> int | None:
    """Where behind a mark, or words that lead on, it is ordered what to do with what was told of: "*, so* kill it".

    The order may have two words: "*, so* force quit it".
    """
    begin = beyond(lattice, at, *LEADING, marks=True)
    ends = (begin + 1, begin + 2 if lattice.begins_clause(begin + 1) else begin + 1)
    pointed = any(lattice.begins(end, "it") for end in ends)
    return begin if begin > at and pointed and lattice.begins_clause(begin) else None


def _is_told(lattice: Lattice, at: int) -> bool:
    """Whether a token may stand in what is told besides: a word, or a mark between two things that are told."""
    return lattice.tokens[at].shape == "word" or lattice.low[at] == ","


def _orders_too(lattice: Lattice, at: int) -> bool:
    """Whether something else is ordered at a token: "Teams froze, *mute it*, kill it", "so *close Zoom* and …"."""
    joined = lattice.tokens[at - 1].shape == "mark" or lattice.ended(at, *LEADING)
    return joined and (lattice.begins(at, "verb") or lattice.begins_clause(at))
