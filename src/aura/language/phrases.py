"""Every part of a clause that may begin at a token, whatever the verb: marker and filler, priced."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.lattice import Lattice
from aura.language.names import Names
from aura.language.parts import Name, Part, Place, PlacePart, Span, Thing
from aura.language.places import Places
from aura.language.texts import Texts
from aura.language.things import Things

Priced = tuple[float, Part]

SECOND_CHOICE = 1.5
DEAREST_PART = 60.0
ODD_START = 10.0
EACH = "each"
LISTED = "listed"
STANDING = "standing"


class Phrases:
    """Parts of clauses in one utterance, memoised by position."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.names = Names(lattice)
        self.places = Places(lattice, self.names)
        self.things = Things(lattice, self.names, self.places)
        self.texts = Texts(lattice)
        self._parts: dict[int, list[Priced]] = {}

    def at(self, position: int) -> list[Priced]:
        """All parts that begin at a token."""
        found = self._parts.get(position)
        if found is None:
            every = self._marked(position)
            found = self._parts[position] = [priced for priced in every if priced[0] <= DEAREST_PART]
        return found

    def _marked(self, position: int) -> Iterator[Priced]:
        yield from self._themes(position)
        yield from self._located(position)
        yield from self._called(position)
        yield from self._contents(position)
        yield from self._files(position)
        for begin, cost, _ in self.lattice.at(position, "except"):
            for end, price, things in self.things.many(begin):
                if all(thing.form in ("name", "pattern") for thing in things):
                    yield cost + price, Part("except", things, position, end)
        yield from self._staying(position)
        for end, cost, _ in self.lattice.at(position, "for_each"):
            yield cost + 0.5, Part("for_each", None, position, end)
        if position == 0:
            yield from self._listed_names()

    def _staying(self, position: int) -> Iterator[Priced]:
        """ "and the folder itself stays", "only notes.txt do not copy": an exception with its verb behind."""
        starts = [(end, cost) for end, cost, _ in self.lattice.at(position, "stay_lead")]
        for begin, cost in starts:
            for middle, price, things in self.things.many(begin):
                if all(thing.form == "name" for thing in things):
                    for end, more, _ in self.lattice.at(middle, "stays"):
                        yield cost + price + more + 2.0, Part("except", things, position, end)

    def _listed_names(self) -> Iterator[Priced]:
        """ "Acme, Borealis and Corvid: make these folders": names first, what they are for afterwards."""
        for end, price, names in self.names.many(0):
            if len(names) > 1 and self.lattice.is_word(end, ":", ","):
                yield price + 2.0, Part("called", names, 0, end + 1, LISTED)

    def _themes(self, position: int) -> Iterator[Priced]:
        start = position + 1 if self.lattice.is_word(position, ":") else position
        for end, cost, things in self.things.many(start):
            yield cost + 0.5 * (start - position), Part("theme", things, position, end)
        for begin, cost, _ in self.lattice.at(position, "sought"):
            for end, price, things in self.things.many(begin):
                yield cost + price, Part("sought", things, position, end)

    def _located(self, position: int) -> Iterator[Priced]:
        lattice = self.lattice
        for begin, cost, _ in lattice.at(position, "from"):
            for end, price, place in self.places.at(begin):
                yield cost + price, Part("from", (place,), position, end)
        for category in ("to", "in"):
            for begin, cost, sense in lattice.at(position, category):
                for end, price, places in self.places.several(begin):
                    if places[0].parts[0].kind == "here" and begin > position + 1:
                        continue
                    yield cost + price, Part(category, places, position, end, sense)
        for begin, cost, _ in lattice.at(position, "are_in"):
            for end, price, places in self.places.several(begin):
                yield cost + price, Part("in", places, position, end, STANDING)
        for category, kind in (("there", "it"), ("here", "here")):
            for end, cost, _ in lattice.at(position, category):
                part = PlacePart(kind, lattice.words_of(position, end))  # type: ignore[arg-type]
                yield cost + 0.5, Part("in", (Place((part,)),), position, end)
        for end, cost, places in self.places.several(position):
            yield cost, Part("place", places, position, end)

    def _called(self, position: int) -> Iterator[Priced]:
        lattice = self.lattice
        starts = list(lattice.at(position, "called"))
        if any(lattice.at(end, "called") for end, _, _ in lattice.at(position, "item_lead")):
            starts.append((position, 1.0, EACH))
        if lattice.is_word(position, ":"):
            starts.append((position + 1, 0.5, ""))
        elif lattice.is_word(position, ","):
            starts.append((position + 1, 2.0, LISTED))
        for begin, cost, marker in starts:
            begin += lattice.is_word(begin, ":")
            for end, price, names in self.names.many(begin):
                yield cost + price, Part("called", names, position, end, marker)
        for begin, cost, _ in lattice.at(position, "new_name"):
            for end, price, name in self.names.at(begin):
                yield cost + price, Part("as", (name,), position, end)
        for end, price, name in self.names.at(position):
            yield price, Part("name", (name,), position, end)
        for begin, cost, _ in lattice.at(position, "about"):
            for start, more, _ in self.places.determined(begin):
                for end, price, names in self.names.many(start) if start < lattice.size else ():
                    if all(name.shape not in ("file", "path") for name in names):
                        yield cost + more + price + 4.0, Part("about", names, position, end)

    def _contents(self, position: int) -> Iterator[Priced]:
        lattice = self.lattice
        for begin, cost, _ in lattice.at(position, "text"):
            single = 1.0 if begin == position + 1 else 0.0
            for start in (begin, begin + 1) if lattice.is_word(begin, ":") else (begin,):
                for end, price in self.texts.at(start):
                    odd = ODD_START if lattice.is_word(start, "of") else 0.0
                    yield cost + price + single + odd - 0.5, Part("text", Span(start, end), position, end)
        start = position + 1 if lattice.is_word(position, ":") else position
        for end, price in self.texts.at(start) if start < lattice.size else ():
            if lattice.tokens[start].shape == "quoted":
                yield price, Part("quoted", Span(start, end), position, end)
                continue
            loose = 0.6
            if lattice.class_name(start) in ("preposition", "joint", "negation", "pronoun"):
                loose += ODD_START
            yield price + loose, Part("bare_text", Span(start, end), position, end)
        for lead in (position, position + 1) if lattice.is_word(position, "with", "and") else (position,):
            for begin, cost, _ in lattice.at(lead, "content_of"):
                for end, price, thing in self.things.at(begin):
                    if thing.kind == "folder" or thing.form == "pattern":
                        continue
                    if thing.form == "pronoun" or (thing.name is not None and thing.name.shape != "words") or thing.kind:
                        yield cost + price + 1.0, Part("content_of", (thing,), position, end)
            for end, cost, _ in lattice.at(lead, "its_content"):
                yield cost + 2.0, Part("its_content", None, position, end)

    def _files(self, position: int) -> Iterator[Priced]:
        lattice = self.lattice
        for begin, cost, sense in lattice.at(position, "end_of"):
            for end, price, thing in self.things.at(begin):
                if self._is_file(thing):
                    yield cost + price, Part("file", (thing,), position, end, sense)
        for begin, cost, _ in lattice.at(position, "replacement"):
            for end, price in self.texts.at(begin):
                yield cost + price, Part("replacement", Span(begin, end), position, end)
        for end, cost, _ in lattice.at(position, "says"):
            yield cost + 0.5, Part("says", None, position, end)
        for end, cost, sense in lattice.at(position, "end"):
            yield cost + 0.5, Part("end", None, position, end, sense)
        for end, cost, _ in lattice.at(position, "there"):
            thing = Thing("pronoun", position, end, pronoun="it")
            yield cost + 1.0, Part("file", (thing,), position, end)

    def _is_file(self, thing: Thing) -> bool:
        """Whether text can be put there: a pronoun, a file-like or known file, or something called a file."""
        if thing.form == "pronoun":
            return thing.pronoun != "them"
        if thing.form == "blank":
            return thing.kind not in ("folder", "same") and not thing.plural
        if thing.form != "name" or thing.name is None:
            return False
        if thing.name.like_file or thing.name.shape == "quoted" or thing.kind not in ("", "folder"):
            return True
        return thing.name.text.lower() in self.lattice.known.files


def free_names(part: Part) -> Iterator[Name]:
    """Every name that a part rests on, places included."""
    value = part.value
    if value is None or isinstance(value, Span):
        return
    for item in value:
        if isinstance(item, Name):
            yield item
        elif isinstance(item, Place):
            yield from (step.name for step in item.parts if step.name is not None)
        else:
            if item.name is not None:
                yield item.name
            if item.place is not None:
                yield from (step.name for step in item.place.parts if step.name is not None)
