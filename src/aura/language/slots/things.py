"""What: named things, kinds with and without names, patterns, pronouns, and lists of them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from aura.language.slots.appositions import before_several, by_name_and_kind, in_words_and_by_name
from aura.language.slots.names import Names, few_per_end
from aura.language.slots.parts import Place, PlacePart, Thing
from aura.language.slots.patterns import Patterns
from aura.language.slots.places import Places
from aura.language.utterance.described import singles_out
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import joins_order

Found = tuple[int, float, Thing]
Listed = tuple[int, float, tuple[Thing, ...]]

MOST_THINGS = 8
DEAREST = 70.0
BARE_AFTER_SINGULAR = 18.0
BARE_AFTER_NAME = 10.0
WITH_KIND = 1.5
FREE_WORDS = 4.0
RELATIVE_PLACE = 0.3
BARE_PLACE = 1.6
BLANK_ANCHOR = 12.0
ONE = "one"
NEARLY_CALLED = 3.0
BEGINNING = frozenset(("it", "everything", "every_file", "kind", "kinds", "group", "groups", "anchor", "plural_lead"))
OF_THE_KIND = ("determiner", "singled_out")
PASSED = ("determiner", "adjective", "extension", "file_noun")
KINDS = frozenset(("kind", "kinds"))
AFTER_NAME = frozenset(("kind", "kinds", "group"))


class Things:
    """Noun phrases in one utterance, memoised by position."""

    def __init__(self, lattice: Lattice, names: Names, places: Places) -> None:
        self.lattice = lattice
        self.names = names
        self.places = places
        self.patterns = Patterns(lattice)
        self._one: dict[int, list[Found]] = {}
        self._lists: dict[int, list[Listed]] = {}

    def at(self, position: int) -> list[Found]:
        """Single things that begin at a token: (end, cost, thing)."""
        if position >= self.lattice.size:
            return []
        found = self._one.get(position)
        if found is None:
            self._one[position] = []
            found = self._one[position] = self._with_places(_cheapest(self._plain(position)))
        return found

    def _plain(self, position: int) -> Iterator[Found]:
        yield from self._pronouns(position)
        yield from self.patterns.at(position)
        owned = self.lattice.in_set(position, "possessive")
        definite = self.lattice.in_set(position, "definite")
        for start, cost, indefinite in self.places.determined(position):
            found = self._determined(position, start, cost, indefinite)
            if definite and start > position:
                for end, price, thing in found:
                    singled = self._singled(start, thing)
                    yield end, price, msgspec.structs.replace(thing, owned=owned, definite=True, singled=singled)
            else:
                yield from found

    def _singled(self, start: int, thing: Thing) -> bool:
        """ "The second file uppercase": told from others by a word before its kind, and not called anything."""
        lattice, name = self.lattice, thing.name
        if name is None or not thing.kind or thing.kind_after or name.start <= start:
            return False
        called = lattice.class_name(name.start - 1) in ("called", "naming")
        return not called and any(lattice.in_set(at, "singling") for at in range(thing.start, start))

    def _determined(self, position: int, start: int, cost: float, indefinite: bool) -> Iterator[Found]:
        """Things of which articles and adjectives have been read up to `start`."""
        if start > position or not KINDS.isdisjoint(self.lattice.hits[start]) or self.patterns.number(start):
            yield from self._of_kind(position, start, cost, indefinite)
        yield from self._named(position, start, cost, indefinite)
        if "anchor" in self.lattice.hits[start]:
            yield from self._on_anchor(position, start, cost)

    def _pronouns(self, position: int) -> Iterator[Found]:
        for end, cost, value in self.lattice.at(position, "it"):
            yield end, cost + 0.5, Thing("pronoun", position, end, pronoun=value)

    # -- of a kind: "a folder", "two text files", "a folder called X", "the file X"

    def _of_kind(self, position: int, start: int, cost: float, indefinite: bool) -> Iterator[Found]:
        lattice, count = self.lattice, 0
        if self.patterns.number(start):
            count = self.patterns.number(start)
            start = lattice.skip(lattice.skip(start + 1, "indefinite"), "adjective")
        for category, plural in (("kind", False), ("kinds", True)):
            hits = lattice.at(start, category)
            longest = max((hit[0] for hit in hits), default=start)
            for end, more, kind in hits:
                if end < longest:
                    continue
                end += bool(count) and lattice.in_set(end, "more")
                several = plural or count > 1
                blank = Thing("blank", position, end, kind=kind, plural=several, count=count, indefinite=indefinite)
                if not (end == start + 1 and self._is_program(position, start)):
                    yield end, cost + more + (BLANK_ANCHOR if lattice.at(start, "anchor") else 3.0), blank
                yield from self._kind_then_name(blank, cost + more)
        yield from self._another(position, start, cost, count, indefinite)

    def _is_program(self, position: int, at: int) -> bool:
        """Whether a word alone is a program or a word, and no file: "remove *word*", "the *word* thanks"."""
        lattice, behind = self.lattice, at + 1
        said = behind < lattice.size and lattice.tokens[behind].shape == "word" and not lattice.at(behind, "verb")
        goes_on = said and lattice.class_name(behind) in ("", "noun", "filler", "verb")
        return lattice.in_set(at, "program") and (at == position or goes_on)

    def _kind_then_name(self, blank: Thing, cost: float) -> Iterator[Found]:
        lattice, end = self.lattice, blank.end
        starts = [(end, 0.0)]
        starts.extend((after, min(more, NEARLY_CALLED) - 1.0) for after, more, _ in lattice.at(end, "called"))
        if lattice.is_word(end, ":") or (blank.count > 1 and lattice.is_word(end, ",")):
            starts.append((end + 1, 0.0))
        for begin, more in starts:
            for after, price, name in self.names.at(begin):
                bare = begin == end and name.shape == "words"
                if bare and lattice.class_name(begin) in ("preposition", "verb", "noun"):
                    continue
                yield (
                    after,
                    cost + more + price,
                    msgspec.structs.replace(blank, form="name", end=after, name=name),
                )

    def _another(self, position: int, start: int, cost: float, count: int, indefinite: bool) -> Iterator[Found]:
        """ "another called X", "two more named a and b", "another two, a and b": the kind of the thing before."""
        if start == position or not (indefinite or count):
            return
        lattice = self.lattice
        more = lattice.in_set(start - 1, "more")
        listed = (more or indefinite) and lattice.is_word(start, ",", ":")
        called = lattice.at(start, "called") or (indefinite and self.places.leads_to(start, "called"))
        if called or (count > 1 and (listed or (more and lattice.at(start, "there")))):
            yield (
                start,
                cost,
                Thing("blank", position, start, kind="same", plural=count > 1, count=count, indefinite=True),
            )

    # -- by name: "notes", "the invoice pdf", "the reports folder"

    def _named(self, position: int, start: int, cost: float, indefinite: bool) -> Iterator[Found]:
        for end, price, name in self.names.at(start):
            if start > position and joins_order(self.lattice, position):
                continue  # "Delete a.txt and empty b.txt".
            if indefinite and end == start + 1 and name.shape == "words" and self.patterns.number(start):
                continue  # "Another two" says how many.
            sure = name.shape != "words" or self.lattice.said_before(start, end)
            path = 3.0 if name.shape == "path" and not name.like_file else 0.0
            if name.shape == "words" and singles_out(self.lattice, name.start, name.end):
                continue
            thing = Thing("name", position, end, name=name, indefinite=indefinite)
            yield end, cost + price + (0.0 if sure else FREE_WORDS) + path, thing
            if end < self.lattice.size and not AFTER_NAME.isdisjoint(self.lattice.hits[end]):
                yield from self._name_then_kind(thing, cost + price)
            yield from by_name_and_kind(self.lattice, thing, cost + price)
        yield from self._extension_then_name(position, start, cost, indefinite)

    def _name_then_kind(self, thing: Thing, cost: float) -> Iterator[Found]:
        lattice = self.lattice
        assert thing.name is not None
        if thing.name.shape == "words" and any(lattice.in_set(thing.name.end - 1, no_name) for no_name in OF_THE_KIND):
            return  # "Imagine a spreadsheet", "the newest document": the word is said of the kind.
        whole = {hit[0] for hit in lattice.at(thing.name.start, "kind")}
        for end, more, kind in lattice.at(thing.end, "kind"):
            if end in whole:
                continue
            yield end, cost + more + 0.3, msgspec.structs.replace(thing, end=end, kind=kind, kind_after=True)
        for end, more, kind in lattice.at(thing.end, "kinds"):
            plural = msgspec.structs.replace(thing, end=end, kind=kind, kind_after=True, plural=True)
            yield end, cost + more + 0.3, plural
        if thing.name.shape in ("words", "known"):
            for end, more, globs in lattice.at(thing.end, "group"):
                if end in whole:
                    continue
                extensions = _extensions(globs)
                with_noun = end + 1 if lattice.is_word(end, "file", "document") else end
                found = msgspec.structs.replace(
                    thing, end=with_noun, kind="file", extensions=extensions, kind_after=True
                )
                yield with_noun, cost + more + 2.0, found

    def _extension_then_name(self, position: int, start: int, cost: float, indefinite: bool) -> Iterator[Found]:
        """ "the pdf invoice", "the picture holiday.png": a word for the kind before the name."""
        lattice = self.lattice
        for end, more, globs in lattice.at(start, "group"):
            for begin in (end, end + 1) if lattice.in_set(end, "file_noun") else (end,):
                for after, price, name in self.names.at(begin):
                    thing = Thing("name", position, after, name=name, indefinite=indefinite)
                    if name.shape == "file":
                        yield after, cost + more + price + 0.5, thing
                    elif name.shape in ("known", "quoted"):
                        found = msgspec.structs.replace(thing, kind="file", extensions=_extensions(globs))
                        yield after, cost + more + price + 0.5, found
            found = Thing("blank", position, end, kind="file", extensions=_extensions(globs), indefinite=indefinite)
            yield from self._then_called(found, cost + more)

    def _then_called(self, thing: Thing, cost: float) -> Iterator[Found]:
        """ "a pdf called invoice", "a pdf in downloads called invoice"."""
        lattice = self.lattice
        located = [(thing.end, 0.0, thing)]
        for after, gap, _ in lattice.at(thing.end, "which_in"):
            for end, price, place in self.places.at(after):
                located.append((end, gap + price + BARE_PLACE, msgspec.structs.replace(thing, place=place)))
        for end, more, found in located:
            for begin, gap, _ in lattice.at(end, "called"):
                for last, price, name in self.names.at(begin):
                    yield (
                        last,
                        cost + more + gap + price,
                        msgspec.structs.replace(found, form="name", end=last, name=name),
                    )

    def _on_anchor(self, position: int, start: int, cost: float) -> Iterator[Found]:
        """ "the desktop folder X": the anchor says where it is."""
        for end, more, place in self.places.at(start):
            if place.parts[0].kind != "anchor":
                continue
            for after, gap, kind in self.lattice.at(end, "kind"):
                for last, price, name in self.names.at(after):
                    thing = Thing("name", position, last, name=name, kind=kind, place=place, relative=True)
                    yield last, cost + more + gap + price + 1.0, thing

    # -- with the place they are in

    def _with_places(self, found: list[Found]) -> list[Found]:
        """Each thing, and each with a place attached to it ("the file that is in X", "everything in src")."""
        lattice = self.lattice
        result = list(found)
        for end, cost, thing in found:
            if thing.place is not None or (thing.form == "pronoun" and thing.pronoun != ONE):
                continue
            if end == lattice.size or (not lattice.hits[end] and lattice.low[end] != ","):
                continue
            for begin in (end, end + 1) if lattice.is_word(end, ",") else (end,):
                for after, more, _ in lattice.at(begin, "which_in"):
                    result.extend(self._placed(thing, cost + more, begin, after))
            if thing.form == "pattern":
                for after, more, _ in lattice.at(end, "here"):
                    here = Place((PlacePart("here", lattice.words_of(end, after)),))
                    located = msgspec.structs.replace(thing, end=after, place=here)
                    result.append((after, cost + more, located))
                    result.extend(self.patterns.described(located, cost + more))
        return [found for found in result if found[2].pronoun != ONE or found[2].place is not None]

    def _placed(self, thing: Thing, cost: float, begin: int, after: int) -> Iterator[Found]:
        lattice = self.lattice
        relative = after - begin > 1
        of = lattice.is_word(begin, "of") and not relative
        if of and thing.form == "blank":
            return
        for end, price, place in self.places.at(after):
            if place.parts[0].kind == "here" and not relative:
                continue
            extra = (RELATIVE_PLACE if relative else BARE_PLACE) + (
                5.0 if of and place.parts[-1].kind == "name" else 0.0
            )
            total = cost + price + extra
            away = bool(lattice.at(begin, "from")) or lattice.is_word(begin, "of")
            located = msgspec.structs.replace(thing, end=end, place=place, relative=relative, away=away)
            yield end, total, located
            if thing.form == "pattern":
                yield from self.patterns.described(located, total)
            some = any(self.lattice.in_set(at, "picking") for at in range(thing.start, thing.end))
            if thing.form == "blank" and thing.kind == "file" and not some:
                every = msgspec.structs.replace(located, form="pattern", globs=("*",))
                yield from self.patterns.described(every, total)
            if thing.form == "blank" and (not thing.indefinite or thing.kind.startswith(".")):
                for named, gap, _ in lattice.at(end, "called"):
                    for last, last_price, name in self.names.at(named):
                        whole = msgspec.structs.replace(located, form="name", end=last, name=name)
                        yield last, total - 3.0 + gap + last_price, whole

    # -- lists

    def many(self, position: int) -> list[Listed]:
        """One or more things in a row, the best few per end: (end, cost, things)."""
        if position >= self.lattice.size:
            return []
        known = self._lists.get(position)
        if known is None:
            known = self._lists[position] = [] if self._barred(position) else self._rows(position)
        return known

    def _barred(self, position: int) -> bool:
        """Whether a token is a structure word that begins no name and nothing else."""
        return self.names.barred(position) and self.only_names(position)

    def only_names(self, position: int) -> bool:
        """Whether all that may begin at a token is a name."""
        lattice = self.lattice
        if not BEGINNING.isdisjoint(lattice.hits[position]) or lattice.class_name(position) == "quantifier":
            return False
        if lattice.is_word(position, "of", "single") or self.patterns.number(position):
            return False
        return not any(lattice.in_set(position, name) for name in PASSED)

    def _rows(self, position: int) -> list[Listed]:
        layer: list[Listed] = [(end, cost, (thing,)) for end, cost, thing in self.at(position)]
        led: list[Listed] = [
            (end, cost + 1.0, (thing,))
            for start in before_several(self.lattice, position)
            for end, cost, thing in self.at(start)
        ]
        twice: list[Listed] = []
        if "apposition" in self.lattice.beginnings:
            rows = ((thing, end, cost) for end, cost, (thing,) in layer)
            twice = [both for row in rows for both in in_words_and_by_name(self.lattice, *row, self.at)]
        whole = [row for row in layer if not _names_several(row[2][0])]
        whole += [row for row in led if row[2][0].form != "name" or row[2][0].kind]
        all_whole = len(whole) == len(layer) + len(led)
        layer = few_per_end(_distinct(layer + led))
        first = layer if all_whole else few_per_end(_distinct(whole))
        found = first + twice
        for _ in range(MOST_THINGS - 1):
            longer = [row for listed in layer if self.names.separators(listed[0]) for row in self._longer(listed)]
            if not longer:
                break
            layer = few_per_end(_distinct(longer))
            found = found + layer
        return few_per_end(found) if len(found) > len(first) else first

    def _longer(self, row: Listed) -> Iterator[Listed]:
        """A row with one more item."""
        lattice = self.lattice
        end, cost, things = row
        if things[0].form == "blank":
            return
        for begin, gap in self.names.separators(end):
            listed = lattice.is_word(end, ",") or (len(things) > 1 and lattice.is_word(things[1].start - 1, ","))
            for after, price, thing in self.at(begin):
                extra = self._item_cost(things, thing, listed)
                if extra is not None and cost + gap + price + extra <= DEAREST:
                    yield after, cost + gap + price + extra, (*things, thing)

    def _item_cost(self, things: tuple[Thing, ...], thing: Thing, listed: bool) -> float | None:
        """What it costs to read one more item into a list; None where it cannot be one."""
        if thing.form in ("blank", "pronoun"):
            return None
        extra = 4.0 if things[-1].place is not None and thing.kind else 0.0
        if thing.form == "pattern":
            bare = thing.end - thing.start == 1 and self.lattice.tokens[thing.start].shape != "glob"
            return None if bare and things[0].form != "pattern" else extra
        assert thing.name is not None
        if thing.kind and not thing.kind_after:
            return extra + WITH_KIND
        if thing.kind or thing.name.shape not in ("words", "known"):
            return extra
        if things[0].plural or thing.name.shape == "known" or self.lattice.at(thing.end, "kinds"):
            return extra
        alone = BARE_AFTER_SINGULAR if things[0].kind else BARE_AFTER_NAME
        return extra + (0.5 * alone if listed else alone)


def _names_several(thing: Thing) -> bool:
    """ "The old files": one name before several things is no name of one of them."""
    return thing.form == "name" and thing.plural and thing.kind_after


def _extensions(globs: str) -> tuple[str, ...]:
    return tuple(glob.rpartition(".")[2] for glob in globs.split("|"))


def _distinct(rows: list[Listed]) -> list[Listed]:
    """The cheapest of the rows that say the same."""
    best: dict[tuple[object, ...], Listed] = {}
    for row in rows:
        end, cost, things = row
        key = (end, tuple([(t.form, t.name, t.kind, t.extensions, t.place, t.globs) for t in things]))
        known = best.get(key)
        if cost <= DEAREST and (known is None or cost < known[1]):
            best[key] = row
    return list(best.values())


def _cheapest(found: Iterator[Found]) -> list[Found]:
    """One of each thing."""
    best: dict[Thing, Found] = {}
    for option in found:
        thing = option[2]
        known = best.get(thing)
        if known is None or option[1] < known[1]:
            best[thing] = option
    return list(best.values())
