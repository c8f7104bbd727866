"""What has been said so far in an utterance: things, containers and texts that later words refer to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal

from msgspec import Struct

from aura.contracts.goal import Location, Question, Target
from aura.contracts.problem import Problem
from aura.contracts.reference import is_reference
from aura.contracts.talk import Mention, Talk
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates
from aura.understanding.earlier import Earlier
from aura.understanding.said_names import SaidNames

EntityKind = Literal["folder", "file"]


class Entity(Struct, frozen=True, gc=False):
    """One thing that a goal made, changed or named: where it is now, and whether it is a copy."""

    goal_id: str
    path: str
    kind: EntityKind
    copied: bool = False


class Spoken(Struct, frozen=True, gc=False):
    """A value that words may point at: what it is of, by its kind, the goal that was about it, and its clause."""

    kind: str
    value: str
    goal_id: str
    clause: int


class Settled(Struct, frozen=True):
    """What became of a goal once its paths were resolved.

    Its things as they are now, the container it makes or names, the place it speaks of, whether it gives text,
    the paths at which nothing is any more, what was copied, what a listing showed, and whether something was
    looked for in vain.
    """

    entities: tuple[Entity, ...] = ()
    container: str | None = None
    gives_text: bool = False
    gone: tuple[Mention, ...] = ()
    originals: tuple[Entity, ...] = ()
    group: tuple[Entity, ...] = ()
    in_vain: bool = False
    place: str | None = None


class Unsettled(Exception):  # noqa: N818  it carries a question or a problem; it is not an error
    """Ends interpretation early with a value; caught in `interpret`, never seen outside this room."""

    def __init__(self, value: Question | Problem) -> None:
        super().__init__(value)
        self.value = value

    def is_problem(self, code: str) -> bool:
        """Whether it carries a problem with a code."""
        return isinstance(self.value, Problem) and self.value.code == code

    def asks(self, key: str) -> bool:
        """Whether it carries a question whose key begins so."""
        return isinstance(self.value, Question) and self.value.key.startswith(key)


@dataclass
class Discourse:
    """The state of one utterance's interpretation; `answers` are the user's replies by question key.

    `afar` is whether a name stood for what is in a place nobody spoke of. `earlier` is asked where nothing of the
    wanted type was said in this utterance; `recalled` are the words for which it answered, `lost` the things that are
    no more. `container` is the folder said or made last, `place` where the last goal was, a place like the desktop too,
    `shown` what the last listing showed; `said_place` reads a place that the user answers, `said_names` what names may
    be said for;
    `lead` is a place that was said before its command, and holds for what is named without one after it;
    `here` one that the user went to, and holds for what is made as well; `sought` is what was looked for last.
    `in_order` is all that was named in the order it was said first, what was copied for its copies, and `again` what
    the last goal was about that was named before it. `values` are what else was spoken of last, by what it is, each
    with the goal that was about it; `named_in` finds them in words that only tell something, and `spoken` are those
    that words may point at, with the clause that named each. It `tells` where a command follows what was told of some
    thing, and is `of_another` where what may be lost was pointed at behind how something else is.
    """

    answers: dict[str, str] = field(default_factory=dict)
    earlier: Earlier = field(default_factory=Earlier)
    entities: list[Entity] = field(default_factory=list)
    group: list[Entity] = field(default_factory=list)
    container: str | None = None
    text_goal: str | None = None
    originals: list[Entity] = field(default_factory=list)
    in_vain: bool = False
    place: str | None = None
    tells: bool = False
    of_another: bool = False
    lead: str | None = None
    sought: Target | None = None
    here: str | None = None
    shown: list[Entity] = field(default_factory=list)
    lost: list[Mention] = field(default_factory=list)
    recalled: list[str] = field(default_factory=list)
    afar: bool = False
    in_order: list[Entity] = field(default_factory=list)
    again: frozenset[str] = frozenset()
    values: dict[str, tuple[str | int | None, str]] = field(default_factory=dict)
    spoken: list[Spoken] = field(default_factory=list)
    said_place: Callable[[str], Location] = Location
    said_names: SaidNames | None = None
    named_in: Callable[[Sequence[str]], Iterable[tuple[str, Any]]] = lambda words: ()

    @property
    def named_before(self) -> Iterable[str]:
        """The paths of all that was named in this utterance, and by the last command where that is none."""
        here = [one.path for one in chain(self.in_order, self.entities)] + [one.path for one in self.lost]
        return dict.fromkeys(here or [one.path for one in self.earlier.things()])

    def named_of(self, lattice: Lattice, start: int, end: int) -> Sequence[tuple[str, Any]]:
        """What a statement is of: what its subject names, or else all that is named in it."""
        verb = Predicates(lattice).verb(start, end) or start
        return [*self.named_in(lattice.low[start:verb])] or [*self.named_in(lattice.low[start:end])]

    @property
    def vain(self) -> Target | None:
        """What was looked for last, if it was not found."""
        return self.sought if self.in_vain else None

    def learn(self, goal_id: str, settled: Settled) -> None:
        """Take in what a goal came to; after a search in vain no pronoun can mean anything said before it."""
        if settled.in_vain:
            self.forget()
        self.in_vain = settled.in_vain
        self._name(settled)
        if settled.gone:
            gone = frozenset(thing.path for thing in settled.gone)
            self.lost += settled.gone
            self.entities = [entity for entity in self.entities if entity.path not in gone]
        self.entities.extend(settled.entities)
        self.shown = list(settled.group) or self.shown
        self.originals.extend(settled.originals)
        if settled.container is not None:
            self.container = settled.container
        if settled.group:
            self.lead = settled.container or self.lead
        self.place = settled.container or settled.place or self.place
        if settled.gives_text:
            self.text_goal = goal_id

    def _name(self, settled: Settled) -> None:
        """Put what a goal was about behind what was said before; what is moved keeps its place in the row."""
        about = settled.originals or settled.entities
        left = [Entity("", one.path, "folder" if one.kind == "folder" else "file") for one in settled.gone]
        known = {one.path for one in chain(self.in_order, self.entities)}
        self.again = frozenset(known & {one.path for one in chain(about, left)})
        moved: dict[str, Entity] = {}
        if len(left) == len(settled.entities):
            moved = {old.path: new for old, new in zip(left, settled.entities, strict=True)}
            self.again |= {moved[path].path for path in self.again & moved.keys()}
        self.in_order = [moved.get(one.path, one) for one in self.in_order]
        self.shown = [moved.get(one.path, one) for one in self.shown]
        self.in_order = list({one.path: one for one in chain(self.in_order, about, () if moved else left)}.values())

    def forget(self) -> None:
        """Let no later pronoun refer to anything said so far, nor in an earlier command."""
        self.earlier = Earlier()
        self.entities.clear()
        self.group.clear()
        self.in_order.clear()
        self.container = None

    def ask_place(self, key: str, text: str) -> Location:
        """The place that the user answers; folders of earlier commands are offered."""
        return self.said_place(self.ask(key, text, self.earlier.offered("folder")))

    def ask(self, key: str, text: str, candidates: tuple[str, ...] = ()) -> str:
        """The user's answer to a question, or the end of interpretation with that question."""
        if key in self.answers:
            return self.answers[key]
        raise Unsettled(Question(text, candidates, key))

    def stands_for(self, said: str, key: str, gone: Sequence[Mention] = ()) -> str:
        """What words that nothing was said for, or only something that is gone, mean, by the user's answer."""
        if self.in_vain:
            raise Unsettled(Problem("NOTHING_MATCHES", f'Nothing was found, so "{said}" stands for nothing.'))
        asked = f'What does "{said}" stand for?'
        if gone:
            asked = f"{self.earlier.say(gone[-1].path)} is no longer there. {asked}"
        return self.ask(key, asked, self.earlier.offered())

    def dealt_with(self, name: str, kind: str = "") -> str | None:
        """Where the thing of a name is that an earlier command was about, which counts as recalled."""
        path = None if self.in_vain else self.earlier.named(name, kind)
        if path is not None:
            self.recalled.append(name)
        return path

    def spoke_of(self, kind: str) -> bool:
        """Whether this utterance has spoken of a thing of a kind, so that no earlier command's is meant."""
        kinds: set[str] = {thing.kind for thing in self.lost} | {entity.kind for entity in self.entities}
        return bool(kinds) if not kind else bool(kinds & {kind, ""})

    def last(self, *, kind: str = "", copied: bool = False) -> Entity | None:
        """The thing said most recently that fits."""
        for entity in reversed(self.entities):
            if (not kind or entity.kind == kind) and (entity.copied or not copied):
                return entity
        return None

    def is_folder(self, path: str) -> bool:
        """Whether what is at a path was said or made here or in an earlier command, and is a folder."""
        here = any(entity.path == path and entity.kind == "folder" for entity in self.entities)
        return here or (bool(self.recalled) and self.earlier.is_folder(path))

    def named(self, name: str, kind: str = "") -> Entity | None:
        """The most recent thing with a name, whatever its case; else one of that name less its extension.

        What was copied and its copy may share a name, which is that of what was copied.
        """
        low = name.rstrip("/").lower()
        fitting = [entity for entity in reversed(self.entities) if not kind or entity.kind == kind]
        names = [_name_of(entity) for entity in fitting]
        whole = next((entity for entity, tail in zip(fitting, names, strict=True) if tail == low), None)
        stems = {e.path: e for e, tail in zip(fitting, names, strict=True) if tail.rpartition(".")[0] == low}
        found = whole or (next(iter(stems.values())) if len(stems) == 1 else None)
        return None if found is None else self._not_its_copy(found)

    def with_ending(self, endings: tuple[str, ...]) -> list[Entity]:
        """The files spoken of whose names end in one of these: "turn a.docx into a pdf, then delete *the docx*".

        One that is only made when the plan runs may end in anything, unless what it was made of does in these.
        """
        gone = {thing.path for thing in self.lost}
        files = [one for one in chain(self.entities, self.originals) if one.kind == "file" and one.path not in gone]
        found = [self._not_its_copy(one) for one in files if one.path.lower().endswith(endings)]
        made = {one.goal_id for one in files if is_reference(one.path)} - {one.goal_id for one in found}
        later = [one for one in files if one.goal_id in made and is_reference(one.path)]
        return list({one.path: one for one in (*found, *later)}.values())

    def _not_its_copy(self, found: Entity) -> Entity:
        """What was copied, where a thing is its copy and has its name."""
        gone, name = {thing.path for thing in self.lost}, _name_of(found)
        same = (one for one in reversed(self.originals) if _name_of(one) == name and one.path not in gone)
        return next(same, found) if found.copied else found

    def copied_last(self, *, renamed: bool) -> list[Entity]:
        """What was copied, where copies were made last; if these have names of their own only where `renamed`."""
        last = self.entities[-1:]
        copies = [one for one in self.group if one.copied] if last and last[0] in self.group else last
        originals = self.originals[-len(copies) :] if copies and all(one.copied for one in copies) else []
        alike = [*map(_name_of, originals)] == [*map(_name_of, copies)]
        return originals if renamed or alike else []

    def beside(self) -> str | None:
        """The folder that the thing said last is in."""
        path = self.entities[-1].path if self.entities else ""
        return path[: max(path.rfind("/"), path.rfind("\\"))] or None

    def talk(self, verbs: Mapping[str, str], text: tuple[str, str] | None) -> Talk:
        """What is kept of the utterance for later commands; `verbs` are those of its goals."""

        def mentions(entities: Sequence[Entity]) -> tuple[Mention, ...]:
            found: dict[str, Mention] = {}
            for one in entities:
                known = found.pop(one.path, None)
                done = (*(known.verbs if known else ()), *((verbs[one.goal_id],) if verbs.get(one.goal_id) else ()))
                found[one.path] = Mention(one.path, one.kind, done, one.copied)
            return tuple(found.values())

        things = mentions(self.entities) or tuple(self.lost)
        listed = self.shown or (self.group if len(self.group) > 1 else self.entities)
        return Talk(
            things, mentions(self.originals), mentions(listed) or things, self.container or "", self.place or "",
            text, self.in_vain, {what: value for what, (value, _) in self.values.items() if value is not None},
        )  # fmt: skip


def _name_of(entity: Entity) -> str:
    return entity.path.replace("\\", "/").rpartition("/")[2].lower()
