"""GoalPlanner: one resolved goal to one minimal step, by the registry's table and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from aura.capability.registry import Registry
from aura.capability.tool import Slot, Tool
from aura.contracts.goal import Goal, Output, Question
from aura.contracts.plan import PlanBody, PlanDocument, Step
from aura.contracts.problem import Problem

TEXT = "text"
SHOWN = ("file_path", "folder_path", "file_name", "pattern", "expression")
NO_CAPABILITY = "NO_CAPABILITY"
MOST_SHOWN = 3
LONGEST_SHOWN = 60


def action_id(goal_id: str) -> str:
    """The id of a goal's step."""
    return f"{goal_id}_a1"


def plan_goal(
    goal: Goal, registry: Registry, tools: Mapping[str, Tool], words: Callable[[object], str]
) -> Step | Question | Problem:
    """The step that achieves a goal; `tools` are those of the goals before, by goal id.

    `words` shows a value to the user; the step's target is made of the verb and the main values.

    A goal that no tool covers is a Problem `NO_CAPABILITY`; a required input that is missing is a Question.
    """
    tool = registry.find(goal.domain, goal.verb, str(goal.params.get("object", "")))
    if tool is None:
        return no_capability(goal)
    inputs: dict[str, Any] = {}
    for name, slot in tool.inputs.items():
        if name in goal.params:
            inputs[name] = _value(goal.params[name], slot, tools)
            if isinstance(inputs[name], list) and not _takes_several(slot):
                return _one_at_a_time(tool, inputs[name])
            if isinstance(inputs[name], str) and _is_number(slot) and not isinstance(goal.params[name], Output):
                return Question(f"Which number should the {name.replace('_', ' ')} be?", (), f"{goal.goal_id}.{name}")
        elif slot.required:
            return Question(f"What should the {name.replace('_', ' ')} be?", (), f"{goal.goal_id}.{name}")
    return Step(
        tool.id,
        target_of(goal.verb, tool, inputs, words),
        inputs,
        action_id(goal.goal_id),
        steps_before(goal, tools),
    )


def steps_before(goal: Goal, tools: Mapping[str, Tool]) -> tuple[str, ...]:
    """The steps that a goal comes after, by its scope; `tools` are those of the goals before."""
    needed = [relation.partition(":") for relation in goal.scope.split(",")]
    after = (action_id(other) for kind, _, other in needed if kind in ("inside", "after") and other in tools)
    return tuple(dict.fromkeys(after))


def no_capability(goal: Goal) -> Problem:
    """What is said of a goal that no tool covers: its verb, and what is known of it."""
    what = f"{goal.verb} {goal.params.get('object', '')}".strip()
    known = ", ".join(f"{name} {value}" for name, value in goal.params.items() if name != "object")
    said = f"{what} with {known}" if known else what
    return Problem(NO_CAPABILITY, f"No tool here can {said} ({goal.domain}); nothing was done.")


def target_of(verb: str, tool: Tool, inputs: Mapping[str, Any], words: Callable[[object], str]) -> str:
    """What the step is for, in a few words: "create folder Desktop/work", "move a.txt → b.txt", "set volume 30"."""
    shown = [
        words(inputs[name])
        for name, slot in tool.inputs.items()
        if name in inputs and slot.semantic in SHOWN and inputs[name] != ""
    ]
    what = f"{verb} {tool.object.replace('_', ' ')}".strip()
    if not shown:
        shown = [words(_short(value)) for value in inputs.values() if isinstance(value, str) and value]
    if not shown:
        shown = [str(value) for value in inputs.values() if type(value) in (int, float)]
    return f"{what} {' → '.join(shown[:2])}".strip()


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN].rstrip()} …"


def _value(value: Any, slot: Slot, tools: Mapping[str, Tool]) -> Any:
    """An input's value: a goal's output becomes a reference, words for a number become one."""
    if isinstance(value, Output):
        name = text_output(tools[value.goal]) or TEXT
        return f"${{{action_id(value.goal)}.outputs.{name}}}"
    if isinstance(value, str) and slot.schema.get("type") == "array":
        return _listed(value, slot.schema)
    if _is_number(slot) and isinstance(value, str):
        return _number(value, slot.schema["type"] == "integer")
    if isinstance(value, list | tuple) and len(value) == 1 and not _takes_several(slot):
        return value[0]
    return value


def _listed(value: str, schema: Mapping[str, Any]) -> list[Any]:
    """What a user answers for a list: commas between its values, semicolons between rows of them; a path is one."""
    if PurePath(value).is_absolute():
        return [value]
    if schema.get("items", {}).get("type") != "array":
        return [part.strip() for part in value.split(",") if part.strip()]
    return [_listed(row, schema["items"]) for row in value.split(";") if row.strip()]


def _is_number(slot: Slot) -> bool:
    return slot.schema.get("type") in ("number", "integer")


def _takes_several(slot: Slot) -> bool:
    kinds = [slot.schema, *slot.schema.get("anyOf", ())]
    return any(kind.get("type", "array") == "array" for kind in kinds if "anyOf" not in kind)


def _one_at_a_time(tool: Tool, values: Sequence[Any]) -> Problem:
    shown = ", ".join(str(value) for value in values[:MOST_SHOWN]) + (", …" if len(values) > MOST_SHOWN else "")
    what = tool.description.rstrip(".")
    return Problem(
        "ONE_AT_A_TIME",
        f"{what}: that takes one at a time, and {len(values)} were named ({shown}); name one of them.",
    )


def _number(value: str, whole: bool) -> Any:
    try:
        return int(value) if whole else float(value)
    except ValueError:
        return value


def text_output(tool: Tool) -> str | None:
    """The output of a tool that is text, if it has one."""
    return next((name for name, slot in tool.outputs.items() if slot.semantic == TEXT), None)


def document_of(target: str, steps: Sequence[Step]) -> PlanDocument:
    """The steps of all goals as one plan document."""
    return PlanDocument(target, PlanBody(tuple(steps)))
