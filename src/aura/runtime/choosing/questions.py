"""Whether words are a question by themselves, and no statement."""

from __future__ import annotations

from aura.language.asides.exclaiming import exclamation
from aura.language.slots.topics import QUESTIONS
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import STOPS
from aura.language.utterance.predicates import POINTING, SHORT_VERBS
from aura.language.utterance.stretches import past

FEWEST_ASKED = 3
"""Words of a question in full."""
SOMEBODY = ("speaking", "addressed", "many_people")
DOING = ("helping", "conditional", *SOMEBODY)
"""Sets of words that say who does what is asked for, or what could be done: "how *do I*"."""
HOW_IT_IS = ("condition", "adjective", "adverb")
"""Sets of words that say how something is."""
LED = 3
"""Tokens in which a question says who does something: "*how do I* close it"."""


def is_question(lattice: Lattice) -> bool:
    """Whether words are a question that yes or no is no answer to, and no statement: "what is not saved *is lost*".

    What ends in a word that points asks nothing by itself, nor does what is exclaimed or tells what somebody wants:
    "why don't *we*", "what a day!", "what I need now". Where it goes on behind a stop it is more than a question.
    """
    asked = any(not cost and kind in QUESTIONS for _, cost, kind in lattice.at(0, "asks"))
    whole = lattice.class_name(lattice.size - 1) != "pronoun"
    stopped = any(low in STOPS for low in lattice.low[:-1])
    if stopped or exclamation(lattice, 0) or _tells_what(lattice, 0):
        return False
    return asked and whole and sum(lattice.in_set(at, "finite") for at in range(lattice.size)) <= 1


def is_whole_question(lattice: Lattice) -> bool:
    """Whether words that were read as one question are no statement: "is it true that otters hold hands".

    Behind a story it is asked at the end: "there are 30 pupils with 6 at each table, *how many tables is that*".
    """
    begin = last_stretch(lattice)
    if begin and (lattice.class_name(0) == "verb" or not lattice.begins(begin, "asks")):
        return False
    whole = begin > 0 or lattice.class_name(lattice.size - 1) != "pronoun"
    told = _tells_what(lattice, begin) or _has_no_subject(lattice, begin)
    return whole and exclamation(lattice, begin) == begin and not told


def ends_story(lattice: Lattice) -> bool:
    """Whether a question stands behind what is told for it: "I have 3 apples and eat one, *how many are left*"."""
    return last_stretch(lattice) > 0 and is_whole_question(lattice)


def may_go_on_with_order(lattice: Lattice) -> bool:
    """Whether a verb that is joined to a question may be of what is asked: "how do I close it *and lock the screen*".

    That is so where it asks what somebody does or could do: "which of them *start* by themselves". What says how
    something is, or who did it, goes on with no such verb: "what is the deepest lake", "who composed the planets".
    """
    begin = last_stretch(lattice)
    known = lattice.in_set(begin, "helping") and lattice.in_set(begin + 1, "addressed")  # "do you know my pin"
    asked = range(begin + 2 * known, lattice.size)
    if begin:  # what a story comes to does nothing, but how somebody does something may go on
        asked = asked[:LED] if lattice.in_set(begin + 1, "helping") else asked[:0]
        return any(lattice.in_set(at, name) for at in asked for name in SOMEBODY)
    does = any(lattice.in_set(at, name) for at in asked for name in DOING) or any(
        _may_be_done(at, lattice) for at in asked
    )
    return does or (not lattice.in_set(0, "doer_asked") and all(_may_be_bare(at, lattice) for at in (1, 2)))


def asks_in_full(lattice: Lattice) -> bool:
    """Whether words are a question by themselves, and not of what was said before it: "what does *that* come to"."""
    points = any(not POINTING.isdisjoint(lattice.hits[at]) for at in range(lattice.size))
    return is_question(lattice) and lattice.size >= FEWEST_ASKED and not points


def asks_of_the_world(lattice: Lattice) -> bool:
    """Whether words ask in full about nobody who is here and nothing that is pointed at: "what is a glacier".

    What lacks a subject tells: "*is raining* outside", "*is very* dark".
    """
    begin = last_stretch(lattice)
    told = lattice.ends_like(begin + 1, "judged") or lattice.in_set(begin + 1, "degree")
    if told and lattice.class_name(begin) == "being":
        return False
    points = any(not POINTING.isdisjoint(lattice.hits[at]) for at in range(begin, lattice.size))
    somebody = any(lattice.in_set(at, name) for at in range(begin, lattice.size) for name in ("speaking", "addressed"))
    asked = is_whole_question(lattice) and lattice.begins(begin, "asks") and lattice.size >= FEWEST_ASKED
    return asked and (begin > 0 or not (points or somebody))


def last_stretch(lattice: Lattice) -> int:
    """Where what stands behind the last mark begins, past what joins it."""
    marks = (at for at in range(lattice.size - 1) if lattice.tokens[at].shape == "mark")
    return past(lattice, max(marks, default=-1) + 1, "joint")


def _may_be_done(at: int, lattice: Lattice) -> bool:
    """Whether a word leads to what could be done: "the way *to* fold it"."""
    return lattice.in_set(at, "infinitive") and lattice.class_name(at + 1) in ("", "verb")


def _may_be_bare(at: int, lattice: Lattice) -> bool:
    """Whether a word may be a noun or a verb, with nothing that says which of both: "which *programs* *start*"."""
    plain = at < lattice.size and lattice.tokens[at].shape == "word" and lattice.class_name(at) in ("", "noun", "verb")
    return plain and not lattice.in_set(at, "finite")


def _has_no_subject(lattice: Lattice, at: int) -> bool:
    """Whether what begins like a question names nobody of whom it could be asked: "*was dead* on his feet"."""
    behind = lattice.class_name(at + 1) == "preposition" or any(lattice.in_set(at + 1, name) for name in HOW_IT_IS)
    return lattice.class_name(at) == "being" and behind


def _tells_what(lattice: Lattice, at: int) -> bool:
    """Whether a word that may ask begins what somebody tells: "*what I* need", and not "*what's my* size"."""
    verb = lattice.low[at].endswith(SHORT_VERBS) or any(lattice.in_set(at, name) for name in ("finite", "helping"))
    return lattice.in_set(at + 1, "own_subject") and not verb
