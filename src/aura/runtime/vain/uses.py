"""What something is said to be used for, taken for its new name; and what gets more, taken for what is read."""

from __future__ import annotations

from pathlib import PurePath

from aura.contracts.change import Change, Copy, Move
from aura.language.utterance.lattice import Lattice
from aura.runtime.vain.view import FIRST_WORDS, MARK, WORD, View, renames

DETERMINED = ("possessive", "indefinite")


def named_by_its_use(change: Change, view: View) -> str | None:
    """ "Save photo.jpg *as my profile picture*", "*set* a.docx *as default*": what it is for, and no name."""
    if not isinstance(change, Copy | Move):
        return None
    lattice, words = view.lattice, PurePath(change.destination).stem.lower().split()
    for at in view.places_of(words):
        led = at > 1 and lattice.in_set(at - 1, "as_what") and lattice.tokens[at].shape == WORD
        mine = len(words) > 1 and lattice.in_set(at, "possessive") and not renames(change)
        if led and (mine or (renames(change) and _sets(lattice, at))):
            said = lattice.text_of(at - 1, at + len(words))
            return f'"{said}" may say what it is for; say that it is to be called so, or put the name in quotes.'
    return None


def _sets(lattice: Lattice, end: int) -> bool:
    """Whether what stands before a token begins as what makes something so: "*set* a.docx as default"."""
    begin = max((at + 1 for at in range(end) if lattice.tokens[at].shape == MARK), default=0)
    return any(lattice.in_set(at, "only_adds") for at in range(begin, min(begin + FIRST_WORDS, end)))


def reads_what_gets_more(view: View) -> str | None:
    """ "*Insert a line* in a.txt": what gets something that was not said is not only to be read."""
    lattice, steps = view.lattice, view.planned.steps
    if not view.planned.only_reads or not any("path" in step.inputs for step in steps):
        return None
    for at in (at for at in range(lattice.size - 2) if lattice.in_set(at, "only_adds")):
        end = lattice.skip(at + 1, "determiner")
        end += lattice.in_set(end, "adjective")
        if at + 1 < end < lattice.size and lattice.in_set(at + 1, "indefinite") and lattice.in_set(end, "in_texts"):
            return f'"{lattice.text_of(at + 1, end + 1)}" does not say what should be written; say that, too.'
    return None
