"""What a pronoun stands for: the thing of the wanted type said last, in this utterance or in an earlier command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

import msgspec
from msgspec import Struct

from aura.contracts.goal import Location, Target
from aura.contracts.problem import Problem
from aura.contracts.reference import is_reference
from aura.contracts.talk import Mention
from aura.language.grammar.grammar import Grammar
from aura.language.slots.parts import Thing
from aura.language.utterance.lattice import Lattice
from aura.understanding.discourse import Entity, Unsettled
from aura.understanding.earlier import MOST_OFFERED
from aura.understanding.goals import Goals
from aura.understanding.rows import PAIR, Rows, at, end, is_copied, picked

FOLDER = "folder"
KINDS = (FOLDER, "file")
PAIR_OF = "pair"
"""How a word means the first or the last of two: "the latter"."""
BY_ORDER = ("nth", PAIR_OF, "other", "did")
ONE_OF = ("it", "copy", "original")
IN_ROWS = ("nth", PAIR_OF, "head", "tail")
WORD = re.compile(r"[^\W_]+")
PLURAL = ("them", "others", "head", "tail")


class Sense(Struct, frozen=True):
    """What a word asks for, as the lexicon says it ("nth -1 folder", "did move", "it"): how, which, and which kind."""

    how: str
    which: str = ""
    kind: str = ""

    @property
    def number(self) -> int:
        """Which of a row, counted from one, or from the end below zero."""
        return int(self.which)


def sense_of(value: str) -> Sense:
    """A sense as the lexicon writes it."""
    words = value.split()
    kind = words.pop() if words[-1] in KINDS else ""
    return Sense(words[0] if words else "it", words[1] if len(words) > 1 else "", kind)


class Antecedents:
    """Pronouns of one utterance."""

    def __init__(self, lattice: Lattice, goals: Goals) -> None:
        self._lattice = lattice
        self._goals = goals
        self._discourse = goals.discourse
        self._rows = Rows(goals.discourse)

    def of(self, thing: Thing, wanted: str = "") -> Target:
        """The things that a pronoun means, by reference; a name where the user had to say it.

        A thing of the `wanted` kind is meant before any other, and one of this utterance before those of earlier ones.
        """
        said = self._lattice.words_of(thing.start, thing.end) or "it"
        sense = sense_of(thing.pronoun)
        if self._discourse.of_another and sense.how == "it":
            return self._named(self._discourse.stands_for(said, "it"))
        typed = msgspec.structs.replace(sense, kind=sense.kind or wanted)
        here = self._here(typed) or (not self._here(sense) and self._is_there(typed))
        meant = self.meant(said, typed if here else sense, count_of(self._lattice, thing.start, thing.end))
        return self._named(self._discourse.stands_for(said, "it")) if self._is_another(said, meant) else meant

    def _is_another(self, said: str, meant: Target) -> bool:
        """Whether words tell a thing from the one that would be meant: "copy the new a.txt, delete *the old one*"."""
        words = said.lower().split()
        if len(words) < 2 or words[-1] not in self._lattice.grammar.words["noun_again"]:
            return False
        qualities = self._lattice.grammar.words["telling_apart"]
        told = [word for word in words[:-1] if word in qualities]
        named = {
            word for path in meant.paths for word in WORD.findall(path.replace("\\", "/").rpartition("/")[2].lower())
        }
        return any(word not in named and not named.isdisjoint(qualities) for word in told)

    def _is_there(self, sense: Sense) -> bool:
        return bool(self._here(sense) or (not self._is_spoken_for(sense) and self._past(sense)))

    def meant(self, said: str, sense: Sense, count: int = 0) -> Target:
        """What words of a sense mean; a `count` is how many of them were said."""
        if sense.how in IN_ROWS and (ordered := self._in_order(said, sense)) is not None:
            return ordered
        here = self._here(sense)
        if here and sense.how == "them":
            return self.counted(said, here, count)
        if here:
            return self.reference(self._one_of(said, sense, here))
        discourse = self._discourse
        plural = sense.how in PLURAL
        key = "them" if plural else "it"
        spoken_for = discourse.in_vain or self._is_spoken_for(sense)
        if sense.how == "it" and not spoken_for:
            of_several = said.rpartition(" ")[2] in self._lattice.grammar.words["noun_again"]
            shown = [one for one in discourse.earlier.shown(of_several=of_several) if sense.kind in ("", one.kind)]
            if len(shown) == 1:
                discourse.recalled.append(said)
                return self.reference([recalled(shown[0])])
            if len(shown) > MOST_OFFERED:
                return self._named(discourse.stands_for(said, key))
            if shown:
                return self._chosen(said, key, shown)
        past = [] if spoken_for else self._past(sense)
        if sense.how == "them" and count and len(past) not in (0, count):
            past = [thing for thing in past if thing.kind != FOLDER]
            if len(past) != count:
                return self._named(discourse.stands_for(said, key))
        found = [thing for thing in past if not thing.gone]
        row = discourse.earlier.row() if sense.how == "nth" and not sense.kind and found else []
        if row and found[0].kind == FOLDER and any(thing.kind != FOLDER for thing in row):
            return self._chosen(said, key, [thing for thing in row if not thing.gone])
        if found and (plural or len(found) == 1):
            discourse.recalled.append(said)
            return self.reference([recalled(thing) for thing in found])
        if len(found) > 1:
            return self._chosen(said, key, found)
        return self._named(discourse.stands_for(said, key, past))

    def _in_order(self, said: str, sense: Sense) -> Target | None:
        """What words of order mean among what was named here, by the user's answer where that is not certain."""
        discourse = self._discourse
        rows = self._rows.of(sense.kind)
        found = picked([row for row in rows if sense.how != PAIR_OF or not is_copied(row)], sense.how, sense.number)
        named = self._rows.there()
        only = [one for one in named if not sense.kind or one.kind == sense.kind]
        if sense.how == PAIR_OF and not found and named:
            alone = sense.number < 0 and len(only) == 1 and discourse.container in (None, "", only[0].path)
            if alone and not discourse.originals and not discourse.spoken:
                return self.reference(only)
            return self._named(discourse.stands_for(said, "it"))
        if len(found) == 1 and not discourse.spoken and all(map(self._rows.is_there, found[0])):
            return self.reference(found[0])
        return self.which(said, list(chain.from_iterable(found))) if found else None

    def which(self, said: str, found: Sequence[Entity]) -> Target:
        """The one of several things of this utterance that the user answers."""
        there = [one for one in found if self._rows.is_there(one) and not is_reference(one.path)]
        labels = {self._discourse.earlier.say(one.path): one for one in there}
        answer = self._discourse.ask("it", f'Which one do you mean by "{said}"?', tuple(labels))
        return self.reference([labels[answer]]) if answer in labels else self._named(answer)

    def of_copied(self, thing: Thing, sources: Sequence[Entity]) -> Target:
        """What was copied, as a pronoun means it: one of several for "it", unless one goal copied them all."""
        said = self._lattice.words_of(thing.start, thing.end) or "it"
        apart = {one.path: one for one in sources}
        single = sense_of(thing.pronoun).how == "it"
        if single and len(apart) > 1 and len({one.goal_id for one in sources}) > 1:
            return self.which(said, list(apart.values()))
        if single and len(apart) == 1:
            return self.reference(sources)
        return self.counted(said, list(apart.values()), count_of(self._lattice, thing.start, thing.end))

    def counted(self, said: str, found: Sequence[Entity], count: int) -> Target:
        """Several things, of which as many are meant as was said; of others the user says which."""
        discourse = self._discourse
        files = [one for one in found if one.kind == "file"]
        every = [] if discourse.shown else self._rows.there()
        if not count and len(found) == 1 and len(every) > 1:
            count = PAIR if len({one.kind for one in every}) == 1 else len(every) + 1
        rows = [row for row in (list(found), files, every) if row and len(row) == count]
        if not count or rows:
            return self.reference(rows[0] if rows else found)
        return self._named(discourse.stands_for(said, "them"))

    def _one_of(self, said: str, sense: Sense, here: list[Entity]) -> list[Entity]:
        """What was found, or the one of several things that were named together which the user means by "it"."""
        group = self._discourse.group
        named = self._rows.before_copying(group) if sense.how == "original" else group
        together = {one.path: one for one in named if one.kind == here[0].kind}
        if sense.how not in ONE_OF or len(here) > 1 or len(together) < 2 or here[0] not in together.values():
            return here
        labels = {self._discourse.earlier.say(path): one for path, one in together.items()}
        answer = self._discourse.ask("it", f'Which one do you mean by "{said}"?', tuple(labels))
        return [labels[answer]] if answer in labels else here

    def folder(self, said: str, sense: Sense) -> str | None:
        """The folder that words of a sense mean as a place, where an earlier command or this one made or named it."""
        discourse = self._discourse
        if sense.how in BY_ORDER:
            target = self.meant(said, msgspec.structs.replace(sense, kind="folder"))
            return target.paths[0] if len(target.paths) == 1 else None
        if discourse.in_vain or (sense.how == "it" and discourse.spoke_of("file")):
            return None
        place = discourse.earlier.place() if sense.how != "it" else None
        if place is not None:
            discourse.recalled.append(said)
            return place
        found = discourse.earlier.containers()
        there = [thing for thing in found if not thing.gone]
        if len(there) > 1:
            target = self._chosen(said, "container", there)
            return target.paths[0] if target.paths else None
        if there:
            discourse.recalled.append(said)
        return there[0].path if there else None

    def the_one(self, thing: Thing, location: Location | None) -> Target:
        """ "The one on the desktop": what was spoken of and is there, or has the same name there."""
        discourse = self._discourse
        said = self._lattice.words_of(thing.start, thing.end)
        entities = [*reversed(discourse.entities), *reversed(discourse.originals)]
        if not entities and not discourse.in_vain:
            past = (one for recall in discourse.earlier.commands for one in reversed(recall.talk.things))
            entities = [recalled(one) for one in past if not one.gone]
            discourse.recalled += [said] if entities else []
        if not entities:
            return self._named(discourse.stands_for(said, "it"))
        return msgspec.structs.replace(self.reference(entities), location=location, count=1)

    def last(self, kind: str, said: str) -> Target | None:
        """ "The folder", "the file": the one of its kind said last."""
        entity = self._discourse.last(kind=kind)
        if entity is not None:
            return self.reference([entity])
        if self._discourse.spoke_of(kind) or not self._discourse.earlier.things(kind):
            return None
        return self.meant(said, Sense("it", kind=kind))

    def text(self, *, result: bool) -> str | None:
        """The text that an earlier command gave, where this one spoke of no file; "the result" is any such text."""
        discourse = self._discourse
        if discourse.spoke_of("file"):
            return None
        return discourse.earlier.result() if result else discourse.earlier.text()

    def reference(self, entities: Sequence[Entity]) -> Target:
        """Things by their paths, and the goals that made them what they are."""
        goals = tuple(dict.fromkeys(self._goals.maker(entity) for entity in entities))
        return Target(paths=tuple(entity.path for entity in entities), goals=goals)

    # -- in this utterance

    def _here(self, sense: Sense) -> list[Entity]:
        discourse = self._discourse
        match sense.how:
            case "them":
                copied = len(discourse.group) == 1 and discourse.group[0].copied
                return [*(discourse.originals[-1:] if copied else ()), *discourse.group]
            case "original":
                return discourse.originals[-1:]
            case "nth" | "pair" | "head" | "tail":
                found = picked(self._rows.of(sense.kind), sense.how, sense.number)
                return found[0] if found and sense.how != PAIR_OF else []
            case "other" | "others":
                return self._rows.others(sense.kind)
            case "did":
                done = [e for e in discourse.entities if self._goals.verb_of(e.goal_id) == sense.which]
                return [e for e in done if not sense.kind or e.kind == sense.kind][-1:]
        entity = discourse.last(kind=sense.kind, copied=sense.how == "copy")
        if entity is None:
            return []
        together = [other for other in discourse.group if other.goal_id == entity.goal_id]
        return together if len(together) > 1 and entity in together else [entity]

    def _is_spoken_for(self, sense: Sense) -> bool:
        """Whether something of that kind was spoken of in this utterance, so that nothing earlier can be meant.

        What is told before a command may be about anything: "the screenshot is blurry, delete it".
        """
        discourse = self._discourse
        told = discourse.tells or discourse.spoke_of(sense.kind)
        return sense.how in ("it", "copy", "original", "them") and told

    # -- in earlier commands

    def _past(self, sense: Sense) -> list[Mention]:
        earlier = self._discourse.earlier
        match sense.how:
            case "them":
                return earlier.together()
            case "original":
                return earlier.originals()[-1:]
            case "copy":
                return earlier.things(sense.kind, copied=True)
            case "nth":
                return at(earlier.row(sense.kind), sense.number, least=1)
            case "pair":
                row = earlier.row(sense.kind)
                return at(row, sense.number) if len(row) == PAIR else earlier.things(sense.kind)
            case "head" | "tail":
                return end(earlier.row(sense.kind), sense.number, first=sense.how == "head")
            case "other" | "others":
                return earlier.others(sense.kind)
            case "did":
                return earlier.things(sense.kind, verb=sense.which)
        return earlier.things(sense.kind)

    def _chosen(self, said: str, key: str, found: Sequence[Mention]) -> Target:
        """One of several that fit, by the user's answer."""
        labels = {self._discourse.earlier.say(thing.path): thing for thing in found}
        asked = f'Which one do you mean by "{said}"?'
        answer = self._discourse.ask(key, asked, tuple(labels))
        return self.reference([recalled(labels[answer])]) if answer in labels else self._named(answer)

    def _named(self, answer: str) -> Target:
        """What the user says in answer, which is looked up like any name."""
        if not answer.strip():
            raise Unsettled(Problem("NOTHING_NAMED", "Nothing was named, so nothing was done."))
        return Target(name=answer)


def recalled(thing: Mention) -> Entity:
    """A thing of an earlier command as one of this utterance, made by none of its goals."""
    return Entity("", thing.path, "folder" if thing.kind == "folder" else "file", thing.copied)


def count_of(lattice: Lattice, start: int, end: int) -> int:
    """How many things words say that they stand for: "both", "the three of them"; nothing where they say none."""
    return count_in(lattice.grammar, lattice.words_of(start, end))


def count_in(grammar: Grammar, said: str) -> int:
    """How many things a text says that it stands for."""
    words, cardinal = said.lower().split(), grammar.words["cardinal"]
    found = (PAIR if word in grammar.words["pairing"] else cardinal.get(word, 0) for word in words)
    return next((count for count in found if count >= PAIR), 0)
