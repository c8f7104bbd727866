"""The words of an utterance that make the rest of it wait, where it was not read: "*when it gets dark*, lock it"."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from aura.contracts.problem import Problem
from aura.language.decoding.decode import Decoded
from aura.language.utterance.lattice import Lattice
from aura.runtime.choosing.choose import TIMED

LATER, UNLESS = "later", "negation"
"""The classes of words that begin what a command waits for; of the second those of a condition."""
ONLY_NOW = "I can only do things now, so nothing was done; say it without that to have it done now."
FEWEST_BEFORE = 2
"""Words of a command that something may stand behind."""


def _waited_for(lattice: Lattice, decode: Callable[[str], Decoded]) -> str:
    """Why a command waits, as a sentence begins that says so; nothing where the rest is read as none."""
    for start, end in _stretches(lattice):
        rest = f"{lattice.text_of(0, start)} {lattice.text_of(end, lattice.size)}".strip(" ,.")
        if rest and decode(rest).readings:
            said = lattice.text_of(start, end).strip(" ,.")
            conditional = lattice.in_set(start, "conditional")
            return f'"{said}" is a condition, and' if conditional else f'"{said}" says when, and'
    return ""


def only_now(when: str) -> Problem:
    """Why a command is not done that is to be done at a time other than now, or until then, by the words for that."""
    return Problem(TIMED, f'"{when}" says when, and {ONLY_NOW}')


def unread(decoded: Decoded, utterance: str, decode: Callable[[str], Decoded]) -> str:
    """What is said where nothing was read: what it waits for, or which words were not understood."""
    if waits := _waited_for(decoded.lattice, decode):
        return f"{waits} {ONLY_NOW}"
    clause = decoded.furthest
    where = f' I did not understand "{clause}".' if clause and clause != utterance else ""
    return f"That is not something I can do, so nothing was done.{where}"


def _stretches(lattice: Lattice) -> Iterator[tuple[int, int]]:
    """What opens the utterance up to each mark, and what closes it."""
    size = lattice.size
    if size and _begins(lattice, 0):
        yield from ((0, at) for at in range(1, size) if lattice.tokens[at].shape == "mark")
    yield from ((at, size) for at in range(FEWEST_BEFORE, size - 1) if _begins(lattice, at))


def _begins(lattice: Lattice, at: int) -> bool:
    kind = lattice.class_name(at)
    return kind == LATER or (kind == UNLESS and lattice.in_set(at, "conditional"))
