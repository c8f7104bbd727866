"""What is only named to be denied or replaced: "delete a.txt, *not b.txt*", "*instead of chrome*, open firefox".

It says nothing more if it could have stood in the place of what is meant, so each text is given that says it there.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from aura.language.decoding.phrases import Phrases
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.stretches import SEQUENCE, past
from aura.language.words.tokens import CELL

IN_PLACE_OF, DENIED, COMMA, FILE = "in_place_of", "denied", ",", "file"
OPERATOR, UNIT = "operator", "unit"
LONGEST, LONGEST_REST, SHORTEST_COMMAND = 4, 16, 2
"""Tokens of what is denied or replaced at most, of an utterance that begins with that, and of a command before it."""
UNSURE = ("", "noun", "article", "unit")
"""Classes of words that name something; what is denied with others may say when or which one: "not now"."""

Span = tuple[int, int]


class Contrast(NamedTuple):
    """An utterance without what is denied or replaced in it, and those in which that stands in another's place."""

    rest: str
    others: tuple[str, ...]


def contrasts(lattice: Lattice, words: Container[str]) -> Iterator[Contrast]:
    """The utterance without each contrast in it; `words` are such as domains know."""
    for at in lattice.beginnings.get(IN_PLACE_OF, ()):
        begin = max((end for end, cost, how in lattice.at(at, IN_PLACE_OF) if not cost), default=at)
        denied = any(how == DENIED for _, _, how in lattice.at(at, IN_PLACE_OF))
        end = _end(lattice, begin)
        if begin == at or not begin < end <= begin + LONGEST or not names(lattice, (begin, end), words):
            continue
        if at >= SHORTEST_COMMAND and _is_whole(lattice, end):
            yield _behind(lattice, at, (begin, end))
        elif at == 0 and not denied and end < min(lattice.size, LONGEST_REST) and lattice.low[end] == COMMA:
            yield _before(lattice, (begin, end))


def _end(lattice: Lattice, begin: int) -> int:
    """Where what is denied ends: at a mark, a preposition, manners, or where something is joined to it."""
    for at in range(begin + 1, lattice.size):
        goes_on = lattice.begins(at, "joint", "filler")
        if lattice.tokens[at].shape == "mark" or lattice.class_name(at) == "preposition" or goes_on:
            return at
    return lattice.size


def _is_whole(lattice: Lattice, end: int) -> bool:
    """Whether no other thing is joined on, which may be denied as well: "delete a.txt, not b.txt *and c.txt*"."""
    if end >= lattice.size or lattice.class_name(end) == "preposition" or lattice.at(end, IN_PLACE_OF):
        return True
    joints = [(stop, kind) for stop, cost, kind in lattice.at(end, "joint") if not cost]
    after, kind = max(joints, default=(past_mark(lattice, end), ""))
    led = after < lattice.size and lattice.class_name(after) == "preposition" and lattice.low[after - 1] == COMMA
    after = past(lattice, after, "filler")
    if led or kind == SEQUENCE or after >= lattice.size:
        return True
    harmless = Phrases(lattice).remarks.harmless
    return after + 1 < lattice.size and harmless.is_order(after) and not harmless.names.exists_at(after)


def names(lattice: Lattice, span: Span, words: Container[str]) -> bool:
    """Whether words name something that is known: a file, a folder, a number, or what domains speak of."""
    begin, end = span
    begin += lattice.class_name(begin) == "preposition"
    said, last = range(begin, end), end - 1
    points = (lattice.class_name(at) not in UNSURE or lattice.in_set(at, "when") for at in said)
    if begin >= end or any(points) or lattice.begins(begin, "filler"):
        return False
    number = Numbers(lattice).at(begin)
    token, known = lattice.tokens[last], lattice.known
    here = token.low in known.files or token.low in known.folders or token.low in words
    cell = begin == last and CELL.fullmatch(token.low) is not None

    return (
        here
        or cell
        or lattice.class_name(last) == UNIT
        or token.shape in ("file", "path", "quoted")
        or (number is not None and number[0] == end)
    )


def _behind(lattice: Lattice, at: int, denied: Span) -> Contrast:
    """An utterance with what is denied in the place of what stands right before it: "to Old, *not archive*"."""
    text, tokens, (begin, end) = lattice.text, lattice.tokens, denied
    apart = end < lattice.size and lattice.low[end] == COMMA and tokens[at].shape == "mark"
    more = end + (apart and end + 1 < lattice.size and lattice.class_name(end + 1) == "preposition")
    after = text[tokens[more].start :] if more < lattice.size else ""
    gap = " " if after and (more > end or tokens[more].shape != "mark") else ""
    said, behind = text[tokens[begin].start : tokens[end - 1].end], gap + after
    rest = text[: tokens[at - 1].end] + behind
    firsts = (first for first in range(at - 1, max(at - LONGEST, 0) - 1, -1) if is_alike(lattice, (first, at), denied))
    others = tuple(f"{text[: tokens[first].start]}{said}{behind}" for first in firsts if first)
    return Contrast(rest, (*others, *_farther(lattice, at, denied, rest)))


def _farther(lattice: Lattice, at: int, denied: Span, rest: str) -> Iterator[str]:
    """An utterance with a denied file in the place of each one farther before it: "move *a.txt* to Old, not b.txt"."""
    tokens, (begin, end) = lattice.tokens, denied
    if end == begin + 1 and tokens[begin].shape == FILE and tokens[at - 1].shape != "mark":
        before = (token for token in tokens[1 : at - 1] if token.shape == FILE)
        yield from (f"{rest[: token.start]}{tokens[begin].text}{rest[token.end :]}" for token in before)


def _before(lattice: Lattice, replaced: Span) -> Contrast:
    """What follows something replaced, also with that in the place of each part: "*instead of a.txt*, delete b.txt"."""
    text, tokens, (begin, end) = lattice.text, lattice.tokens, replaced
    said, start = text[tokens[begin].start : tokens[end - 1].end], tokens[end + 1].start
    spans = ((one, stop) for stop in range(lattice.size, end + 2, -1) for one in range(stop - 1, end + 1, -1))
    alike = (span for span in spans if span[1] - span[0] <= LONGEST and is_alike(lattice, span, replaced))
    others = (text[start : tokens[one].start] + said + text[tokens[stop - 1].end :] for one, stop in alike)
    return Contrast(text[start:], tuple(others))


def is_alike(lattice: Lattice, span: Span, other: Span) -> bool:
    """Whether words may be put in the place of others: they end in a token of the same shape, and have no mark.

    Both are led by the same preposition or sign of a sum, or by none.
    """
    (first, last), (begin, end) = span, other
    leads = (lattice.class_name(at) == "preposition" or lattice.begins(at, OPERATOR) for at in (first, begin))
    led = [lattice.low[at] if leading else "" for at, leading in zip((first, begin), leads, strict=True)]
    alike = lattice.tokens[last - 1].shape == lattice.tokens[end - 1].shape and led[0] == led[1]
    return alike and all(lattice.tokens[at].shape != "mark" for at in range(first, last))
