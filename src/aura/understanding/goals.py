"""The goals of one utterance as they come to be: added, settled, and known by what they made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any

from aura.contracts.goal import Goal, Location, MetaGoal, MetaType, Question, Target
from aura.contracts.problem import Problem
from aura.understanding.discourse import Discourse, Entity, Settled, Unsettled

Settle = Callable[[Goal], Settled | Question | Problem]

MENTION = "mention"
PARTS = Formatter().parse


def filled(params: Mapping[str, Any], slots: Mapping[str, Any]) -> dict[str, Any]:
    """What a sentence fixes, and what filled its slots; those in a pattern ("{price} / {count}") go into that."""
    used = {name for value in params.values() if isinstance(value, str) for _, name, _, _ in PARTS(value) if name}
    fixed = {
        key: value.format_map(slots) if isinstance(value, str) and used else value for key, value in params.items()
    }
    return fixed | {name: value for name, value in slots.items() if name not in used}


class Goals:
    """Collects goals; `settle` says of each what it came to, which `discourse` then takes in.

    `sequel` is the goal after which the next ones come because the words say so ("then").
    """

    def __init__(self, settle: Settle, discourse: Discourse) -> None:
        self.discourse = discourse
        self.all: list[Goal] = []
        self.shown: tuple[Entity, ...] = ()
        self.sequel = ""
        self._settle = settle
        self._made_by: dict[str, str] = {}

    @property
    def next_id(self) -> str:
        """The id that the next goal will have."""
        return f"g{len(self.all)}"

    def add(
        self,
        domain: str,
        verb: str,
        params: dict[str, Any],
        place: Location | None = None,
        after: Sequence[str] = (),
    ) -> Settled:
        """Add a goal, settle it, and take in what it came to."""
        goal_id = self.next_id
        goal = Goal(goal_id, domain, verb, params, self._scope(place, after))
        settled = self._settle(goal)
        if not isinstance(settled, Settled):
            raise Unsettled(settled)
        self.all.append(goal)
        self.discourse.learn(goal_id, settled)
        self.shown = settled.group
        for entity in settled.entities:
            self._made_by[entity.path] = goal_id
        if settled.container is not None:
            self._made_by.setdefault(settled.container, goal_id)
        return settled

    def gave(self, goals: Sequence[str], domain: str, verb: str) -> str | None:
        """The last goal, where it did this with what another word now means by it."""
        last = self.all[-1] if self.all else None
        same = last is not None and (last.domain, last.verb) == (domain, verb) and tuple(goals) == (last.goal_id,)
        return last.goal_id if same and last is not None else None

    def mention(self, params: dict[str, Any], may_be_missing: bool) -> None:
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

    def look_in(self, location: Location) -> None:
        """What is named without a place from here on is looked for in this one first, if it is there."""
        self.discourse.lead = self._folder_at(location) or self.discourse.lead

    def speak_of(self, location: Location) -> None:
        """A place that was only spoken of: "there" may mean it."""
        self.discourse.place = self._folder_at(location) or self.discourse.place

    def _folder_at(self, location: Location) -> str | None:
        """The folder of a place, if it is there; nothing is learned of it."""
        settled = self._settle(Goal("", "", MENTION, {"what": Target(location=location)}))
        return settled.container if isinstance(settled, Settled) else None

    def go_to(self, location: Location) -> None:
        """What is said from here on is in this place, unless another is said with it."""
        self.mention({"what": Target(location=location)}, may_be_missing=False)
        self.discourse.lead = self.discourse.here = self.discourse.container

    def _scope(self, place: Location | None, after: Sequence[str]) -> str:
        """The scope that says where a goal stands: its base, then the goals whose outputs it uses."""
        base = (place.base if place is not None else "") or "root"
        inside = base.removeprefix("inside:") if base.startswith("inside:") else ""
        needed = dict.fromkeys(goal for goal in (*after, self.sequel) if goal and goal != inside)
        parts = [base, *(f"after:{goal}" for goal in needed)]
        return ",".join(parts)

    def inside(self, path: str) -> str:
        """The scope of being in a folder that an earlier goal made or named; nothing if none did."""
        return f"inside:{self._made_by[path]}" if path in self._made_by else ""

    def verb_of(self, goal_id: str) -> str:
        """What a goal does; nothing for one that only speaks of things."""
        return next((goal.verb for goal in self.all if goal.goal_id == goal_id), "")

    def maker(self, entity: Entity) -> str:
        """The goal that made a thing what it is now."""
        return self._made_by.get(entity.path, entity.goal_id)


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
