"""What has been said so far in an utterance: things, containers and texts that later words refer to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from aura.contracts.goal import Question, Target
from aura.contracts.problem import Problem

EntityKind = Literal["folder", "file"]


class Entity(Struct, frozen=True, gc=False):
    """One thing that a goal made, changed or named: where it is now, and whether it is a copy."""

    goal_id: str
    path: str
    kind: EntityKind
    copied: bool = False


class Settled(Struct, frozen=True):
    """What became of a goal once its paths were resolved.

    Its things as they are now, the container it makes or names, the place it speaks of, whether it gives text,
    the paths at which nothing is any more, what was copied, what a listing showed, and whether something was
    looked for in vain.
    """

    entities: tuple[Entity, ...] = ()
    container: str | None = None
    gives_text: bool = False
    gone: tuple[str, ...] = ()
    originals: tuple[Entity, ...] = ()
    group: tuple[Entity, ...] = ()
    in_vain: bool = False
    place: str | None = None


class Unsettled(Exception):  # noqa: N818  it carries a question or a problem; it is not an error
    """Ends interpretation early with a value; caught in `interpret`, never seen outside this room."""

    def __init__(self, value: Question | Problem) -> None:
        super().__init__(value)
        self.value = value


@dataclass
class Discourse:
    """The state of one utterance's interpretation; `answers` are the user's replies by question key.

    `container` is the folder said or made last, `place` where the last goal was, a place like the desktop too;
    `lead` is a place that was said before its command, and holds for what is named without one after it;
    `here` one that the user went to, and holds for what is made as well; `sought` is what was looked for last.
    """

    answers: dict[str, str] = field(default_factory=dict)
    candidates: tuple[str, ...] = ()
    entities: list[Entity] = field(default_factory=list)
    group: list[Entity] = field(default_factory=list)
    container: str | None = None
    text_goal: str | None = None
    originals: list[Entity] = field(default_factory=list)
    in_vain: bool = False
    place: str | None = None
    lead: str | None = None
    sought: Target | None = None
    here: str | None = None

    @property
    def vain(self) -> Target | None:
        """What was looked for last, if it was not found."""
        return self.sought if self.in_vain else None

    def learn(self, goal_id: str, settled: Settled) -> None:
        """Take in what a goal came to; after a search in vain no pronoun can mean anything said before it."""
        if settled.in_vain:
            self.forget()
        self.in_vain = settled.in_vain
        if settled.gone:
            gone = frozenset(settled.gone)
            self.entities = [entity for entity in self.entities if entity.path not in gone]
        self.entities.extend(settled.entities)
        self.originals.extend(settled.originals)
        if settled.container is not None:
            self.container = settled.container
        if settled.group:
            self.lead = settled.container or self.lead
        self.place = settled.container or settled.place or self.place
        if settled.gives_text:
            self.text_goal = goal_id
            self.originals.extend(settled.entities)

    def forget(self) -> None:
        """Let no later pronoun refer to anything said so far."""
        self.entities.clear()
        self.group.clear()
        self.container = None

    def ask(self, key: str, text: str, candidates: tuple[str, ...] = ()) -> str:
        """The user's answer to a question, or the end of interpretation with that question."""
        if key in self.answers:
            return self.answers[key]
        raise Unsettled(Question(text, candidates, key))

    def stands_for(self, said: str, key: str) -> str:
        """What a pronoun that nothing was said for means, by the user's answer."""
        if self.in_vain:
            raise Unsettled(Problem("NOTHING_MATCHES", f'Nothing was found, so "{said}" stands for nothing.'))
        return self.ask(key, f'What does "{said}" stand for?', self.candidates)

    def last(self, *, kind: str = "", copied: bool = False) -> Entity | None:
        """The thing said most recently that fits."""
        for entity in reversed(self.entities):
            if (not kind or entity.kind == kind) and (entity.copied or not copied):
                return entity
        return None

    def is_folder(self, path: str) -> bool:
        """Whether what is at a path was said or made here, and is a folder."""
        return any(entity.path == path and entity.kind == "folder" for entity in self.entities)

    def named(self, name: str, kind: str = "") -> Entity | None:
        """The most recent thing with a name, whatever its case; else one of that name less its extension."""
        low = name.rstrip("/").lower()
        fitting = [entity for entity in reversed(self.entities) if not kind or entity.kind == kind]
        names = [entity.path.replace("\\", "/").rpartition("/")[2].lower() for entity in fitting]
        whole = next((entity for entity, tail in zip(fitting, names, strict=True) if tail == low), None)
        stems = {e.path: e for e, tail in zip(fitting, names, strict=True) if tail.rpartition(".")[0] == low}
        return whole or (next(iter(stems.values())) if len(stems) == 1 else None)
