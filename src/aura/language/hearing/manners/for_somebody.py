"""What an utterance does with a file, without for whom: "make a pdf of a.docx *for Anna*", "… to the desktop *for Al*".

Whoever is named so gets nothing by it and says nothing of what is made, so nothing may be lost or ended without him.
"""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_ended

FILE, WORD, PREPOSITION, PLACE = "file", "word", "preposition", "anchor"
KINDS = ("kind", "group")
NAMING_OTHERS = (*KINDS, "anchor", "verb")
"""Phrases that begin with a word for a place, a program or a kind of file, or with an order."""
LONGEST_NAME = 2
"""Words of somebody's name, behind how he is addressed."""


def without_for_whom(lattice: Lattice) -> Iterator[str]:
    """The utterance without each name of somebody for whom something is made of a file that it names, or put there."""
    for at in range(3, lattice.size - 1):
        if not lattice.in_set(at, "benefiting") or not (_is_made_of_a_file(lattice, at) or _is_put_there(lattice, at)):
            continue
        begin = at + 1
        begin += lattice.in_set(begin, "honorific")
        begin += begin > at + 1 and lattice.low[begin : begin + 1] == ["."]
        ends = range(begin + 1, min(lattice.size, begin + LONGEST_NAME) + 1)
        end = next((end for end in ends if is_ended(lattice, end) and _is_a_name(lattice, begin, end)), None)
        if end is not None:
            yield lattice.text[: lattice.tokens[at - 1].end] + lattice.text[lattice.tokens[end - 1].end :]


def _is_made_of_a_file(lattice: Lattice, end: int) -> bool:
    """Whether what is made of a file is said up to a token: "a pdf of *a.docx*", "a.docx as *a pdf*"."""
    last = end - 1
    led = last - 1 - lattice.in_set(last - 1, "determiner")
    if led < 1 or lattice.class_name(led) != PREPOSITION:
        return False
    if lattice.tokens[last].shape == FILE:
        kind = lattice.begins(led - 1, *KINDS) or lattice.in_set(led - 1, "made_of")
        return kind and lattice.in_set(led - 2, "determiner")
    return lattice.begins(last, *KINDS) and lattice.tokens[led - 1].shape == FILE


def _is_put_there(lattice: Lattice, end: int) -> bool:
    """Whether a file is named up to a token and last the place that it is at or comes to: "a.txt to *the desktop*"."""
    starts = (
        start - lattice.in_set(start - 1, "determiner") for start, cost, _ in lattice.ending(end, PLACE) if not cost
    )
    led = any(start > 0 and lattice.class_name(start - 1) == PREPOSITION for start in starts)
    return led and any(token.shape == FILE for token in lattice.tokens[:end])


def _is_a_name(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words are written as somebody's name is, and name nothing that is known: "Mrs *Walsh*", "*HR*"."""
    known = lattice.known
    return all(
        lattice.tokens[at].shape == WORD
        and lattice.tokens[at].text[:1].isupper()
        and not lattice.class_name(at)
        and not lattice.begins(at, *NAMING_OTHERS)
        and lattice.low[at] not in known.files
        and lattice.low[at] not in known.folders
        for at in range(start, end)
    )
