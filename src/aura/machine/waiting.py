"""Waiting, for a bounded time, for what a desktop does in its own time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

FIRST, LONGEST = 0.002, 0.05
"""Seconds between two looks: they grow from the first to the longest."""
SOON = 2.0
"""Seconds within which what was done is to be seen."""

Seen = TypeVar("Seen")


def until(look: Callable[[], Seen], seconds: float) -> Seen:
    """What `look` gives as soon as that is true, else what it gives when the time is over."""
    end, pause = time.monotonic() + seconds, FIRST
    while not (seen := look()) and time.monotonic() < end:
        time.sleep(pause)
        pause = min(2 * pause, LONGEST)
    return seen
