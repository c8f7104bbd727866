"""Where the marks of an utterance stand, between which its parts are."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice

MARK, COLON, COMMA = "mark", ":", ","
STOPS = (".", ";", "!", "?")
"""Marks behind which something new may be said."""


def is_mark(lattice: Lattice, at: int) -> bool:
    """Whether a token is a mark."""
    return lattice.tokens[at].shape == MARK


def next_mark(lattice: Lattice, start: int) -> int:
    """Where the first mark from a token on stands; where the utterance ends if there is none."""
    return next((at for at in range(start, lattice.size) if is_mark(lattice, at)), lattice.size)


def past_mark(lattice: Lattice, at: int) -> int:
    """The token behind a mark that stands at a token; the token itself where none does."""
    return at + (at < lattice.size and is_mark(lattice, at))


def before_last_mark(lattice: Lattice) -> int:
    """Where what is said ends: before a mark that ends the utterance."""
    return lattice.size - (lattice.size > 0 and is_mark(lattice, -1))


def colon_before(lattice: Lattice, at: int) -> int:
    """Where the colon stands behind which a token is, in its sentence; 0 where there is none."""
    low = lattice.low
    mark = next((mark for mark in range(at - 1, 0, -1) if low[mark] in (COLON, *STOPS)), 0)
    return mark if low[mark] == COLON else 0


def is_amid_a_list(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words are one of several things that a colon announces: "add: cable ties, *ear defenders*, glue"."""
    colon, last = colon_before(lattice, start), min(end, lattice.size - 1)
    return 0 < colon < start - 1 and lattice.low[start - 1] == COMMA == lattice.low[last]
