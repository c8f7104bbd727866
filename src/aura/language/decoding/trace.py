"""From a finished history back to the clauses that it read."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from aura.language.decoding.standing import Ended, Event, FixedRead, Node, Offer, Opened, Passed, VerbRead
from aura.language.grammar.grammar import Intent
from aura.language.slots.parts import Clause, Part, Reading
from aura.language.slots.sentences import Slots

BEFOREHAND, BEFORE_IT, FIRST_OF_TWO, TAKEN_BACK = "beforehand", "before it", "first of two", "taken back"
NOTED = ("filler", "remark", "time", "strange", "forbidden")
TOPIC_FRAME = "mention"
"""The frame of things that are named before what is said of them."""


def reading_of(node: Node, size: int) -> Reading:
    """The reading of a finished history of an utterance of `size` tokens, clauses in the order they were said.

    "X, but Y first" is Y and then X, where Y means nothing that X speaks of, and it is sure what Y comes before; else
    "first" says when. So is "X and Y first", where "first" else says nothing.
    """
    clauses: list[Clause] = []
    notes: list[tuple[str, int, int]] = []
    events: list[Event] = []
    said: Passed | None = None
    end, seen, first = size, node, -1
    while seen.parent is not None:
        event = seen.event
        if isinstance(event, Passed):
            if event.kind in (BEFOREHAND, BEFORE_IT, FIRST_OF_TWO):
                first, said = len(clauses), event if event.kind != FIRST_OF_TWO else None
            if event.kind in NOTED:
                notes.append((event.kind, event.start, event.end))
        elif isinstance(event, Opened):
            clauses.append(_clause(events, event.start, end, event.holding))
            if event.taken_back:
                notes.append((TAKEN_BACK, event.end, event.start))
            events, end = [Ended(event.frame)], event.end
        else:
            events.append(event)
        seen = seen.parent
    clauses.append(_clause(events, 0, end, False))
    turned = clauses[first : first + 2] if first >= 0 else []
    plain = len(turned) > 1 and not turned[0].inherited and not _points(turned[0])
    begin = first - (plain and _is_taken_back(turned[0], notes))
    if plain and not (said is not None and _is_of_several(clauses, first, begin, said)):
        clauses[begin : first + 2] = [turned[1], *clauses[begin:first], turned[0]]
    elif said is not None:
        notes.append(("time", said.start, said.end))
    return Reading(round(node.cost, 2), tuple(reversed(clauses)), tuple(reversed(notes)))


def _is_of_several(clauses: Sequence[Clause], first: int, begin: int, said: Passed) -> bool:
    """Whether it is not sure which of three comes first: "X and Y, but *first* Z", "X, but *before that* Y and Z".

    Where it stands behind it ("X, but Y *first*, then Z"), it says so.
    """
    leads = said.end <= (clauses[first].verb or (0, 0))[0]
    return leads and (begin > 0 or (said.kind == BEFOREHAND and len(clauses) > first + 2))


def _is_taken_back(clause: Clause, notes: Sequence[tuple[str, int, int]]) -> bool:
    """Whether the clause behind one is meant in its place: "X, but before that Y, *no, Z*"."""
    return any(kind == TAKEN_BACK and start == clause.end for kind, start, _ in notes)


def in_order(reading: Reading, intents: Sequence[Intent]) -> Reading | None:
    """A reading with what leads to a command before it: "save it *as soon as it says done*"; none of three or more.

    It leads to the command before it where it is last, or where nothing stands between them.
    """
    clauses = reading.clauses
    led = [at for at in range(1, len(clauses)) if _leads(clauses, at, intents)]
    if not led:
        return reading
    first, *others = clauses
    return structs.replace(reading, clauses=(*others, first)) if len(clauses) == 2 else None


def _leads(clauses: Sequence[Clause], at: int, intents: Sequence[Intent]) -> bool:
    """Whether a clause is to be carried out before the one that it is said behind."""
    leads = clauses[at].intent >= 0 and intents[clauses[at].intent].leads
    return leads and (at == len(clauses) - 1 or clauses[at - 1].end == clauses[at].start)


def _clause(events: list[Event], start: int, end: int, holding: bool) -> Clause:
    """The clause of some events, the latest first; without a verb of its own it carries over the one before."""
    parts: list[Part] = []
    frame, intent, template, putting = "", -1, -1, False
    verb: tuple[int, int] | None = None
    slots: Slots = ()
    for event in events:
        if isinstance(event, Offer):
            parts.append(event.part)
        elif isinstance(event, VerbRead):
            frame, verb, putting = event.frame, (event.start, event.end), event.putting
        elif isinstance(event, FixedRead):
            intent, verb, slots = event.number, (event.start, event.end), event.slots
            template = event.template
        elif isinstance(event, Ended):
            frame = event.frame
    inherited = verb is None and frame != TOPIC_FRAME
    return Clause(frame, tuple(reversed(parts)), start, end, verb, inherited, holding, intent, slots, putting, template)


def _points(clause: Clause) -> bool:
    """Whether a clause means something that was said before it by a pronoun."""
    return any(thing.form == "pronoun" for thing in clause.things()) or any(
        step.kind in ("it", "them") for place in clause.places("to", "in", "from") for step in place.parts
    )
