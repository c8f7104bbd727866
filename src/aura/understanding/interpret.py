"""GoalInterpreter: from a reading to goals with scopes; dependencies follow from scope and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from aura.contracts.goal import Goal, Location, MetaGoal, MetaType, Output, Question, Target
from aura.contracts.problem import Problem
from aura.language.grammar import Frame, Grammar
from aura.language.lattice import Lattice
from aura.language.parts import Clause, Name, Part, Place, Reading, Span, Thing
from aura.understanding.clauses import arrange, is_new, moves, names_only, writes
from aura.understanding.creation import Creation
from aura.understanding.discourse import Discourse, Entity, Settled, Unsettled

Settle = Callable[[Goal], Settled | Question | Problem]

MENTION = "mention"
LINES = "lines"
BRACKETS = ("{", "[", "(", "<")
PRONOUN_KINDS = {"folder": "folder", "it": "", "copy": "", "original": ""}


class GoalInterpreter:
    """Turns the clauses of one reading into goals, in the order they were said.

    After each goal `settle` says what it came to (paths over the overlay), because what "it" and "there" mean
    next depends on it. `discourse` carries what was said before, and the user's answers.
    """

    def __init__(self, grammar: Grammar, lattice: Lattice, settle: Settle, discourse: Discourse) -> None:
        self.grammar = grammar
        self.lattice = lattice
        self.discourse = discourse
        self.goals: list[Goal] = []
        self._settle = settle
        self.last_kind = ""
        self.shown: tuple[Entity, ...] = ()
        self._content: tuple[str | Output, list[str]] | None = None
        self._made_by: dict[str, str] = {}
        self._creation = Creation(self)

    def interpret(self, reading: Reading) -> MetaGoal | Question | Problem:
        """The goals of a reading, or what must be asked or cannot be."""
        try:
            groups = arrange(self.grammar, reading.clauses)
            for group in groups:
                self._group(group)
            last = groups[-1][-1]
            if last.intent < 0 and not self.grammar.frames[last.frame].goal:
                raise Unsettled(Question("What should happen with that?", (), "action"))
        except Unsettled as unsettled:
            return unsettled.value
        return meta_goal(self.goals)

    def _group(self, group: Sequence[Clause]) -> None:
        before = len(self.discourse.entities)
        affected: list[Entity] = []
        for clause in group:
            seen = len(self.goals)
            self._clause(clause)
            affected.extend(self.shown or self.discourse.entities[before:])
            self.shown = ()
            before = len(self.discourse.entities)
            if self._should_have_done(clause) and len(self.goals) == seen:
                raise Unsettled(Problem("NOTHING_TO_DO", "Nothing was named to do that with."))
        if affected:
            self.discourse.group = affected

    def _should_have_done(self, clause: Clause) -> bool:
        return clause.intent < 0 and bool(self.grammar.frames[clause.frame].goal) and not self._is_echo(clause)

    def _clause(self, clause: Clause) -> None:
        if self._is_echo(clause):
            return
        if clause.intent >= 0:
            intent = self.grammar.intents[clause.intent]
            self.add(intent.domain, intent.goal, {**intent.params, **dict(clause.slots)})
            return
        frame = self.grammar.frames[clause.frame]
        if is_new(frame):
            self._creation.create(frame, clause)
        elif moves(frame):
            self._transfer(frame, clause)
        elif names_only(frame):
            self._rename(frame, clause)
        elif writes(frame):
            self._write(frame, clause)
        else:
            self._act_on(frame, clause)

    def _is_echo(self, clause: Clause) -> bool:
        """ "…, so please move it": says again what was said, and nothing more."""
        if clause.intent >= 0 or not self.goals or clause.inherited:
            return False
        frame = self.grammar.frames[clause.frame]
        bare = all(part.category == "theme" for part in clause.parts)
        pronouns = all(thing.form == "pronoun" for thing in clause.things())
        return bare and pronouns and frame.goal == self.goals[-1].verb

    # -- goals

    def add(self, domain: str, verb: str, params: dict[str, Any], place: Location | None = None, after: Sequence[str] = ()) -> Settled:
        """Add a goal, settle it, and take in what it came to."""
        goal_id = f"g{len(self.goals)}"
        goal = Goal(goal_id, domain, verb, params, self._scope(place, after))
        settled = self._settle(goal)
        if not isinstance(settled, Settled):
            raise Unsettled(settled)
        self.goals.append(goal)
        self.discourse.learn(goal_id, settled)
        self.shown = settled.group
        for entity in settled.entities:
            self._made_by[entity.path] = goal_id
        if settled.container is not None:
            self._made_by.setdefault(settled.container, goal_id)
        return settled

    def _mention(self, params: dict[str, Any], may_be_missing: bool) -> None:
        """Things that are only spoken of: later words may refer to them, and nothing happens to them.

        After talk of something that is not there, no pronoun can mean anything said before it.
        """
        settled = self._settle(Goal("", "", MENTION, params))
        if isinstance(settled, Settled):
            self.discourse.learn("", settled)
        elif may_be_missing:
            self.discourse.forget()
        else:
            raise Unsettled(settled)

    def _scope(self, place: Location | None, after: Sequence[str]) -> str:
        """The scope that says where a goal stands: its base, then the goals whose outputs it uses."""
        base = (place.base if place is not None else "") or "root"
        inside = base.removeprefix("inside:") if base.startswith("inside:") else ""
        needed = dict.fromkeys(goal for goal in after if goal and goal != inside)
        parts = [base, *(f"after:{goal}" for goal in needed)]
        return ",".join(parts)

    # -- places

    def location(self, place: Place, siblings: Sequence[Entity] = ()) -> Location:
        """A place in words as a base and folders; a pronoun becomes the container it stands for."""
        base, path = "", ""
        folders: list[str] = []
        doubtful: list[str] = []
        for part in reversed(place.parts):
            if part.kind == "anchor":
                base = anchor_scope(part.value)
            elif part.kind == "here":
                base = "root"
            elif part.kind == "it":
                path = self._container(part.value)
                base = self._inside(path)
            elif part.name is not None:
                earlier = self.discourse.named(part.value, "folder") if not (base or path or folders) else None
                if earlier is not None:
                    path, base = earlier.path, self._inside(earlier.path)
                else:
                    folders.append(part.value)
                    if part.name.doubt:
                        doubtful.append(part.value)
        made = place.new or any(part.said_folder for part in place.parts)
        return Location(base, tuple(folders), path, made, tuple(doubtful))

    def locations(self, places: Sequence[Place]) -> list[Location]:
        """Every place of a list; "them" is every folder of the last group."""
        if places and places[0].parts[0].kind == "them":
            folders = [entity for entity in self.discourse.group if entity.kind == "folder"]
            if not folders:
                raise Unsettled(Question("Which folders do you mean?", (), "them"))
            return [
                Location(self._inside(entity.path), path=entity.path)
                for entity in folders
            ]
        shared = places[-1].parts[1:] if places else ()
        return [
            self.location(Place((*place.parts, *shared), place.new) if len(place.parts) == 1 and place is not places[-1] else place)
            for place in places
        ]

    def _inside(self, path: str) -> str:
        """The scope of being in a folder that an earlier goal made or named; nothing if none did."""
        return f"inside:{self._made_by[path]}" if path in self._made_by else ""

    def _container(self, words: str) -> str:
        if self.discourse.container is not None:
            return self.discourse.container
        return self.discourse.ask(
            "container", f"Which folder do you mean by \"{words}\"?", self.discourse.candidates
        )

    def needed(self, *locations: Location | None) -> list[str]:
        """The goals that places refer to."""
        return [
            location.base.removeprefix("inside:")
            for location in locations
            if location is not None and location.base.startswith("inside:")
        ]

    # -- targets

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
        return found

    def _target(self, thing: Thing, location: Location | None) -> Target:
        if thing.form == "pronoun":
            return self._antecedent(thing)
        self.last_kind = thing.kind or self.last_kind
        if thing.form == "blank":
            return self._unnamed(thing, location)
        if thing.form == "pattern":
            return Target(
                globs=thing.globs, everything=thing.everything, kind=thing.kind, location=location, count=thing.count
            )
        assert thing.name is not None
        vague = thing.indefinite and thing.name.shape == "words" and not thing.kind
        doubt = thing.name.doubt or vague
        return Target(
            name=thing.name.text, kind=thing.kind, extensions=thing.extensions, location=location, doubtful=doubt
        )

    def _antecedent(self, thing: Thing) -> Target:
        discourse, said = self.discourse, self.lattice.words_of(thing.start, thing.end)
        if thing.pronoun == "them":
            group = discourse.group
            if not group:
                raise Unsettled(Question(f'What does "{said}" stand for?', discourse.candidates, "them"))
            return self._reference(group)
        if thing.pronoun == "original" and discourse.originals:
            return self._reference([discourse.originals[-1]])
        entity = discourse.last(kind=PRONOUN_KINDS[thing.pronoun], copied=thing.pronoun == "copy")
        if entity is None:
            answer = discourse.ask("it", f'What does "{said}" stand for?', discourse.candidates)
            return Target(name=answer)
        together = [other for other in discourse.group if other.goal_id == entity.goal_id]
        return self._reference(together if len(together) > 1 and entity in together else [entity])

    def _reference(self, entities: Sequence[Entity]) -> Target:
        goals = tuple(dict.fromkeys(self._made_by.get(entity.path, entity.goal_id) for entity in entities))
        return Target(paths=tuple(entity.path for entity in entities), goals=goals)

    def _unnamed(self, thing: Thing, location: Location | None) -> Target:
        """ "the folder", "the files": what was said last of that kind; "a file" must be named."""
        kind = "folder" if thing.kind == "folder" else "file"
        if not thing.indefinite and location is None:
            if thing.plural and self.discourse.group:
                return self._reference(self.discourse.group)
            entity = self.discourse.last(kind=kind)
            if entity is not None:
                return self._reference([entity])
        if location is not None and not thing.indefinite:
            globs = (f"*{thing.kind}",) if thing.kind.startswith(".") else ("*",)
            count = thing.count or (0 if thing.plural else 1)
            return Target(globs=globs, kind=kind, location=location, count=count)
        return Target(name=self.discourse.ask(f"g{len(self.goals)}.what", f"Which {kind} do you mean?"), kind=kind)

    def _excluded(self, clause: Clause) -> tuple[Target, ...]:
        part = clause.get("except")
        value = part.value if part is not None else ()
        things = [thing for thing in value if isinstance(thing, Thing)] if isinstance(value, tuple) else []
        return tuple(self._target(thing, None) for thing in things)

    # -- what each kind of frame asks for

    def _base(self, clause: Clause, *categories: str) -> Location | None:
        """Where the theme is, from the first of these parts."""
        places = clause.places(*categories)
        if not places:
            return None
        found = self.locations(places)
        if len(found) > 1:
            raise Unsettled(Question("Which of these folders do you mean?", tuple(p.parts[0].value for p in places), "where"))
        return found[0]

    def _contents_of(self, target: Target) -> Target:
        """ "Empty the folder X": everything in it, and not X itself; what is no folder is asked about."""
        if target.globs:
            return target
        if not target.name or target.kind not in ("", "folder") or "." in target.name:
            raise Unsettled(Question("Should it be deleted, or only emptied?", ("deleted", "emptied"), "empty"))
        inside = Location(folders=(target.name,))
        return Target(globs=("*",), everything=True, location=nest(target.location, inside))

    def _themes(self, clause: Clause, base: Location | None) -> list[Target]:
        things = clause.things()
        if not things:
            many = len([entity for entity in self.discourse.group if entity in self.discourse.entities]) > 1
            things = (Thing("pronoun", clause.start, clause.start, pronoun="them" if many else "it"),)
        return self.targets(things, base)

    def _act_on(self, frame: Frame, clause: Clause) -> None:
        base = self._base(clause, "from", "in", "place")
        if clause.get("from") and clause.get("in"):
            base = nest(self._base(clause, "in"), base)
        if not clause.things() and frame.theme != "existing":
            place = base or Location("root")
            self.add(frame.domain, frame.goal, {"what": Target(location=place)}, place)
            return
        if not clause.things() and base is not None:
            what = Target(globs=("*",), everything=True, location=base) if frame.contents else Target(location=base)
            self.add(frame.domain, frame.goal, {"what": what}, base, self.needed(base))
            return
        excluded = self._excluded(clause)
        for target in self._themes(clause, base):
            if frame.contents:
                target = self._contents_of(target)
            params: dict[str, Any] = {"what": target}
            if excluded:
                params["except"] = excluded
            if frame.goal:
                after = [*target.goals, *self.needed(base)]
                self.add(frame.domain, frame.goal, params, target.location or base, after)
            else:
                self._mention(params, all(thing.indefinite or thing.owned for thing in clause.things()))

    def _transfer(self, frame: Frame, clause: Clause) -> None:
        """Move and copy: what, from where, to where, under which name."""
        base = self._base(clause, "from")
        names = clause.names("as", "called", "name")
        to = clause.places("to") or clause.places("place") or clause.places("in_too")
        inside = clause.places("in")
        if inside and not to and (not names or self._is_settled(clause)) and not self._comes_before(clause):
            to, inside = inside, ()
        if inside and not to and not names and self._comes_before(clause):
            raise Unsettled(Question("Where should it go?", (), "to"))
        if inside and to and self._follows(clause):
            to = tuple(Place((*place.parts, *inside[0].parts), place.new) for place in to)
        elif inside:
            base = nest(self.locations(inside)[0], base)
        destinations: list[Location | None] = list(self.locations(to)) or [None]
        marked = clause.get("to")
        into = marked is not None and marked.marker == "into"
        targets = self._themes(clause, base)
        if names and len(targets) > 1:
            raise Unsettled(Question("Which one should have that name?", tuple(t.name for t in targets), "which"))
        excluded = self._excluded(clause)
        aside = self.locations(inside)[0] if inside and not to and names else None
        for destination in destinations:
            for target in targets:
                params: dict[str, Any] = {"what": target}
                if destination is not None:
                    params["to"] = destination
                    if into or len(targets) > 1:
                        params["into"] = True
                if names:
                    params["new_name"] = names[0].text
                    self._sure(names[0])
                if excluded:
                    params["except"] = excluded
                if aside is not None:
                    params["or_to"] = aside
                after = [*target.goals, *self.needed(target.location, destination)]
                self.add(frame.domain, frame.goal, params, target.location, after)

    @staticmethod
    def _is_settled(clause: Clause) -> bool:
        """Whether what is moved is known already, so that a place can only be where it goes."""
        return all(thing.form == "pronoun" or thing.place is not None for thing in clause.things())

    @staticmethod
    def _follows(clause: Clause) -> bool:
        """Whether the place said with "in" comes right after the destination: "to archive in documents"."""
        to, inside = clause.get("to", "place"), clause.get("in")
        return to is not None and inside is not None and to.end <= inside.start

    @staticmethod
    def _comes_before(clause: Clause) -> bool:
        """Whether a place was said before the verb, where it is the place of what is moved."""
        inside = clause.get("in")
        return inside is not None and clause.verb is not None and inside.start < clause.verb[0]

    def _rename(self, frame: Frame, clause: Clause) -> None:
        base = self._base(clause, "from", "in")
        targets = self._themes(clause, base)
        names = clause.names("as", "called", "name")
        if len(targets) != 1 or not names:
            raise Unsettled(Question("What should the new name be?", (), "new_name"))
        self._sure(names[0])
        params = {"what": targets[0], "new_name": names[0].text}
        self.add(frame.domain, frame.goal, params, targets[0].location, targets[0].goals)

    def _write(self, frame: Frame, clause: Clause) -> None:
        base = self._base(clause, "in")
        part = clause.get("file", "theme")
        things = [thing for thing in part.value if isinstance(thing, Thing)] if part and isinstance(part.value, tuple) else []
        if not things and base is None:
            things = [Thing("pronoun", clause.start, clause.start, pronoun="it")]
        if len(things) != 1:
            raise Unsettled(Question("Which file should that be written to?", (), "file"))
        target = self._file(things[0], base)
        if clause.inherited and self._content is not None and not has_content(clause):
            content, after = self._content
        else:
            self._content = content, after = self.content(frame, clause)
        params = {"what": target, "content": content}
        self.add(frame.domain, frame.goal, params, target.location or base, [*target.goals, *after])

    def _file(self, thing: Thing, base: Location | None) -> Target:
        if thing.form == "pronoun":
            entity = self.discourse.last(kind="file")
            if entity is not None:
                return self._reference([entity])
        return self.targets([thing], base)[0]

    # -- content

    def content(self, frame: Frame, clause: Clause) -> tuple[str | Output, list[str]]:
        """The text to write, or the goal whose output it is, with the goals that it needs."""
        part = clause.get("text", "bare_text", "quoted", "replacement", "content_of", "its_content")
        if part is None:
            return "", []
        if isinstance(part.value, Span):
            return self._text(part), []
        if part.category == "content_of" and isinstance(part.value, tuple):
            things = [thing for thing in part.value if isinstance(thing, Thing)]
            target = self.targets(things, None)[0]
            self.add(frame.domain, "read", {"what": target}, target.location, target.goals)
        goal = self.discourse.text_goal
        if goal is None:
            entity = self.discourse.last(kind="file")
            if entity is None:
                raise Unsettled(Question("Which text do you mean?", (), "content"))
            self.add(frame.domain, "read", {"what": self._reference([entity])}, None, [entity.goal_id])
            goal = self.goals[-1].goal_id
        return Output(goal), [goal]

    def _text(self, part: Part) -> str:
        assert isinstance(part.value, Span)
        lattice, start, end = self.lattice, part.value.start, part.value.end
        tokens = lattice.tokens[start:end]
        quoted = [token for token in tokens if token.shape == "quoted"]
        if part.marker == LINES and not quoted:
            return self._lines(start, end)
        if end - start == 1 and tokens[0].shape == "file":
            self._confirm_text(start, end)
        if quoted and end - start > 1 and tokens[0].low not in BRACKETS:
            separators = all(
                token.shape == "quoted" or lattice.at(start + offset, "item_separator")
                for offset, token in enumerate(tokens)
            )
            if separators:
                return "\n".join(token.text for token in quoted)
            raise Unsettled(Question("Which part of that is the text?", (), "content"))
        if end - start > 2 and not quoted and self._text_is_doubtful(start, end):
            self._confirm_text(start, end)
        return lattice.text_of(start, end).strip()

    def _confirm_text(self, start: int, end: int) -> None:
        text = self.lattice.text_of(start, end)
        answer = self.discourse.ask("content", f'Is "{text}" the whole text?', ("yes", "no"))
        if answer.lower() not in ("yes", "y", "1"):
            raise Unsettled(Question("What should the text be?", (), "content"))

    def _lines(self, start: int, end: int) -> str:
        """ "with the lines a, b and c": each on a line of its own."""
        lines, begin, at = [], start, start
        while at < end:
            ends = [hit[0] for hit in self.lattice.at(at, "item_separator") if hit[0] < end]
            if ends and at > begin:
                lines.append(self.lattice.text_of(begin, at))
                begin = at = max(ends)
            else:
                at += 1
        return "\n".join([*lines, self.lattice.text_of(begin, end)])

    def _text_is_doubtful(self, start: int, end: int) -> bool:
        """Text that ends in a place, or holds a file's name after a marker, may have swallowed a part."""
        lattice = self.lattice
        for at in range(start + 1, end):
            for category in ("in", "to", "from"):
                for begin, _, _ in lattice.at(at, category):
                    for position in range(begin, min(begin + 2, end)):
                        if any(hit[0] == end for hit in lattice.at(position, "anchor")):
                            return True
            token = lattice.tokens[at]
            if token.low == ">" or (lattice.class_name(at) == "verb" and lattice.at(at - 1, "joint")):
                return True
            if token.shape == "file" and lattice.class_name(at - 1) in ("preposition", "called", "kind"):
                return True
        return False

    def _sure(self, name: Name) -> None:
        """Ask about a new name that may have swallowed other words."""
        if name.doubt:
            answer = self.discourse.ask(f"name:{name.text}", f'Is "{name.text}" the whole name?', ("yes", "no"))
            if answer.lower() not in ("yes", "y", "1"):
                raise Unsettled(Question("What should the name be?", (), "name"))


def has_content(clause: Clause) -> bool:
    """Whether the clause says what to write."""
    return clause.get("text", "bare_text", "quoted", "replacement", "content_of", "its_content") is not None


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
        outer.base, (*outer.folders, *inner.folders), outer.path, outer.made or inner.made, (*outer.doubtful, *inner.doubtful)
    )


def meta_goal(goals: Sequence[Goal]) -> MetaGoal:
    """The goals with the dependencies that their scopes say."""
    places = {goal.goal_id: index for index, goal in enumerate(goals)}
    dependencies: list[tuple[int, tuple[int, ...]]] = []
    for index, goal in enumerate(goals):
        needed = []
        for relation in goal.scope.split(","):
            tie, _, other = relation.partition(":")
            if tie in ("inside", "after") and other in places:
                needed.append(places[other])
        if needed:
            dependencies.append((index, tuple(dict.fromkeys(needed))))
    kind: MetaType = "single" if len(goals) == 1 else "dependent_multi" if dependencies else "independent_multi"
    return MetaGoal(kind, tuple(goals), tuple(dependencies))
