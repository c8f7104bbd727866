"""`${step.outputs.path[0].name}` references in inputs, replaced by what earlier steps gave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from aura.capability.errors import ToolError
from aura.contracts.reference import Reference, put_in, references_in

Outputs = Mapping[str, Mapping[str, Any]]


def resolve(value: Any, outputs: Outputs, secret: Callable[[str], str] | None = None) -> Any:
    """`value` with every reference replaced, in nested lists and dicts too, and every secret where `secret` gives it.

    A text that is one reference keeps the type of what it names; one inside a longer text becomes text.
    Raises ToolError `UNRESOLVED_REF` for a step that gave nothing, or a path that is not there.
    """
    return put_in(value, lambda reference: _look_up(reference, outputs), secret)


def referenced(value: Any) -> Iterator[str]:
    """The ids of the steps that `value` refers to, in nested lists and dicts too, in order."""
    return (reference.step_id for reference in references_in(value))


def _look_up(reference: Reference, outputs: Outputs) -> Any:
    if reference.step_id not in outputs:
        raise ToolError("UNRESOLVED_REF", f"{reference.text} refers to step {reference.step_id}, which has no outputs.")
    value: Any = outputs[reference.step_id]
    for part in reference.path:
        value = _descend(value, part, reference.text)
    return value


def _descend(value: Any, part: str | int, text: str) -> Any:
    try:
        return value[part]
    except (KeyError, IndexError, TypeError) as error:
        named = f"[{part}]" if isinstance(part, int) else part
        raise ToolError("UNRESOLVED_REF", f"{text} names {named}, which is not there.") from error
