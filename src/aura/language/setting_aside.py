"""What an utterance says without a stretch of it that nobody could call part of its command: what is left, and that.

A remark that is known as one is passed over by the decoder (`remarks.py`). Here is what only looks like one: nothing in
it names, narrows, forbids, delays or commands. Who sets it aside may be wrong, so a person is shown what was left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from aura.language.lattice import Lattice
from aura.language.marking import follows
from aura.language.remarks import Remarks
from aura.language.statements import MEANWHILE

LONGEST, MOST_BEFORE = 16, 2
OPENING = ("joint", "conclusion", "remark_lead")
LEADING_ON = ("conclusion", "remark_lead")
LEADS = ("remark_lead", "exclaimed")
OBJECTS = ("article", "pronoun", "quantifier")


class Rest(NamedTuple):
    """An utterance without a stretch of it, and that stretch."""

    text: str
    aside: str


def rests(lattice: Lattice, remarks: Remarks) -> Iterator[Rest]:
    """The utterance without each stretch between two bounds that may be set aside, the shortest stretch first."""
    bounds = _bounds(lattice, remarks)
    stretches = sorted(combinations(bounds, 2), key=lambda stretch: stretch[1] - stretch[0])
    for start, end in stretches:
        if end - start <= LONGEST and (start, end) != (0, lattice.size) and _may_go(lattice, remarks, start, end):
            yield _without(lattice, start, end)


def _bounds(lattice: Lattice, remarks: Remarks) -> list[int]:
    """Where a stretch may begin or end: at the edges, beside a mark, before a joint, a reason or an order."""
    inner = range(1, lattice.size)
    marked = (at for at in inner if lattice.tokens[at - 1].shape == "mark" or _opens(lattice, at))
    ordered = (at for at in inner if follows(lattice, remarks, at))
    return sorted({0, *marked, *ordered, lattice.size})


def _opens(lattice: Lattice, at: int) -> bool:
    """Whether what joins clauses, concludes, or leads to a reason begins at a token."""
    return any(not cost for category in OPENING for _, cost, _ in lattice.at(at, category))


def _may_go(lattice: Lattice, remarks: Remarks, start: int, end: int) -> bool:
    """Whether a stretch states something, and names, asks, orders, forbids, delays and narrows nothing."""
    harmless = remarks.harmless
    begin = _without_lead(lattice, start, end)
    stretch = range(begin, end)
    if begin == end or harmless.doubted(start, end) or harmless.doubt_begins(start, end):
        return False
    if not (_is_apart(lattice, remarks, start) and _is_apart(lattice, remarks, end)):
        return False
    if any(_is_barred(lattice, remarks, at) for at in stretch) or lattice.class_name(end - 1) == "negation":
        return False
    if start == 0 and any(lattice.in_set(at, "reporting") for at in stretch):
        return False
    if any(remarks.statements.is_clause(at) for at in (begin, *_bounds(lattice, remarks)) if at in stretch):
        return False
    said = _states(lattice, remarks, begin, end)
    if said is None:
        return start == 0 and _says_little(lattice, remarks, begin, end)
    wished = any(lattice.in_set(at, "wishing") for at in range(begin, min(said + 3, end)))
    narrowed = any(harmless.narrows(at) or lattice.class_name(at) == "negation" for at in stretch)
    return not (wished and narrowed)


def _is_apart(lattice: Lattice, remarks: Remarks, at: int) -> bool:
    """Whether nothing joins what is before a token to what is behind, which may share its wish or doubt."""
    if at in (0, lattice.size) or follows(lattice, remarks, at):
        return True
    led = any(not cost for category in LEADING_ON for _, cost, _ in lattice.at(at, category))
    begins, ends = (lattice.tokens[word].shape == "mark" for word in (at, at - 1))
    joined = any(not cost and end > at + begins for end, cost, _ in lattice.at(at, "joint"))
    return led or ((begins or ends) and not joined)


def _is_barred(lattice: Lattice, remarks: Remarks, at: int) -> bool:
    """Whether a word is a name, a figure or a time, says on what condition, or begins an order or a question."""
    token, harmless = lattice.tokens[at], remarks.harmless
    if token.shape == "mark":
        return token.low == "?"
    named = token.shape != "word" or any(character.isdigit() for character in token.low) or harmless.names.exists_at(at)
    if named or lattice.may_be_number(at) or harmless.delays(at) or harmless.opens_with_time(at):
        return True
    return lattice.in_set(at, "conditional") or lattice.in_set(at, "retracting") or harmless.orders(at)


def _states(lattice: Lattice, remarks: Remarks, begin: int, end: int) -> int | None:
    """The verb of a statement that begins with its subject, behind a few adverbs at most; None without one."""
    for at in range(begin, min(end, begin + MOST_BEFORE + 1)):
        verb = remarks.statements.verb(at, end)
        if verb is not None and (at == begin or lattice.in_set(at, "own_subject")):
            return verb
        if not (remarks.statements.is_adverb(at) or lattice.at(at, "there")):
            return None
    return None


def _says_little(lattice: Lattice, remarks: Remarks, begin: int, end: int) -> bool:
    """Whether a few words before a command have no verb that it could be a part of."""
    words = [at for at in range(begin, end) if lattice.tokens[at].shape == "word"]
    verbs = any(not cost for at in words for _, cost, _ in lattice.at(at, "verb"))
    denied = any(lattice.class_name(at) == "negation" or remarks.harmless.narrows(at) for at in words)
    led = lattice.class_name(begin) == "preposition" or bool(lattice.at(begin, "remark_lead"))
    return not (verbs or denied or led or _is_strange_verb(lattice, begin))


def _is_strange_verb(lattice: Lattice, at: int) -> bool:
    if at + 1 >= lattice.size:
        return False
    return lattice.class_name(at) in ("", "noun", "verb") and (
        lattice.in_set(at + 1, "determiner") or lattice.class_name(at + 1) in OBJECTS
    )


def _without_lead(lattice: Lattice, start: int, end: int) -> int:
    at = start
    while at < end:
        leads = (hit for category in LEADS for hit in lattice.at(at, category))
        led = [after for after, cost, sense in leads if not cost and after > at and sense != MEANWHILE]
        if lattice.tokens[at].shape == "mark":
            led.append(at + 1)
        if not led:
            break
        at = max(led)
    return min(at, end)


def _without(lattice: Lattice, start: int, end: int) -> Rest:
    tokens, text = lattice.tokens, lattice.text
    first = tokens[start].start
    before = text[:first].rstrip()
    after = text[tokens[end].start :] if end < lattice.size else ""
    if end == lattice.size:
        before = before.rstrip(" ,;:-—")
    return Rest(f"{before} {after}".strip(), text[first : tokens[end - 1].end].strip(" ,;:-—"))
