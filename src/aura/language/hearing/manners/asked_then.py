"""A question with an order behind it that no mark sets apart: "is chrome running close it" → "…, close it"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice

SHORTENED = ("'s", "’s")
SHORTEST_ASKED = 2
VERBAL = ("", "verb", "noun")
"""Classes of words that may order something."""
LEADING = ("preposition", "article", "quantifier", "negation", "being", "joint", "pronoun")
"""Classes of words that go on with what follows them, so that no order begins there."""
GOVERNING = ("helping", "infinitive", "conditional", "obliged", "many_people")
"""Sets of words behind which a verb is of what is asked: "how *do* I close it", "is it time *to* close it"."""
GOING_ON = ("determiner", "own_subject", "speaking", "addressed")
NAMED = ("file", "path", "quoted")
"""Shapes of tokens that name a thing in full."""
PREDICATES = ("condition", "particle", "participle", "ended", "simple_past")


def asked_then_ordered(lattice: Lattice) -> str | None:
    """The utterance with a mark between what it asks and the order behind that; None where there is none."""
    if not lattice.begins(0, "asks") or any(token.shape == "mark" for token in lattice.tokens[:-1]):
        return None
    at = next(orders_behind(lattice), None)
    if at is None or lattice.in_set(at - 1, "coordinating"):
        return None
    start = lattice.tokens[at].start
    return f"{lattice.text[:start].rstrip()}, {lattice.text[start:]}"


def orders_behind(lattice: Lattice) -> Iterator[int]:
    """Where an order may begin behind what says, or asks, how something is: "is the sound on *turn it off*".

    It may be joined to that: "what's the volume now *and make it ten less*".
    """
    for at in range(SHORTEST_ASKED, lattice.size - 1):
        joined = lattice.in_set(at - 1, "coordinating")
        end = at - joined
        if end < SHORTEST_ASKED or lattice.class_name(at) not in VERBAL or lattice.ends_like(at, "judged"):
            continue
        governed = any(lattice.in_set(word, name) for word in range(end) for name in GOVERNING)
        said = _is_stated(lattice, end) or _wonders(lattice, end)
        goes_on = not joined and _goes_on(lattice, end - 1)
        if said and not governed and not goes_on and lattice.begins_clause(at) and _has_an_object(lattice, at, end):
            yield at


def _is_stated(lattice: Lattice, end: int) -> bool:
    """Whether a word before a token says that something is so: "*is* chrome running", "*how's* it going"."""
    return any(lattice.in_set(at, "finite") or lattice.low[at].endswith(SHORTENED) for at in range(end))


def _wonders(lattice: Lattice, end: int) -> bool:
    """Whether it is only asked why something is so much: "*why so* loud"."""
    return end > SHORTEST_ASKED and lattice.in_set(0, "asking") and lattice.in_set(1, "adverb")


def _goes_on(lattice: Lattice, at: int) -> bool:
    """Whether what follows a word is of what it begins: "*the* play", and not "is it *on*", "how loud is *it*"."""
    told = at > 0 and lattice.in_set(at - 1, "finite")
    over = lattice.in_set(at, "particle") or lattice.ended(at + 1, "here", "there")
    over = over or (told and at > 1 and lattice.begins(at, "it"))
    led = lattice.class_name(at) in LEADING and not over
    return led or (not told and any(lattice.in_set(at, name) for name in GOING_ON))


def _has_an_object(lattice: Lattice, at: int, end: int) -> bool:
    """Whether what was spoken of is acted on, or something else behind what is over: "close *it*", "lock *the* screen".

    What is behind a noun may be how that is: "is the shop *open the whole day*".
    """
    if lattice.begins(at + 1, "it") and lattice.class_name(at + 1) == "pronoun":
        return True
    named = lattice.tokens[at + 1].shape in NAMED or lattice.begins(at + 1, "kind")
    named = named or lattice.class_name(at + 1) == "article" or lattice.in_set(at + 1, "determiner")
    return named and not lattice.in_set(end - 1, "adjective") and _is_over(lattice, end - 1)


def _is_over(lattice: Lattice, last: int) -> bool:
    """Whether a word ends what is said of something: "is it *raining*", "which day is *today*", "why so *loud*"."""
    behind = last > 0 and (lattice.in_set(last - 1, "finite") or lattice.in_set(last - 1, "adverb"))
    how = lattice.ends_like(last, "judged") or any(lattice.in_set(last, name) for name in PREDICATES)
    return behind or how or lattice.ended(last + 1, "here", "there")
