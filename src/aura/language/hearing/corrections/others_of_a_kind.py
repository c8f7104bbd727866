"""Another thing of the same kind said anew: "move the june list to Old no wait *the july one* the june one is open"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.predicates import Predicates

ONE = "one"
LENGTH = 3
"""Tokens of such a thing: an article, the word that tells it from others, and "one"."""


def others_of_a_kind(lattice: Lattice) -> Iterator[tuple[int, int, str]]:
    """Where what is replaced begins and the other stands, with the text: "*the june list*, no wait, *the july one*"."""
    for at in lattice.beginnings.get("correction", ()):
        end = max(lattice.ends(at, "correction"), default=at)
        other = _other(lattice, at, end) if at < end < lattice.size else None
        if other is not None:
            yield other[0], end, other[1]


def _other(lattice: Lattice, at: int, end: int) -> tuple[int, str] | None:
    """Where what is replaced stands, and the text with the other in its place and without why; None where not sure.

    It is sure where the reason tells of the one that was said, or nothing else could be replaced.
    """
    behind = end + LENGTH
    if not _is_one(lattice, end) or behind > lattice.size:
        return None
    start = past_mark(lattice, behind) if behind < lattice.size else behind
    kinds = [word for word in range(1, at - 1) if lattice.class_name(word - 1) == "article" and _tells(lattice, word)]
    if start < lattice.size:
        told = _is_one(lattice, start) and Predicates(lattice).verb(start, lattice.size) is not None
        ordered = any(lattice.begins(word, "verb") for word in range(start, lattice.size))
        kinds = [word for word in kinds if told and not ordered and lattice.low[word] == lattice.low[start + 1]]
    placed = start == lattice.size and any(lattice.class_name(word) == "preposition" for word in range(at))
    if len(kinds) != 1 or placed:
        return None
    (word,), tokens, text = kinds, lattice.tokens, lattice.text
    return word, f"{text[: tokens[word].start]}{tokens[end + 1].text}{text[tokens[word].end : tokens[at - 1].end]}"


def _is_one(lattice: Lattice, at: int) -> bool:
    """Whether an article, a plain word and "one" stand from a token on: "the july one"."""
    whole = at + 2 < lattice.size and lattice.low[at + 2] == ONE
    return whole and lattice.class_name(at) == "article" and _tells(lattice, at + 1)


def _tells(lattice: Lattice, at: int) -> bool:
    """Whether a word may tell one thing of a kind from the others: "the *june* list"."""
    return lattice.tokens[at].shape == "word" and not lattice.class_name(at) and not lattice.is_over(at + 1)
