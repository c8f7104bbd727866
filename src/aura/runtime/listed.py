"""What lists hold on this computer, made ready for sentences once for all sessions of a process that have the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from aura.language.grammar.grammar import Grammar, ListValue, SlotList
from aura.language.grammar.pieces import compounds, pieces_of
from aura.language.utterance.values import Values


class Listed(NamedTuple):
    """What the values of a session are made of.

    `given` is what the source of a list gives here, the words of each value and what a slot gets; `lists` are those of
    loaded domains, and `context` what is known where the user is.
    """

    given: Mapping[str, Sequence[tuple[str, Any]]]
    lists: Mapping[str, SlotList]
    context: Mapping[str, Any]


class Ready:
    """Makes the values of what is listed, unless it was the same the last time."""

    def __init__(self) -> None:
        self._last: tuple[Grammar, Listed, Values] | None = None

    def __call__(self, grammar: Grammar, listed: Listed) -> Values:
        last = self._last
        if last is not None and last[0] is grammar and last[1] == listed:
            return last[2]
        own = {name: _beside(grammar, name, given) for name, given in listed.given.items()}
        values = Values(grammar, own | dict(listed.lists), listed.context)
        self._last = grammar, listed, values
        return values


values_of = Ready()
"""The values of what is listed, in a grammar."""


def _beside(grammar: Grammar, name: str, given: Sequence[tuple[str, Any]]) -> SlotList:
    """A list with what its source gives, beside its own values."""
    entry, particles = grammar.templates.lists[name], grammar.words["particle"]
    found = (
        ListValue(spelled, out) for words, out in given for spelled in compounds(" ".join(pieces_of(words)), particles)
    )
    return msgspec.structs.replace(entry, values=(*entry.values, *found))
