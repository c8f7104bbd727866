"""What is left out of many things: "but not notes.txt", "and the folder itself stays", "the pdf must stay"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.slots.named_groups import words_of_names
from aura.language.slots.names import Names
from aura.language.slots.parts import Part, Thing
from aura.language.slots.things import Things
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_ended

VERB_BEHIND = 2.0
EXCEPT, NOT_THAT_ONE, NOT_IT, STAYS_WHERE = "except", "not_that_one", "not_it", "stays_where"
SPARING = ("stays", NOT_IT, STAYS_WHERE)
ONE = "one"


def excepted(lattice: Lattice, things: Things, position: int) -> Iterator[tuple[float, Part]]:
    """The exceptions that begin at a token, also those with their verb behind them."""
    for begin, cost, _ in lattice.at(position, EXCEPT):
        for end, price, found in (*things.many(begin), *ones(lattice, things.names, begin)):
            if all(thing.form in ("name", "pattern") for thing in found):
                yield cost + price, Part(EXCEPT, found, position, end)
    for begin, cost, _ in lattice.at(position, NOT_THAT_ONE):
        for end, price, found in ones(lattice, things.names, begin):
            last = max(lattice.ends(end, "minded"), default=end)
            yield cost + price, Part(EXCEPT, found, position, last)
    if lattice.beginnings.keys().isdisjoint(SPARING):
        return
    for begin, cost, _ in lattice.at(position, "stay_lead"):
        for middle, price, found in (*things.many(begin), *_sorts(lattice, begin), *ones(lattice, things.names, begin)):
            if all(thing.form in ("name", "pattern") for thing in found):
                for end, more in _stays(lattice, things, middle):
                    yield cost + price + more + VERB_BEHIND, Part(EXCEPT, found, position, end)


def _stays(lattice: Lattice, things: Things, start: int) -> Iterator[tuple[int, float]]:
    """Where words end that say of what stands before them that it stays: "must stay", "must on the desktop stay"."""
    yield from ((end, cost) for end, cost, _ in lattice.at(start, "stays"))
    yield from ((end, cost) for end, cost, _ in lattice.at(start, NOT_IT) if is_ended(lattice, end))
    for led in lattice.ends(start, STAYS_WHERE):
        for begin in lattice.ends(led, "which_in"):
            for middle, price, _ in things.places.at(begin):
                yield from ((end, price) for end in lattice.ends(middle, "stays_at_last") if is_ended(lattice, end))


def ones(lattice: Lattice, names: Names, start: int) -> Iterator[tuple[int, float, tuple[Thing, ...]]]:
    """What is told by a word of its name, and is none of those named by it: "leave *the quote one*".

    Or it is told by its whole name: "*the one called quotes* stays".
    """
    begin = start + lattice.in_set(start, "definite")
    for named, _, said in lattice.at(begin, "it"):
        for called in lattice.ends(named, "called") if said == ONE else ():
            for end, cost, name in names.at(called):
                if name.exists or name.text.lower() in lattice.known.folders:
                    yield end, cost, (Thing("name", start, end, name=name),)
    for end, words, _ in words_of_names(lattice, begin):
        for after, cost, said in lattice.at(end, "it"):
            if said == ONE and lattice.in_set(end, "file_noun"):
                globs = (f"*{words.replace(' ', '*')}*",)
                yield after, cost, (Thing("pattern", start, after, globs=globs, named=words, plural=True, kind="file"),)


def _sorts(lattice: Lattice, start: int) -> Iterator[tuple[int, float, tuple[Thing, ...]]]:
    """A word for a sort of files, which alone stands for all of them: "the pdf must stay"."""
    for end, cost, globs in lattice.at(start, "group"):
        yield end, cost, (Thing("pattern", start, end, globs=tuple(globs.split("|")), plural=True, kind="file"),)
