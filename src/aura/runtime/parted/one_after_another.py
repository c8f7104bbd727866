"""Two plans as one: the second is played on what the first leaves, and does there just what it does alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

import msgspec

from aura.contracts.goal import Goal, MetaGoal, Output
from aura.contracts.outcome import StepPreview
from aura.contracts.plan import Step, holds_path
from aura.contracts.reference import MARKED, is_reference, references_in
from aura.contracts.talk import Talk
from aura.planning.preview import play_step
from aura.planning.rules import action_id
from aura.runtime.choosing.trial import Planned, net_effect
from aura.runtime.house import House
from aura.runtime.parted.asking import Steps

GOAL = re.compile(r"\bg(\d+)(?=_|$)")
"""A goal in its own id, or in that of one of its steps."""
RELATION = re.compile(r"(?<=inside:)g\d+|(?<=after:)g\d+")
"""A goal in the scope of another one."""
Later = Callable[[str], str]


def one_after_another(one: Planned, two: Planned, house: House, *, in_order: bool) -> Planned | None:
    """The plan of two, the goals of the second numbered on; None where the first matters to the second.

    That is so where a step of the second cannot be played on what the first leaves, or would change something else
    there. Where they are said `in_order`, the second begins when the first has ended.
    """
    numbers = [int(found[1]) for goal in one.meta.goals if (found := GOAL.match(goal.goal_id))]
    later = _numbered_on(1 + max(numbers, default=-1))
    steps = tuple(_step_on(step, later) for step in two.steps)
    last = one.meta.goals[-1].goal_id if in_order and one.meta.goals else ""
    if last:
        steps = tuple(_behind(step, action_id(last)) for step in steps)
    played = _played(one, steps, house)
    if played is None or [seen.changes for seen in played] != [seen.changes for seen in two.previews]:
        return None
    before = len(one.meta.goals)
    needs = {at + before: tuple(on + before for on in needed) for at, needed in two.meta.dependencies}
    behind = [_goal_on(goal, later) for goal in two.meta.goals]
    for at, goal in enumerate(behind, before) if last else ():
        if at not in needs:
            needs[at] = (before - 1,)
            behind[at - before] = msgspec.structs.replace(goal, scope=f"{goal.scope},after:{last}")
    dependencies = (*one.meta.dependencies, *sorted(needs.items()))
    goals = (*one.meta.goals, *behind)
    meta = MetaGoal("dependent_multi" if dependencies else "independent_multi", goals, dependencies)
    return Planned(
        one.reading, meta, (*one.steps, *steps), (*one.previews, *played), _talk_on(one.talk, two.talk, later),
        tuple(dict.fromkeys((*one.recalled, *two.recalled))), one.afar or two.afar,
    )  # fmt: skip


def makes_what_is_named(planned: Planned, text: str) -> bool:
    """Whether a plan leaves something new whose name, with its ending or without, is in a text."""
    left = net_effect([change for seen in planned.previews for change in seen.changes])
    paths = [PurePath(path) for path, what in left.items() if what is not None]
    names = {name for path in paths for name in (path.name, path.stem)}
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in names)


def _played(one: Planned, steps: tuple[Step, ...], house: House) -> tuple[StepPreview, ...] | None:
    """What steps would do after a plan; nothing where one cannot be."""
    overlay, outputs, found = house.overlay(), dict[str, Mapping[str, Any]](), list[StepPreview]()
    for step in (*one.steps, *steps):
        seen = play_step(step, house.registry, overlay, house.ports, outputs)
        if not isinstance(seen, StepPreview):
            return None
        outputs[step.step_id] = seen.outputs
        found.append(seen)
    return tuple(found[len(one.steps) :])


def _numbered_on(by: int) -> Later:
    return lambda text: GOAL.sub(lambda found: f"g{int(found[1]) + by}", text)


def _step_on(step: Step, later: Later) -> Step:
    inputs = {name: _value_on(value, later) for name, value in step.inputs.items()}
    needs = tuple(map(later, step.depends_on))
    return msgspec.structs.replace(step, step_id=later(step.step_id), inputs=inputs, depends_on=needs)


def _behind(step: Step, last: str) -> Step:
    """A step that waits for another one, if it waits for none of its own."""
    waits = bool(step.depends_on) or any(True for _ in references_in(step.inputs))
    return step if waits else msgspec.structs.replace(step, depends_on=(last,))


def _goal_on(goal: Goal, later: Later) -> Goal:
    scope = RELATION.sub(lambda found: later(found[0]), goal.scope)
    params = {name: _value_on(value, later) for name, value in goal.params.items()}
    return msgspec.structs.replace(goal, goal_id=later(goal.goal_id), scope=scope, params=params)


def _value_on(value: Any, later: Later) -> Any:
    """A value with the goals that it refers to numbered on."""
    match value:
        case str():
            return MARKED.sub(lambda found: later(found[0]), value)
        case Output(goal):
            return Output(later(goal))
        case list() | tuple():
            return type(value)(_value_on(part, later) for part in value)
        case dict():
            return {name: _value_on(part, later) for name, part in value.items()}
        case _:
            return value


def _talk_on(one: Talk, two: Talk, later: Later) -> Talk:
    """What later commands may refer to: the things of both, and what was said last."""
    two = msgspec.convert(_value_on(msgspec.to_builtins(two), later), Talk)
    text = (later(two.text[0]), two.text[1]) if two.text is not None else one.text
    return Talk(
        (*one.things, *two.things), two.originals or one.originals, two.listed or one.listed,
        two.container or one.container, two.place or one.place, text,
        two.in_vain or (one.in_vain and not two.things), {**one.values, **two.values},
    )  # fmt: skip


def lets_go_of_a_result(steps: Steps, before: Steps) -> bool:
    """Whether the whole goes on with what it makes, and its halves do not: "… to pdf, and then open *the pdf*"."""
    pairs = zip(before, steps, strict=False)
    values = ((value, half.get(name)) for (_, whole), (_, half) in pairs for name, value in whole.items())
    return any(any(map(is_reference, _parts(value))) and any(map(holds_path, _parts(other))) for value, other in values)


def _parts(value: Any) -> Sequence[Any]:
    """The values of a list, or the one value."""
    return value if isinstance(value, list | tuple) else (value,)
