"""Whether anything at all is a plan document: rules S1–S7 and U1, and its steps where readable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from aura.contracts.problem import Problem

TYPE_NAMES = {
    str: "a text",
    dict: "an object",
    list: "a list",
    tuple: "a list",
    bool: "true or false",
    int: "a number",
    float: "a number",
    type(None): "null",
}


class ReadStep(Struct, frozen=True, gc=False):
    """One step as far as it can be read; what cannot be is None or left out, and has its Problem already."""

    position: int
    step_id: str
    atom_id: str | None
    inputs: dict[Any, Any] | None
    depends_on: tuple[tuple[int, str], ...]


class ReadPlan(Struct, frozen=True):
    """The steps and outputs that could be read, positions by effective step id, and every fault of shape."""

    steps: tuple[ReadStep, ...]
    outputs: dict[Any, Any]
    positions: dict[str, int]
    problems: tuple[Problem, ...]


def read_plan(document: object) -> ReadPlan:
    """Read a document without trusting anything about it."""
    problems: list[Problem] = []
    if not isinstance(document, dict):
        problems.append(_wrong_type("The plan document", "an object", document, "$"))
        return ReadPlan((), {}, {}, tuple(problems))
    _field(document, "target", str, "The plan document", "$", problems)
    plan = _field(document, "plan", dict, "The plan document", "$", problems)
    if plan is None:
        return ReadPlan((), {}, {}, tuple(problems))
    steps = _read_steps(plan, problems)
    outputs: dict[Any, Any] = {}
    if "outputs" in plan:
        outputs = _field(plan, "outputs", dict, "The plan", "$.plan", problems) or {}
    positions = _positions(steps, plan, problems)
    return ReadPlan(tuple(steps), outputs, positions, tuple(problems))


def step_path(position: int) -> str:
    """The JSON path of a step."""
    return f"$.plan.steps[{position}]"


def type_name(value: object) -> str:
    """What a value is, in the words of JSON."""
    return TYPE_NAMES.get(type(value), f"a Python {type(value).__name__}")


def is_text(value: object) -> bool:
    """Whether it is text that can be a name or be written: a byte that is no UTF-8 may be in it, no other half."""
    if not isinstance(value, str):
        return False
    if value.isascii():
        return True
    try:
        value.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def _field(owner: Mapping[Any, Any], name: str, kind: type, what: str, path: str, problems: list[Problem]) -> Any:
    """A required field of a type, or None and a problem."""
    if name not in owner:
        message = f"{what} has no {name!r}: add it, as {TYPE_NAMES[kind]}."
        problems.append(Problem("MISSING_FIELD", message, f"{path}.{name}"))
        return None
    value = owner[name]
    if not (is_text(value) if kind is str else isinstance(value, kind)):
        problems.append(_wrong_type(f"{name!r}", TYPE_NAMES[kind], value, f"{path}.{name}"))
        return None
    return value


def _read_steps(plan: dict[Any, Any], problems: list[Problem]) -> list[ReadStep]:
    steps = plan.get("steps")
    path = "$.plan.steps"
    if "steps" not in plan:
        problems.append(Problem("MISSING_FIELD", "The plan has no 'steps': add a list of steps.", path))
    elif not isinstance(steps, list | tuple):
        problems.append(_wrong_type("'steps'", "a list", steps, path))
    elif not steps:
        problems.append(Problem("EMPTY_STEPS", "The plan has no steps: add at least one.", path))
    else:
        return [_read_step(step, position, problems) for position, step in enumerate(steps)]
    return []


def _read_step(step: object, position: int, problems: list[Problem]) -> ReadStep:
    path = step_path(position)
    if not isinstance(step, dict):
        problems.append(_wrong_type(f"Step {position}", "an object", step, path))
        return ReadStep(position, str(position), None, None, ())
    step_id = _read_step_id(step, position, problems)
    what = f"Step {step_id}"
    atom_id = _field(step, "id", str, what, path, problems)
    _field(step, "target", str, what, path, problems)
    inputs = _field(step, "inputs", dict, what, path, problems)
    return ReadStep(position, step_id, atom_id, inputs, _read_depends_on(step, step_id, path, problems))


def _read_step_id(step: dict[Any, Any], position: int, problems: list[Problem]) -> str:
    if "step_id" not in step:
        return str(position)
    step_id = step["step_id"]
    path = f"{step_path(position)}.step_id"
    if not is_text(step_id):
        problems.append(_wrong_type(f"The step_id of step {position}", "a text", step_id, path))
        return str(position)
    if not step_id:
        message = f"The step_id of step {position} is empty: name it, or leave step_id out."
        problems.append(Problem("EMPTY_STEP_ID", message, path))
        return str(position)
    found: str = step_id
    return found


def _read_depends_on(
    step: dict[Any, Any], step_id: str, path: str, problems: list[Problem]
) -> tuple[tuple[int, str], ...]:
    """The texts in depends_on, each with its place in the list."""
    if "depends_on" not in step:
        return ()
    listed = step["depends_on"]
    path = f"{path}.depends_on"
    if not isinstance(listed, list | tuple):
        problems.append(_wrong_type(f"'depends_on' of step {step_id}", "a list of step ids", listed, path))
        return ()
    for place, name in enumerate(listed):
        if not isinstance(name, str):
            what = f"Entry {place} of 'depends_on' of step {step_id}"
            problems.append(_wrong_type(what, "a step id", name, f"{path}[{place}]"))
    return tuple((place, name) for place, name in enumerate(listed) if isinstance(name, str))


def _positions(steps: list[ReadStep], plan: dict[Any, Any], problems: list[Problem]) -> dict[str, int]:
    """Positions by effective id; the first of a doubled id keeps it."""
    positions: dict[str, int] = {}
    for step in steps:
        first = positions.setdefault(step.step_id, step.position)
        if first == step.position:
            continue
        said = plan["steps"][step.position]
        explicit = isinstance(said, dict) and "step_id" in said
        at = step.position if explicit else first
        message = (
            f"The step id {step.step_id!r} belongs to step {first} and to step {step.position} (from 0): "
            "give each its own."
        )
        problems.append(Problem("DUPLICATE_STEP_ID", message, f"{step_path(at)}.step_id"))
    return positions


def _wrong_type(what: str, expected: str, value: object, path: str) -> Problem:
    found = "text that is not valid Unicode" if isinstance(value, str) else type_name(value)
    return Problem("INVALID_TYPE", f"{what} is {found} and must be {expected}.", path)
