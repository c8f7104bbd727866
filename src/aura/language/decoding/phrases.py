"""Every part of a clause that may begin at a token, whatever the verb: marker and filler, priced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from aura.language.asides.background import Background
from aura.language.asides.remarks import Remarks
from aura.language.slots.announced import announced_from
from aura.language.slots.corrections import SAID_AGAIN, corrected, may_correct
from aura.language.slots.excepting import excepted
from aura.language.slots.kinds import Kinds
from aura.language.slots.names import Names
from aura.language.slots.nouns import Nouns
from aura.language.slots.parts import BIT, UPWARDS, Name, Part, Place, PlacePart, Span, Thing, mask
from aura.language.slots.places import Places
from aura.language.slots.sentences import Slotted
from aura.language.slots.texts import Texts
from aura.language.slots.things import Things
from aura.language.slots.topics import Topics
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import colon_before
from aura.language.utterance.predicates import did_call, is_torn
from aura.language.utterance.subordinates import past_that
from aura.language.utterance.values import Values, values_of

Priced = tuple[float, Part]

DEAREST_PART = 60.0
ODD_START = 10.0
ODD_CLASSES = ("preposition", "joint", "negation", "pronoun")
UNMARKED = 0.6
ABOUT = 4.0
MARKED_AGAIN = 2.0
NAMED_LIKE_A_VERB = 25.0
BROKEN_OFF = 8.0
OF_THE_TEXT = 6.0
"""What it costs that words behind a colon say where something goes: "add to a.txt: *we are here*"."""
EACH = "each"
LISTED = "listed"
STANDING = "standing"
INTO = "into"
ALL = "all"
WRITTEN = "written"


OPENED = {
    "sought": ("sought",), "from": ("from",), "to": ("to",), "in": ("in",), "are_in": ("in",), "here": ("in",),
    "there": ("in", "file"), "called": ("called",), "item_lead": ("called",), "new_name": ("as",),
    "about": ("about",), "text": ("text",), "replacement": ("replacement",), "content_of": ("content_of",),
    "its_content": ("its_content",), "end_of": ("file", "at_end_of"), "except": ("except",), "stay_lead": ("except",),
    "not_that_one": ("except",),
    "end": ("end",), "says": ("says",), "for_each": ("for_each",), "trash": ("trash",), "away": ("away",),
    "replacing": ("replacing",), "changed": ("changed",), "was_changed": ("was_changed",), "exists": ("exists",),
    "overwriting": ("overwriting",),
    "beside": ("to", "in"), "upwards": ("to",),
}  # fmt: skip
"""Phrases of the lexicon, and the parts that begin with each."""
OPENS = {phrase: mask(parts) for phrase, parts in OPENED.items()}
UNOPENED = mask(("theme", "place", "name", "bare_text"))
"""Parts that need no such phrase."""
DISTINCT = frozenset(("theme", "bare_text", "quoted"))
"""Parts of which no two that are made at a token are the same."""
NAMED_FIRST = mask(("theme", "called"))
LEADS = frozenset(("called", "item_lead"))
JOINED_ON = ("with", "and")
LIST_ENDS = (",", ":")
CONTENTS_OF = frozenset(("content_of", "its_content"))


class Phrases:
    """Parts of clauses in one utterance: by category, and memoised by position."""

    def __init__(self, lattice: Lattice, values: Values | None = None) -> None:
        self.lattice = lattice
        self.names = Names(lattice)
        self.places = Places(lattice, self.names)
        self.things = Things(lattice, self.names, self.places)
        self.texts = Texts(lattice)
        self.kinds = Kinds(lattice, self.texts, Nouns(lattice, self.names, self.places, self.things))
        self.slotted = Slotted(lattice, self.kinds, values or values_of(lattice.grammar))
        self.topics = Topics(lattice, self.kinds.numbers, self.slotted)
        self.remarks = Remarks(lattice, self.names, self.texts, self.slotted)
        self.background = Background(self.topics, self.kinds.numbers, self.slotted, self.remarks.harmless)
        self._corrects = may_correct(lattice)
        self._listed = any(mark in lattice.low for mark in LIST_ENDS)
        self._beginning: dict[int, int] = {}
        self._dear: dict[int, int] = {}
        self._parts: dict[tuple[int, str], list[Priced]] = {}

    def beginning(self, position: int) -> int:
        """The categories of which a part may begin at a token, as its first words show, but the dear ones, as bits."""
        found = self._beginning.get(position)
        if found is None:
            found = self._beginning[position] = self._opened(position) & ~self.dear(position)
        return found

    def _opened(self, position: int) -> int:
        lattice, hits, begun = self.lattice, self.lattice.hits[position], UNOPENED
        for phrase in hits:
            begun |= OPENS.get(phrase, 0)
        if lattice.tokens[position].shape == "quoted":
            return begun | BIT["quoted"]
        low = lattice.low[position]
        if low == ":":
            begun |= BIT["called"] | BIT["quoted"]
        elif low == "," or (position == 0 and self._listed):
            begun |= BIT["called"]
        elif low in JOINED_ON and position + 1 < lattice.size:
            begun |= mask(CONTENTS_OF.intersection(lattice.hits[position + 1]))
        return begun

    def dear(self, position: int) -> int:
        """The categories that a verb stands in the way of, as it would have to be part of a name, as bits."""
        found = self._dear.get(position)
        if found is None:
            found = self._dear[position] = NAMED_FIRST if self._named_like_a_verb(position) else 0
        return found

    def _named_like_a_verb(self, position: int) -> bool:
        if not LEADS.isdisjoint(self.lattice.hits[position]) or not self.names.like_a_verb(position):
            return False
        return self.things.only_names(position)

    def at(self, position: int, category: str) -> list[Priced]:
        """The parts of a category that begin at a token, each once and at its lowest price."""
        key = (position, category)
        found = self._parts.get(key)
        if found is None:
            made: Iterable[Priced] = MAKERS.get(category, partial(Phrases.by_itself, category=category))(self, position)
            if self._corrects and category in SAID_AGAIN:
                made = corrected(self.lattice, list(made), category, self.at)
            found = [priced for priced in made if priced[0] <= DEAREST_PART]
            found = self._parts[key] = found if category in DISTINCT else _each_once(found)
        return found

    # -- what it is about

    def _theme(self, position: int) -> Iterator[Priced]:
        start = position + 1 if self.lattice.is_word(position, ":") else position
        for end, cost, things in self.things.many(start):
            yield cost + 0.5 * (start - position), Part("theme", things, position, end)

    def _sought(self, position: int) -> Iterator[Priced]:
        for begin, cost, _ in self.lattice.at(position, "sought"):
            for end, price, things in self.things.many(begin):
                yield cost + price, Part("sought", things, position, end)

    def _except(self, position: int) -> Iterator[Priced]:
        return excepted(self.lattice, self.things, position)

    # -- where

    def _from(self, position: int) -> Iterator[Priced]:
        for begin, cost, _ in self.lattice.at(position, "from"):
            for end, price, place in self.places.at(begin):
                yield cost + price, Part("from", (place,), position, end)

    def _to(self, position: int) -> Iterator[Priced]:
        yield from self._somewhere(position, "to")
        yield from self._beside(position, "to")
        for end, cost, _ in self.lattice.at(position, "upwards"):
            yield cost, Part("to", (Place((PlacePart("it", sense=UPWARDS),)),), position, end)

    def _beside(self, position: int, category: str) -> Iterator[Priced]:
        """ "Next to letter.docx", "in the same folder as it": the folder that a thing is in."""
        for begin, cost, _ in self.lattice.at(position, "beside"):
            for end, price, things in self.things.many(begin):
                if len(things) == 1 and (name := things[0].name) is not None and not things[0].place:
                    beside = Place((PlacePart("beside", name.text, name),))
                    yield cost + price, Part(category, (beside,), position, end)

    def _in(self, position: int) -> Iterator[Priced]:
        lattice = self.lattice
        yield from self._somewhere(position, "in")
        yield from self._beside(position, "in")
        for begin, cost, _ in lattice.at(position, "are_in"):
            for end, price, places in self.places.several(begin):
                yield cost + price, Part("in", places, position, end, STANDING)
        for category, kind in (("there", "it"), ("here", "here")):
            for end, cost, sense in lattice.at(position, category):
                part = PlacePart(kind, lattice.words_of(position, end), sense=sense)  # type: ignore[arg-type]
                written = kind == "here" and colon_before(lattice, position)
                yield cost + (OF_THE_TEXT if written else 0.5), Part("in", (Place((part,)),), position, end)

    def _somewhere(self, position: int, category: str) -> Iterator[Priced]:
        for begin, cost, sense in self.lattice.at(position, category):
            if begin == self.lattice.size and position:
                yield cost + BROKEN_OFF, Part(category, (Place((PlacePart("asked", category),)),), position, begin)
            for end, price, places in self.places.several(begin):
                if places[0].parts[0].kind == "here" and begin > position + 1:
                    continue
                yield cost + price, Part(category, places, position, end, sense)
                for last, more, place in self._marked_again(end, category):
                    every = self.places.narrowed(end, places, place) or (*places, place)
                    yield cost + price + more, Part(category, every, position, last, sense)

    def _marked_again(self, position: int, category: str) -> Iterator[tuple[int, float, Place]]:
        """ "in documents and on the desktop": another place, with a marker of its own."""
        for start, gap in self.names.separators(position):
            for begin, cost, _ in self.lattice.at(start, category):
                for end, price, place in self.places.at(begin):
                    if all(part.kind in ("anchor", "name") for part in place.parts):
                        yield end, gap + cost + price + MARKED_AGAIN, place

    def _place(self, position: int) -> Iterator[Priced]:
        for end, cost, places in self.places.several(position):
            yield cost, Part("place", places, position, end)

    # -- what it is called

    def _called(self, position: int) -> Iterator[Priced]:
        lattice = self.lattice
        starts = [] if did_call(lattice, position) else list(lattice.at(position, "called"))
        if any(lattice.at(end, "called") for end, _, _ in lattice.at(position, "item_lead")):
            starts.append((position, 1.0, EACH))
        if lattice.is_word(position, ":"):
            starts.append((position + 1, 0.5, ""))
        elif lattice.is_word(position, ",") and not lattice.at(position + 1, "called"):
            starts.append((position + 1, 2.0, LISTED))
        for begin, cost, marker in starts:
            begin += lattice.is_word(begin, ":")
            if begin == lattice.size and position and begin > position + (marker == LISTED):
                yield cost + BROKEN_OFF, Part("called", (Name("", "quoted", begin, begin),), position, begin, marker)
            bare = position == 0 and begin == 1 and lattice.class_name(0) == "preposition"
            for end, price, names in self.names.many(begin):
                if not (bare and names[0].shape == "words") and not self._says_nothing(position, begin, end):
                    yield cost + price, Part("called", names, position, end, marker)
        if position == 0:
            yield from self._listed_first()

    def _listed_first(self) -> Iterator[Priced]:
        """ "Acme, Borealis and Corvid: make these folders": names first, what they are for afterwards."""
        last = max(at for at, low in enumerate(self.lattice.low) if low in LIST_ENDS) if self._listed else 0
        if not any(self.names.separators(at) for at in range(1, last)):
            return
        for end, price, names in self.names.many(0):
            if len(names) > 1 and self.lattice.is_word(end, *LIST_ENDS):
                yield price + 2.0, Part("called", names, 0, end + 1, LISTED)

    def _as(self, position: int) -> Iterator[Priced]:
        for begin, cost, sense in self.lattice.at(position, "new_name"):
            if begin == self.lattice.size and position:
                yield cost + BROKEN_OFF, Part("as", (Name("", "quoted", begin, begin),), position, begin, sense)
            where = bool(self.lattice.at(position, "in") and self.lattice.at(begin, "anchor"))
            for end, price, name in () if where else self.names.at(begin):
                along = name.exists and self.lattice.in_set(position, "accompanying")
                if not (along or self._says_nothing(position, begin, end)):
                    yield cost + price, Part("as", (name,), position, end, sense)

    def _says_nothing(self, start: int, begin: int, end: int) -> bool:
        """Whether what a name would begin with is a filler as it stands: "as well"."""
        return any(begin < hit[0] <= end and not hit[1] for hit in self.lattice.at(start, "filler"))

    def _name(self, position: int) -> Iterator[Priced]:
        if self.texts.is_said_of_file(position):
            return
        for end, price, name in self.names.at(position):
            yield price, Part("name", (name,), position, end)

    def _about(self, position: int) -> Iterator[Priced]:
        for begin, cost, _ in self.lattice.at(position, "about"):
            for start, more, _ in self.places.determined(begin):
                for end, price, names in self.names.many(start):
                    named = all(name.shape not in ("file", "path") for name in names)
                    if named and not self._says_nothing(position, begin, end):
                        yield cost + more + price + ABOUT, Part("about", names, position, end)

    # -- what it says

    def _text(self, position: int) -> Iterator[Priced]:
        lattice = self.lattice
        for begin, cost, sense in self.texts.leads(position):
            start = announced_from(self.lattice, begin)
            odd = ODD_START if lattice.is_word(start, "of") else 0.0
            for end, price in self.texts.at(start):
                if any(after == end for after, _, _ in lattice.at(start, "there")):
                    continue
                total = cost + price + (begin == position + 1) + odd - 0.5
                yield total, Part("text", Span(start, end), position, end, sense)
                for after, more in self.texts.written_in(end, sense == WRITTEN or self._is_quoted(start)):
                    yield total + more, Part("text", Span(start, end), position, after, sense)

    def _is_quoted(self, position: int) -> bool:
        return position < self.lattice.size and self.lattice.tokens[position].shape == "quoted"

    def _quoted(self, position: int) -> Iterator[Priced]:
        start = position + 1 if self.lattice.is_word(position, ":") else position
        if self._is_quoted(start):
            for end, price in self.texts.at(start):
                yield price, Part("quoted", Span(start, end), position, end)

    def _bare_text(self, position: int) -> Iterator[Priced]:
        lattice = self.lattice
        start = announced_from(self.lattice, position)
        if start >= lattice.size or lattice.tokens[start].shape == "quoted" or self.texts.names_part(start):
            return
        odd = lattice.class_name(start) in ODD_CLASSES or self.texts.orders_again(start)
        for end, price in () if is_torn(lattice, start) else self.texts.at(start):
            begs = (lattice.in_set(at, "pleading") or lattice.tokens[at].shape == "mark" for at in range(start, end))
            if not all(begs):
                yield price + UNMARKED + odd * ODD_START, Part("bare_text", Span(start, end), position, end)

    def _replacement(self, position: int) -> Iterator[Priced]:
        for begin, cost, _ in self.lattice.at(position, "replacement"):
            start = announced_from(self.lattice, begin)
            for end, price in self.texts.at(start):
                yield cost + price, Part("replacement", Span(start, end), position, end)

    def _content_of(self, position: int) -> Iterator[Priced]:
        for lead in self._leads(position):
            for begin, cost, _ in self.lattice.at(lead, "content_of"):
                for end, price, thing in self.things.at(begin):
                    if thing.kind == "folder" or thing.form == "pattern":
                        continue
                    sure = thing.name is not None and thing.name.shape != "words"
                    if thing.form == "pronoun" or sure or thing.kind:
                        yield cost + price + 1.0, Part("content_of", (thing,), position, end)

    def _its_content(self, position: int) -> Iterator[Priced]:
        for lead in (at for at in self._leads(position) if past_that(self.lattice, at) == at):
            for end, cost, sense in self.lattice.at(lead, "its_content"):
                yield cost + 2.0, Part("its_content", None, position, end, sense)

    def _leads(self, position: int) -> tuple[int, ...]:
        """A content may be joined on: "with its content", "and the content of …"."""
        return (position, position + 1) if self.lattice.is_word(position, *JOINED_ON) else (position,)

    def _file(self, position: int) -> Iterator[Priced]:
        lattice = self.lattice
        for begin, cost, sense in lattice.at(position, "end_of"):
            for end, price, things in self.things.many(begin):
                if all(self._is_file(thing) for thing in things):
                    yield cost + price, Part("file", things, position, end, sense)
        for end, cost, _ in lattice.at(position, "there"):
            thing = Thing("pronoun", position, end, pronoun="it")
            yield cost + 1.0, Part("file", (thing,), position, end)

    def _at_end_of(self, position: int) -> Iterator[Priced]:
        """ "At the bottom of notes.txt": where only more can go."""
        for price, part in self.at(position, "file"):
            if part.marker:
                yield price, Part("at_end_of", part.value, part.start, part.end, part.marker)

    def by_itself(self, position: int, category: str) -> Iterator[Priced]:
        """Words that are a part by themselves."""
        for end, cost, _ in self.lattice.at(position, category):
            yield cost + 0.5, Part(category, None, position, end)

    def _is_file(self, thing: Thing) -> bool:
        """Whether text can be put there: a pronoun, a file-like or known file, or something called a file."""
        if thing.form == "pronoun":
            return thing.pronoun != "them"
        if thing.form == "blank":
            return thing.kind not in ("folder", "same") and not thing.plural
        if thing.form != "name" or thing.name is None:
            return False
        if thing.name.like_file or thing.name.shape in ("quoted", "path") or thing.kind not in ("", "folder"):
            return True
        said = self.lattice.said_before(thing.name.start, thing.name.end)
        return said or thing.name.text.lower() in self.lattice.known.files


def _each_once(parts: list[Priced]) -> list[Priced]:
    """Every part at its lowest price."""
    best: dict[Part, float] = {}
    for cost, part in parts:
        if cost < best.get(part, DEAREST_PART + 1):
            best[part] = cost
    return [(cost, part) for part, cost in best.items()]


MAKERS: dict[str, Callable[[Phrases, int], Iterator[Priced]]] = {
    "theme": Phrases._theme, "sought": Phrases._sought, "from": Phrases._from, "to": Phrases._to,
    "in": Phrases._in, "place": Phrases._place, "called": Phrases._called, "as": Phrases._as, "name": Phrases._name,
    "about": Phrases._about, "text": Phrases._text, "quoted": Phrases._quoted, "bare_text": Phrases._bare_text,
    "replacement": Phrases._replacement, "content_of": Phrases._content_of, "its_content": Phrases._its_content,
    "file": Phrases._file, "at_end_of": Phrases._at_end_of, "except": Phrases._except,
}  # fmt: skip
"""What makes the parts of each category that are more than the words that lead to them."""
