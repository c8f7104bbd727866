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
    return lattice.size - is_mark(lattice, -1)


def is_amid_a_list(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words are one of several things that a colon announces: "add: cable ties, *ear defenders*, glue"."""
    low, last = lattice.low, min(end, lattice.size - 1)
    colon = next((at for at in range(start - 1, 0, -1) if low[at] in (COLON, *STOPS)), 0)
    return low[colon] == COLON and start - 1 > colon and low[start - 1] == COMMA == low[last]
