"""From a finished history back to the clauses that it read."""

from __future__ import annotations

import msgspec

from aura.language.chart import Ended, FixedRead, Node, Offer, Opened, Passed, VerbRead
from aura.language.parts import Clause, Reading

END = 10**6
NOTED = ("filler", "remark", "time")


def reading_of(node: Node) -> Reading:
    """The reading of a finished history, clauses in the order they were said."""
    clauses: list[Clause] = []
    notes: list[tuple[str, int, int]] = []
    clause = Clause("", (), 0, END)
    seen: Node | None = node
    while seen is not None:
        event = seen.event
        if isinstance(event, Passed):
            if event.kind in NOTED:
                notes.append((event.kind, event.start, event.end))
        elif isinstance(event, Opened):
            clauses.append(_whole(clause, event.start, event.holding))
            clause = Clause(event.frame, (), 0, event.end)
        else:
            clause = _with(clause, event)
        seen = seen.parent
    clauses.append(_whole(clause, 0, False))
    return Reading(round(node.cost, 2), tuple(reversed(clauses)), tuple(reversed(notes)))


def _with(clause: Clause, event: Offer | VerbRead | FixedRead | Ended | None) -> Clause:
    """A clause with one more event, read from the end backwards."""
    match event:
        case Offer(part=part):
            return msgspec.structs.replace(clause, parts=(part, *clause.parts))
        case VerbRead(frame, start, end, putting):
            return msgspec.structs.replace(clause, frame=frame, verb=(start, end), putting=putting)
        case FixedRead(number, start, end, slots):
            return msgspec.structs.replace(clause, intent=number, verb=(start, end), slots=slots)
        case Ended(frame):
            return msgspec.structs.replace(clause, frame=frame)
    return clause


def _whole(clause: Clause, start: int, holding: bool) -> Clause:
    """A clause whose every event is read; one without a verb of its own carries over that of the one before."""
    inherited = clause.verb is None and clause.frame != TOPIC_FRAME
    return msgspec.structs.replace(clause, start=start, holding=holding, inherited=inherited)


TOPIC_FRAME = "mention"
"""The frame of things that are named before what is said of them."""
