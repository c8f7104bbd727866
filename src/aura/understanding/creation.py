"""Making things: which names, of which kind, in which place, with which content."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from aura.contracts.goal import Location, Question
from aura.contracts.problem import Problem
from aura.language.grammar.grammar import Frame
from aura.language.slots.parts import Clause, Name, Place, PlacePart, Thing
from aura.understanding.contents import Contents
from aura.understanding.discourse import Unsettled
from aura.understanding.endings import has_extension
from aura.understanding.referents import Referents

LONGEST_UNSEPARATED = 2
"""In a list with no commas a name of more words is several names."""
WORD, SAME = "Word document", "same"


class Item(Struct, frozen=True):
    """One thing to make: its name as said, its kind if one was said, and its own place."""

    name: Name | None
    kind: str
    place: Place | None = None


class Creation:
    """Clauses that make something, of one utterance."""

    def __init__(self, referents: Referents, contents: Contents) -> None:
        self._referents = referents
        self._contents = contents
        self._goals = referents.goals
        self._discourse = referents.discourse
        self._last_kind = ""
        self._holder: str | None = None
        self._beside: Location | None = None

    def create(self, frame: Frame, clause: Clause) -> None:
        """Add a goal for each thing of the clause, in each of its places."""
        if not clause.things():
            raise Unsettled(Question("What should be made?", (), "what"))
        items = [each for item in self._items(frame, clause) for each in self._words(frame, item)]
        if clause.putting and clause.get("in", "to") is None:
            items = _put_together(items)
        things = clause.things()
        if things[0].plural and not things[0].kind_after and not any(item.place for item in items[1:]):
            items = [msgspec.structs.replace(item, place=items[0].place) for item in items]
        places = clause.places("in") or clause.places("to")
        sibling = clause.places("in_too")
        if clause.get("in") and clause.get("to", "in_too") and not self._is_about_siblings(sibling, items, things):
            places, sibling = self._two_places(clause), ()
        blank = clause.things()[0] if clause.things()[0].form == "blank" else None
        if blank is not None and blank.place is not None and not places:
            places = (blank.place,)
            items = [msgspec.structs.replace(item, place=None) for item in items]
        if len(items) > 1 and items[-1].place is not None and self._shared_place(items):
            inner = items[-1].place
            items = [msgspec.structs.replace(item, place=None) for item in items]
            if self._is_about_siblings((inner,), items, things):
                sibling = (inner,)
            else:
                places = (Place((*inner.parts, *places[0].parts), inner.new),) if places else (inner,)
        if self._is_about_siblings(places, items, things):
            places, sibling = (), places
        bases: list[Location | None] = list(self._referents.locations(places)) if places else [None]
        if clause.holding:
            bases = self._held(bases, clause)
        elif clause.inherited and not places:
            bases = [self._beside]
        else:
            self._holder = None
            self._beside = bases[0] if _leads(clause) else None
        here = Location(path=self._discourse.here) if self._discourse.here is not None else None
        for base in bases:
            base = base or here
            self._make(frame, clause, items, base, sibling)

    @staticmethod
    def _shared_place(items: list[Item]) -> bool:
        """Whether one place was said for the whole list: only after its last member, or for all at once."""
        return len({item.place for item in items}) == 1 or not any(item.place for item in items[:-1])

    def _says_it(self, clause: Clause) -> bool:
        """Whether the words that open the clause refer back: "…, inside it a file"."""
        lattice = self._referents.lattice
        return any(lattice.class_name(at) == "pronoun" for at in range(max(0, clause.start - 3), clause.start))

    def _held(self, bases: list[Location | None], clause: Clause) -> list[Location | None]:
        """ "a folder X with Y in it": X holds Y, whatever else is said after it."""
        if self._holder is None or self._says_it(clause):
            entity = self._discourse.last(kind="folder")
            if entity is None:
                raise Unsettled(Question("In which folder should that be?", (), "container"))
            self._holder = entity.path
        self._discourse.container = self._holder
        holder = self._referents.location(Place((PlacePart("it", "it"),)))
        self._beside = holder
        said = [base for base in bases if base is not None and base.path != self._holder]
        return [said[0]] if said else [holder]

    def _two_places(self, clause: Clause) -> tuple[Place, ...]:
        """Leading and trailing place: the trailing one is inside the leading one; adjacent ones nest."""
        first, second = clause.get("in"), clause.get("to", "in_too")
        theme = clause.get("theme")
        assert first is not None and second is not None
        if second.start < first.start:
            first, second = second, first
        outer, inner = clause.places(first.category)[0], clause.places(second.category)[0]
        if theme is not None and first.start > theme.start:
            outer, inner = inner, outer
        if inner.parts[-1].kind in ("anchor", "it") and outer.parts[-1].kind in ("anchor", "it"):
            raise Unsettled(Question("Which of the two places do you mean?", (), "where"))
        if inner.parts[-1].kind in ("anchor", "it"):
            outer, inner = inner, outer
        return (Place((*inner.parts, *outer.parts), inner.new),)

    def _is_about_siblings(self, places: tuple[Place, ...], items: list[Item], things: tuple[Thing, ...]) -> bool:
        """ "a folder X and a file y.txt inside it": the place speaks of a sibling, and is for what follows it."""
        if len(items) < 2 or len(places) != 1:
            return False
        together = any(thing.plural for thing in things)
        apart = not together and all(thing.kind and not thing.kind_after for thing in things)
        inner = places[0].parts[-1]
        if inner.kind == "it" and any(_may_hold(item) and item.place is not None for item in items[:-1]):
            return True
        if inner.kind == "it" and (together or self._discourse.container is not None) and not apart:
            return False
        folders = [item for item in items[:-1] if _may_hold(item)]
        if inner.kind == "it":
            return bool(folders)
        names = {item.name.text.lower() for item in folders if item.name is not None}
        return inner.kind == "name" and inner.value.lower() in names

    def _make(
        self,
        frame: Frame,
        clause: Clause,
        items: list[Item],
        base: Location | None,
        sibling: tuple[Place, ...],
    ) -> None:
        content, after = self._contents.said(frame, clause)
        for position, item in enumerate(items):
            kind = self._kind(frame, item, clause)
            location = base
            if sibling and self._after_sibling(sibling[0], items, position):
                location = self._referents.location(sibling[0])
            if item.place is not None:
                own = self._referents.location(item.place)
                location = own if own.base or own.path or base is None else _below(base, own)
            params: dict[str, Any] = {"object": "folder" if kind == "folder" else "file"}
            params |= self._named(frame, item, kind)
            if location is not None:
                params["at"] = location
            if kind == "folder" and content and position == len(items) - 1:
                raise Unsettled(Problem("FOLDER_CONTENT", "A folder has no text; name a file for it."))
            if content and kind != "folder":
                params["content"] = content
            self._goals.add(frame.domain, frame.goal, params, location, [*self._referents.needed(location), *after])
            self._last_kind = kind

    def _after_sibling(self, place: Place, items: list[Item], position: int) -> bool:
        """Whether a folder that the place speaks of stands before this item, and this is no such folder itself."""
        inner = place.parts[-1]
        earlier = [item for item in items[:position] if _may_hold(item)]
        if inner.kind == "it":
            last_folder = max((n for n, item in enumerate(items[:-1]) if _may_hold(item)), default=-1)
            return position > last_folder >= 0
        named = any(item.name is not None and item.name.text.lower() == inner.value.lower() for item in earlier)
        return named and not _may_hold(items[position])

    # -- items

    def _items(self, frame: Frame, clause: Clause) -> list[Item]:
        things = clause.things()
        names = clause.names("called") or clause.names("about")
        if len(things) == 1 and things[0].form == "blank":
            return self._blank(things[0], names, clause)
        if names:
            raise Unsettled(Question("Which of the names do you mean?", tuple(n.text for n in names), "name"))
        kinds = [f".{thing.extensions[0]}" if thing.extensions else thing.kind for thing in things]
        group = ""
        for index in range(len(things) - 1, -1, -1):
            if things[index].kind_after and things[index].plural:
                group = kinds[index]
            elif not kinds[index] and fits(things[index], group):
                kinds[index] = group
        group = ""
        for index, each in enumerate(things):
            if each.kind and not each.kind_after:
                group = kinds[index]
            elif not kinds[index] and fits(each, group):
                kinds[index] = group
        told = tuple(thing.name for thing in things if thing.name is not None)
        names_told = self._run_together(things[0], self._as_counted(things[0].count, told))
        count = things[0].count
        if count > 1 and len(told) == len(things) != count and len(names_told) != count:
            asked = f"Should there be {count} or {len(names_told)} of them? Name each one."
            names_told = self._referents.read_names(self._discourse.ask("names", asked))
        if len(told) == len(things) and names_told != told:
            return [Item(name, kinds[0], things[-1].place) for name in names_told]
        self._refuse_mixed_lists(things)
        return [Item(each.name, kind, each.place) for each, kind in zip(things, kinds, strict=True)]

    def _blank(self, thing: Thing, names: tuple[Name, ...], clause: Clause) -> list[Item]:
        kind = (self._last_kind or self._referents.last_kind) if thing.kind == SAME else thing.kind
        names = self._run_together(thing, self._as_counted(thing.count, names))
        if thing.count and names and thing.count != len(names):
            asked = f"Should there be {thing.count} or {len(names)} of them? Name each one."
            names = self._referents.read_names(self._discourse.ask("names", asked))
        if not names and thing.count > 1:
            names = self._referents.read_names(
                self._discourse.ask("names", f"What should the {thing.count} be called?")
            )
        if not names:
            return [Item(None, kind, thing.place)]
        each = clause.get("for_each") or clause.get("called")
        if (
            len(names) > 1
            and not thing.plural
            and not (each is not None and (each.marker or each.category == "for_each"))
        ):
            names = self._referents.read_names(self._discourse.ask("names", "What should the name be?"))
        return [Item(name, kind, thing.place) for name in names]

    @staticmethod
    def _as_counted(count: int, names: tuple[Name, ...]) -> tuple[Name, ...]:
        """ "three folders called income expenses and receipts": names run together, told apart by their number."""
        loose = [name for name in names if name.shape == "words"]
        words = sum(len(name.text.split()) for name in names)
        if not count or len(names) == count or words != count or len(loose) != len(names):
            return names
        return tuple(
            msgspec.structs.replace(name, text=word, doubt=False) for name in names for word in name.text.split()
        )

    def _run_together(self, thing: Thing, names: tuple[Name, ...]) -> tuple[Name, ...]:
        """ "folders called anna ben and clara": without commas or a number, only the user can tell."""
        lattice = self._referents.lattice
        if not thing.plural or thing.count or len(names) < 2 or any(name.shape != "words" for name in names):
            return names
        commas = "," in lattice.low[names[0].start : names[-1].end]
        single = {" " in name.text for name in names}
        if commas or single != {True, False}:
            return names
        apart = tuple(
            msgspec.structs.replace(name, text=word, doubt=False) for name in names for word in name.text.split()
        )
        if _numbered(apart) or any(len(name.text.split()) > LONGEST_UNSEPARATED for name in names):
            return apart
        options = (", ".join(name.text for name in apart), ", ".join(f'"{name.text}"' for name in names))
        answer = self._discourse.ask("names", "Which names do you mean?", options)
        return apart if answer == options[0] else names

    @staticmethod
    def _refuse_mixed_lists(things: tuple[Thing, ...]) -> None:
        """ "rock and roll stuff": a list of bare words of which some have several is one name or many."""
        bare = [thing.name.text for thing in things if thing.name is not None and thing.name.shape == "words"]
        mixed = {" " in text for text in bare} == {True, False}
        if len(bare) > 1 and mixed and not any(thing.plural or thing.kind for thing in things):
            raise Unsettled(Question("Is that one name or several?", tuple(bare), "names"))

    def _kind(self, frame: Frame, item: Item, clause: Clause) -> str:
        if item.kind == "document":
            if item.name is not None and item.name.like_file:
                return "file"
            answer = self._discourse.ask(
                "document",
                "Which kind of document: a text file or a Word document?",
                ("text file", WORD),
            )
            return ".docx" if answer == WORD else ".txt"
        if item.kind:
            return item.kind
        if frame.kind:
            return frame.kind
        if item.name is not None and item.name.like_file:
            return "file"
        if clause.inherited and self._last_kind:
            return self._last_kind
        said = item.name.text if item.name is not None else ""
        placed = item.place is not None or bool(clause.get("in", "to"))
        placed = placed and not any(thing.kind == SAME for thing in clause.things())
        if placed or clause.inherited or clause.holding or self._last_kind:
            return "folder"
        if any(self._referents.lattice.in_set(part.start, "says_it") for part in clause.parts):
            raise Unsettled(Problem("NOT_FOUND", f'There is no file "{said}"; say that it is to be made.'))
        answer = self._discourse.ask(f"kind:{said}", f'Is "{said}" a folder or a file?', ("folder", "file"))
        return "folder" if answer == "folder" else "file"

    def _words(self, frame: Frame, item: Item) -> list[Item]:
        """In a shell's command every word is a name of its own, and what joins them is none."""
        name, lattice = item.name, self._referents.lattice
        if not frame.kind or name is None or name.shape != "words":
            return [item]
        words = [lattice.tokens[at].text for at in range(name.start, name.end) if lattice.class_name(at) != "joint"]
        apart = [msgspec.structs.replace(name, text=word, doubt=False) for word in words]
        return [msgspec.structs.replace(item, name=each) for each in apart]

    def _named(self, frame: Frame, item: Item, kind: str) -> dict[str, Any]:
        """The name that the new thing gets, its extension by its kind."""
        if item.name is None:
            if kind.startswith("."):
                return {"kind": kind}
            key = f"g{len(self._goals.all)}.name"
            return {"name": self._discourse.ask(key, f"What should the {kind} be called?")}
        name = item.name.text if frame.kind else self._referents.sure(item.name)
        name = name.rstrip("/")
        if kind.startswith(".") and not has_extension(name):
            name += kind
        return {"name": name}


