"""One reading tried out: its goals interpreted, resolved, planned and played over an overlay, nothing done."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec
from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.ports import NodeKind
from aura.capability.registry import Registry
from aura.capability.tool import Tool
from aura.config.settings import Settings
from aura.contracts.change import Change, Copy, MakeFolder, Move, Trash, WriteFile
from aura.contracts.goal import Goal, MetaGoal, Question
from aura.contracts.outcome import StepPreview
from aura.contracts.plan import Step, holds_path
from aura.contracts.problem import Problem
from aura.contracts.reference import OPENING, is_reference, references_in
from aura.contracts.talk import Mention, Talk
from aura.language.grammar.grammar import Grammar
from aura.language.slots.parts import Reading
from aura.language.utterance.lattice import Lattice
from aura.planning.overlay import Overlay
from aura.planning.preview import play_step
from aura.planning.rules import action_id, no_capability, plan_goal, steps_before, text_output
from aura.runtime.choosing.played import Before, Played
from aura.understanding.discourse import Discourse, Entity, Settled
from aura.understanding.goals import MENTION
from aura.understanding.interpret import GoalInterpreter
from aura.understanding.paths import PathResolver
from aura.understanding.resolve import Resolved, Resolver

Compose = Callable[[Goal, tuple[str, ...]], tuple[Step, ...] | Question | Problem | None]
"""The steps that a goal comes to as a whole, after those named; None for one that a rule makes a step of."""


FILE_PATH = "file_path"


class Planned(Struct, frozen=True):
    """A reading that can be done: its goals with their paths, the steps, and what each would do.

    `talk` is what later commands may refer to, `recalled` are the words that referred to an earlier one, and `afar` is
    whether a file was only found in another place than was spoken of.
    """

    reading: Reading
    meta: MetaGoal
    steps: tuple[Step, ...]
    previews: tuple[StepPreview, ...]
    talk: Talk = Talk()
    recalled: tuple[str, ...] = ()
    afar: bool = False

    @property
    def only_reads(self) -> bool:
        """Whether nothing changes, here or elsewhere."""
        return all(seen.effect == Effect.READS and not seen.changes for seen in self.previews)

    @property
    def destroys(self) -> bool:
        """Whether anything would be lost that its user had."""
        return any(seen.effect == Effect.DESTROYS for seen in self.previews)

    @property
    def effects(self) -> tuple[Any, ...]:
        """What tells two plans apart: what the disk comes to, and the calls that change nothing there.

        Beside a change of the disk it does not matter what else was looked at.
        """
        changes = [change for seen in self.previews for change in seen.changes]
        quiet = {"", Effect.READS} if changes else {""}
        acts = {(s.atom_id, repr(s.inputs)) for s in self.previews if not s.changes and s.effect not in quiet}
        return net_effect(changes), acts


class Trial:
    """Tries one reading; `ports` are what tools may ask for beside the Disk."""

    def __init__(
        self,
        grammar: Grammar,
        settings: Settings,
        registry: Registry,
        ports: Mapping[Any, Any],
        paths: PathResolver,
        overlay: Overlay,
        discourse: Discourse,
        words: Callable[[object], str],
        played: Played | None = None,
        compose: Compose = lambda goal, before: None,
    ) -> None:
        self._compose = compose
        self._words = words
        self._paths = paths
        self._grammar = grammar
        self._registry = registry
        self._ports = ports
        self._overlay = overlay
        self._discourse = discourse
        self._resolver = Resolver(settings, paths.over(overlay.kind), overlay, discourse)
        self._goals: list[Goal] = []
        self._tools: dict[str, Tool] = {}
        self._steps: list[Step] = []
        self._previews: list[StepPreview] = []
        self._outputs: dict[str, Mapping[str, Any]] = {}
        self._played = played or Played()
        self._before: Before = None

    def run(self, reading: Reading, lattice: Lattice) -> Planned | Question | Problem:
        """The plan of a reading, or the question or problem that stands in its way."""
        interpreter = GoalInterpreter(self._grammar, lattice, self._settle, self._discourse)
        meta = interpreter.interpret(reading)
        if not isinstance(meta, MetaGoal):
            return meta
        resolved = MetaGoal(meta.meta_type, tuple(self._goals), meta.dependencies)
        recalled = tuple(dict.fromkeys(self._discourse.recalled))
        together = [{*map(action_id, goals)} for goals in interpreter.together]
        again = set[int]()
        for at in range(len(self._steps)):
            if self._is_looked_at_again(at) or (at - 1 not in again and self._is_done_again(at, together)):
                again.add(at)
        previews = tuple(seen for at, seen in enumerate(self._previews) if at not in again)
        steps = self._without(again) if again else tuple(self._steps)
        return Planned(reading, resolved, steps, previews, self._talk(), recalled, self._discourse.afar)

    def _without(self, some: Collection[int]) -> tuple[Step, ...]:
        """The steps but some; what depended on one of those depends on what that depended on."""
        before: dict[str, tuple[str, ...]] = {}
        kept = list[Step]()
        for at, step in enumerate(self._steps):
            needed = chain.from_iterable(before.get(on, (on,)) for on in step.depends_on)
            step = msgspec.structs.replace(step, depends_on=tuple(dict.fromkeys(needed)))
            if at in some:
                before[step.step_id] = step.depends_on
            else:
                kept.append(step)
        return tuple(kept)

    def _is_looked_at_again(self, at: int) -> bool:
        """Whether a step only looks at what the one behind it looks at, and nothing there needs what it sees."""
        step, later = self._steps[at], self._steps[at + 1 :]
        tool, same = self._registry[step.id], bool(later) and (later[0].id, later[0].inputs) == (step.id, step.inputs)
        return same and tool.effect is Effect.READS and not tool.conduct.beside and not self._is_needed(step)

    def _is_done_again(self, at: int, together: Sequence[Collection[str]]) -> bool:
        """Whether a step does what the one before did to the same thing, of one clause: "the book, *book.docx*"."""
        step, before = self._steps[at], self._steps[at - 1] if at else None
        if before is None or (before.id, before.inputs) != (step.id, step.inputs) or self._is_needed(step):
            return False
        return any(map(holds_path, step.inputs.values())) and any(
            {before.step_id, step.step_id} <= {*steps} for steps in together
        )

    def _is_needed(self, step: Step) -> bool:
        """Whether another step needs what one gives."""
        return step.step_id in {needed.step_id for one in self._steps for needed in references_in(one.inputs)}

    def _talk(self) -> Talk:
        verbs = {goal.goal_id: goal.verb for goal in self._goals}
        gives = ((action_id(goal.goal_id), text_output(self._tools[goal.goal_id])) for goal in reversed(self._goals))
        text = next(((step, name) for step, name in gives if name is not None), None)
        return self._discourse.talk(verbs, text)

    def _settle(self, goal: Goal) -> Settled | Question | Problem:
        """Resolve, plan and play one goal; the overlay then shows its effect to the next."""
        if goal.domain and goal.domain not in self._registry.domains:
            return no_capability(goal)
        resolved = self._resolver.resolve(goal)
        if not isinstance(resolved, Resolved):
            return resolved
        if goal.verb == MENTION:
            entities = self._entities(goal.goal_id, resolved.sources, False)
            return Settled(entities, resolved.container, place=resolved.place)
        composed = self._compose(self._answered(resolved.goal), steps_before(resolved.goal, self._tools))
        if composed is not None:
            return self._all_of(resolved.goal, composed) if isinstance(composed, tuple) else composed
        step = plan_goal(resolved.goal, self._registry, self._tools, self._words)
        if isinstance(step, Question) and step.key in self._discourse.answers:
            name = step.key.partition(".")[2]
            answered = {**resolved.goal.params, name: self._discourse.answers[step.key]}
            goal_now = msgspec.structs.replace(resolved.goal, params=answered)
            resolved = msgspec.structs.replace(resolved, goal=goal_now)
            step = plan_goal(goal_now, self._registry, self._tools, self._words)
        if not isinstance(step, Step):
            return step
        tool = self._registry[step.id]
        seen = self._play(step)
        if isinstance(seen, Problem):
            return seen
        self._goals.append(resolved.goal)
        self._tools[goal.goal_id] = tool
        about = goal.goal_id, resolved.container, resolved.sources, resolved.place
        return self._played.settled(self._before, about, lambda: self._settled(goal.goal_id, resolved, tool, seen))

    def _answered(self, goal: Goal) -> Goal:
        """A goal with what was answered to the questions about it."""
        own, answers = f"{goal.goal_id}.", self._discourse.answers
        given = {key.removeprefix(own): answer for key, answer in answers.items() if key.startswith(own)}
        return msgspec.structs.replace(goal, params={**goal.params, **given}) if given else goal

    def _all_of(self, goal: Goal, steps: Sequence[Step]) -> Settled | Problem:
        """Play the steps that one goal comes to; the last of them stands for it."""
        for step in steps:
            seen = self._play(step)
            if isinstance(seen, Problem):
                return seen
        self._goals.append(goal)
        self._tools[goal.goal_id] = self._registry[steps[-1].id]
        return Settled()

    def _play(self, step: Step) -> StepPreview | Problem:
        """What a step would do; the overlay then shows it."""
        seen, self._before = self._played.step(
            self._before, step, self._overlay,
            lambda: play_step(step, self._registry, self._overlay, self._ports, self._outputs),
        )  # fmt: skip
        if isinstance(seen, StepPreview):
            found = _as_found(seen, self._registry[step.id])
            if found:
                step = msgspec.structs.replace(step, inputs={**step.inputs, **found})
                seen = msgspec.structs.replace(seen, inputs={**seen.inputs, **found})
            self._steps.append(step)
            self._previews.append(seen)
            self._outputs[step.step_id] = seen.outputs
        return seen

    def _settled(self, goal_id: str, resolved: Resolved, tool: Tool, seen: StepPreview) -> Settled:
        made = seen.outputs.get("paths", seen.outputs.get("path", _known_later(tool, seen)))
        paths = tuple(made) if isinstance(made, list) else (made,) if isinstance(made, str) else resolved.sources
        if not seen.changes and not isinstance(made, list) and not is_reference(made):
            paths = resolved.sources
        staying = frozenset(path for path in resolved.sources if self._kind(path) is not None)
        copied = bool(seen.changes and staying and staying.isdisjoint(paths))
        kind = resolved.goal.params.get("object", "")
        left = (source for source in resolved.sources if source not in staying)
        gone = tuple(Mention(path, kind, (resolved.goal.verb,), gone=True) for path in left)
        container = resolved.container
        if container is not None and self._kind(container) != "folder":
            container = None
        originals = self._entities(goal_id, resolved.sources, False) if copied or is_reference(made) else ()
        entities = self._entities(goal_id, paths, copied)
        in_vain = isinstance(made, list) and not made
        group = self._listed(goal_id, container, seen)
        text = text_output(tool) is not None
        if text and not (group or isinstance(made, list)):
            originals += entities
        return Settled(entities, container, text, gone, originals, group, in_vain, resolved.place)

    def _listed(self, goal_id: str, folder: str | None, seen: StepPreview) -> tuple[Entity, ...]:
        """What a listing showed, which "them" may mean afterwards."""
        entries = seen.outputs.get("entries")
        if folder is None or not isinstance(entries, list):
            return ()
        joined = [self._paths.join(folder, entry["name"]) for entry in entries]
        return self._entities(goal_id, tuple(path for path in joined if isinstance(path, str)), False)

    def _kind(self, path: str) -> NodeKind | None:
        """What is at a path over the overlay; what is only known later is a file."""
        return "file" if is_reference(path) else self._overlay.kind(path)

    def _entities(self, goal_id: str, paths: tuple[str, ...], copied: bool) -> tuple[Entity, ...]:
        found = []
        for path in paths:
            kind = self._kind(path)
            if kind is not None:
                found.append(Entity(goal_id, path, "folder" if kind == "folder" else "file", copied))
        return tuple(found)


def _as_found(seen: StepPreview, tool: Tool) -> dict[str, Any]:
    """The inputs of a step as its preview found what they name: a cell by its name, and not by its row's."""
    found = ((name, seen.outputs.get(output)) for name, output in tool.settles.items() if name in seen.inputs)
    return {name: value for name, value in found if value}


