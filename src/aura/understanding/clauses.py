"""Between parsing and goals: clauses that belong together share what was said once for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise, takewhile

import msgspec

from aura.language.decoding.phrases import ALL
from aura.language.grammar.grammar import Frame, Grammar, Intent
from aura.language.slots.parts import Clause, Name, Part, Place, PlacePart, Pronoun, Thing
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import SEQUENCE
from aura.understanding.appositions import said_once_more

INTO = "into"
LONGEST_JOINT = 5
WHERE = ("in", "to", "place")


def arrange(grammar: Grammar, lattice: Lattice, clauses: Sequence[Clause]) -> list[list[Clause]]:
    """Clauses in groups under one verb, late names joined to what they name, shared places spread."""
    groups: list[list[Clause]] = []
    orders = _one_of_each(grammar, _without_reasons(grammar, lattice, said_once_more(lattice, clauses)))
    named = _with_file_behind(grammar, _with_late_names(grammar, orders))
    for clause in _all_together(_said_once(grammar, named)):
        if clause.inherited and groups and groups[-1][-1].frame == clause.frame:
            groups[-1].append(clause)
        else:
            groups.append([clause])
    return [_spread(grammar, group) for group in groups]


def is_said_besides(lattice: Lattice, clause: Clause) -> bool:
    """Whether words beside what a clause names say that it is done as well: "write goodbye to it *too*"."""
    said = {at for part in clause.parts for at in range(part.start, part.end)}
    beside = [at for at in range(clause.start, clause.end) if at not in said]
    as_well = any(lattice.is_word(at, "well") and lattice.is_word(at - 1, "as") for at in beside)
    return as_well or any(lattice.in_set(at, "besides") for at in beside)


def comes_then(lattice: Lattice, clause: Clause) -> bool:
    """Whether the joint before a clause says that it comes after what was said before."""
    return any(
        end == clause.start and strength == SEQUENCE
        for at in range(max(0, clause.start - LONGEST_JOINT), clause.start)
        for end, _, strength in lattice.at(at, "joint")
    )


def mentions_in_vain(lattice: Lattice, clauses: Sequence[Clause]) -> bool:
    """Whether what is only spoken of is meant by no later word: "open notes.txt and lock the screen" opens it.

    Nor is anything spoken of in turn: "move a.txt to b, *then c.txt*, then lock the screen".
    """
    for clause, after in pairwise(clauses):
        if _takes_what_is_joined(lattice, clause, after):
            return True
        if clause.intent >= 0 or lattice.grammar.frames[clause.frame].goal:
            continue
        joined = any(how == SEQUENCE for _, _, how in lattice.ending(clause.start, "joint"))
        follows = joined or any(at >= 0 and lattice.in_set(at, "following") for at in (clause.start - 1, clause.start))
        pointed = after.intent < 0 or any(points_back(value) for _, value in after.slots)
        if (follows and clause.verb is None) or not pointed:
            return True
    return False


def _without_reasons(grammar: Grammar, lattice: Lattice, clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses but those that only tell what another one sees to, at once: "it is too loud, set it to 20".

    That is the next one, or the one before, which they are the reason of: "mute it, if I may say so *it is too loud*".
    """
    intents = [grammar.intents[clause.intent] if clause.intent >= 0 else None for clause in clauses]
    told = set[int]()
    for at, (own, behind) in enumerate(pairwise(intents)):
        if own is None or behind is None or own.domain != behind.domain or comes_then(lattice, clauses[at + 1]):
            continue
        told.update([at] if own.told else [at + 1] if behind.told else [])
    return [clause for at, clause in enumerate(clauses) if at not in told]


def _takes_what_is_joined(lattice: Lattice, clause: Clause, after: Clause) -> bool:
    """ "Open word *and excel* and close it": what is joined to what a clause is said of is no topic of the next."""
    joined = clause.intent >= 0 and lattice.in_set(after.start - 1, "coordinating")
    return joined and bool(lattice.grammar.intents[clause.intent].each) and is_joined_topic(lattice, after)


