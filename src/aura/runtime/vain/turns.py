"""Commands that were hardly meant in the order in which they would be done, or all at once."""

from __future__ import annotations

from aura.language.hearing.told.until_then import until_then
from aura.language.utterance.stretches import BEFOREHAND, is_ended
from aura.runtime.vain.view import View

AGAINST = "against"
"""How what comes first is said to be against what was said before: "first though"."""
FEWEST = 3
"""Commands of which the last may come before one, or before all."""


def put_before_several(view: View) -> str | None:
    """ "Lock it and open word, *but mute it first*": what comes before one of several, or before all."""
    lattice, starts = view.lattice, sorted(max(clause.start, 0) for clause in view.planned.reading.clauses)
    for at in lattice.beginnings.get(BEFOREHAND, ()):
        hits = [(end, sense) for end, cost, sense in lattice.at(at, BEFOREHAND) if not cost and is_ended(lattice, end)]
        before = [start for start in starts if start < at]
        if not hits or len(before) < FEWEST:
            continue
        contrasted = any(lattice.in_set(word, "contrasting") for word in range(before[-1] - 1, before[-1] + 1))
        if contrasted or any(sense == AGAINST for _, sense in hits):
            said = lattice.text_of(at, max(hits)[0])
            return f'"{said}" may mean before one of these or before all; say them in their order.'
    return None


def done_at_a_told_time(view: View) -> str | None:
    """ "Mute it, my baby sleeps *until three then unmute it*": what waits for the time that is told before it."""
    if len(view.planned.steps) < 2:
        return None
    lattice = view.lattice
    time = until_then(lattice)
    inputs = " ".join(str(value).lower() for step in view.planned.steps for value in step.inputs.values())
    if time is None or lattice.words_of(*time).lower() in inputs:
        return None
    return f'"{lattice.text_of(*time)}" says when, and I can only do things now; say it without that.'
