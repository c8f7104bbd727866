"""What the parts of a clause say, as frozen values: names, places, things, texts, clauses, readings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec import Struct

CATEGORIES = (
    "theme", "from", "to", "in", "place", "called", "as", "name", "about", "text", "bare_text", "content_of",
    "its_content", "file", "at_end_of", "except", "in_too", "end", "sought", "quoted", "says", "replacement",
    "for_each", "trash", "away", "replacing", "changed", "was_changed", "exists", "overwriting",
)  # fmt: skip
BIT = {category: 1 << number for number, category in enumerate(CATEGORIES)}
"""What kinds of parts there are, and the bit of each."""
NameShape = Literal["quoted", "file", "path", "known", "words"]


class Name(Struct, frozen=True, gc=False):
    """A name as it was said; `doubt` where a free span may have swallowed structure words, `exists` on disk.

    One of a `quality` ends in a word for what a thing may be made to be ("bigger"), and may be no name; one that is
    `definite` begins with "the" or "my".
    """

    text: str
    shape: NameShape
    start: int
    end: int
    doubt: bool = False
    exists: bool = False
    quality: bool = False
    definite: bool = False

    @property
    def like_file(self) -> bool:
        """Whether the name shows an extension."""
        return self.shape == "file" or (self.shape != "words" and "." in self.text.rpartition("/")[2].strip("."))


class Pronoun(Struct, frozen=True, gc=False):
    """A word that fills a slot and stands for what was said before: how, as the lexicon says it, and the word."""

    sense: str = ""
    said: str = ""


class Ways(Struct, frozen=True, gc=False):
    """What was said for the cells of a table, and the values that it may mean; of several only the user knows."""

    said: str
    values: tuple[Any, ...]


class Given(Struct, frozen=True, gc=False):
    """A text that another goal gives: its domain, what it does and with what object ("what is on the clipboard")."""

    domain: str
    goal: str
    object: str = ""


DRIVE = "DRIVE_"
"""What the name of an anchor that is a drive begins with."""
OWNING, UPWARDS = "its", "parent"
"""How a folder is referred to as what something belongs to: "its content"; and as the one that another is in."""


class PlacePart(Struct, frozen=True, gc=False):
    """One step of a place: an anchor's name, a folder's name, a reference to a container said before, or to be asked.

    One `beside` a thing is the folder that it is in.
    `sense` tells references apart: "there" is a place, whatever it is; "the same folder" may be the thing's own.
    """

    kind: Literal["anchor", "name", "it", "them", "here", "asked", "beside"]
    value: str = ""
    name: Name | None = None
    said_folder: bool = False
    sense: str = ""


class Place(Struct, frozen=True, gc=False):
    """Where: the parts innermost first ("a in b on the desktop" is a, b, DESKTOP); `new` if said to be made."""

    parts: tuple[PlacePart, ...]
    new: bool = False


class Thing(Struct, frozen=True, gc=False):
    """What: a name, a pronoun, a pattern, or something of a kind with no name yet (`blank`)."""

    form: Literal["name", "pronoun", "pattern", "blank"]
    start: int
    end: int
    name: Name | None = None
    pronoun: str = ""
    kind: str = ""
    plural: bool = False
    kind_after: bool = False
    indefinite: bool = False
    count: int = 0
    globs: tuple[str, ...] = ()
    named: str = ""
    """Words that the names of a pattern have in them, each as a whole: "the two *rota* pdfs"."""
    everything: bool = False
    extensions: tuple[str, ...] = ()
    place: Place | None = None
    relative: bool = False
    owned: bool = False
    definite: bool = False
    singled: bool = False
    away: bool = False

    def is_of_kind(self, kinds: str) -> bool:
        """Whether its name, where it shows an extension, is of one of these kinds (".xlsx .csv")."""
        name = self.name
        ending = f".{name.text.rpartition('.')[2].lower()}" if name is not None and name.like_file else ""
        return not ending or "." not in kinds or ending in kinds.split()


class Holder(Struct, frozen=True, gc=False):
    """A thing of which the text is meant that it holds: "the content of notes.txt"."""

    thing: Thing


class Span(Struct, frozen=True, gc=False):
    """Tokens from `start` to before `end`, whose text is content."""

    start: int
    end: int


PartValue = tuple[Thing, ...] | tuple[Place, ...] | tuple[Name, ...] | Span | None


class Part(Struct, frozen=True, gc=False):
    """One part of a clause: the category that the frame prices, its value, its tokens, and the marker's sense."""

    category: str
    value: PartValue
    start: int
    end: int
    marker: str = ""


class Clause(Struct, frozen=True, gc=False):
    """One verb with its parts in the order they were said.

    `inherited` where the verb was carried over from the clause before; `holding` where the clause names
    what the thing before should hold; `verb` is the verb's tokens, `putting` if it makes by putting somewhere.
    A sentence of a domain has the number of its `intent` and of its `template`.
    """

    frame: str
    parts: tuple[Part, ...]
    start: int
    end: int
    verb: tuple[int, int] | None = None
    inherited: bool = False
    holding: bool = False
    intent: int = -1
    slots: tuple[tuple[str, Any], ...] = ()
    putting: bool = False
    template: int = -1

    def get(self, *categories: str) -> Part | None:
        """The first part of any of these categories."""
        return next((part for part in self.parts if part.category in categories), None)

    def things(self) -> tuple[Thing, ...]:
        """What the clause is about: the theme, what is sought, or what the content is of."""
        part = self.get("theme") or self.get("sought") or self.get("content_of")
        value = part.value if part is not None else ()
        return tuple(item for item in value if isinstance(item, Thing)) if isinstance(value, tuple) else ()

    def names(self, *categories: str) -> tuple[Name, ...]:
        """The names of the first part of any of these categories."""
        part = self.get(*categories)
        value = part.value if part is not None else ()
        return tuple(item for item in value if isinstance(item, Name)) if isinstance(value, tuple) else ()

    def places(self, *categories: str) -> tuple[Place, ...]:
        """The places of the first part of any of these categories."""
        part = self.get(*categories)
        value = part.value if part is not None else ()
        return tuple(item for item in value if isinstance(item, Place)) if isinstance(value, tuple) else ()


class Reading(Struct, frozen=True, gc=False):
    """One way to understand the utterance as a sequence of clauses; cheaper is likelier."""

    cost: float
    clauses: tuple[Clause, ...]
    notes: tuple[tuple[str, int, int], ...] = ()


def mask(categories: Iterable[str]) -> int:
    """A set of categories as bits."""
    return sum({BIT[category] for category in categories})


def in_its_place(meant: PartValue, said: PartValue) -> PartValue:
    """A thing that replaces another is of its kind and where that was said to be, unless it says otherwise."""
    if not (isinstance(meant, tuple) and isinstance(said, tuple) and len(meant) == len(said) == 1):
        return meant
    thing, replaced = meant[0], said[0]
    if not (isinstance(thing, Thing) and isinstance(replaced, Thing)) or thing.form == "pronoun":
        return meant
    if thing.place is None:
        thing = msgspec.structs.replace(thing, place=replaced.place, relative=replaced.relative, away=replaced.away)
    if not thing.kind:
        thing = msgspec.structs.replace(thing, kind=replaced.kind, indefinite=replaced.indefinite)
    return (thing,)
