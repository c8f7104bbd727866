"""What was left out of an utterance is looked at once more: a command, or what the rest is about, is not beside it."""

from __future__ import annotations

from collections.abc import Sequence

from aura.language.utterance.lattice import Lattice, lattice_of
from aura.runtime.found_commands import FoundCommands
from aura.runtime.house import House
from aura.runtime.trial import Planned

LITTLE = 12.0
"""What it costs at most to read a command in words that were left out."""


def left_out_in_vain(asides: Sequence[str], planned: Planned, house: House) -> bool:
    """Whether words that were left out order something themselves, or name what a step of the plan could be about."""
    heard = [(aside, lattice_of(house.grammar, aside)) for aside in asides]
    return any(_orders(aside, lattice, planned, house) or _names(lattice, planned, house) for aside, lattice in heard)


def _orders(aside: str, lattice: Lattice, planned: Planned, house: House) -> bool:
    """Whether words begin as a command does, and are another one with little beside it: "*lock it* gotta go"."""
    begins = lattice.size > 0 and lattice.begins_clause(0) and not lattice.in_set(0, "own_subject")
    done = {house.registry[step.id].verb for step in planned.steps}
    return begins and bool(FoundCommands(house).asked(aside, LITTLE) - done)


def _names(lattice: Lattice, planned: Planned, house: House) -> bool:
    """Whether words name something that the same is done to as by a step that names nothing: "*firefox* …, restart"."""
    named = {name for name, _ in house.values.named_in(lattice.low)}
    bare = {house.registry[step.id].verb for step in planned.steps if not step.inputs} if named else set[str]()
    same = (intent for intent in house.grammar.intents if intent.goal in bare)
    return any(named & set().union(*intent.refers.values()) for intent in same)
