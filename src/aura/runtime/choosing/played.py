"""Steps played once for all readings of an utterance that come to the same steps."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from aura.contracts.outcome import StepPreview
from aura.contracts.plan import Step
from aura.contracts.problem import Problem
from aura.planning.overlay import Overlay
from aura.understanding.discourse import Settled

Seen = StepPreview | Problem
Before = tuple["Before", str] | None
"""The steps played so far, the last one first; two overlays with the same ones show the same disk."""


class Played:
    """What each step came to after the same steps before it, the disk as it then was, and what was there."""

    def __init__(self) -> None:
        self._known: dict[Before, tuple[Seen, Overlay]] = {}
        self._settled: dict[tuple[Before, Hashable], Settled] = {}

    def step(self, before: Before, step: Step, overlay: Overlay, play: Callable[[], Seen]) -> tuple[Seen, Before]:
        """What `play` gives, or gave when the same was played; `overlay` then shows its effect."""
        now: Before = (before, repr(step))  # a text that no encoding can hold may be in it
        known = self._known.get(now)
        if known is not None:
            overlay.adopt(known[1])
            return known[0], now
        seen = play()
        self._known[now] = seen, overlay.fork()
        return seen, now

    def settled(self, after: Before, about: Hashable, look: Callable[[], Settled]) -> Settled:
        """What `look` finds on the disk after those steps, or found when it was about the same."""
        found = self._settled.get((after, about))
        if found is None:
            found = self._settled[after, about] = look()
        return found
