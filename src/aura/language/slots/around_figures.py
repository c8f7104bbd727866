"""What stands around the number of a cell and is none of it: what it is of, or its unit, which is."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers

IS = ("=", ":")
"""Marks that say what something is."""


def past_unit(lattice: Lattice, at: int) -> int:
    """Past the unit of a number, where the cell ends with it: "glass, Leeds, 14 *days*"; 0 where none does."""
    ends = (end for end in lattice.ends(at, "unit") if end == lattice.size or lattice.tokens[end].shape == "mark")
    return max(ends, default=0)


def before_figure(numbers: Numbers, at: int) -> int:
    """Past what leads from a token to a number: "*with a* 91", "*the cost is* 60"; the token itself where none."""
    return max(_behind_with(numbers, at), _behind_heading(numbers, at))


def _behind_with(numbers: Numbers, at: int) -> int:
    """Past "with a" where a number follows, or what it is of: "sam with a 91", "milk with a price of 2"."""
    lattice = numbers.lattice
    if not lattice.in_set(at, "before_figure"):
        return at
    after = lattice.skip(at + 1, "determiner")
    if lattice.in_set(after, "heading_ends"):
        after += 2 if lattice.is_word(after + 1, "of") else 1
    return after if after < lattice.size and numbers.at(after) is not None else at


def _behind_heading(numbers: Numbers, at: int) -> int:
    """Past what a number is where it is said before it: "the cost is 60", "price: 5"."""
    lattice = numbers.lattice
    heading = lattice.skip(at, "determiner")
    told = heading + 1
    if told + 1 >= lattice.size or not lattice.in_set(heading, "heading_ends"):
        return at
    being = lattice.low[told] in IS or lattice.class_name(told) == "being"
    return told + 1 if being and numbers.at(told + 1) is not None else at


def past_heading(numbers: Numbers, at: int) -> int:
    """Past what a number is where it is said behind it: "45 for the cost"."""
    lattice = numbers.lattice
    heading = lattice.skip(at + 1, "determiner")
    led = at + 1 < heading < lattice.size and lattice.class_name(at) == "preposition"
    return heading + 1 if led and lattice.in_set(heading, "heading_ends") else at
