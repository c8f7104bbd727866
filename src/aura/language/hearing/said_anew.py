"""An utterance that is said in other words, made of stretches of its own as they were written."""

from __future__ import annotations

from typing import NamedTuple

from aura.language.utterance.lattice import Lattice

LEADING = ("joint", "filler", "request")
"""What may stand before a command."""


class SaidAnew(NamedTuple):
    """An utterance said in other words, and the token that joined what is said apart now."""

    text: str
    joint: int


def as_written(lattice: Lattice, start: int, end: int) -> str:
    """What was said from one token to before another, quotation marks and all."""
    return lattice.text[lattice.tokens[start].start : lattice.tokens[end - 1].end] if start < end else ""


def is_fresh(lattice: Lattice, at: int) -> bool:
    """Whether nothing that is asked for goes on with a token: what is before it joins, asks or only fills."""
    led = lattice.ended(at, *LEADING)
    return at == 0 or led or lattice.tokens[at - 1].shape == "mark"
