"""What is said once more behind a comma, as what it is: "delete kleenol, *the pdf on the desktop*"."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from aura.language.slots.parts import Clause, Part, Thing
from aura.language.utterance.lattice import Lattice

COMMA = ","
ENDING = "*."
"""How a pattern begins that is a kind's: "*.pdf"."""


def said_once_more(lattice: Lattice, clauses: Sequence[Clause]) -> list[Clause]:
    """Clauses in which a thing that is named, and then called by its kind and its place, is one."""
    return [msgspec.structs.replace(one, parts=tuple(_as_one(lattice, part) for part in one.parts)) for one in clauses]


def _as_one(lattice: Lattice, part: Part) -> Part:
    """A part of which the second and last thing only says what the first is; it has a comma and "the" before it."""
    things = part.value if isinstance(part.value, tuple) else ()
    if len(things) != 2 or not all(isinstance(thing, Thing) for thing in things):
        return part
    named, again = things
    assert isinstance(named, Thing) and isinstance(again, Thing)
    led = lattice.is_word(again.start - 1, COMMA) and lattice.class_name(again.start) == "article"
    if not led or again.form != "pattern" or again.count != 1 or not _may_be(named, again):
        return part
    kinds = () if named.name is not None and named.name.like_file else tuple(_endings(again))
    place = again.place or named.place
    return msgspec.structs.replace(
        part, value=(msgspec.structs.replace(named, kind=again.kind, extensions=kinds, place=place),)
    )


def _may_be(named: Thing, again: Thing) -> bool:
    """Whether what is named may be of the kind that it is said to be."""
    name, kinds = named.name, " ".join(f".{ending}" for ending in _endings(again))
    apart = named.place is not None and again.place is not None
    return name is not None and bool(kinds) and not named.extensions and not apart and named.is_of_kind(kinds)


def _endings(thing: Thing) -> list[str]:
    return [glob.removeprefix(ENDING) for glob in thing.globs if glob.startswith(ENDING)]