def is_joined_topic(lattice: Lattice, clause: Clause) -> bool:
    """Whether a sentence of a domain is a topic and what is done with it behind a joint: "*excel and* close it".

    What begins as a question does is none: "*is* whatsapp on *or did I* shut it".
    """
    span = range(clause.start + 1, clause.end if clause.intent >= 0 else 0)
    joints = [at for at in span if lattice.in_set(at, "coordinating")]
    asked = span.start > 0 and lattice.class_name(span.start - 1) == "being"
    return not asked and any(lattice.class_name(at) == "pronoun" for at in span if joints and at > joints[-1])


def _one_of_each(grammar: Grammar, clauses: Sequence[Clause]) -> list[Clause]:
    """ "Get slack and excel up": one clause for each value that the sentence is said of."""
    result: list[Clause] = []
    for clause in clauses:
        each = grammar.intents[clause.intent].each if clause.intent >= 0 else ""
        values = dict.fromkeys(value for name, value in clause.slots if each and name == each)
        others = tuple(slot for slot in clause.slots if slot[0] != each)
        alone = (msgspec.structs.replace(clause, slots=((each, value), *others)) for value in values)
        result += alone if len(values) > 1 else [clause]
    return result


def _with_file_behind(grammar: Grammar, clauses: Sequence[Clause]) -> list[Clause]:
    """ "Set b2 to 5 and b3 to 7 in budget.xlsx": a file that is named for the last is the first one's too."""
    result = list(clauses)
    for at, clause in enumerate(clauses):
        if clause.intent < 0 or any(isinstance(value, Thing) for _, value in clause.slots):
            break
        intent = grammar.intents[clause.intent]
        alike = takewhile(partial(_has_goal, grammar, intent), clauses[at + 1 :])
        named = (slot for other in alike for slot in other.slots if isinstance(slot[1], Thing))
        shared = next(((name, thing) for name, thing in named if name in intent.things), None)
        if shared is not None:
            result[at] = msgspec.structs.replace(clause, slots=(*clause.slots, shared))
    return result


def _has_goal(grammar: Grammar, intent: Intent, clause: Clause) -> bool:
    """Whether a clause has the goal of an intent."""
    other = grammar.intents[clause.intent] if clause.intent >= 0 else None
    return other is not None and (other.domain, other.goal) == (intent.domain, intent.goal)


def _with_late_names(grammar: Grammar, clauses: Sequence[Clause]) -> list[Clause]:
    """ "Create a folder … call it X": the name of a thing that was made without one."""
    result: list[Clause] = []
    for clause in clauses:
        if result and _names_the_last(grammar, result[-1], clause):
            name = clause.get("as", "called", "name")
            assert name is not None
            late = msgspec.structs.replace(name, category="called")
            extra = tuple(part for part in clause.parts if part.category in ("in", "to"))
            parts = (*result[-1].parts, late, *extra)
            result[-1] = msgspec.structs.replace(result[-1], parts=parts, end=clause.end)
        else:
            result.append(clause)
    return result


def _said_once(grammar: Grammar, clauses: Sequence[Clause]) -> list[Clause]:
    """ "Empty X, delete everything in it except y": the second says what the first means, and takes its place."""
    result: list[Clause] = []
    for clause in clauses:
        emptied = _emptied(grammar, result[-1], clause) if result else None
        if emptied is None:
            result.append(clause)
        else:
            whole = [msgspec.structs.replace(thing, place=emptied) for thing in clause.things()]
            theme = [msgspec.structs.replace(p, value=tuple(whole)) for p in clause.parts if p.category == "theme"]
            spared = [part for before in (result[-1], clause) for part in before.parts if part.category == "except"]
            result[-1] = msgspec.structs.replace(clause, parts=(*theme, *spared[-1:]))
    return result


