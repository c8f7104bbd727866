"""GoalInterpreter: from a reading to goals with scopes; dependencies follow from scope and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from aura.contracts.goal import Location, MetaGoal, Output, Question, Target
from aura.contracts.problem import Problem
from aura.language.grammar.grammar import Frame, Grammar, Intent
from aura.language.slots.parts import Clause, Name, Place, PlacePart, Reading, Thing
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.understanding.clauses import (
    arrange,
    comes_before,
    comes_then,
    goes_into,
    is_said_besides,
    is_settled,
    mentions_in_vain,
    moves,
    names_only,
    one_in_another,
    only_points,
    place_follows,
    places_of,
    points_there,
    writes,
)
from aura.understanding.contents import RESULT, Contents
from aura.understanding.creation import Creation, extension_of
from aura.understanding.discourse import Discourse, Entity, Unsettled
from aura.understanding.forbidden import NOT_WANTED, leaves_open, meant, tells_of_another, told_of, wanted
from aura.understanding.goals import Goals, Settle, filled, meta_goal
from aura.understanding.referents import Referents, nest
from aura.understanding.renaming import Renaming
from aura.understanding.spared import only_looks, see_spared
from aura.understanding.values import SpokenValues, goal_of, made_of

KEPT, DELETED = "create", "deleted"
EMPTYING = (DELETED, "emptied")
NOT_READ = Problem("NOT_READ", "Part of that was not understood, so nothing was done; say it another way.")


class GoalInterpreter:
    """Turns the clauses of one reading into goals, in the order they were said.

    After each goal `settle` says what it came to (paths over the overlay), because what "it" and "there" mean
    next depends on it. `discourse` carries what was said before, and the user's answers.
    """

    def __init__(self, grammar: Grammar, lattice: Lattice, settle: Settle, discourse: Discourse) -> None:
        self.grammar = grammar
        self._lattice = lattice
        self._discourse = discourse
        self._described: tuple[int, Target] | None = None
        self._goals = Goals(settle, discourse)
        self._referents = Referents(grammar, lattice, self._goals)
        self._contents = Contents(self._referents)
        self._values = SpokenValues(self._goals, self._referents)
        self._creation = Creation(self._referents, self._contents)
        self._renaming = Renaming(self._referents)
        self._in_turn = self._mentioned = False
        self._until = 0
        self._taken_back: list[Clause] = []
        self.together: list[set[str]] = []
        """The goals of each clause, by their ids."""

    def interpret(self, reading: Reading) -> MetaGoal | Question | Problem:
        """The goals of a reading, or what must be asked or cannot be."""
        spared: Clause | None = None
        try:
            self._take_in_background(reading)
            groups = arrange(self.grammar, self._lattice, wanted(self._lattice, reading))
            last = groups[-1][-1]
            spared = last if last.intent < 0 and self.grammar.frames[last.frame].contrast else None
            if mentions_in_vain(self._lattice, meant(reading)) or leaves_open(self._lattice, reading):
                raise Unsettled(NOT_READ)
            self._taken_back = list(told_of(self.grammar, reading))
            for group in groups:
                self._group([clause for clause in group if clause is not spared], reading)
            if spared is not None and not only_looks(self.grammar, groups, spared):
                see_spared(spared, self._where(spared)[-1], self._referents)
            elif spared is None and last.intent < 0 and not self.grammar.frames[last.frame].goal:
                raise Unsettled(Question("What should happen with that?", (), "action"))
        except Unsettled as unsettled:
            return NOT_WANTED if spared is not None and unsettled.value is NOT_READ else unsettled.value
        return meta_goal(self._goals.all)

    def _speak_of_what_was_taken_back(self, start: int) -> None:
        """ "Delete notes.txt, no, move it to sorted": what a clause before a token that is taken back was about."""
        while self._taken_back and self._taken_back[0].end <= start:
            clause = self._taken_back.pop(0)
            goes = moves(self.grammar.frames[clause.frame])
            base = self._referents.base(clause, "from") if goes else self._where(clause)[-1]
            for target in self._referents.themes(clause, base):
                self._goals.mention({"what": target}, may_be_missing=True)

    def _take_in_background(self, reading: Reading) -> None:
        """ "My desktop is a mess, move the pictures there", "Teams hangs, close it": what is spoken of may be meant."""
        for kind, start, end in reading.notes:
            if kind != "remark":
                continue
            location = self._referents.place_at(start)
            if location is not None:
                self._goals.speak_of(location)
            if start == 0 and self._referents.lattice.in_set(start, "determiner"):
                self._discourse.tells = True
            self._values.tell_figures(Numbers(self._lattice), start, end)
            self._values.told_of(self._discourse.named_of(self._lattice, start, end))
        self._values.take_in(reading)

    def _group(self, group: Sequence[Clause], reading: Reading) -> None:
        affected: list[Entity] = []
        for clause in group:
            self._discourse.of_another = tells_of_another(self._lattice, reading, self._until, clause)
            self._until = clause.start + 1
            self._speak_of_what_was_taken_back(clause.start)
            before, seen = len(self._discourse.entities), len(self._goals.all)
            before_it = self._in_turn
            self._in_turn = clause.intent >= 0 and self.grammar.intents[clause.intent].in_turn
            in_order = before_it or self._in_turn or comes_then(self._lattice, clause)
            self._goals.sequel = self._goals.all[-1].goal_id if seen and in_order else ""
            self._clause(clause)
            self.together.append({goal.goal_id for goal in self._goals.all[seen:]})
            affected.extend(self._goals.shown or self._discourse.entities[before:])
            self._goals.shown = ()
            if self._should_have_done(clause) and len(self._goals.all) == seen:
                raise Unsettled(Problem("NOTHING_TO_DO", "Nothing was named to do that with."))
            self._mentioned = clause.intent < 0 and not self.grammar.frames[clause.frame].goal
        if affected:
            self._discourse.group = affected

    def _should_have_done(self, clause: Clause) -> bool:
        return clause.intent < 0 and bool(self.grammar.frames[clause.frame].goal) and not self._is_echo(clause)

    def _clause(self, clause: Clause) -> None:
        if self._is_echo(clause):
            return
        if clause.intent >= 0:
            intent = self.grammar.intents[clause.intent]
            if intent.shares and not any(isinstance(value, Thing) for _, value in clause.slots):
                raise Unsettled(NOT_READ)
            if intent.back:
                raise Unsettled(Problem("NOT_ALONE", "Taking something back is a command of its own; say only that."))
            if several := self._values.each_of(intent, clause):
                for one in several:
                    self._clause(one)
                return
            said = clause.verb or (clause.start, clause.start + 1)
            whole = {intent.whole: self._values.asked(*said)} if intent.whole else {}
            slots, after = self._values.of(intent, clause)
            open_to_told = not clause.slots and not intent.reads
            if open_to_told and self._values.may_be_of_what_was_told(intent, self.grammar.intents):
                raise Unsettled(Question("What should happen with that?", (), "action"))
            if self._was_done_to(intent.never_after, slots, intent.domain):
                raise Unsettled(NOT_READ)
            fixed = made_of(intent, slots)
            if self._is_said_again(intent, filled(fixed, slots)) and not comes_then(self._lattice, clause):
                return
            self._values.keep({**fixed, **slots}, self._goals.next_id, clause)
            domain, goal, params = goal_of(intent, filled(fixed, slots))
            self._goals.add(domain, goal, params | whole, after=after)
            return
        frame = self.grammar.frames[clause.frame]
        self._look_first(clause)
        if frame.is_new:
            self._creation.create(frame, clause)
        elif moves(frame):
            self._transfer(frame, clause)
        elif names_only(frame):
            self._renaming.rename(frame, clause)
        elif writes(frame):
            self._write(frame, clause)
        else:
            self._act_on(frame, clause)

    def _was_done_to(self, verbs: Sequence[str], slots: Mapping[str, Any], domain: str) -> bool:
        """Whether one of these was done, in this utterance, to something that fills the same slot now."""
        before = (goal for goal in self._goals.all if goal.domain == domain and goal.verb in verbs)
        return any(goal.params.get(name) == value for goal in before for name, value in slots.items())

    def _is_said_again(self, intent: Intent, params: Mapping[str, Any]) -> bool:
        """ "Get this window out of my way, minimise it": the same as before in other words; not "press up, *up*"."""
        last = self._goals.all[-1] if self._goals.all and not intent.follows else None
        return last is not None and (last.domain, last.verb, last.params) == (intent.domain, intent.goal, params)

    def _look_first(self, clause: Clause) -> None:
        """ "In downloads, move a.txt to old": what is named without a place of its own is looked for there."""
        places = clause.places("in", "from", "to") if comes_before(clause, "in", "from") else ()
        if len(places) == 1 and places[0].parts[0].kind in ("anchor", "name"):
            self._goals.look_in(self._referents.location(places[0]))

    def _is_echo(self, clause: Clause) -> bool:
        """ "…, so please move it": says again what was said, and nothing more; not of what was spoken of since."""
        if clause.intent >= 0 or not self._goals.all or self._mentioned:
            return False
        frame = self.grammar.frames[clause.frame]
        pronouns, last = all(thing.form == "pronoun" for thing in clause.things()), self._goals.all[-1]
        if clause.inherited:
            there = [only_points(part) for part in clause.parts if places_of(part)]
            return pronouns and bool(there) and all(there) and "to" in last.params
        bare = all(part.category == "theme" or ("to" in last.params and only_points(part)) for part in clause.parts)
        named = names_only(frame) and "new_name" in last.params
        return bare and pronouns and not frame.contents and (named or frame.goal == last.verb)

    # -- what each kind of frame asks for

    def _contents_of(self, target: Target) -> Target:
        """ "Empty the folder X": everything in it, and not X itself; what is no folder is asked about."""
        if target.globs:
            return target
        if len(target.paths) == 1 and self._discourse.is_folder(target.paths[0]):
            return Target(globs=("*",), everything=True, location=self._referents.inside(target.paths[0]))
        doubtful = not target.name or target.kind not in ("", "folder") or "." in target.name
        if doubtful and self._discourse.ask("empty", "Should it be deleted, or only emptied?", EMPTYING) == DELETED:
            return target
        inside = Location(path=target.paths[0]) if target.paths else Location(folders=(target.name,))
        return Target(globs=("*",), everything=True, location=nest(target.location, inside))

    def _sought_again(self, frame: Frame, clause: Clause, base: Location | None) -> list[Target]:
        """ "Where is X? Search documents for it": what was looked for in vain is looked for elsewhere.

        What was only described is looked for by that: "I have something with rent in its name, find it".
        """
        vain, described = self._discourse.vain, self._described
        if "sought" in frame.takes and all(thing.form == "pronoun" for thing in clause.things()):
            if vain is not None:
                return [msgspec.structs.replace(vain, location=base)]
            if described is not None and described[0] == len(self._goals.all):
                return [msgspec.structs.replace(described[1], location=base or described[1].location)]
        wanted = frame.theme if frame.theme in ("file", "folder") else ""
        targets = self._referents.themes(clause, base, wanted)
        self._discourse.sought = targets[-1] if "sought" in frame.takes and targets else None
        return targets

    def _where(self, clause: Clause) -> list[Location | None]:
        """Where the things of a clause are: things that have names may be in several places."""
        categories = ("from", "in", *(() if clause.things() else ("to",)), "place")
        inner = clause.get("from", "in_too") if clause.get("in") else None
        if inner is not None:
            return [nest(self._referents.base(clause, "in"), self._referents.base(clause, inner.category))]
        places = clause.places(*categories)
        if len(places) > 1 and all(thing.form in ("name", "pattern") for thing in clause.things()):
            return list(self._referents.locations(places))
        return [self._referents.base(clause, *categories)]

    def _act_on(self, frame: Frame, clause: Clause) -> None:
        bases = self._where(clause)
        base = bases[-1]
        if not clause.things() and base is not None and not frame.goal:
            self._goals.go_to(base)
            return
        content = clause.get("its_content")
        if content is not None and content.marker == RESULT:
            raise Unsettled(NOT_READ)
        if not clause.things() and frame.theme != "existing" and content is None:
            for place in (at or Location("root") for at in bases):
                self._goals.add(frame.domain, frame.goal, {"what": Target(location=place)}, place)
            return
        excluded = self._referents.excluded(clause)
        spared: dict[str, Any] = {"except": excluded} if excluded else {}
        if not clause.things() and base is not None and content is None:
            for place in filter(None, bases):
                what = Target(globs=("*",) if frame.contents else (), everything=frame.contents, location=place)
                self._goals.add(
                    frame.domain, frame.goal, {"what": what, **spared}, place, self._referents.needed(place)
                )
            return
        targets = [each for place in bases for each in self._sought_again(frame, clause, place)]
        for target in targets:
            if frame.contents:
                target = self._contents_of(target)
            params: dict[str, Any] = {"what": target, **spared}
            if frame.goal:
                after = [*target.goals, *self._referents.needed(base)]
                self._goals.add(frame.domain, frame.goal, params, target.location or base, after)
            elif not self._speaks_of_places(clause):
                self._described = (len(self._goals.all), target) if target.globs else None
                self._goals.mention(params, all(thing.indefinite or thing.owned for thing in clause.things()))

    def _speaks_of_places(self, clause: Clause) -> bool:
        """Whether all that is only spoken of are places: "*my desktop* is a mess, move the pictures there"."""
        places = [self._referents.place_at(thing.start, thing.end) for thing in clause.things()]
        for place in filter(None, places):
            self._goals.speak_of(place)
        return bool(places) and all(places)

    def _transfer(self, frame: Frame, clause: Clause) -> None:
        """Move and copy: what, from where, to where, under which name."""
        base = self._referents.base(clause, "from", *(("place",) if clause.get("to") else ()))
        names = clause.names("as", "called", "name")
        if names and self._is_text(clause, names[0]):
            return self._keep_text(frame, clause, names[0])
        nested = one_in_another(clause)
        to = clause.places("to") or clause.places("place") or nested or clause.places("in_too")
        if names and clause.get("name") and len(clause.things()) > 1 and not names[0].like_file:
            to, names = (Place((PlacePart("name", names[0].text, names[0]),)),), ()
        to = () if names and self._is_its_own(to) else to
        inside = () if nested else clause.places("in")
        there = bool(to and inside) and points_there(inside[0])
        inside = () if names and (there or self._is_its_own(inside)) else inside
        settled = not names or is_settled(clause) or clause.get("from") is not None
        if inside and not to and settled and not comes_before(clause, "in"):
            to, inside = inside, ()
        if inside and not to and not names and comes_before(clause, "in"):
            to, inside = (inside, ()) if goes_into(clause) else (self._asked_where(), inside)
        if there and inside and place_follows(clause):
            raise Unsettled(NOT_READ)
        if inside and to and place_follows(clause):
            to = tuple(Place((*place.parts, *inside[0].parts), place.new) for place in to)
        elif inside:
            base = nest(self._referents.base(clause, "in"), base)
        if not to and not names:
            to = self._asked_where()
        destinations: list[Location | None] = list(self._referents.locations(to)) or [None]
        into = (marked := clause.get("to")) is not None and marked.marker == "into"
        targets = self._referents.themes(clause, base)
        if names and len(targets) > 1:
            known = tuple(target.name for target in targets if target.name)
            chosen = self._discourse.ask("which", "Which one should have that name?", known)
            targets = [target for target in targets if target.name == chosen] or [Target(name=chosen)]
        excluded = self._referents.excluded(clause)
        aside = self._referents.locations(inside)[0] if inside and not to and names else None
        for destination in destinations:
            for target in targets:
                params: dict[str, Any] = {"what": _without(target, destination)}
                if destination is not None:
                    params["to"] = destination
                    if into or len(targets) > 1:
                        params["into"] = True
                if names:
                    params["new_name"] = self._referents.sure(names[0])
                params |= {"except": excluded} if excluded else {}
                params |= {"or_to": aside} if aside is not None else {}
                params |= {"overwrite": True} if clause.get("overwriting") is not None else {}
                after = [*target.goals, *self._referents.needed(target.location, destination)]
                self._goals.add(frame.domain, frame.goal, params, target.location, after)

    def _is_text(self, clause: Clause, name: Name) -> bool:
        """ "Read the page and save it as page.txt": what was read last, where there is no file of that kind to copy."""
        pronouns = bool(clause.things()) and all(thing.form == "pronoun" for thing in clause.things())
        if not pronouns or not self._goals.all or self._discourse.text_goal != self._goals.all[-1].goal_id:
            return False
        file = self._discourse.last(kind="file")
        return file is None or (name.like_file and extension_of(file.path) != extension_of(name.text))

    def _keep_text(self, frame: Frame, clause: Clause, name: Name) -> None:
        """A file with the text that the goal before gives."""
        place = self._referents.base(clause, "to", "place", "in_too", "in")
        goal = self._discourse.text_goal or ""
        params = {"object": "file", "name": self._referents.sure(name), "content": Output(goal)}
        params |= {"at": place} if place is not None else {}
        self._goals.add(frame.domain, KEPT, params, place, [goal, *self._referents.needed(place)])

    def _is_its_own(self, places: Sequence[Place]) -> bool:
        """ "As b.txt in the same folder", where no other was spoken of: the one that the thing is in."""
        return bool(places) and places[0].parts[0].sense == "same" and self._discourse.place is None

    def _asked_where(self) -> tuple[Place, ...]:
        """A destination that was not said."""
        return self._referents.read_places(self._discourse.ask("to", "Where should it go?"))

    def _write(self, frame: Frame, clause: Clause) -> None:
        base = self._referents.base(clause, "in")
        part = clause.get("file", "at_end_of", "theme")
        value = part.value if part is not None and isinstance(part.value, tuple) else ()
        things = [thing for thing in value if isinstance(thing, Thing)]
        if not things and base is None:
            things = [Thing("pronoun", clause.start, clause.start, pronoun="it")]
        targets = self._files(things, base)
        content, after = self._contents.of(frame, clause)
        if content == "" and not clause.inherited:
            content = self._discourse.ask("content", "What should it say?")
        for target in targets:
            if isinstance(content, Output) and self._reads(content.goal) == target.paths != ():
                raise Unsettled(Question("Where should it go?", (), "to"))
            goal = frame.adds if frame.adds and is_said_besides(self._lattice, clause) else frame.goal
            params, where = {"what": target, "content": content}, target.location or base
            self._goals.add(frame.domain, goal, params, where, [*target.goals, *after])

    def _reads(self, goal_id: str) -> tuple[str, ...]:
        """The paths that a goal reads from."""
        what = next((goal.params.get("what") for goal in self._goals.all if goal.goal_id == goal_id), None)
        return what.paths if isinstance(what, Target) else ()

    def _files(self, things: Sequence[Thing], base: Location | None) -> list[Target]:
        """The files that text goes to; a pronoun is the file that was said last."""
        if things:
            return self._referents.targets(things, base, "file")
        return [Target(name=self._discourse.ask("file", "Which file should that be written to?"), kind="file")]


def _without(target: Target, folder: Location | None) -> Target:
    """What goes into a folder, which is none of it: "make box, a.txt and b.txt", then "move them into it"."""
    others = tuple(path for path in target.paths if folder is None or path != folder.path)
    return msgspec.structs.replace(target, paths=others) if others else target
