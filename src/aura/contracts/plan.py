"""The plan document: Flowmind's format, the one shape that is validated, approved and run."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from aura.contracts.collector import collector_paused
from aura.contracts.problem import Problem

LEAVES = frozenset((str, int, float, bool, type(None)))


class Step(Struct, frozen=True, omit_defaults=True):
    """One call of one tool: `id` is the atom, `inputs` are literals or `${step.outputs.name}` references."""

    id: str
    target: str
    inputs: dict[str, Any]
    step_id: str = ""
    depends_on: tuple[str, ...] = ()


class PlanBody(Struct, frozen=True):
    """The steps, in the order they were said, and what the plan as a whole returns."""

    steps: tuple[Step, ...]
    outputs: dict[str, Any] = field(default_factory=dict)


class PlanDocument(Struct, frozen=True):
    """What the plan is for, and the plan."""

    target: str
    plan: PlanBody

    def as_json(self) -> dict[str, Any]:
        """The document as plain dicts and lists, as `validate` and `--json` take it.

        Inputs that are such already are shared with the plan, not copied.
        """
        with collector_paused():
            bare = PlanBody(tuple(replace(step, inputs={}) for step in self.plan.steps), self.plan.outputs)
            plain: dict[str, Any] = msgspec.to_builtins(PlanDocument(self.target, bare))
            for written, step in zip(plain["plan"]["steps"], self.plan.steps, strict=True):
                written["inputs"] = {name: _plain(value) for name, value in step.inputs.items()}
        return plain


def typed(document: Any) -> PlanDocument:
    """A valid plan document as values; what nobody asked for is left out."""
    steps = tuple(
        Step(
            step["id"],
            step["target"],
            step["inputs"],
            step.get("step_id", ""),
            tuple(step.get("depends_on", ())),
        )
        for step in document["plan"]["steps"]
    )
    return PlanDocument(document["target"], PlanBody(steps, document["plan"].get("outputs", {})))


class Validation(Struct, frozen=True):
    """The validator's verdict: either an execution order or every error at once."""

    valid: bool
    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    execution_order: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Flowmind's shape: `{valid, warnings, execution_order}` or `{valid, errors}`."""
        if not self.valid:
            return {"valid": False, "errors": [msgspec.to_builtins(problem) for problem in self.errors]}
        return {
            "valid": True,
            "warnings": [msgspec.to_builtins(problem) for problem in self.warnings],
            "execution_order": list(self.execution_order),
        }


def _plain(value: Any) -> Any:
    """A value as plain dicts and lists; the same one, where it is that."""
    return value if _is_plain((value,)) else msgspec.to_builtins(value)


def _is_plain(parts: Collection[Any]) -> bool:
    others = [part for part in parts if type(part) not in LEAVES] if not LEAVES.issuperset(map(type, parts)) else ()
    return all(
        _is_plain(part) if type(part) is list else type(part) is dict and _is_plain(part.values()) for part in others
    )


def plan_hash(document: PlanDocument | dict[str, Any]) -> str:
    """SHA-256 over the canonical JSON of a plan document, hexadecimal; what an approval is bound to."""
    try:
        written = msgspec.json.encode(document, order="sorted")
    except UnicodeEncodeError:  # a name that is not UTF-8 is in it
        plain = document.as_json() if isinstance(document, PlanDocument) else document
        written = json.dumps(plain, sort_keys=True).encode()
    return hashlib.sha256(written).hexdigest()


def holds_path(value: object) -> bool:
    """Whether an input of a step is an absolute path, or a list that holds one."""
    each = value if isinstance(value, list) else [value]
    return any(isinstance(one, str) and os.path.isabs(one) for one in each)  # noqa: PTH117