def _emptied(grammar: Grammar, before: Clause, clause: Clause) -> Place | None:
    """The place that a clause empties and the next one does again; None where they are two commands."""
    if clause.intent >= 0 or before.intent >= 0 or not grammar.frames[before.frame].contents:
        return None
    everything = bool(clause.things()) and all(thing.globs == ("*",) for thing in clause.things())
    if not everything or grammar.frames[clause.frame].goal != grammar.frames[before.frame].goal:
        return None
    emptied = before.places("place", "in", "from") or tuple(filter(None, map(_as_place, before.things())))
    again = clause.places("in", "from") or tuple(thing.place for thing in clause.things() if thing.place is not None)
    same = again == emptied or all(place.parts[0].kind == "it" and len(place.parts) == 1 for place in again)
    return emptied[0] if len(emptied) == 1 and same else None


def _as_place(thing: Thing) -> Place | None:
    """A folder that is named, as the place that it is."""
    if thing.form != "name" or thing.name is None or thing.name.like_file:
        return None
    outer = thing.place.parts if thing.place is not None else ()
    return Place((PlacePart("name", thing.name.text, thing.name), *outer))


def _all_together(clauses: Sequence[Clause]) -> list[Clause]:
    """ "A folder x, then a file y, both on the desktop": the place holds for each that is of the same frame."""
    result: list[Clause] = []
    shared: tuple[str, Part] | None = None
    for clause in reversed(clauses):
        where = clause.get("in")
        if where is not None and where.marker == ALL:
            shared = (clause.frame, where) if len(clause.things()) == 1 else None
        elif shared is not None and clause.frame == shared[0] and clause.get(*WHERE, "from") is None:
            clause = msgspec.structs.replace(clause, parts=(*clause.parts, shared[1]))
        else:
            shared = None
        result.append(clause)
    return list(reversed(result))


def _names_the_last(grammar: Grammar, before: Clause, clause: Clause) -> bool:
    if clause.intent >= 0 or before.intent >= 0 or not grammar.frames[before.frame].is_new:
        return False
    unnamed = before.get("called", "about") is None and all(t.form == "blank" for t in before.things())
    things = clause.things()
    refers = bool(things) and all(thing.form in ("pronoun", "blank") for thing in things)
    return unnamed and refers and names_only(grammar.frames[clause.frame]) and bool(clause.get("as", "called", "name"))


def names_only(frame: Frame) -> bool:
    """Whether the frame gives a new name and no new place."""
    return "as" in frame.takes and "to" not in frame.takes


def moves(frame: Frame) -> bool:
    """Whether the frame takes things somewhere."""
    return bool(frame.goal) and "to" in frame.takes and frame.theme == "existing"


def writes(frame: Frame) -> bool:
    """Whether the frame puts text into a file."""
    return not frame.takes.keys().isdisjoint(("file", "at_end_of", "replacement"))


def _spread(grammar: Grammar, group: list[Clause]) -> list[Clause]:
    """A place before the list holds forward; one after its last member, said only there, holds for all."""
    if len(group) < 2 or group[0].intent >= 0:
        return group
    return _spread_back(_spread_forward(group), moves(grammar.frames[group[0].frame]))


def _spread_forward(group: list[Clause]) -> list[Clause]:
    lead: Part | None = None
    result: list[Clause] = []
    for clause in group:
        where, theme = clause.get(*WHERE, "from"), clause.get("theme")
        if where is not None and theme is not None:
            before = where.start < theme.start and _names_a_place(where)
            lead = where if before or clause.putting else None
        elif where is None and lead is not None and not clause.holding:
            clause = msgspec.structs.replace(clause, parts=(*clause.parts, lead))
        result.append(clause)
    return result


def _spread_back(group: list[Clause], moving: bool) -> list[Clause]:
    if moving:
        return _spread_destinations(group)
    last, others = group[-1], group[:-1]
    where, theme = last.get(*WHERE), last.get("theme")
    if where is None or theme is None or where.start < theme.start or last.holding:
        return group
    if any(clause.get(*WHERE, "from") or clause.holding for clause in others):
        return group
    if any(thing.place is not None for clause in others for thing in clause.things()):
        return group
    said = {name.text.lower() for clause in others for name in _names_of(clause)}
    if not _names_a_place(where) or any(
        part.name is not None and part.name.text.lower() in said
        for place in last.places(*WHERE)
        for part in place.parts
    ):
        return group
    return [msgspec.structs.replace(clause, parts=(*clause.parts, where)) for clause in others] + [last]


