"""The course of a plan: its steps in the order of their turns, what each comes after, and what all of it gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from msgspec import Struct

from aura.contracts.plan import PlanDocument, Step
from aura.contracts.problem import Problem
from aura.execution.references import referenced

INVALID_ORDER = "INVALID_ORDER"
NOTHING: Set[str] = frozenset()
VALIDATE = "so nothing was done; validate the plan again for its order"


class Course(Struct, frozen=True):
    """The steps by id, and for each id of the order, in order, the ids before it that its step needs.

    An id may be in the order that no step has. `outputs` are those of the plan, as they are written.
    """

    steps: Mapping[str, Step]
    needs: Mapping[str, Set[str]]
    outputs: Mapping[str, Any]


def course_of(document: PlanDocument, order: Sequence[str]) -> Course | Problem:
    """The course of a plan in an order; a Problem where a step has two turns, or one before what it needs.

    A reference to a step that is not there is left for the step's turn.
    """
    steps = {step.step_id or str(index): step for index, step in enumerate(document.plan.steps)}
    needs: dict[str, Set[str]] = {}
    for step_id in order:
        if step_id in needs:
            return Problem(INVALID_ORDER, f"Step {step_id} has more than one turn in the order, {VALIDATE}.")
        step = steps.get(step_id)
        if step is None or not (step.inputs or step.depends_on):
            needs[step_id] = NOTHING
            continue
        named = {*step.depends_on, *referenced(step.inputs)}
        needs[step_id] = named & needs.keys()
        for needed in named - needs[step_id]:
            if needed in steps or needed in step.depends_on:
                message = f"Step {step_id} has its turn without step {needed}, which it needs, before it, {VALIDATE}."
                return Problem(INVALID_ORDER, message)
    return Course(steps, needs, document.plan.outputs)
