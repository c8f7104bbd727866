"""What words say of when, or of until when, by their form."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import past

MEANWHILE, SOONER = "meanwhile", "sooner"
"""How what leads to a statement says when that is: "while I'm at lunch", "before anyone calls"."""


def is_away(lattice: Lattice, begin: int, verb: int, time: int) -> bool:
    """Whether a time says until when the speaker is somewhere or somehow: "*I'm off till monday*"."""
    been = verb == begin or lattice.class_name(verb) == "being"
    how = time == verb + 2 and not lattice.ends_like(verb + 1, "judged")
    return lattice.in_set(begin, "being_away") and been and how and lattice.in_set(time, "lasting_until")


def is_absent(lattice: Lattice, begin: int) -> bool:
    """Whether the speaker tells from a token on that he is not here: "*I'm at lunch*", "*I am away*"."""
    how = begin + 1 + (lattice.class_name(begin + 1) == "being")
    end = lattice.skip(how, "absent")
    timed = any(lattice.in_set(at, "when") for at in range(how, end))
    return lattice.in_set(begin, "being_away") and end > how and not timed and lattice.is_over(end)


def only_says_when(lattice: Lattice, start: int, end: int) -> bool:
    """Whether all that words say is when: "*monday morning*", "*friday at 9 please*"."""
    words = [at for at in range(start, end) if lattice.tokens[at].shape != "mark"]
    when = [lattice.low[at] in lattice.grammar.words["when"] or _is_clock(lattice, at) for at in words]
    return any(when) and all(one or _goes_with_time(lattice, at) for one, at in zip(when, words, strict=True))


def _is_clock(lattice: Lattice, at: int) -> bool:
    """Whether a word is a number with the ending of a time of day: "9pm"."""
    low = lattice.low[at]
    return low[:1].isdigit() and low.endswith(tuple(lattice.grammar.words["clock_ending"]))


def _goes_with_time(lattice: Lattice, at: int) -> bool:
    """Whether a word leads to a time, counts it, or says nothing beside it."""
    counts = lattice.low[at][0].isdigit() or lattice.in_set(at, "number") or lattice.in_set(at, "clock_ending")
    loose = lattice.in_set(at, "adverb") or lattice.in_set(at, "determiner")
    said = lattice.begins(at, "filler")
    return lattice.class_name(at) in ("preposition", "article") or counts or loose or said


def past_leads(lattice: Lattice, start: int, end: int) -> int:
    """Where a stretch goes on behind the prepositions that lead to it: "at *375*"."""
    while start + 1 < end and lattice.class_name(start) == "preposition":
        start += 1
    return start


def means_time(lattice: Lattice) -> bool:
    """Whether a word may mean a time that was told before: "so shut it down *then*", "*then* lock it"."""
    following = [at for at in range(lattice.size) if lattice.in_set(at, "following")]
    return any(at <= 1 or lattice.is_over(at + 1) or not lattice.begins_clause(at + 1) for at in following)


def opens_condition(lattice: Lattice, start: int) -> bool:
    """Whether words open a condition that goes on, and are not only spoken so: "*as long as* nobody needs it"."""
    spoken = past(lattice, start, "filler", "aside_lead")
    leads = (stop for stop, cost, sense in lattice.at(start, "condition_lead") if not cost and sense != SOONER)
    return any(stop > spoken and stop < lattice.size and lattice.tokens[stop].shape != "mark" for stop in leads)
