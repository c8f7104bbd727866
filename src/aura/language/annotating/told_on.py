"""What a text goes on to tell of whom or what it named: "ask for benedikt, *he does sundays*".

An encoder calls that beside the command as often as not, since so it is where nothing is written: "mute it, he sleeps".
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from aura.language.annotating.annotation import BESIDE, Annotation
from aura.language.utterance.lattice import Lattice

TEXT, COMMA = "text", ","
LIKELY = 0.5
"""How probable it is at least that a command begins at a token."""


def told_on(lattice: Lattice, annotation: Annotation) -> Annotation:
    """The annotation in which what tells of others right behind a text is of it, up to the end of the remark."""
    labels = list(annotation.labels)
    for start, end in _remarks(lattice, annotation):
        for at in range(start, end):
            labels[at] = {TEXT: 1.0}
    return msgspec.structs.replace(annotation, labels=labels)


def _remarks(lattice: Lattice, annotation: Annotation) -> Iterator[tuple[int, int]]:
    """Where words that tell of others right behind a text begin and end."""
    likeliest = [next(iter(shares), "") for shares in annotation.labels]
    for at in range(1, lattice.size):
        before = at - 1 - (lattice.low[at - 1] == COMMA)
        named = before >= 0 and likeliest[before] == TEXT and lattice.in_set(at, "third_person")
        if named and _goes_on(lattice, annotation, at):
            ends = (end for end in range(at, lattice.size) if not _goes_on(lattice, annotation, end))
            yield at, next(ends, lattice.size)


def _goes_on(lattice: Lattice, annotation: Annotation, at: int) -> bool:
    """Whether a token is of the same remark: it is beside the command or of the text, and none begins there."""
    mark = lattice.tokens[at].shape == "mark"
    told = mark or next(iter(annotation.labels[at]), "") in (BESIDE, TEXT)
    return told and annotation.begins[at] < LIKELY
