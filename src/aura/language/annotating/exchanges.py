"""Marked sentences whose values are those of others: what a value says tells nothing of what is around it.

What a text, a title or a fact ends at is learned from the words around it then, and not from the one text that a
sentence has in the lessons.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence

from aura.language.annotating.marks import Change, Marked, Span, changed

LONGER = 3
"""How many times as many words as the one it stands for another value has at most, and the other way round."""
TRIES = 4
"""How many values are looked at for one place."""


def exchanges(marked: Sequence[Marked], chance: random.Random) -> Iterator[Marked]:
    """Marked sentences that have values, each with the values of others in them, drawn by `chance`."""
    values: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in marked:
        for key, said in zip(_keys(one), _said(one), strict=True):
            values[key].append(said)
    for one in (one for one in marked if one.slots):
        others = [_other(chance, values[key], said) for key, said in zip(_keys(one), _said(one), strict=True)]
        replaced = sorted(zip(one.slots, others, strict=True), key=lambda each: each[0].start)
        yield changed(one, [Change(slot.start, slot.end, other) for slot, other in replaced])


def _keys(one: Marked) -> list[tuple[str, str]]:
    """For each value its action and its slot: the name of a program is no name of a file."""
    return [(_action_of(one, slot), slot.name) for slot in one.slots]


def _action_of(one: Marked, slot: Span) -> str:
    """The action that a value belongs to, which is the last that begins before it, or else the first; none of none."""
    before = [action for action in one.actions if action.start <= slot.start]
    owners = before[-1:] or one.actions[:1]
    return owners[0].name if owners else ""


def _said(one: Marked) -> list[str]:
    return [one.plain[slot.start : slot.end] for slot in one.slots]


def _other(chance: random.Random, values: Sequence[str], said: str) -> str:
    """Another value of about the same length; the same where none is found."""
    words = len(said.split())
    for other in chance.choices(values, k=TRIES):
        if words <= LONGER * len(other.split()) <= LONGER * LONGER * words and other != said:
            return other
    return said
