"""What is left out of many things: "but not notes.txt", "and the folder itself stays", "the pdf must stay"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.slots.parts import Part, Thing
from aura.language.slots.things import Things
from aura.language.utterance.lattice import Lattice

VERB_BEHIND = 2.0
EXCEPT = "except"


def excepted(lattice: Lattice, things: Things, position: int) -> Iterator[tuple[float, Part]]:
    """The exceptions that begin at a token, also those with their verb behind them."""
    for begin, cost, _ in lattice.at(position, EXCEPT):
        for end, price, found in things.many(begin):
            if all(thing.form in ("name", "pattern") for thing in found):
                yield cost + price, Part(EXCEPT, found, position, end)
    if "stays" not in lattice.beginnings:
        return
    for begin, cost, _ in lattice.at(position, "stay_lead"):
        for middle, price, found in (*things.many(begin), *_sorts(lattice, begin)):
            if all(thing.form in ("name", "pattern") for thing in found):
                for end, more, _ in lattice.at(middle, "stays"):
                    yield cost + price + more + VERB_BEHIND, Part(EXCEPT, found, position, end)


def _sorts(lattice: Lattice, start: int) -> Iterator[tuple[int, float, tuple[Thing, ...]]]:
    """A word for a sort of files, which alone stands for all of them: "the pdf must stay"."""
    for end, cost, globs in lattice.at(start, "group"):
        yield end, cost, (Thing("pattern", start, end, globs=tuple(globs.split("|")), plural=True, kind="file"),)
