"""What is told to be somewhere and then looked for: "there's a thing with damson in its name in x, *find it*".

So is what somebody tells that he looks for, and where to look: "I need a thing with damson in its name, *look in x*".
"""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.stretches import beyond, past

TOLD, IN_NAME, HUNTED = "told_to_be", "in_name", "hunted"
SOUGHT, LOOKS_ABOUT = "told_to_seek", "looks_about"
LEADS = ("conclusion", "request", "filler")
LONGEST_THING = 8
"""Tokens of what is described by its name."""
GUESSED = ("speaking", "guessing")
"""How a guess ends at what it may be, which tells nothing of its name: "…, *label text I think*"."""


def sought_as_told(lattice: Lattice) -> str | None:
    """The utterance as one order to look for what it tells of by its name; None where it tells of none so."""
    hunted = [at for at in sorted(lattice.beginnings.get(HUNTED, ())) if lattice.is_over(past(lattice, at, HUNTED))]
    for at in sorted(lattice.beginnings.get(TOLD, ())) if hunted else ():
        begin = past(lattice, at, TOLD)
        names = range(begin + 1, min(begin + LONGEST_THING, lattice.size))
        described = max((end for name in names for end in lattice.ends(name, IN_NAME)), default=0)
        before = _is_place(lattice, at)
        behind = next((end for end in range(described, hunted[0]) if _is_place(lattice, end, described)), described)
        if described and described < hunted[0] and (before or not at) and _only_guesses(lattice, behind, hunted[0]):
            place = lattice.text_of(lattice.in_set(0, "somewhere"), at) if at else lattice.text_of(described, behind)
            order = max(((end, said) for end, _, said in lattice.at(hunted[0], HUNTED)))[1]
            return f"{order} {lattice.text_of(begin, described)} {place}".rstrip()
    return None


def sought_where_told(lattice: Lattice) -> str | None:
    """The utterance as one order to look in the place that it ends with; None where it tells of nothing sought."""
    for at in sorted(lattice.beginnings.get(SOUGHT, ()))[:1]:
        begin = past(lattice, at, SOUGHT)
        names = range(begin + 1, min(begin + LONGEST_THING, lattice.size))
        described = max((end for name in names for end in lattice.ends(name, IN_NAME)), default=0)
        orders = lattice.beginnings.get(LOOKS_ABOUT, ()) if described and not at else ()
        led = (one for one in orders if beyond(lattice, described, *LEADS, stop=one, marks=True) == one)
        order = next(led, lattice.size)
        looks = past(lattice, order, LOOKS_ABOUT)
        places = (end for end in range(looks + 1, lattice.size + 1) if looks > order and _is_place(lattice, end, looks))
        place = next((end for end in places if beyond(lattice, end, "filler", marks=True) == lattice.size), None)
        if place is not None:
            said = max((end, order) for end, _, order in lattice.at(order, LOOKS_ABOUT))[1]
            return f"{said} {lattice.text_of(begin, described)} {lattice.text_of(looks, place)}"
    return None


def _is_place(lattice: Lattice, end: int, begin: int = 0) -> bool:
    """Whether all that is said from one token to another is where something is: "*somewhere in my documents*"."""
    begin += lattice.in_set(begin, "somewhere")
    named = begin + 1 + lattice.in_set(begin + 1, "determiner")
    led = begin < end and lattice.class_name(begin) == "preposition"
    return led and end in lattice.ends(named, "anchor")


def _only_guesses(lattice: Lattice, start: int, end: int) -> bool:
    """Whether nothing stands between two tokens, or only what it may be: ", *label text I think*"."""
    guessed = any(
        lattice.in_set(at, GUESSED[0]) and lattice.in_set(at + 1, GUESSED[1]) and past_mark(lattice, at + 2) == end
        for at in range(start, end - 1)
    )
    return past_mark(lattice, start) == end or guessed
