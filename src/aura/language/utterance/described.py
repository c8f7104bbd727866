"""What words tell of a thing: its name alone, which of several, where, or that it was said already."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice


def noun_described(lattice: Lattice, start: int) -> int:
    """Where the noun is whose name words from a token on describe: "*something* with tractor in the name", or those."""
    at = start if _is_general(lattice, start) else start - 1
    while at > 0 and lattice.in_set(at, "description_lead") and not _is_general(lattice, at):
        at -= 1
    return at if at >= 0 and _is_general(lattice, at) else start


def _is_general(lattice: Lattice, at: int) -> bool:
    """Whether a token names things by what is said of their names alone: "files", "whatever", and no place."""
    placed = at > 0 and bool(lattice.at(at - 1, "in")) and bool(lattice.at(at, "anchor"))
    return (lattice.in_set(at, "file_noun") and not placed) or lattice.in_set(at, "whichever") or all_that(lattice, at)


def is_pointed_at(lattice: Lattice, at: int) -> bool:
    """Whether a word stands for something that was said: "write *it* in a.txt"."""
    return any(sense == "it" and not cost for _, cost, sense in lattice.at(at, "it"))


def begins_place(lattice: Lattice, at: int) -> bool:
    """Whether a preposition and a place that the language knows stand at a token: "*on the D drive*"."""
    place = at + 1 + lattice.in_set(at + 1, "determiner")
    return lattice.class_name(at) == "preposition" and bool(lattice.at(place, "anchor"))


def all_that(lattice: Lattice, at: int) -> bool:
    """Whether "all" and what tells of it stand at a token: "*all what* has a 7 in its name"."""
    return lattice.class_name(at) == "quantifier" and _tells(lattice, at + 1)


def singles_out(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words tell which of several only the disk knows: "the *newest document*", "*larger* than 1 MB"."""
    words = range(start, end)
    kinds = any(lattice.class_name(at) == "kind" or lattice.at(at, "kind") or lattice.at(at, "kinds") for at in words)
    compared = any(lattice.in_set(at, "comparing") for at in words)
    return (kinds or compared) and any(lattice.in_set(at, "singled_out") for at in words)


def _tells(lattice: Lattice, at: int) -> bool:
    """Whether a token leads to what tells of something: "what has", "that ends"."""
    return lattice.in_set(at, "description_lead") and lattice.in_set(at, "embedding")
