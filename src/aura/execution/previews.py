"""Previews as the journal has them: a step's inputs that are those of its plan are in the plan, and only there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from aura.contracts.outcome import Preview
from aura.contracts.plan import PlanDocument


def without_inputs(preview: Preview | None, document: PlanDocument) -> Preview | None:
    """A preview whose steps name no inputs where they are as the plan has them, since those may be large."""
    if preview is None:
        return None
    planned = _planned(document)
    steps = (replace(step, inputs={}) if step.inputs == planned.get(step.step_id) else step for step in preview.steps)
    return replace(preview, steps=tuple(steps))


def with_inputs(preview: Preview | None, document: PlanDocument) -> Preview | None:
    """The same preview with all its inputs; one that has them stays as it is."""
    if preview is None:
        return None
    planned = _planned(document)
    steps = (step if step.inputs else replace(step, inputs=planned.get(step.step_id, {})) for step in preview.steps)
    return replace(preview, steps=tuple(steps))


def _planned(document: PlanDocument) -> Mapping[str, dict[str, Any]]:
    return {step.step_id or str(index): step.inputs for index, step in enumerate(document.plan.steps)}
