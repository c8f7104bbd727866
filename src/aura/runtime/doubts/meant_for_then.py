"""What turns the machine off at once, beside a time that may be meant for it: "shut down, *the film ends at ten*"."""

from __future__ import annotations

from aura.capability.effect import Effect
from aura.language.decoding.phrases import Phrases
from aura.language.utterance.lattice import COUNTING, Lattice
from aura.language.utterance.marks import next_mark
from aura.language.utterance.predicates import Predicates
from aura.runtime.choosing.trial import Planned

EVENTS = ("coming_to_an_end", "coming_about")
"""Sets of verbs of what ends and of what comes about."""


def is_perhaps_for_then(planned: Planned, lattice: Lattice) -> bool:
    """Whether a step that ends all at once, and no text, stands beside what ends or comes about at a time of day.

    Not where it is told to be done now, and not by day alone: nobody waits so for "the exam is tomorrow".
    """
    steps = zip(planned.steps, planned.previews, strict=True)
    ends = any(seen.effect == Effect.DESTROYS and not seen.changes and not step.inputs for step, seen in steps)
    if not ends or any(lattice.in_set(at, "at_once") for at in range(lattice.size)):
        return False
    inputs = " ".join(str(value).lower() for step in planned.steps for value in step.inputs.values())
    return any(lattice.words_of(at, end).lower() not in inputs for at, end in _events(lattice))


def _events(lattice: Lattice) -> list[tuple[int, int]]:
    """Where verbs of events that are still to come stand, each up to where its time ends; "*me* done" is none."""
    predicates, harmless = Predicates(lattice), Phrases(lattice).remarks.harmless
    found = list[tuple[int, int]]()
    for verb in range(1, lattice.size):
        event = any(lattice.in_set(verb, name) for name in EVENTS) and not lattice.in_set(verb - 1, "object_form")
        if not event or predicates.is_past(verb):
            continue
        for at in range(verb + 1, next_mark(lattice, verb)):
            ends = [time.end for time in harmless.times(at)]
            if ends and _is_of_the_day(lattice, at, max(ends)):
                found.append((verb, max(ends)))
    return found


def _is_of_the_day(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a time counts or names hours or minutes, and is no other day: "at ten", "in a minute", "tonight"."""
    named = any(lattice.in_set(at, name) for at in range(start, end) for name in ("time_of_day", *COUNTING))
    return named or any(lattice.low[at][0].isdigit() for at in range(start, end))
