"""What a text comes to by itself, without those who plan flows, and how that is looked at once more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from aura.contracts.outcome import RunResult
from aura.language.decoding.decode import Decoded
from aura.language.utterance.lattice import Lattice
from aura.runtime.choosing.trial import Planned

PLANNED, UNDONE = "planned", ("unsupported", "failed")


class Alone(NamedTuple):
    """A result, the words that were decided on, and the plan that was chosen; neither where several came to it.

    `turned_down` are the plans that could be done and were hardly meant.
    """

    result: RunResult
    decoded: Decoded | None = None
    planned: Planned | None = None
    turned_down: tuple[Planned, ...] = ()


def steps_of(alone: Alone) -> Sequence[Mapping[str, Any]]:
    """The steps that are planned, as the plan has them."""
    result = alone.result
    return result.plan["steps"] if result.status == PLANNED and result.plan is not None else ()


Understand = Callable[[str, Mapping[str, str]], Alone]
"""What a text comes to, with replies to what was asked about it."""
Said = Callable[[], Lattice]
"""The utterance as it was said, looked up in the grammar when it is first asked for."""


class OnceMore:
    """Looks at what an utterance came to in another way, and at nothing that is tried on that way."""

    def __init__(self, another: Callable[[Alone, Said], Alone | None]) -> None:
        self._another = another
        self._looking = False

    def settled(self, found: Alone, said: Said, replies: Mapping[str, str]) -> Alone:
        """What a new utterance for now comes to in that way, or what was found; no reply is looked at anew."""
        result = found.result
        if self._looking or replies or result.run_id or result.when is not None:
            return found
        self._looking = True
        try:
            return self._another(found, said) or found
        finally:
            self._looking = False
