"""Stretches of an utterance between its marks and joints, each of which may be a command by itself."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice

SAYING_LITTLE = ("article", "preposition", "pronoun", "filler", "joint", "being")
"""Classes of words that say nothing by themselves."""


def stretches_of(lattice: Lattice) -> Iterator[tuple[int, int, int]]:
    """The stretches between marks and joints: where the joints before one begin, where it begins, and where it ends."""
    start = 0
    joins = [lattice.class_name(at) == "joint" for at in range(lattice.size)]
    for at in range(lattice.size + 1):
        if at == lattice.size or joins[at] or lattice.tokens[at].shape == "mark":
            before = start
            while before and joins[before - 1]:
                before -= 1
            if start < at:
                yield before, start, at
            start = at + 1


def without_joints(lattice: Lattice, start: int, end: int) -> tuple[int, int]:
    """A stretch without the marks and joints that it begins and ends with."""
    bare = [lattice.tokens[at].shape != "mark" and lattice.class_name(at) != "joint" for at in range(start, end)]
    said = [at for at, is_bare in enumerate(bare, start) if is_bare]
    return (said[0], said[-1] + 1) if said else (start, end)


def says_something(lattice: Lattice, at: int) -> bool:
    """Whether a token is a word that says something by itself, as no article or preposition does."""
    return lattice.tokens[at].shape == "word" and lattice.class_name(at) not in SAYING_LITTLE
