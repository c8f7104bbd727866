"""Whether a speaker takes back all that was said, and says nothing anew: "mute the sound, ah forget it, it's over".

What is corrected is heard anew (`retelling.py`). Here a reason may follow, and nothing else: no order, no question, no
name. Words that end much else ("leave it") count behind a mark or an exclamation, or as the last, none of a text.
"""

from __future__ import annotations

from collections.abc import Callable

from aura.language.asides.remarks import Remarks
from aura.language.hearing.corrections.reasons import ordered_behind_reason
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.verbs import is_order, orders_at

PLAINLY, APART, MARKED = "withdrawn", "withdrawn_apart", "withdrawn_marked"
INTRODUCING = ":"
UNFINISHED = ("preposition", "article", "negation", "called")
BEFORE = ("text_intro", "coordinating", "infinitive", "own_subject", "spoken_of", "adverb")
"""Behind such words they are of a text, told of somebody, or asked for too: "i *always* forget it", "*don't* …"."""
NAMING = ("file", "path", "quoted", "url")
"""Shapes of tokens that what is said anew may be."""


def withdrawn(lattice: Lattice, remarks: Callable[[], Remarks]) -> tuple[int, int] | None:
    """The tokens with which all that stands before them is taken back, where nothing is said anew."""
    begins = {at for category in (PLAINLY, APART, MARKED) for at in lattice.beginnings.get(category, ())}
    for at in sorted(begins - {0}):
        apart = _is_apart(lattice, at)
        last = [end for end in _ends(lattice, at, APART) if apart or _ends_all(lattice, at, end)]
        marked = _ends(lattice, at, MARKED) if apart else []
        end = max((*_ends(lattice, at, PLAINLY), *last, *marked), default=0)
        anew = (last for last in _ends(lattice, at, "correction") if lattice.tokens[last - 1].shape != "mark")
        corrected = max(anew, default=0) > end
        if not end or corrected or _is_of_a_text(lattice, at) or ordered_behind_reason(lattice, at, end) is not None:
            continue
        if _only_tells(lattice, remarks(), end):
            return at, end
    return None


def _ends(lattice: Lattice, at: int, category: str) -> list[int]:
    return [*lattice.ends(at, category)]


def _is_apart(lattice: Lattice, at: int) -> bool:
    """Whether a mark or an exclamation opens the words at a token, or a mark stands before them."""
    opened = lattice.tokens[at].shape == "mark" or lattice.in_set(at, "exclaiming")
    return opened or lattice.tokens[at - 1].shape == "mark"


def _ends_all(lattice: Lattice, at: int, end: int) -> bool:
    """Whether words end what is said, and are of no part of it: "it's fine *leave it*", not "but a.txt *leave it*"."""
    contrasted = any(lattice.in_set(word, "contrasting") for word in range(at))
    return end == lattice.size and at > 1 and not contrasted


def _is_of_a_text(lattice: Lattice, at: int) -> bool:
    """Whether words are what is to be written: right behind a verb or "the text", or anywhere behind a colon."""
    begun = lattice.class_name(at - 1) in UNFINISHED or any(lattice.in_set(at - 1, name) for name in BEFORE)
    ordered = any(not cost and is_order(form) for _, cost, form in lattice.ending(at, "verb"))
    return begun or (ordered and not _is_apart(lattice, at)) or INTRODUCING in lattice.low[:at]


def _only_tells(lattice: Lattice, remarks: Remarks, start: int) -> bool:
    """Whether nothing follows, or somebody tells something: no order, no question, and no name that was meant."""
    if start == lattice.size:
        return True
    begin = past_mark(lattice, start)
    behind = range(begin, lattice.size)
    if begin == lattice.size:
        return True
    subject = lattice.in_set(begin, "own_subject") or lattice.in_set(begin, "spoken_of")
    told = subject and not lattice.in_set(begin - 1, "relative")
    if begin == start and not told:
        return False
    anew = any(lattice.tokens[at].shape in NAMING or remarks.harmless.names.exists_at(at) for at in behind)
    anew = anew or any(lattice.tokens[at - 1].shape == "mark" and lattice.low[at][:1].isdigit() for at in behind)
    asked = any(lattice.at(at, "asks") or lattice.at(at, "request") for at in behind if _begins(lattice, begin, at))
    ordered = any(_orders(lattice, remarks, at) for at in behind if _begins(lattice, begin, at))
    return not (anew or asked or ordered) and remarks.statements.verb(begin, lattice.size) is not None


def _begins(lattice: Lattice, first: int, at: int) -> bool:
    """Whether a clause may begin at a token: the first, behind a mark, or joined on."""
    joined = lattice.ended(at, "joint")
    return at == first or lattice.tokens[at - 1].shape == "mark" or joined


def _orders(lattice: Lattice, remarks: Remarks, at: int) -> bool:
    verbs = orders_at(lattice, at)
    return verbs or remarks.harmless.orders(at)
