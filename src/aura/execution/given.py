"""What earlier steps and people gave, held against what the next tool takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from aura.capability.errors import ToolError
from aura.capability.fitting import fragment, misfits
from aura.capability.ports import Disk
from aura.capability.tool import Tool
from aura.contracts.reference import OPENING, references_in

WRITTEN = frozenset(("integer", "number", "boolean"))
"""Types that people write as text."""


def fitted(tool: Tool, planned: Mapping[str, Any], inputs: dict[str, Any]) -> dict[str, Any]:
    """A step's inputs, those that hold what was given checked as a literal in the plan is before it runs.

    A text that is written as a number or a truth value is read as one where that is wanted. Tools that record on the
    Disk look at their inputs themselves. Raises ToolError `INVALID_INPUT_VALUE`.
    """
    if Disk in tool.ports.values() or OPENING not in str(planned):
        return inputs
    return {name: _fitted(tool, name, value, planned.get(name)) for name, value in inputs.items()}


def _fitted(tool: Tool, name: str, value: Any, planned: Any) -> Any:
    slot = tool.inputs.get(name)
    if slot is None or not slot.schema or next(references_in(planned), None) is None:
        return value
    if isinstance(value, str) and slot.schema.get("type") in WRITTEN:
        value = _read(value)
    wrong = misfits(value, fragment(slot.schema))
    if wrong:
        shown = str(value)[:60]
        raise ToolError(
            "INVALID_INPUT_VALUE", f"{tool.id} was not called: its {name} cannot be {shown!r}, {wrong[0][1]}."
        )
    return value


def _read(text: str) -> Any:
    try:
        return msgspec.json.decode(text.strip())
    except msgspec.DecodeError:
        return text
