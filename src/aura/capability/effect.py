"""How much a step may change, from nothing to what cannot be taken back."""

from __future__ import annotations

from enum import StrEnum


class Effect(StrEnum):
    """Reads; writes (undoable); destroys or is hard to take back (asks first); acts on the outside world."""

    READS = "R"
    WRITES = "W"
    DESTROYS = "D"
    ACTS = "X"
