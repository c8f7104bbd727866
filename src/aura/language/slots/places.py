"""Where: anchors, folders by name, references, and chains of them ("a inside b on the desktop")."""

from __future__ import annotations

import msgspec

from aura.language.slots.names import Names, few_per_end
from aura.language.slots.parts import DRIVE, Name, Place, PlacePart
from aura.language.utterance.lattice import Lattice

Placed = tuple[int, float, Place]
Several = tuple[int, float, tuple[Place, ...]]

UNGROUNDED = 11.0
A_FILE, OF_A_KIND = 25.0, 11.0
CHAIN = 0.5
PASSED_NAME = 3.0
NAMED_BEHIND = 6.0
"""The folder of "to the folder archive" has its name behind it, and is hardly one that was said before."""
NAMED_SO = 5.0
"""A folder that is called "desktop" is rather meant than the desktop, unless "the" or "my" stands before it."""
POSSESSIVES = ("'s", "’s")
MOST_PLACES = 6
MOST_NESTED = 12
DEAREST_IN_ROW = 12.0
BEGINNING = frozenset(("anchor", "kind", "kinds", "it_place", "there", "here", "it", "each_of", "plural_lead"))


class Places:
    """Places and lists of places in one utterance, memoised by position; the cheapest per end is kept."""

    def __init__(self, lattice: Lattice, names: Names) -> None:
        self.lattice = lattice
        self.names = names
        self._one: dict[int, list[Placed]] = {}
        self._several: dict[int, list[Several]] = {}

    def leads_to(self, position: int, category: str) -> bool:
        """Whether a place that a token leads to has such words behind it: "a fresh one *in documents called* plans"."""
        ends = (end for begin in self.lattice.ends(position, "in") for end, *_ in self.at(begin))
        return any(self.lattice.begins(end, category) for end in ends)

    def at(self, position: int) -> list[Placed]:
        """Single places that begin at a token: (end, cost, place)."""
        if position >= self.lattice.size:
            return []
        found = self._one.get(position)
        if found is None:
            self._one[position] = []
            found = self._one[position] = self._chained(self._simple(position))
        return found

    def several(self, position: int) -> list[Several]:
        """One or more places: "a and b", "each of these folders", "both"."""
        if position >= self.lattice.size:
            return []
        found = self._several.get(position)
        if found is None:
            found = self._several[position] = [] if self._barred(position) else self._lists(position)
        return found

    def _barred(self, position: int) -> bool:
        """Whether a token is a structure word that begins no name and nothing else."""
        lattice = self.lattice
        if not self.names.barred(position) or not BEGINNING.isdisjoint(lattice.hits[position]):
            return False
        return not lattice.in_set(position, "determiner") and not lattice.in_set(position, "adjective")

    def _simple(self, position: int) -> dict[int, tuple[float, Place]]:
        found: dict[int, tuple[float, Place]] = {}
        for start, cost, new in self.determined(position):
            self._anchors(start, cost, found)
            self._named_folders(start, cost, new, found)
        for category, kind in (("it_place", "it"), ("there", "it"), ("here", "here")):
            for end, cost, sense in self.lattice.at(position, category):
                if sense == "same" and self.lattice.at(position - 1, "beside"):
                    continue  # It is told the same as what: "to *the same folder* as letter.docx".
                part = PlacePart(kind, self.lattice.words_of(position, end), sense=sense)  # type: ignore[arg-type]
                kind_last = end < self.lattice.size and self.lattice.class_name(end - 1) == "kind"
                named = kind_last and self.names.exists_at(end)
                _keep(found, end, cost + 0.5 + NAMED_BEHIND * named, Place((part,)))
        return found

    def determined(self, position: int) -> list[tuple[int, float, bool]]:
        """Positions after no, or some, articles and plain adjectives; whether they say that it is new."""
        lattice = self.lattice
        found = [(position, 0.0, False)]
        at, new, passed = position, False, 0.0
        while at < lattice.size - 1 and at - position < 4:
            if lattice.in_set(at, "determiner"):
                new = new or lattice.in_set(at, "indefinite")
            elif at > position and lattice.is_word(at, ",") and lattice.in_set(at + 1, "adjective"):
                at += 1
            elif not lattice.in_set(at, "adjective"):
                break
            passed += PASSED_NAME if self.names.exists_at(at) else 0.0
            at += 1
            found.append((at, passed + 0.1 * (at - position), new))
        return found

    def _anchors(self, start: int, cost: float, found: dict[int, tuple[float, Place]]) -> None:
        lattice = self.lattice
        for end, more, anchor in lattice.at(start, "anchor"):
            exists = not lattice.known.folders.isdisjoint((lattice.words_of(start, end).lower(), lattice.low[start]))
            place, definite = Place((PlacePart("anchor", anchor),)), start > 0 and lattice.in_set(start - 1, "definite")
            _keep(found, end, cost + more + (NAMED_SO if exists and not definite else 0.0), place)
            self._anchor_owns(end, cost + more, place, found)
            self._called_as_anchor(start, end, cost + more, found)

    def _anchor_owns(self, at: int, cost: float, anchor: Place, found: dict[int, tuple[float, Place]]) -> None:
        """ "the desktop folder X": a folder right after the anchor that it is on."""
        for begin in (at, at + 1) if self.lattice.is_word(at, ",") else (at,):
            for after, more, kind in self.lattice.at(begin, "kind"):
                if kind == "folder":
                    for end, price, name in self.names.at(after):
                        if name.shape != "file":
                            part = PlacePart("name", name.text, name, True)
                            _keep(found, end, cost + more + price + 2.0, Place((part, *anchor.parts)))

    def _called_as_anchor(self, start: int, end: int, cost: float, found: dict[int, tuple[float, Place]]) -> None:
        """ "The documents folder on the d drive": a folder of that name there, and not one's own."""
        lattice, last = self.lattice, end - 1
        if last <= start or lattice.class_name(last) != "kind":
            return
        name = Name(lattice.words_of(start, last), "words", start, last)
        for after, gap, _ in lattice.at(end, "which_in"):
            for stop, price, outer in self.at(after):
                if outer.parts[0].kind == "anchor" and outer.parts[0].value.startswith(DRIVE):
                    part = PlacePart("name", name.text, name, True)
                    _keep(found, stop, cost + gap + price, Place((part, *outer.parts)))

    def _named_folders(self, start: int, cost: float, new: bool, found: dict[int, tuple[float, Place]]) -> None:
        lattice = self.lattice
        for after, more, kind in lattice.at(start, "kind"):
            if kind == "folder":
                self._after_folder(after, cost + more, new, found)
        for end, price, name in self.names.at(start):
            sure = name.shape != "words" or (lattice.said_before(start, end) and not self._calls_a_folder(start, end))
            if name.shape == "file" or name.definite or (name.quality and not (sure or new)):
                continue
            if not sure and (self._says_end(start, end) or self._splits_a_kind(start, end)):
                continue
            loose = 0.0 if sure else UNGROUNDED + OF_A_KIND * self._is_a_kind(start, end)
            quoted = 3.0 if name.shape in ("quoted", "path") else 0.0
            place = Place((PlacePart("name", name.text, name),), new)
            if sure or not (new and self._is_a_part(start, end)):
                _keep(found, end, cost + price + loose + quoted + self._a_file(name), place)
            for after, more, kind in lattice.at(end, "kind"):
                if kind == "folder":
                    place = Place((self._said_folder(name),), new)
                    _keep(found, after, cost + price + more + 0.5 + (0.0 if sure else 2.0), place)

    def _said_folder(self, name: Name) -> PlacePart:
        """A name before the word "folder"; whoever has one gives it his own: "in *Bob's* folder"."""
        owner = next((name.text.removesuffix(end) for end in POSSESSIVES if name.text.endswith(end)), name.text)
        if owner == name.text or name.exists:
            return PlacePart("name", name.text, name, True)
        return PlacePart("name", owner, msgspec.structs.replace(name, text=owner))

    def _calls_a_folder(self, start: int, end: int) -> bool:
        """Whether words say that what they name is a folder, and that is there or was named: "the *lab folder*"."""
        lattice, last = self.lattice, end - 1
        if last == start or self.names.called_before(start, end):
            return False
        named = lattice.words_of(start, last).lower() in lattice.known.folders or self.names.called_before(start, last)
        return named and any(kind == "folder" for _, _, kind in lattice.at(last, "kind"))

    def _says_end(self, start: int, end: int) -> bool:
        """Whether words say at which end of a text something goes ("at the bottom"), and name nothing."""
        return any(begin < start for begin, _, _ in self.lattice.ending(end, "end"))

    def _is_a_kind(self, start: int, end: int) -> bool:
        """Whether words rather say of which kind something is than where: "a new table in *excel*"."""
        return end in self.lattice.ends(start, "kind")

    def _splits_a_kind(self, start: int, end: int) -> bool:
        """Whether words end amid what says of which kind something is: "in a *text* | file called menu"."""
        lattice = self.lattice
        grouped = any(stop == end for at in range(start, end) for stop in lattice.ends(at, "group"))
        return grouped and end < lattice.size and lattice.in_set(end, "file_noun")

    def _is_a_part(self, start: int, end: int) -> bool:
        """Whether words name what only a document has, and no folder: "a new row underneath"."""
        return any(self.lattice.in_set(at, "made_of") for at in range(start, min(end, start + 2)))

    def _a_file(self, name: Name) -> float:
        """What it costs to take for a place what is known to be a file."""
        return A_FILE if name.exists and name.text.lower() not in self.lattice.known.folders else 0.0

    def _after_folder(self, after: int, cost: float, new: bool, found: dict[int, tuple[float, Place]]) -> None:
        """ "folder X", "folder called X", "folder in Y called X"."""
        lattice = self.lattice
        if not new:
            self._anchors(after, cost, found)
        starts = [(after, 0.0), *((end, more) for end, more, _ in lattice.at(after, "called"))]
        for begin, more in starts:
            for end, price, name in self.names.at(begin):
                if name.shape != "file":
                    part = PlacePart("name", name.text, name, True)
                    _keep(found, end, cost + more + price, Place((part,), new))
        for begin, more, _ in lattice.at(after, "which_in"):
            for middle, price, outer in self.at(begin):
                for named, gap, _ in lattice.at(middle, "called"):
                    for end, last, name in self.names.at(named):
                        part = PlacePart("name", name.text, name, True)
                        total = cost + more + price + gap + last + 1.0
                        _keep(found, end, total, Place((part, *outer.parts), new))

    def _chained(self, found: dict[int, tuple[float, Place]]) -> list[Placed]:
        """Each place, and each followed by the place that it is in."""
        lattice = self.lattice
        for end, (cost, place) in list(found.items()):
            if place.parts[0].kind != "name" or place.parts[-1].kind == "anchor":
                continue
            links = [(after, more) for after, more, _ in lattice.at(end, "which_in")]
            if lattice.is_word(end, ","):
                links.append((end + 1, 1.0))
            for after, more in links:
                for last, price, outer in self.at(after):
                    bare = lattice.is_word(end, ",") and after == end + 1 and _is_bare(outer.parts[0])
                    if bare or len(place.parts) + len(outer.parts) > MOST_NESTED:
                        continue
                    joined = Place((*place.parts, *outer.parts), place.new)
                    _keep(found, last, cost + more + price + CHAIN, joined)
        return [(end, cost, place) for end, (cost, place) in found.items()]

    def _lists(self, position: int) -> list[Several]:
        lattice = self.lattice
        found: list[Several] = [(end, cost, (place,)) for end, cost, place in self.at(position)]
        start, plural = self._plural_start(position)
        for after, more, kind in lattice.at(start, "kinds"):
            if kind == "folder":
                after += lattice.is_word(after, ":")
                named = [(after, 0.0), *((end, gap) for end, gap, _ in lattice.at(after, "called"))]
                for begin, gap in named:
                    found.extend(
                        (end, more + gap + cost, places)
                        for end, cost, places in self._row(begin, 0.0)
                        if len(places) > 1
                    )
        found.extend(
            (end, cost + 2.0, places)
            for end, cost, places in self._row(start, 1.0 if plural else 4.0)
            if len(places) > 1
        )
        found.extend(self._them(position))
        return found

    def narrowed(self, position: int, places: tuple[Place, ...], place: Place) -> tuple[Place, ...]:
        """ "On drive D, in the folder backup", or the other way round: behind a comma alone both are one place."""
        if self.lattice.is_word(position, ",") and self.lattice.class_name(position + 1) == "preposition":
            for inner, outer in ((place, places[-1]), (places[-1], place)):
                if inner.parts[0].said_folder and inner.parts[-1].kind != "anchor" and outer.parts[0].kind == "anchor":
                    return (*places[:-1], Place((*inner.parts, *outer.parts), place.new))
        return ()

    def _plural_start(self, position: int) -> tuple[int, bool]:
        """Past "each of the", "both", "all three of these"; whether it says that there are several."""
        ends = [(end, bool(value)) for end, _, value in self.lattice.at(position, "plural_lead")]
        return max(ends, default=(position, False))

    def _them(self, position: int) -> list[Several]:
        lattice = self.lattice
        them = (Place((PlacePart("them"),)),)
        ends = [end for end, _, value in lattice.at(position, "it") if value == "them"]
        for after, _, _ in lattice.at(position, "each_of"):
            ends.append(after)
            ends.extend(end for end, _, value in lattice.at(after, "it") if value == "them")
            ends.extend(end for end, _, kind in lattice.at(after, "kinds") if kind == "folder")
        return [(end, 1.5, them) for end in ends]

    def _tells_of_state(self, place: Place) -> bool:
        """Whether what would be a place may say how something is, or order it: "empty", "clear"."""
        name = place.parts[0].name
        if name is None or name.exists or name.shape != "words":
            return False
        lattice, start = self.lattice, name.start
        frames = (lattice.grammar.frames[value.partition(" ")[0]] for _, _, value in lattice.at(start, "verb"))
        return any(frame.contents for frame in frames) or lattice.in_set(start, "nothing_written")

    def _row(self, position: int, each: float) -> list[Several]:
        """Places in a row, every further one at a price; the cheapest few per end go on.

        Behind a comma alone the last is none that says how something is: "in documents, *empty*".
        """
        found, alone = list[Several](), False
        layer: list[Several] = [(position, 0.0, ())]
        for _ in range(MOST_PLACES):
            layer = few_per_end(
                (end, cost + price + each, (*places, place))
                for at, cost, places in layer
                for end, price, place in self._row_options(at)
            )
            found.extend(row for row in layer if not alone or not self._tells_of_state(row[2][-1]))
            layer = [
                (after, cost + gap, places) for end, cost, places in layer for after, gap in self.names.separators(end)
            ]
            alone = bool(layer) and all(self.lattice.is_word(after - 1, ",") for after, _, _ in layer)
            if not layer:
                break
        return found

    def _row_options(self, position: int) -> list[Placed]:
        named = [
            (end, price + self._a_file(name), Place((PlacePart("name", name.text, name),)))
            for end, price, name in self.names.at(position)
            if name.shape != "file" and price <= DEAREST_IN_ROW and self.lattice.class_name(position) != "article"
        ]
        said = (option for option in self.at(position) if option[1] < MOST_PLACES and not option[2].new)
        return [*named, *said]


def _keep(found: dict[int, tuple[float, Place]], end: int, cost: float, place: Place) -> None:
    known = found.get(end)
    if known is None or cost < known[0]:
        found[end] = (cost, place)


def _is_bare(part: PlacePart) -> bool:
    """Whether a place is words that may be none: behind a comma they may as well begin a remark."""
    return part.name is not None and part.name.shape == "words" and not (part.said_folder or part.name.exists)
