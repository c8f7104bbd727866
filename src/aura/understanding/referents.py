"""What words refer to: places as locations, things as targets, pronouns as what was said before."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from aura.contracts.goal import Location, Question, Target
from aura.language.grammar import Grammar
from aura.language.lattice import KnownNames, Lattice
from aura.language.parts import Clause, Name, Place, PlacePart, Thing
from aura.language.phrases import Phrases
from aura.language.tokens import tokenize
from aura.understanding.discourse import Entity, Unsettled
from aura.understanding.goals import Goals

PRONOUN_KINDS = {"folder": "folder", "it": "", "copy": ""}
YES = ("yes", "y", "1")
NO = ("no", "n", "2")


class Referents:
    """Places and things of one utterance, in words or by reference to what earlier goals made."""

    def __init__(self, grammar: Grammar, lattice: Lattice, goals: Goals) -> None:
        self.grammar = grammar
        self.lattice = lattice
        self.goals = goals
        self.discourse = goals.discourse
        self.last_kind = ""

    def location(self, place: Place, siblings: Sequence[Entity] = ()) -> Location:
        """A place in words as a base and folders; a pronoun becomes the container it stands for."""
        base, path = "", ""
        folders: list[str] = []
        doubtful: list[str] = []
        for part in reversed(place.parts):
            if part.kind == "anchor":
                base = anchor_scope(part.value)
            elif part.kind == "here" or (part.sense == "this" and self._container(part) is None):
                base = "root"
            elif part.kind == "it" and self._container(part) is None:
                answered = self.location(self._answered_container(part))
                base, path, folders = answered.base, answered.path, list(answered.folders)
            elif part.kind == "it":
                path = self._container(part) or ""
                base = self.goals.inside(path)
            elif part.name is not None:
                earlier = self.discourse.named(part.value, "folder") if not (base or path or folders) else None
                if earlier is not None:
                    path, base = earlier.path, self.goals.inside(earlier.path)
                else:
                    folders.append(part.value)
                    if part.name.doubt:
                        doubtful.append(part.value)
        made = place.new or any(part.said_folder for part in place.parts)
        return Location(base, tuple(folders), path, made, tuple(doubtful))

    def place_at(self, start: int) -> Location | None:
        """A place like the desktop that is named at a token, after articles."""
        hits = self.lattice.at(self.lattice.skip(start, "determiner"), "anchor")
        return Location(anchor_scope(hits[0][2])) if hits else None

    def inside(self, path: str) -> Location:
        """The place that is a folder which was said or made before."""
        return Location(self.goals.inside(path), path=path)

    def locations(self, places: Sequence[Place]) -> list[Location]:
        """Every place of a list; "them" is every folder of the last group."""
        if places and places[0].parts[0].kind == "them":
            folders = [entity for entity in self.discourse.group if entity.kind == "folder"]
            if not folders:
                raise Unsettled(Question("Which folders do you mean?", (), "them"))
            return [self.inside(entity.path) for entity in folders]
        shared = places[-1].parts[1:] if places else ()
        return [
            self.location(
                Place((*place.parts, *shared), place.new)
                if len(place.parts) == 1 and place is not places[-1]
                else place
            )
            for place in places
        ]

    def _container(self, part: PlacePart) -> str | None:
        """The folder that a reference means: "there" is where the last goal was, "in it" what it made or named."""
        discourse = self.discourse
        places = (discourse.container, discourse.place)
        return next((path for path in (places if part.sense == "it" else places[::-1]) if path is not None), None)

    def _answered_container(self, part: PlacePart) -> Place:
        asked = f'Which folder do you mean by "{part.value}"?'
        return self.read_places(self.discourse.ask("container", asked, self.discourse.candidates))[0]

    def needed(self, *locations: Location | None) -> list[str]:
        """The goals that places refer to."""
        return [
            location.base.removeprefix("inside:")
            for location in locations
            if location is not None and location.base.startswith("inside:")
        ]

    def targets(self, part_things: Sequence[Thing], base: Location | None) -> list[Target]:
        """What each thing stands for, in words or by reference."""
        shared = part_things[-1].place if len(part_things) > 1 else None
        found: list[Target] = []
        for thing in part_things:
            place = thing.place or (shared if base is None and thing.form in ("name", "pattern") else None)
            location = self.location(place) if place is not None else base
            if place is not None and base is not None and not location_is_whole(location):
                location = nest(base, location)
            target = self._target(thing, location)
            if target.paths and base is not None:
                target = msgspec.structs.replace(target, location=base)
            found.append(target)
        return _together(found)

    def _target(self, thing: Thing, location: Location | None) -> Target:
        if thing.form == "pronoun":
            return self._the_one(thing, location) if thing.place is not None else self._antecedent(thing)
        self.last_kind = thing.kind or self.last_kind
        if thing.form == "blank":
            return self._unnamed(thing, location)
        if thing.form == "pattern":
            return Target(
                globs=thing.globs,
                everything=thing.everything,
                kind=thing.kind,
                location=location,
                count=thing.count,
            )
        assert thing.name is not None
        vague = thing.indefinite and thing.name.shape == "words" and not thing.kind
        doubt = thing.name.doubt or vague
        return Target(
            name=thing.name.text,
            kind=thing.kind,
            extensions=thing.extensions,
            location=location,
            doubtful=doubt,
        )

    def _antecedent(self, thing: Thing) -> Target:
        discourse, said = self.discourse, self.lattice.words_of(thing.start, thing.end)
        if thing.pronoun == "them":
            group = discourse.group
            if not group:
                return Target(name=discourse.stands_for(said, "them"))
            return self.reference(group)
        if thing.pronoun == "original" and discourse.originals:
            return self.reference([discourse.originals[-1]])
        if thing.pronoun == "original":
            return Target(name=discourse.stands_for(said, "it"))
        entity = discourse.last(kind=PRONOUN_KINDS[thing.pronoun], copied=thing.pronoun == "copy")
        if entity is None:
            return Target(name=discourse.stands_for(said, "it"))
        together = [other for other in discourse.group if other.goal_id == entity.goal_id]
        return self.reference(together if len(together) > 1 and entity in together else [entity])

    def _the_one(self, thing: Thing, location: Location | None) -> Target:
        """ "The one on the desktop": what was spoken of and is there, or has the same name there."""
        entities = [*reversed(self.discourse.entities), *reversed(self.discourse.originals)]
        if not entities:
            said = self.lattice.words_of(thing.start, thing.end)
            return Target(name=self.discourse.stands_for(said, "it"))
        return msgspec.structs.replace(self.reference(entities), location=location, count=1)

    def reference(self, entities: Sequence[Entity]) -> Target:
        goals = tuple(dict.fromkeys(self.goals.maker(entity) for entity in entities))
        return Target(paths=tuple(entity.path for entity in entities), goals=goals)

    def _unnamed(self, thing: Thing, location: Location | None) -> Target:
        """ "the folder", "the files": what was said last of that kind; "a file" must be named."""
        kind = "folder" if thing.kind == "folder" else "file"
        if not thing.indefinite and location is None:
            if thing.plural and self.discourse.group:
                return self.reference(self.discourse.group)
            entity = self.discourse.last(kind=kind)
            if entity is not None:
                return self.reference([entity])
        if location is not None and not thing.indefinite:
            globs = (f"*{thing.kind}",) if thing.kind.startswith(".") else ("*",)
            count = thing.count or (0 if thing.plural else 1)
            return Target(globs=globs, kind=kind, location=location, count=count)
        return Target(name=self.discourse.ask(f"{self.goals.next_id}.what", f"Which {kind} do you mean?"), kind=kind)

    def excluded(self, clause: Clause) -> tuple[Target, ...]:
        part = clause.get("except")
        value = part.value if part is not None else ()
        things = [thing for thing in value if isinstance(thing, Thing)] if isinstance(value, tuple) else []
        return tuple(self._target(thing, None) for thing in things)

    def base(self, clause: Clause, *categories: str) -> Location | None:
        """Where the theme is, from the first of these parts."""
        places = clause.places(*categories)
        if not places:
            return None
        found = self.locations(places)
        if len(found) > 1:
            raise Unsettled(
                Question("Which of these folders do you mean?", tuple(p.parts[0].value for p in places), "where")
            )
        return found[0]

    def themes(self, clause: Clause, base: Location | None) -> list[Target]:
        things = clause.things()
        if not things:
            many = len([entity for entity in self.discourse.group if entity in self.discourse.entities]) > 1
            things = (Thing("pronoun", clause.start, clause.start, pronoun="them" if many else "it"),)
        names = clause.names("called")
        if len(things) == len(names) == 1 and things[0].form == "blank" and not self._renames(clause):
            things = (msgspec.structs.replace(things[0], form="name", name=names[0]),)
        return self.targets(things, base)

    def _renames(self, clause: Clause) -> bool:
        """Whether a name that the clause says apart from its things is a new one."""
        return "as" in self.grammar.frames[clause.frame].takes

    def sure(self, name: Name) -> str:
        """The name to use: one that may have swallowed other words is asked about, and may be corrected."""
        if not name.doubt:
            return name.text
        answer = self.discourse.ask(f"name:{name.text}", f'Is "{name.text}" the whole name?', ("yes", "no"))
        if answer.lower() in YES:
            return name.text
        return self.discourse.ask("name", "What should the name be?") if answer.lower() in NO else answer

    def read_names(self, text: str) -> tuple[Name, ...]:
        """The names that an answer gives: "a, b and c"."""
        phrases, size = self._phrases(text)
        rows = [(cost, names) for end, cost, names in phrases.names.many(0) if end == size]
        return min(rows, default=(0.0, (Name(text, "quoted", 0, 0),)), key=lambda row: row[0])[1]

    def read_places(self, text: str) -> tuple[Place, ...]:
        """The places that an answer names: "the desktop", "in work", "docs"."""
        phrases, size = self._phrases(text)
        found = [
            (cost, part.value) for at in ("in", "to", "place") for cost, part in phrases.at(0, at) if part.end == size
        ]
        if found:
            value = min(found, key=lambda row: row[0])[1]
            if isinstance(value, tuple):
                return tuple(place for place in value if isinstance(place, Place))
        return (Place((PlacePart("name", text, Name(text, "quoted", 0, 0)),)),)

    def _phrases(self, text: str) -> tuple[Phrases, int]:
        tokens = tokenize(text)
        return Phrases(Lattice(self.grammar, text, tokens, KnownNames())), len(tokens)


def _together(targets: list[Target]) -> list[Target]:
    """Patterns over one place as one target, so that exceptions are from all that they mean."""
    first = targets[0] if targets else Target()
    alike = all(
        t.globs and not t.everything and not t.count and (t.location, t.kind) == (first.location, first.kind)
        for t in targets
    )
    if len(targets) < 2 or not alike:
        return targets
    return [msgspec.structs.replace(first, globs=tuple(glob for target in targets for glob in target.globs))]


def anchor_scope(anchor: str) -> str:
    """An anchor as a scope: the workspace is `root`, drives have a form of their own."""
    if anchor == "WORKSPACE":
        return "root"
    return f"drive:{anchor.removeprefix('DRIVE_')}" if anchor.startswith("DRIVE_") else f"anchor:{anchor}"


def location_is_whole(location: Location | None) -> bool:
    """Whether a location says its base, so that nothing else can hold it."""
    return location is not None and bool(location.base or location.path)


def nest(outer: Location | None, inner: Location | None) -> Location | None:
    """The inner place within the outer one."""
    if outer is None or inner is None or location_is_whole(inner):
        return inner or outer
    return Location(
        outer.base,
        (*outer.folders, *inner.folders),
        outer.path,
        outer.made or inner.made,
        (*outer.doubtful, *inner.doubtful),
    )