def _known_later(tool: Tool, seen: StepPreview) -> str | None:
    """Where a file will be that a step makes and that is only known when it runs, as a reference to its output."""
    if seen.effect == Effect.READS or seen.outputs:
        return None
    names = (name for name, slot in tool.outputs.items() if slot.semantic == FILE_PATH)
    name = next(names, None)
    return f"{OPENING}{seen.step_id}.outputs.{name}}}" if name is not None else None


def net_effect(changes: Sequence[Change]) -> dict[str, object]:
    """What a sequence of changes comes to, by path: a folder, a content, what is moved here, or nothing."""
    effect = _NetEffect()
    for change in changes:
        match change:
            case MakeFolder(path):
                effect.put(path, "folder")
            case WriteFile(path, content):
                effect.put(path, content)
            case Trash(path):
                effect.put(path, None)
            case Move(source, destination) | Copy(source, destination):
                effect.carry(source, destination, kept=isinstance(change, Copy))
    return effect.state


class _NetEffect:
    """What is at each path that was touched; ten thousand moves of untouched things cost one look each."""

    def __init__(self) -> None:
        self.state: dict[str, object] = {}
        self._above: set[str] = set()

    def put(self, path: str, what: object) -> None:
        self.state[path] = what
        folder = path.rpartition(os.sep)[0]
        while folder and folder not in self._above:
            self._above.add(folder)
            folder = folder.rpartition(os.sep)[0]

    def carry(self, source: str, destination: str, *, kept: bool) -> None:
        state = self.state
        inside = [path for path in state if path.startswith(source + os.sep)] if source in self._above else []
        for path in [*([source] if source in state else []), *inside]:
            self.put(destination + path[len(source) :], state[path] if kept else state.pop(path))
        if destination not in state:
            self.put(destination, ("from", source))
        if not kept:
            self.put(source, None)
