"""The slots of sentences that are files: things that are there, new names, places, texts that something holds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from aura.language.slots.names import Names
from aura.language.slots.parts import Given, Holder, Place, PlacePart, Thing
from aura.language.slots.places import Places
from aura.language.slots.things import Things
from aura.language.utterance.lattice import Lattice

Found = tuple[int, float, Any]

NOUNS = ("thing", "sure", "new", "within", "inside", "given", "held")
WITHIN = ("in", "to", "there", "here")
WITHIN_PLACES, GIVEN = frozenset(("within", "inside")), frozenset(("given",))
SHARE, PLACED, DOUBT, HELD_ITSELF, NOT_TO = 0.5, 0.2, 8.0, 1.5, 0.5
THERE = 0.1
"""What a thing costs that is there, of what it would cost as a name."""
SINGLE = ("it", "this", "that", "did", "nth", "copy", "original", "other")
"""What stands for one thing."""


class Nouns:
    """What may be a file, a name or a place in one utterance."""

    def __init__(self, lattice: Lattice, names: Names, places: Places, things: Things) -> None:
        self._lattice = lattice
        self._names = names
        self._places = places
        self._things = things

    @cached_property
    def absent(self) -> frozenset[str]:
        """The kinds of slots of which the utterance can have none."""
        begun = self._lattice.beginnings.keys()
        placeless = WITHIN_PLACES if begun.isdisjoint(WITHIN) else frozenset[str]()
        return placeless if "gives" in begun else placeless | GIVEN

    def fill(self, kind: str, start: int) -> Iterator[Found]:
        """What may fill a slot of one of these kinds: (end, cost, value)."""
        match kind:
            case "thing":
                yield from self._one(start)
            case "sure":
                yield from (found for found in self._one(start) if _is_surely_there(found[2]))
            case "new":
                for end, cost, name in self._names.at(start) if self._may_be_new(start) else ():
                    yield end, cost * SHARE + DOUBT * name.doubt, name
            case "within":
                yield from self._within(start)
            case "inside":
                yield from (found for found in self._within(start) if _is_there(found[2]))
            case "given":
                yield from self._given(start)
            case _:
                yield from self._given(start)
                yield from self._held(start)

    def _may_be_new(self, start: int) -> bool:
        """Whether a new name may begin at a token: no article is before it or what it is of, and it opens no aside."""
        lattice = self._lattice
        article = lattice.class_name(start) == "article" and lattice.in_set(start, "indefinite")
        named = start + 1 < lattice.size and lattice.tokens[start + 1].shape == "file"
        named = named or any(lattice.at(at, "kind") for at in (start + 1, start + 2))
        return not lattice.opens_aside(start) and not (article and named)

    def _one(self, start: int) -> Iterator[Found]:
        """One file, whatever it is called, with its place."""
        for end, cost, thing in self._things.at(start):
            if _is_one_file(thing):
                there = thing.name.exists if thing.name is not None else not thing.indefinite
                yield end, cost * (THERE if there else SHARE), thing

    def _within(self, start: int) -> Iterator[Found]:
        """ "In documents", "on the desktop", "in the folder X", "there"."""
        lattice = self._lattice
        for category in ("in", "to"):
            for begin, cost, _ in lattice.at(start, category):
                for end, price, place in self._places.at(begin):
                    yield end, (cost + price) * PLACED + NOT_TO * (category == "to"), place
        for category, kind in (("there", "it"), ("here", "here")):
            for end, cost, sense in lattice.at(start, category):
                part = PlacePart(kind, lattice.words_of(start, end), sense=sense)  # type: ignore[arg-type]
                yield end, cost + SHARE, Place((part,))

    def _given(self, start: int) -> Iterator[Found]:
        """ "What is on the clipboard"."""
        for end, cost, value in self._lattice.at(start, "gives"):
            yield end, cost, Given(*value.split())

    def _held(self, start: int) -> Iterator[Found]:
        """ "The content of notes.txt", "notes.txt"."""
        lattice = self._lattice
        for begin, cost, _ in lattice.at(start, "content_of"):
            for end, price, thing in self._one(begin):
                if _shows_a_file(thing) or thing.form == "pronoun":
                    yield end, cost + price, Holder(thing)
        for end, price, thing in self._one(start):
            if _shows_a_file(thing):
                yield end, price + HELD_ITSELF, Holder(thing)


def _is_surely_there(thing: Thing) -> bool:
    """Whether a noun phrase names a file that is there, or says of what kind it is."""
    name = thing.name
    return name is not None and (name.exists or name.like_file or bool(thing.extensions))


def _is_there(place: Place) -> bool:
    """Whether a place is there or is said to be a folder: behind a text any other words may belong to the text."""
    named = (part for part in place.parts if part.kind == "name" and not part.said_folder)
    return all(part.name is None or part.name.exists for part in named)


def _is_one_file(thing: Thing) -> bool:
    """Whether a noun phrase can mean exactly one file."""
    if thing.form == "pattern" or thing.plural or thing.kind in ("folder", "same") or thing.count > 1:
        return False
    return thing.form != "pronoun" or (thing.pronoun.split() or ["it"])[0] in SINGLE


def _shows_a_file(thing: Thing) -> bool:
    """Whether the words themselves say that it is a file."""
    if thing.form == "blank":
        return not thing.indefinite
    named = thing.name is not None and (thing.name.like_file or thing.name.exists or thing.name.shape == "known")
    return thing.form == "name" and (named or bool(thing.kind))