def _spread_destinations(group: list[Clause]) -> list[Clause]:
    """ "Move a, b and c to d": members without a destination go where the next one goes."""
    result: list[Clause] = []
    following: Part | None = None
    for clause in reversed(group):
        where = clause.get(*WHERE)
        if where is not None or clause.get("as", "called") is not None:
            following = where
        elif following is not None:
            clause = msgspec.structs.replace(clause, parts=(*clause.parts, following))
        result.append(clause)
    return _carried_on(list(reversed(result)))


def _carried_on(group: list[Clause]) -> list[Clause]:
    """ "Move a to d and b too": members after the last destination go there as well."""
    to = group[0].get("to")
    if to is None or any(clause.get(*WHERE, "as", "called") is not None for clause in group[1:]):
        return group
    return [group[0], *(msgspec.structs.replace(clause, parts=(*clause.parts, to)) for clause in group[1:])]


def _names_a_place(part: Part) -> bool:
    """Whether a place part names its place, instead of referring back."""
    value = part.value
    return isinstance(value, tuple) and all(
        isinstance(place, Place) and place.parts[0].kind in ("anchor", "name") for place in value
    )


def _names_of(clause: Clause) -> list[Name]:
    names = [thing.name for thing in clause.things() if thing.name is not None]
    return [*names, *clause.names("called", "about")]


def places_of(part: Part) -> tuple[Place, ...]:
    """The places that a part names; none where it is something else."""
    return tuple(one for one in part.value if isinstance(one, Place)) if isinstance(part.value, tuple) else ()


def points_there(place: Place) -> bool:
    """Whether a place is but a word that points: "there"."""
    return all(part.kind == "it" for part in place.parts)


def points_back(value: object) -> bool:
    """Whether what fills a slot stands for what was said before."""
    return isinstance(value, Pronoun) or (isinstance(value, Thing) and value.form == "pronoun")


def only_points(part: Part) -> bool:
    """Whether a part names no places but those that words point to."""
    places = places_of(part)
    return bool(places) and all(map(points_there, places))


def is_settled(clause: Clause) -> bool:
    """Whether what is moved is known already, so that a place can only be where it goes."""
    return all(thing.form == "pronoun" or thing.place is not None for thing in clause.things())


def one_in_another(clause: Clause) -> tuple[Place, ...]:
    """Where what is known already goes, a folder with where that is right behind it: "move them *in folder x here*"."""
    inner, outer = clause.get("in"), clause.get("in_too")
    if inner is None or outer is None or inner.end != outer.start or clause.get("to", "place") is not None:
        return ()
    known = is_settled(clause) or clause.get("from") is not None
    place, beyond = places_of(inner)[0], places_of(outer)[0]
    return (Place((*place.parts, *beyond.parts), place.new),) if known and place.parts[-1].kind == "name" else ()


def place_follows(clause: Clause) -> bool:
    """Whether the place said with "in" comes right after the destination: "to archive in documents"."""
    to, inside = clause.get("to", "place"), clause.get("in")
    return to is not None and inside is not None and to.end <= inside.start


def goes_into(clause: Clause) -> bool:
    """ "And into it move …", "in it …", "a.txt in archive move": the marker, or what is before it, tells."""
    inside, theme = clause.get("in"), clause.get("theme")
    if inside is None or theme is None:
        return inside is not None and inside.marker == INTO
    named = all(thing.form == "name" for thing in clause.things())
    pointed = all(points_there(place) for place in clause.places("in"))
    return inside.marker == INTO or pointed or (named and theme.end <= inside.start)


def comes_before(clause: Clause, *categories: str) -> bool:
    """Whether a place was said before the verb, where it is the place of what is moved."""
    inside = clause.get(*categories)
    return inside is not None and clause.verb is not None and inside.start < clause.verb[0]
