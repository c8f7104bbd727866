"""The garbage collector, kept from looking through many new values again and again while they are made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """For work that makes no cycles: looking for some in much makes its time grow faster than its size."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def collect_rarely() -> None:
    """For a process that makes many values and few cycles, and soon ends: looking after every 700 values is waste."""
    gc.set_threshold(250_000, 50, 100)


def collect_no_more() -> None:
    """For a process that is about to end: what it leaves need not be looked through once more on the way out."""
    gc.freeze()
