"""What a text comes to by itself, without those who plan flows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from aura.contracts.outcome import RunResult
from aura.language.decoding.decode import Decoded
from aura.runtime.trial import Planned


class Alone(NamedTuple):
    """A result, the words that were decided on, and the plan that was chosen; neither where several came to it.

    `turned_down` are the plans that could be done and were hardly meant.
    """

    result: RunResult
    decoded: Decoded | None = None
    planned: Planned | None = None
    turned_down: tuple[Planned, ...] = ()


Understand = Callable[[str, Mapping[str, str]], Alone]
"""What a text comes to, with replies to what was asked about it."""
