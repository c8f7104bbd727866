"""A file that is only spoken of beside a command and would be among many that it takes: "…, the logo must stay"."""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import PurePath

from aura.capability.effect import Effect
from aura.language.utterance.lattice import Lattice
from aura.runtime.choosing.trial import Planned
from aura.runtime.vain.view import MARK
from aura.understanding.path_names import spoken

LETTERS = 3
"""Characters that a name without its extension has at least, to be told from other words."""


def takes_one_spoken_of(planned: Planned, lattice: Lattice, whole: Lattice) -> bool:
    """Whether one of many files that a step takes is named beside the command only, and some are named nowhere.

    "Move all pdfs to old, *bill.pdf is for Anna*": it may be spoken of because it is to stay.
    """
    said = _aloud(whole)
    noted = {at for _, start, end in planned.reading.notes for at in range(start, end)}
    ordered = _aloud(lattice, noted)
    for taken in _taken(planned):
        told = [any(f" {name} " in said for name in _names(path, whole)) for path in taken]
        named = [any(f" {name} " in ordered for name in _names(path, whole)) for path in taken]
        if not all(told) and any(one and not own for one, own in zip(told, named, strict=True)):
            return True
    return False


def _taken(planned: Planned) -> Iterator[list[PurePath]]:
    """The files of each step that takes several and changes something."""
    for step, seen in zip(planned.steps, planned.previews, strict=True):
        for value in step.inputs.values() if seen.effect != Effect.READS else ():
            if isinstance(value, list | tuple) and len(value) > 1 and all(isinstance(one, str) for one in value):
                yield [PurePath(one) for one in value]


def _names(path: PurePath, lattice: Lattice) -> Iterator[str]:
    """How a file may be named: whole, and without its extension where that is no common word."""
    yield spoken(path.name)
    stem = spoken(path.stem)
    if len(stem) >= LETTERS and (" " in stem or stem not in lattice.grammar.words["common"]):
        yield stem
    elif len(stem) >= LETTERS:
        yield from (f"{article} {stem}" for article in lattice.grammar.words["definite"])


def _aloud(lattice: Lattice, left_out: Container[int] = ()) -> str:
    """The words that were said, between blanks and without marks and those at some tokens."""
    said = (token.low for at, token in enumerate(lattice.tokens) if token.shape != MARK and at not in left_out)
    return f" {spoken(' '.join(said))} "
