"""What was left out of an utterance is looked at once more: a command, or what the rest is about, is not beside it."""

from __future__ import annotations

from collections.abc import Sequence

from aura.language.hearing.respelling import respellings
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.runtime.found_commands import FoundCommands
from aura.runtime.house import House
from aura.runtime.objections import takes_away
from aura.runtime.trial import Planned

LITTLE = 12.0
"""What it costs at most to read a command in words that were left out."""


def left_out_in_vain(asides: Sequence[str], planned: Planned, house: House, said: str) -> bool:
    """Whether words left out of what was said order something themselves, or name what a step could be about.

    Or a word of them that nobody knows may be a slip of one that changes what is done: where something would be lost,
    or where nothing sets them apart ("press the link *kthat says ok*").
    """
    heard = [(aside, lattice_of(house.grammar, aside)) for aside in asides]
    careful = takes_away(planned, house.registry)
    slipped = (lattice for aside, lattice in heard if careful or not _is_set_apart(aside, said))
    return any(_orders(aside, lattice, house) or _names(lattice, planned, house) for aside, lattice in heard) or any(
        respellings(lattice, (), house.values.words) for lattice in slipped
    )


def _is_set_apart(aside: str, said: str) -> bool:
    """Whether a mark stands before words that were left out, or nothing does."""
    before = said[: max(said.find(aside), 0)].rstrip()
    return not before or not before[-1].isalnum()


def _orders(aside: str, lattice: Lattice, house: House) -> bool:
    """Whether words begin as a command does, and are one with little beside it: "*lock the screen* gotta go"."""
    return lattice.size > 0 and lattice.begins_clause(0) and bool(FoundCommands(house).asked(aside, LITTLE))


def _names(lattice: Lattice, planned: Planned, house: House) -> bool:
    """Whether words name something that the same is done to as by a step that names nothing: "*firefox* …, restart"."""
    named = {name for name, _ in house.values.named_in(lattice.low)}
    bare = {house.registry[step.id].verb for step in planned.steps if not step.inputs} if named else set[str]()
    same = (intent for intent in house.grammar.intents if intent.goal in bare)
    return any(named & set().union(*intent.refers.values()) for intent in same)