def _numbered(names: Sequence[Name]) -> bool:
    """ "week1 week2 and week3": the same word with a number each."""
    stems = {name.text.rstrip(string.digits) for name in names}
    return len(stems) == 1 and all(name.text[-1] in string.digits for name in names)


def _put_together(items: list[Item]) -> list[Item]:
    """ "Put a file x in d and a file y as well": what is put somewhere and says no place goes where the last went."""
    found: list[Item] = []
    for item in items:
        place = item.place or (found[-1].place if found else None)
        found.append(msgspec.structs.replace(item, place=place))
    return found


def _below(base: Location, own: Location) -> Location:
    folders, new = (*base.folders, *own.folders), base.new or own.new
    return Location(base.base, folders, base.path, base.made or own.made, own.doubtful, new)


def _leads(clause: Clause) -> bool:
    """Whether the place was said before the thing, so that it holds for those that follow too."""
    where, theme = clause.get("in", "to"), clause.get("theme")
    return where is not None and theme is not None and where.start < theme.start


def _may_hold(item: Item) -> bool:
    """Whether a thing to make can be a container: said to be a folder, or nothing that shows a file."""
    return item.kind == "folder" or (not item.kind and item.name is not None and not item.name.like_file)


def fits(thing: Thing, kind: str) -> bool:
    """Whether a kind said for a neighbour may hold for a thing: a name with an extension is no folder."""
    return not (kind == "folder" and thing.name is not None and thing.name.like_file)


def extension_of(name: str) -> str:
    """What a name ends in behind its last dot, in lower case; nothing where it has none."""
    return name.rpartition(".")[2].lower() if has_extension(name) else ""
