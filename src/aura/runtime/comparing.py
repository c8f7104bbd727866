"""Which of two plans of one utterance says better what is meant: what was read, or what was found in its words."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from aura.contracts.plan import Step
from aura.runtime.trial import Planned

WORDS = re.compile(r"[^\s,.;:!?]+")
LEAST_AROUND = 3
"""Words around what is looked up that are none of it."""


def says_around(planned: Planned, plan: Mapping[str, Any]) -> bool:
    """Whether a plan does what another does, and what that is about has less said around it."""
    if len(planned.steps) != len(plan["steps"]):
        return False
    around = 0
    for before, after in zip(planned.steps, plan["steps"], strict=True):
        if before.id != after["id"] or before.inputs.keys() != after["inputs"].keys():
            return False
        for name, value in before.inputs.items():
            said, rest = (WORDS.findall(str(one).lower()) for one in (value, after["inputs"][name]))
            if not set(rest) <= set(said):
                return False
            around += len(said) - len(rest)
    return around >= LEAST_AROUND


def outdoes(planned: Planned, plan: Mapping[str, Any]) -> bool:
    """Whether a plan does all that another does and something else, or the same with other words and figures.

    What is done to what, and where, was read with what is there in view: both have the same paths.
    """
    beside, again, other = [step["id"] for step in plan["steps"]], [*plan["steps"]], False
    for before in planned.steps:
        while again and not _is_alike(before, again[0]):
            again.pop(0)
        if not again:
            return False
        beside.remove(before.id)
        other = other or before.inputs != again.pop(0)["inputs"]
    return {*beside}.isdisjoint(step.id for step in planned.steps) and (other or bool(beside))


def _is_alike(step: Step, other: Mapping[str, Any]) -> bool:
    """Whether two steps do the same with the same paths, and as much is said of it."""
    inputs = other["inputs"]
    same = step.id == other["id"] and step.inputs.keys() == inputs.keys()
    return same and all(inputs[name] == value for name, value in step.inputs.items() if _holds_path(value))


def _holds_path(value: object) -> bool:
    each = value if isinstance(value, list) else [value]
    return any(isinstance(one, str) and os.path.isabs(one) for one in each)  # noqa: PTH117
