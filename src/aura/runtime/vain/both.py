"""Words for several things, as "both", that would be done to other things than those they stand for."""

from __future__ import annotations

from aura.contracts.change import Copy, Trash
from aura.language.slots.parts import Clause
from aura.runtime.vain.view import View
from aura.understanding.antecedents import count_of, sense_of

SEVERAL = "them"


def takes_up_more_than_one(view: View) -> str | None:
    """ "Copy a.txt to Old and b.txt as well, then delete *both*": what was named before a verb is no pair, but one."""
    lattice = view.lattice
    for clause in view.planned.reading.clauses:
        things, start = clause.things(), clause.verb[1] if clause.verb is not None else lattice.size
        one = len(things) == 1 and things[0].name is not None and not things[0].plural
        end = max(lattice.ends(start, "it"), default=start) if one and things[0].end < start else start
        if count_of(lattice, start, end):
            return f'"{lattice.text_of(start, end)}" is more than one; say by their names which are meant.'
    return None


def loses_more_than_was_copied(view: View) -> str | None:
    """ "Copy a.txt to Old and also b.txt, then delete *both*": what is lost so was copied before."""
    lost = {change.path for change in view.changes if isinstance(change, Trash)}
    copied = {
        path for change in view.changes if isinstance(change, Copy) for path in (change.source, change.destination)
    }
    if lost.isdisjoint(copied) or lost <= copied:
        return None
    for clause in view.planned.reading.clauses[1:]:
        if (span := _several(clause)) is not None:
            return f'"{view.lattice.text_of(*span)}" may be only what was copied; say by its name what should be lost.'
    return None


def done_to_fewer(view: View) -> bool:
    """ "Lake.txt, can you delete *them both*": whether the one thing a plan is about is spoken of as more than one."""
    if len(view.planned.steps) != 1:
        return False
    values = view.planned.steps[0].inputs.values()
    many = max((len(value) for value in values if isinstance(value, list | tuple)), default=1)
    told, lattice = " ".join(str(value).lower() for value in values), view.lattice
    for at in range(lattice.size):
        end = max(lattice.ends(at, "it"), default=at)
        alone = lattice.is_over(end) or lattice.class_name(end) in ("preposition", "joint", "verb")
        if end > at and alone and count_of(lattice, at, end) > many and lattice.words_of(at, end).lower() not in told:
            return True
    return False


def _several(clause: Clause) -> tuple[int, int] | None:
    """Where a pronoun for several things stands in a clause."""
    things = (thing for thing in clause.things() if thing.form == "pronoun")
    return next(((one.start, one.end) for one in things if sense_of(one.pronoun).how == SEVERAL), None)
