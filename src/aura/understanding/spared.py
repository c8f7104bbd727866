"""What must not be done, said behind what is to be done: it holds where nothing of that is done to these things."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from aura.contracts.goal import Location
from aura.language.grammar.grammar import Grammar
from aura.language.slots.parts import Clause, Thing
from aura.language.utterance.lattice import Lattice
from aura.understanding.discourse import Unsettled
from aura.understanding.forbidden import NOT_WANTED
from aura.understanding.referents import Referents


def only_looks(grammar: Grammar, groups: Sequence[Sequence[Clause]], spared: Clause) -> bool:
    """Whether all but what must not be done only asks, so that it touches nothing: "is it running? *don't open it*"."""
    asked = [clause for group in groups for clause in group if clause is not spared]
    return bool(asked) and all(one.intent >= 0 and grammar.intents[one.intent].reads for one in asked)


def see_spared(clause: Clause, base: Location | None, referents: Referents) -> None:
    """ "Delete a.txt, don't touch b.txt": nothing is done where the things of the last clause would be touched."""
    discourse, things = referents.discourse, clause.things()
    if not referents.goals.all or not things:
        raise Unsettled(NOT_WANTED)
    if all(_is_another(thing, referents.lattice) for thing in things):
        return
    if any(thing.form not in ("name", "pronoun") for thing in things):
        raise Unsettled(NOT_WANTED)
    touched = [*(entity.path for entity in discourse.entities), *(thing.path for thing in discourse.lost)]
    names = {PurePath(path).name for path in touched}
    if any(thing.name is not None and thing.name.text in names for thing in things):
        raise Unsettled(NOT_WANTED)
    seen = len(discourse.entities)
    try:
        for target in referents.themes(clause, base):
            referents.goals.mention({"what": target}, may_be_missing=False)
    except Unsettled:
        raise Unsettled(NOT_WANTED) from None  # What is not there, or open, may be what would be touched.
    spared = [entity.path for entity in discourse.entities[seen:]]
    if not spared or any(_overlap(path, other) for path in spared for other in touched):
        raise Unsettled(NOT_WANTED)


def _is_another(thing: Thing, lattice: Lattice) -> bool:
    """Whether a thing is any but those that were said: "the other files", "anything else"."""
    words = range(thing.start, thing.end)
    return thing.name is None and any(lattice.in_set(at, "excluding") or lattice.in_set(at, "else") for at in words)


def _overlap(one: str, other: str) -> bool:
    """Whether one of two paths is the other, or lies in it."""
    first, second = PurePath(one), PurePath(other)
    return first.is_relative_to(second) or second.is_relative_to(first)
