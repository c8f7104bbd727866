"""How the tokens of one command may be labelled in a row, and which labels count for which slot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from aura.language.annotating.annotation import BESIDE, SAID
from aura.language.grammar.actions import Action

ALONE = ("thing", "place")
"""Kinds of slots of which an action that has only one takes whatever is labelled as one of that kind."""


class State(NamedTuple):
    """The label of a token, or the slot that it only joins two pieces of, and the slots that began up to it."""

    label: str
    begun: frozenset[str] = frozenset()
    joins: bool = False

    @property
    def emitted(self) -> str:
        """The label that the encoder is asked about: what joins two pieces of a slot is only said."""
        return SAID if self.joins else self.label

    def followed(self, slots: Iterable[str], *, joining: bool) -> Iterator[State]:
        """What may come next, where some slots may begin, and, if it is `joining`, two pieces of one be joined."""
        yield State(SAID, self.begun)
        yield State(BESIDE, self.begun)
        if self.label in self.begun:
            yield State(self.label, self.begun)
            if joining:
                yield State(self.label, self.begun, joins=True)
        yield from (State(slot, self.begun | {slot}) for slot in slots if slot not in self.begun)


def labels_that_count(slot: str, action: Action, table: Mapping[str, Action]) -> frozenset[str]:
    """The labels that count for a slot: its own, and all of its kind where the action has only one of that kind."""
    kind = action.slots[slot]
    if kind not in ALONE or list(action.slots.values()).count(kind) > 1:
        return frozenset((slot,))
    alike = (name for other in table.values() for name, its in other.slots.items() if its == kind)
    return frozenset((slot, *alike))


def stretches(labels: Sequence[str], start: int) -> Iterator[tuple[str, int, int]]:
    """Each label of the tokens from one on, with where it begins and ends."""
    for label, group in groupby(enumerate(labels, start), itemgetter(1)):
        tokens = [at for at, _ in group]
        yield label, tokens[0], tokens[-1] + 1
