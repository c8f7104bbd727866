"""The commands that an annotation says an utterance holds: for each its action, and the words that fill its slots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from aura.language.annotating.annotation import BESIDE, SAID, Annotation
from aura.language.utterance.lattice import Lattice

BEGINS = 0.5
"""How probable it is at least that a command begins where one is taken to."""
JOINING = ("joint", "article", "preposition")
"""What may stand between two pieces of one slot: "a.txt *and* b.txt", "the folder bills *in* documents"."""

Span = tuple[int, int]


class Commanded(NamedTuple):
    """A command: what it may be with how probable that is, the likeliest first, and for each slot the tokens of it."""

    actions: dict[str, float]
    slots: dict[str, Span]


class Commands(NamedTuple):
    """What an utterance asks for, in order, the stretches beside it, and how probable just that is."""

    commands: tuple[Commanded, ...]
    beside: tuple[Span, ...]
    probability: float


def commands_of(lattice: Lattice, annotation: Annotation) -> Commands | None:
    """The likeliest commands; None where there are none, or a slot of one is filled in two places."""
    labels = [next(iter(shares), SAID) for shares in annotation.labels]
    labels = [_of_mark(lattice, labels, at) for at in range(lattice.size)]
    begins = _begins(annotation, labels)
    if not begins:
        return None
    probability, found = _share(lattice, annotation, labels), list[Commanded]()
    for start, end in pairwise([0, *begins[1:], lattice.size]):
        at = begins[len(found)]
        slots = _slots(lattice, labels, start, end)
        if slots is None:
            return None
        found.append(Commanded(annotation.actions[at], slots))
    beside = ((start, end) for name, start, end in _stretches(labels, 0, lattice.size) if name == BESIDE)
    return Commands(tuple(found), tuple(beside), probability)


def _begins(annotation: Annotation, labels: Sequence[str]) -> list[int]:
    """Where commands begin; one that has no slot before it begins again begins there: "while you are at it *set* …"."""
    likely = [at for at, share in enumerate(annotation.begins) if share >= BEGINS]
    found: list[int] = []
    for at in likely:
        same = found and next(iter(annotation.actions[found[-1]])) == next(iter(annotation.actions[at]))
        if same and not {*labels[found[-1] : at]} - {SAID, BESIDE}:
            found.pop()
        found.append(at)
    return found


def _of_mark(lattice: Lattice, labels: Sequence[str], at: int) -> str:
    """The label of a token; a mark is part of what stands on both sides of it, or of nothing."""
    if lattice.tokens[at].shape != "mark":
        return labels[at]
    around = {labels[near] if 0 <= near < lattice.size else SAID for near in (at - 1, at + 1)}
    return around.pop() if len(around) == 1 else SAID


def _share(lattice: Lattice, annotation: Annotation, labels: Sequence[str]) -> float:
    """How probable the labels and the beginnings of all words are."""
    share = 1.0
    for at, label in enumerate(labels):
        begins = annotation.begins[at]
        share *= max(begins, 1 - begins)
        if lattice.tokens[at].shape != "mark":
            share *= annotation.labels[at].get(label, 0.0)
    return share


def _stretches(labels: Sequence[str], start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Each label of some tokens, with where it begins and ends."""
    for label, at in groupby(range(start, end), lambda at: labels[at]):
        tokens = list(at)
        yield label, tokens[0], tokens[-1] + 1


def _slots(lattice: Lattice, labels: Sequence[str], start: int, end: int) -> dict[str, Span] | None:
    """The words of each slot; None where those of one stand apart."""
    found: dict[str, Span] = {}
    for label, first, last in _stretches(labels, start, end):
        if label in (SAID, BESIDE):
            continue
        before = found.get(label)
        if before is not None and not _joined(lattice, before[1], first):
            return None
        found[label] = (before[0] if before is not None else first, last)
    return found


def _joined(lattice: Lattice, start: int, end: int) -> bool:
    """Whether all that stands between two pieces joins them."""
    return all(lattice.tokens[at].shape == "mark" or lattice.class_name(at) in JOINING for at in range(start, end))
