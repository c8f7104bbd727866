"""One thing that is said twice: "the logo, that's logo.png", "todo, the text file"."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from aura.language.slots.parts import Thing
from aura.language.utterance.lattice import Lattice

Found = tuple[int, float, Thing]
NAMED_IN_WORDS, OF_KIND = 3.0, 1.0
"""What it costs to take words for a thing that exists by another name, and that a kind is that of the name before."""
COMMA, ARTICLE, FOLDER = ",", "definite", "folder"
COUNTED = ("determiner", "number")
BEHIND = ("preposition", "verb", "joint", "filler")
"""What may follow a kind that is none of another thing."""


def in_words_and_by_name(
    lattice: Lattice, thing: Thing, end: int, cost: float, things: Callable[[int], list[Found]]
) -> Iterator[tuple[int, float, tuple[Thing, ...]]]:
    """ "The logo, that's logo.png", "that picture, logo.png": first in words or by its kind, and then by its name."""
    in_words = (thing.definite or thing.owned) and thing.name is not None and thing.name.shape == "words"
    by_kind = thing.name is None and not (thing.plural or thing.indefinite or thing.everything or thing.count > 1)
    if not in_words and not (by_kind and end - thing.start > 1):
        return
    for begin, gap, _ in lattice.at(end, "apposition"):
        for after, price, again in things(begin):
            fits = FOLDER not in (thing.kind, thing.pronoun) and (not thing.kind or again.is_of_kind(thing.kind))
            if fits and again.name is not None and again.name.shape == "file":
                named = thing.name is not None and thing.name.exists
                total = cost + gap + price + (NAMED_IN_WORDS if named else 0.0)
                yield after, total, (msgspec.structs.replace(again, start=thing.start),)
                if again.place is None and thing.place is not None:
                    yield after, total, (msgspec.structs.replace(again, start=thing.start, place=thing.place),)


def before_several(lattice: Lattice, position: int) -> Iterator[int]:
    """Where several things begin behind words that only say that, or of what sort: "*both photos* a.jpg and b.jpg"."""
    yield from (start for start, _, _ in lattice.at(position, "plural_lead"))
    begin = position
    while lattice.class_name(begin) == "quantifier" or any(lattice.in_set(begin, one) for one in COUNTED):
        begin += 1
    for end, _, globs in lattice.at(begin, "groups") if begin > position else ():
        named = end < lattice.size and lattice.tokens[end].shape == "file"
        named = named and lattice.words_of(end - 1, end + 1).lower() not in lattice.known.files
        if named and f"*.{lattice.low[end].rpartition('.')[2]}" in globs.split("|"):
            yield end


def by_name_and_kind(lattice: Lattice, thing: Thing, cost: float) -> Iterator[Found]:
    """ "Todo, *the text file*": first by its name and then of what kind it is; a name behind that is of another."""
    begin = thing.end + 2
    if begin >= lattice.size or lattice.low[thing.end] != COMMA or not lattice.in_set(begin - 1, ARTICLE):
        return
    if thing.name is None or thing.name.shape in ("file", "path"):
        return  # An extension says of what kind it is, and what contradicts it is no apposition.
    for end, more, kind in lattice.at(begin, "kind"):
        ended = lattice.is_over(end) or lattice.class_name(end) in BEHIND
        if ended and not lattice.at(end, "called"):
            yield end, cost + more + OF_KIND, msgspec.structs.replace(thing, end=end, kind=kind, kind_after=True)
