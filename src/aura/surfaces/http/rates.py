"""How often somebody may come: a bucket of turns for each, which fills again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from math import ceil

MOST_KEPT = 1024


class Rates:
    """Turns by key; those who have not come for the longest time are forgotten first."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> int:
        """Take a turn; returns 0, or how many seconds to wait for the next one."""
        now = self._clock()
        turns, when = self._kept.pop(key, (float(self._burst), now))
        turns = min(float(self._burst), turns + (now - when) * self._per_second)
        allowed = turns >= 1
        self._kept[key] = (turns - 1 if allowed else turns, now)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return 0 if allowed else max(1, ceil((1 - turns) / self._per_second))
