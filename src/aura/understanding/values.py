"""What fills the slots of a domain's sentences: as it was said, or where it was said before ("open it")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from aura.contracts.goal import Output, Target
from aura.contracts.reference import is_reference
from aura.language.grammar.grammar import Intent
from aura.language.slots.parts import Clause, Given, Holder, Name, Place, Pronoun, Reading, Thing, Ways
from aura.language.utterance.numbers import Numbers
from aura.understanding.asked_freely import asked_of
from aura.understanding.creation import extension_of
from aura.understanding.discourse import Spoken
from aura.understanding.forbidden import spoken_of
from aura.understanding.goals import Goals
from aura.understanding.named_things import NamedThings
from aura.understanding.referents import Referents
from aura.understanding.spoken_in_turn import SpokenInTurn

TEXT = "text"
READ, OBJECT = "read", "object"
Meant = tuple[Any, list[str]]
"""A slot's value, and the goals that it comes from."""


def made_of(intent: Intent, slots: Mapping[str, Any]) -> dict[str, Any]:
    """What a sentence fixes, by what the name of what it makes ends in: "make *olives.pptx* titled Olives"."""
    name = slots.get("name")
    kind = f".{extension_of(name)}" if isinstance(name, str) else ""
    other = {"object": intent.named[kind], "kind": kind} if kind in intent.named else {}
    return intent.params | other


