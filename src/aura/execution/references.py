"""`${step.outputs.path[0].name}` references: found in inputs, and replaced by what earlier steps gave."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from aura.capability.errors import ToolError

REFERENCE = re.compile(r"\$\{([^${}]+?)\.outputs((?:\.[^.\[\]{}$]+|\[\d+\])*)\}")
PART = re.compile(r"\.([^.\[\]{}$]+)|\[(\d+)\]")

Outputs = Mapping[str, Mapping[str, Any]]


def resolve(value: Any, outputs: Outputs) -> Any:
    """`value` with every reference replaced, in nested lists and dicts too.

    A text that is one reference keeps the type of what it names; one inside a longer text becomes text.
    Raises ToolError `UNRESOLVED_REF` for a step that gave nothing, or a path that is not there.
    """
    if isinstance(value, str):
        return _resolve_text(value, outputs) if "${" in value else value
    if isinstance(value, dict):
        return {key: resolve(part, outputs) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [resolve(part, outputs) for part in value]
    return value


def referenced(value: Any) -> Iterator[str]:
    """The ids of the steps that `value` refers to, in nested lists and dicts too, in order."""
    if isinstance(value, str):
        if "${" in value:
            yield from (match[1] for match in REFERENCE.finditer(value))
    elif isinstance(value, dict):
        for part in value.values():
            yield from referenced(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from referenced(part)


def as_text(value: Any) -> str:
    """A value inside a longer text: text as it is, anything else as JSON."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _resolve_text(text: str, outputs: Outputs) -> Any:
    whole = REFERENCE.fullmatch(text)
    if whole:
        return _look_up(whole, outputs)
    return REFERENCE.sub(lambda match: as_text(_look_up(match, outputs)), text)


def _look_up(match: re.Match[str], outputs: Outputs) -> Any:
    step_id, path = match[1], match[2]
    if step_id not in outputs:
        raise ToolError("UNRESOLVED_REF", f"{match[0]} refers to step {step_id}, which has no outputs.")
    value: Any = outputs[step_id]
    for name, index in PART.findall(path):
        value = _descend(value, name, index, match[0])
    return value


def _descend(value: Any, name: str, index: str, reference: str) -> Any:
    try:
        return value[int(index)] if index else value[name]
    except (KeyError, IndexError, TypeError) as error:
        part = f"[{index}]" if index else name
        raise ToolError("UNRESOLVED_REF", f"{reference} names {part}, which is not there.") from error
