"""What is looked for by what its name is told to hold behind that: "where is my essay, *it's got owl in the name*"."""

from __future__ import annotations

from aura.language.hearing.told.looked_for_there import where_it_is
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark
from aura.language.utterance.stretches import beyond, past

SEEKS, NAMED_WITH, IN_NAME = "seeks_first", "named_with", "in_name"
LEADS = ("request", "filler")
NAMED = ("file", "path", "quoted")
"""Shapes of tokens that name what is looked for by themselves."""
LONGEST_WORD = 3
"""Tokens of what a name holds."""


def sought_by_what_is_told(lattice: Lattice) -> str | None:
    """The order to look for what has that in its name, where it was said or told to be; None where nothing is told so.

    What comes between may only say where it is: "where did I save it, *it's in documents and* it has owl in its name".
    """
    begin = beyond(lattice, 0, *LEADS, marks=True)
    seeks, mark = past(lattice, begin, SEEKS), next_mark(lattice, begin)
    for at in sorted(lattice.beginnings.get(NAMED_WITH, ())):
        name, template = max(((end, said) for end, _, said in lattice.at(at, NAMED_WITH)), default=(at, ""))
        ends = (past(lattice, stop, IN_NAME) for stop in range(name + 1, min(name + LONGEST_WORD + 1, lattice.size)))
        end = next((stop for stop in ends if lattice.is_over(stop) and lattice.ended(stop, IN_NAME)), 0)
        if (
            begin < seeks < mark <= at + 1
            and end
            and not any(lattice.tokens[one].shape in NAMED for one in range(mark))
        ):
            place = _place(lattice, seeks, mark, at)
            return None if place is None else f"{template.format(lattice.text_of(name, end))} {place}".rstrip()
    return None


def _place(lattice: Lattice, seeks: int, mark: int, told: int) -> str | None:
    """Where something is looked for, as it is said or told; nothing where neither is, None where more is said."""
    led = next((at for at in range(seeks, mark) if lattice.in_set(at, "inwards")), mark)
    between = [*where_it_is(lattice, mark, told)]
    if led < mark:
        return lattice.text_of(led, mark) if not between and told <= mark else None
    if not between:
        return "" if told <= mark + 1 else None
    (start, end), *more = between
    beside = any(not (lattice.class_name(at) or lattice.at(at, "joint")) for at in range(mark + 1, start))
    return None if more or beside or end < told - 1 else lattice.text_of(start, end)