def goal_of(intent: Intent, params: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """The domain, the goal and the parameters of a sentence: the other ones where its file is of no kind of its own."""
    if not intent.otherwise:
        return intent.domain, intent.goal, params
    things = ((params.get(name), kinds.split()) for name, kinds in intent.things.items())
    known = ((thing, kinds) for thing, kinds in things if isinstance(thing, Target) and thing.paths)
    other = any(
        not (is_reference(path) or path.lower().endswith(tuple(kinds)))
        for thing, kinds in known
        for path in thing.paths
    )
    if not other:
        return intent.domain, intent.goal, params
    said = {intent.otherwise[name]: value for name, value in params.items() if name in intent.otherwise}
    return intent.otherwise["domain"], intent.otherwise["goal"], said


class SpokenValues:
    """The values that the sentences of one utterance are about."""

    def __init__(self, goals: Goals, referents: Referents) -> None:
        self._discourse = goals.discourse
        self._goals = goals
        self._referents = referents
        self._things = NamedThings(referents)
        self._in_turn = SpokenInTurn(goals.discourse, referents.lattice)
        self._told: set[str] = set()
        intents = referents.grammar.intents
        self._pointed_at = {kind for one in intents for kinds in one.refers.values() for kind in kinds} - {TEXT}
        self._figure: str | None = None
        self._reading = Reading(0.0, ())

    def of(self, intent: Intent, clause: Clause) -> tuple[dict[str, Any], list[str]]:
        """What fills a sentence's slots, and the goals that it comes after.

        A word that stands for nothing that was said fills none, so that what is needed is asked for. A file that is
        not named is the one said last.
        """
        slots: dict[str, Any] = {}
        after: list[str] = []
        for name, value in clause.slots:
            meant, goals = self._value(intent, name, value)
            if meant is not None:
                slots[name] = meant
                after += goals
        last = self._goals.all[-1].goal_id if self._goals.all else ""
        said = {name: self._discourse.values[name] for name in intent.recalls if name in self._discourse.values}
        latest = {name: meant for name, meant in said.items() if meant[1] == last} or said
        for name, (meant, goal) in latest.items():
            slots[name] = meant
            after += [goal] if goal else []
        for name, kind in intent.things.items():
            if name not in slots:
                slots[name] = self._things.said_last(kind)
                after += slots[name].goals
        return slots, after

    def asked(self, start: int, end: int) -> str:
        """The question about anything that is read between two tokens."""
        return asked_of(self._referents.lattice, start, end, self._reading)

    def each_of(self, intent: Intent, clause: Clause) -> list[Clause]:
        """A clause for each of the values that a word in it stands for, where they are several: "close both"."""
        for at, (name, value) in enumerate(clause.slots):
            if isinstance(value, Pronoun) and (meant := self._in_turn.each(intent.refers.get(name, ()), value)):
                before, behind = clause.slots[:at], clause.slots[at + 1 :]
                return [msgspec.structs.replace(clause, slots=(*before, (name, one), *behind)) for one in meant]
        return []

    def keep(self, slots: Mapping[str, Any], goal_id: str, clause: Clause) -> None:
        """Remember what a goal is about, for words that stand for it later, and which kind of it that is."""
        values = self._discourse.values
        values.pop(OBJECT, None)
        for name, value in slots.items():
            if isinstance(value, str | int) and not isinstance(value, bool) and name != TEXT:
                values.pop(name, None)
                values[name] = value, goal_id
            if isinstance(value, str) and name in self._pointed_at:
                self._discourse.spoken.append(Spoken(name, value, goal_id, clause.start))

    def take_in(self, reading: Reading) -> None:
        """Remember all that a reading tells and asks."""
        self._reading = reading
        self.told_of(spoken_of(reading))

    def told_of(self, named: Iterable[tuple[str, Any]]) -> None:
        """Remember what was told of; of two of a kind it is open which one is meant, so that is asked."""
        told: dict[str, set[Any]] = {}
        for name, value in named:
            told.setdefault(name, set()).add(value)
        self._told |= told.keys()
        for name, values in told.items():
            one = next(iter(values)) if len(values) == 1 else None
            if one is None or isinstance(one, str):
                self._discourse.values[name] = one, ""

    def tell_figures(self, numbers: Numbers, start: int, end: int) -> None:
        """Remember the number in what was told, which "that" may mean where a value is wanted; of two none is."""
        at = start
        while at < end:
            number = numbers.at(at)
            denied = number is not None and any(numbers.lattice.class_name(word) == "negation" for word in range(at))
            if denied:
                self._figure = ""
            elif number is not None:
                self._figure = number[1] if self._figure is None else ""
            at = number[0] if number is not None else at + 1

    def may_be_of_what_was_told(self, intent: Intent, intents: Iterable[Intent]) -> bool:
        """ "Firefox looks odd, restart": what was told of can be restarted too, by another domain."""
        others = (one for one in intents if one.goal == intent.goal and one.domain != intent.domain)
        return bool(self._told) and any(self._told & set().union(*one.refers.values()) for one in others)

    def _value(self, intent: Intent, name: str, value: Any) -> Meant:
        match value:
            case Pronoun():
                kinds = intent.refers.get(name, (name,))
                meant, goal = self._in_turn.one(kinds, value) or self._meant(kinds)
                if TEXT in kinds and not goal and self._figure:
                    return self._figure, []
                if meant is None and TEXT in kinds and intent.contents:
                    file = self._referents.antecedents.last("file", "it")
                    if file is not None:
                        return self._given(intent.contents, READ, {"what": file}, file.goals)
                if meant is None and name != TEXT and TEXT in kinds:
                    meant = self._discourse.ask(f"{name}:{TEXT}", "Which text is that?")
                return meant, [goal] if goal else []
            case Thing():
                target = self._things.meant(value, intent.things.get(name, ""))
                return target, [*target.goals, *self._referents.needed(target.location)]
            case Name():
                return self._referents.sure(value), []
            case Place():
                location = self._referents.location(value)
                return location, self._referents.needed(location)
            case Ways():
                return self._one_of(name, value), []
            case Given():
                return self._given(value.domain, value.goal, {"object": value.object} if value.object else {}, ())
            case Holder():
                target = self._things.meant(value.thing, "")
                if (read := self._goals.gave(target.goals, intent.contents, READ)) is not None:
                    return Output(read), [read]
                return self._given(intent.contents, READ, {"what": target}, target.goals)
        return value, []

    def _given(self, domain: str, verb: str, params: dict[str, Any], after: Sequence[str]) -> Meant:
        """The text that another goal gives, which comes first."""
        goal = self._goals.next_id
        self._goals.add(domain, verb, params, None, after)
        return Output(goal), [goal]

    def _one_of(self, name: str, ways: Ways) -> list[Any]:
        """What was said for a table, as lists; of several ways to tell it apart the user's."""
        shown = {_told(way): way for way in ways.values}
        way = ways.values[0]
        if len(shown) > 1:
            answer = self._discourse.ask(f"{name}:{ways.said}", f'What is meant by "{ways.said}"?', tuple(shown))
            way = shown.get(answer) or _as_answered(way, answer)
        return [list(row) if isinstance(row, tuple) else row for row in way]

    def _meant(self, kinds: tuple[str, ...]) -> tuple[Any, str]:
        """The value of these kinds said last, here or in an earlier command, and the goal here that was about it."""
        discourse = self._discourse
        if TEXT in kinds:
            return self._text()
        here = [found for kind, found in discourse.values.items() if kind in kinds]
        if here:
            return here[-1]
        earlier = discourse.earlier.value(kinds)
        discourse.recalled += ["it"] if earlier is not None else []
        return earlier, ""

    def _text(self) -> tuple[Any, str]:
        """The text that an earlier goal gives, or that an earlier command gave."""
        goal = self._discourse.text_goal
        if goal is not None:
            return Output(goal), goal
        return (None if self._discourse.spoke_of("file") else self._discourse.earlier.text()), ""


def _told(way: Sequence[Any]) -> str:
    """Cells as a question shows them: commas between cells, semicolons between rows."""
    if way and isinstance(way[0], tuple):
        return "; ".join(", ".join(map(str, row)) for row in way)
    return ", ".join(way)


def _as_answered(way: Sequence[Any], answer: str) -> tuple[Any, ...]:
    """Cells that the user told apart by commas and semicolons."""
    rows = [tuple(cell.strip() for cell in row.split(",") if cell.strip()) for row in answer.split(";")]
    return tuple(rows) if way and isinstance(way[0], tuple) else rows[0]
