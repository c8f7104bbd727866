"""What words refer to: places as locations, things as targets, pronouns as what was said before."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from aura.contracts.goal import BESIDE, PARENT, Location, Target
from aura.contracts.problem import Problem
from aura.contracts.reference import is_reference
from aura.language.decoding.phrases import Phrases
from aura.language.grammar.grammar import Grammar
from aura.language.slots.parts import OWNING, UPWARDS, Clause, Name, Place, PlacePart, Thing
from aura.language.utterance.lattice import Lattice
from aura.language.words.tokens import tokenize
from aura.understanding.answers import NO, YES
from aura.understanding.antecedents import BY_ORDER, Antecedents, sense_of
from aura.understanding.described_names import with_adjective
from aura.understanding.discourse import Entity, Unsettled
from aura.understanding.endings import was_to_be
from aura.understanding.goals import Goals
from aura.understanding.said_names import SaidNames

ASKED = {"to": "Where should it go?"}
READING, MAKING, FILLING, LOOKING, DELETING = "read", "create", ("move", "copy"), ("open", "list"), "delete"
COPYING = "copy"


class Referents:
    """Places and things of one utterance, in words or by reference to what earlier goals made."""

    def __init__(self, grammar: Grammar, lattice: Lattice, goals: Goals) -> None:
        self.grammar = grammar
        self.lattice = lattice
        self.goals = goals
        self.discourse = goals.discourse
        self.antecedents = Antecedents(lattice, goals)
        self.discourse.said_names = SaidNames(grammar, lattice.known)
        self.discourse.said_place = lambda text: self.location(self.read_places(text)[0])
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
            elif part.kind == "beside":
                base = f"{BESIDE}{part.value}"
            elif part.sense == UPWARDS:
                base = PARENT
            elif part.kind == "asked":
                answered = self.discourse.ask_place(part.value, ASKED.get(part.value, "Which folder do you mean?"))
                base, path, folders = answered.base, answered.path, list(answered.folders)
            elif part.kind == "it":
                if part.sense == OWNING:
                    self._see_that_it_is_no_file()
                container = self._container(part) or self.antecedents.folder(part.value, sense_of(part.sense or "it"))
                if container is not None:
                    path, base = container, self.goals.inside(container)
                else:
                    asked = f'Which folder do you mean by "{part.value.lstrip(", ")}"?'
                    answered = self.discourse.ask_place("container", asked)
                    base, path, folders = answered.base, answered.path, list(answered.folders)
            elif part.name is not None:
                earlier = self.discourse.named(part.value, "folder") if not (base or path or folders) else None
                if earlier is not None:
                    path, base = earlier.path, self.goals.inside(earlier.path)
                else:
                    folders.append(part.value)
                    if part.name.doubt:
                        doubtful.append(part.value)
        made = place.new or any(part.said_folder for part in place.parts)
        return Location(base, tuple(folders), path, made, tuple(doubtful), place.new)

    def place_at(self, start: int, end: int = 0) -> Location | None:
        """A place like the desktop that is named at a token, after articles, and before an `end` by no more words."""
        hits = self.lattice.at(self.lattice.skip(start, "determiner"), "anchor")
        named = [hit for hit in hits if hit[0] == end or not end]
        return Location(anchor_scope(named[0][2])) if named else None

    def inside(self, path: str) -> Location:
        """The place that is a folder which was said or made before."""
        return Location(self.goals.inside(path), path=path)

    def locations(self, places: Sequence[Place]) -> list[Location]:
        """Every place of a list; "them" is every folder of the last group."""
        if places and places[0].parts[0].kind == "them":
            folders = [entity for entity in self.discourse.group if entity.kind == "folder"]
            if not folders:
                return self.locations(self.read_places(self.discourse.ask("them", "Which folders do you mean?")))
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
        if sense_of(part.sense or "it").how in BY_ORDER:
            return None
        places = (discourse.container, discourse.place)
        said = next((path for path in (places if part.sense == "it" else places[::-1]) if path is not None), None)
        return discourse.beside() if said is None and part.sense == "same" else said

    def _see_that_it_is_no_file(self) -> None:
        """ "Its content" is no folder's where a file was spoken of last."""
        discourse = self.discourse
        path, kind = next(((one.path, one.kind) for one in reversed(discourse.entities)), ("", ""))
        if not path and not discourse.in_vain:
            path, kind = next(((one.path, one.kind) for one in discourse.earlier.things()[-1:]), ("", ""))
        if kind == "file":
            raise Unsettled(Problem("WRONG_KIND", f"{discourse.earlier.say(path)} is a file; name a folder."))

    def needed(self, *locations: Location | None) -> list[str]:
        """The goals that places refer to."""
        return [
            location.base.removeprefix("inside:")
            for location in locations
            if location is not None and location.base.startswith("inside:")
        ]

    def targets(self, part_things: Sequence[Thing], base: Location | None, wanted: str = "") -> list[Target]:
        """What each thing stands for, in words or by reference; a pronoun for a thing of the wanted kind, if any is."""
        shared = part_things[-1].place if len(part_things) > 1 else None
        found: list[Target] = []
        for thing in part_things:
            place = thing.place or (shared if base is None and thing.form in ("name", "pattern") else None)
            location = self.location(place) if place is not None else base
            if place is not None and base is not None and not location_is_whole(location):
                location = nest(base, location)
            target = self._target(thing, location, wanted)
            if target.paths and base is not None:
                target = msgspec.structs.replace(target, location=base)
            found.append(target)
        return _together(found)

    def _target(self, thing: Thing, location: Location | None, wanted: str = "") -> Target:
        if thing.form == "pronoun":
            antecedents = self.antecedents
            return antecedents.the_one(thing, location) if thing.place is not None else antecedents.of(thing, wanted)
        self.last_kind = thing.kind or self.last_kind
        if location is None and (endings := _endings_of_one(thing)) and (said := self.discourse.with_ending(endings)):
            if len(said) == 1 and (not is_reference(said[0].path) or was_to_be(thing, self.lattice)):
                return self.antecedents.reference(said)
            return Target(name=self.discourse.stands_for(self.lattice.words_of(thing.start, thing.end), "it"))
        if thing.form == "blank":
            return self._unnamed(thing, location)
        if thing.form == "pattern":
            return Target(
                globs=thing.globs,
                named=thing.named,
                everything=thing.everything,
                kind=thing.kind,
                location=location,
                count=thing.count,
            )
        assert thing.name is not None
        vague = thing.indefinite and thing.name.shape == "words" and not thing.kind
        doubt = thing.name.doubt or vague
        return Target(
            name=with_adjective(self.lattice, thing.name),
            kind=thing.kind,
            extensions=thing.extensions,
            location=location,
            doubtful=doubt,
            pointed=thing.definite or thing.owned,
        )

    def _unnamed(self, thing: Thing, location: Location | None) -> Target:
        """ "the folder", "the files": what was said last of that kind; "a file" and "the other file" must be named."""
        kind = "folder" if thing.kind == "folder" else "file"
        another = any(self.lattice.in_set(at, "excluding") for at in range(thing.start, thing.end))
        known = not (thing.indefinite or another)
        if known and location is None:
            if thing.plural and self.discourse.group:
                return self.antecedents.reference(self.discourse.group)
            if (said := self.antecedents.last(kind, self.lattice.words_of(thing.start, thing.end))) is not None:
                return said
        if known and (location is not None or (thing.kind.startswith(".") and not thing.plural)):
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
            names = tuple(place.parts[0].value for place in places)
            said = self.discourse.ask("where", "Which of these folders do you mean?", names)
            return found[names.index(said)] if said in names else self.location(self.read_places(said)[0])
        return found[0]

    def themes(self, clause: Clause, base: Location | None, wanted: str = "") -> list[Target]:
        things = clause.things()
        if not things and (folder := self._just_filled(clause)) is not None:
            return [self.antecedents.reference([folder])]
        if not things:
            many = len([entity for entity in self.discourse.group if entity in self.discourse.entities]) > 1
            things = (Thing("pronoun", clause.start, clause.start, pronoun="them" if many else "it"),)
        if (folder := self._looked_at(clause, things)) is not None:
            return [self.antecedents.reference([folder])]
        if copied := self._copied_from(clause, things):
            return [self.antecedents.of_copied(things[0], copied)]
        self._see_that_all_is_meant(clause, things)
        names = clause.names("called")
        if len(things) == len(names) == 1 and things[0].form == "blank" and not self._renames(clause):
            things = (msgspec.structs.replace(things[0], form="name", name=names[0]),)
        return self.targets(things, base, wanted)

    def _just_filled(self, clause: Clause) -> Entity | None:
        """The folder made in this utterance that "what is in it" means, where something was put into it just before."""
        entities = self.discourse.entities
        if self.grammar.frames[clause.frame].goal != READING or not entities:
            return None
        made = (one for one in entities if one.kind == "folder" and self.goals.verb_of(one.goal_id) == MAKING)
        filled = self.goals.verb_of(entities[-1].goal_id) in FILLING
        return next((one for one in made if filled and one.path == self.discourse.container), None)

    def _looked_at(self, clause: Clause, things: Sequence[Thing]) -> Entity | None:
        """The folder that something was put into, where it is only looked at: "… and open that folder"."""
        container = self.discourse.container
        looks = self.grammar.frames[clause.frame].goal in LOOKING and len(things) == 1
        if not looks or container is None or self.discourse.last(kind="folder") is not None:
            return None
        thing = things[0]
        pointed = thing.form == "pronoun" and thing.pronoun == "folder"
        named = thing.form == "blank" and thing.kind == "folder" and thing.definite
        return Entity("", container, "folder") if pointed or named else None

    def _copied_from(self, clause: Clause, things: Sequence[Thing]) -> list[Entity]:
        """What was copied, where its copy would be deleted, or copied, at once: "copy a.txt to old and delete *it*"."""
        discourse, said = self.discourse, [sense_of(thing.pronoun) for thing in things if thing.form == "pronoun"]
        pointed = len(said) == len(things) == 1 and said[0].how in ("it", "them") and said[0].kind != "folder"
        goal = self.grammar.frames[clause.frame].goal if pointed and not discourse.of_another else ""
        if goal not in (DELETING, COPYING):
            return []
        return discourse.copied_last(renamed=goal == DELETING)

    def _see_that_all_is_meant(self, clause: Clause, things: Sequence[Thing]) -> None:
        """ "Delete it", where something was only added to it just before: all of it, or only that?"""
        discourse, how = self.discourse, [sense_of(thing.pronoun).how for thing in things if thing.form == "pronoun"]
        deletes = self.grammar.frames[clause.frame].goal == DELETING and how in (["it"], ["them"])
        newest = [one.talk.things[-1] for one in discourse.earlier.commands[:1] if one.talk.things] if deletes else []
        if (
            deletes
            and not discourse.entities
            and newest
            and {*newest[0].verbs[-1:]} & {*self.grammar.words["only_adds"]}
        ):
            name = discourse.earlier.say(newest[0].path)
            asked = f"Should all of {name} be deleted? What was only added to it is taken back by undo."
            if discourse.ask(f"all:{name}", asked, ("yes", "no")) != YES:
                raise Unsettled(Problem("NOT_WANTED", f"So {name} was not deleted."))

    def _renames(self, clause: Clause) -> bool:
        """Whether a name that the clause says apart from its things is a new one."""
        return "as" in self.grammar.frames[clause.frame].takes

    def sure(self, name: Name) -> str:
        """The name to use: one that may have swallowed other words is asked about, and may be corrected."""
        if not name.text:
            return self.discourse.ask("new_name", "What should the new name be?")
        if not name.doubt:
            return name.text
        answer = self.discourse.ask(f"name:{name.text}", f'Is "{name.text}" the whole name?', ("yes", "no"))
        if answer == YES:
            return name.text
        return self.discourse.ask(f"instead:{name.text}", "What should the name be?") if answer == NO else answer

    def is_sort(self, name: Name) -> bool:
        """Whether a name ends in a word for a sort of file: "a pdf", "word document"."""
        spans = ((at, category) for at in range(name.start, name.end) for category in ("group", "kind"))
        return any(end == name.end for at, category in spans for end, _, _ in self.lattice.at(at, category))

    def read_names(self, text: str) -> tuple[Name, ...]:
        """The names that an answer gives: "a, b and c"."""
        phrases, size = self._phrases(text)
        rows = [(cost, names) for end, cost, names in phrases.names.many(0) if end == size]
        return min(rows, default=(0.0, (Name(text, "quoted", 0, 0),)), key=lambda row: row[0])[1]

    def read_places(self, text: str) -> tuple[Place, ...]:
        """The places that an answer names: "the desktop", "in work", "docs", "put it in docs"."""
        phrases, size = self._phrases(text)
        starts = range(size) if size and phrases.lattice.at(0, "verb") else range(1)
        found = [
            (cost, part.value)
            for start in starts
            for category in (("in", "to", "place") if start == 0 else ("in", "to"))
            for cost, part in phrases.at(start, category)
            if part.end == size
        ]
        if found:
            value = min(found, key=lambda row: row[0])[1]
            if isinstance(value, tuple):
                return tuple(place for place in value if isinstance(place, Place))
        return (Place((PlacePart("name", text, Name(text, "quoted", 0, 0)),)),)

    def _phrases(self, text: str) -> tuple[Phrases, int]:
        tokens = tokenize(text)
        return Phrases(Lattice(self.grammar, text, tokens, self.lattice.known)), len(tokens)


def _endings_of_one(thing: Thing) -> tuple[str, ...]:
    """What the name of one certain file of a kind ends in: "the docx", "the picture"; nothing of several, or of any."""
    one = not (thing.plural or thing.indefinite or thing.everything) and thing.count <= 1
    kind = (thing.kind,) if thing.form == "blank" and thing.kind.startswith(".") else ()
    sort = tuple(glob.removeprefix("*") for glob in thing.globs) if thing.form == "pattern" and thing.count == 1 else ()
    return kind + sort if one and all(ending.startswith(".") for ending in kind + sort) else ()


def _together(targets: list[Target]) -> list[Target]:
    """Patterns over one place as one target, so that exceptions are from all that they mean."""
    first = targets[0] if targets else Target()
    alike = all(
        t.globs and not (t.everything or t.count or t.named) and (t.location, t.kind) == (first.location, first.kind)
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
        outer.new or inner.new,
    )
