"""What a call gives, as the outputs that its tool declares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from aura.capability.errors import ToolError
from aura.capability.fitting import fragment, misfits
from aura.capability.tool import Tool


def outputs_of(tool: Tool, value: Any) -> dict[str, Any]:
    """A Struct by its fields, one output as it is, several from a dict that has them all.

    Raises ToolError `INVALID_OUTPUT` where an output is missing or is not as the tool declares it.
    """
    if not tool.outputs:
        return {}
    if isinstance(value, msgspec.Struct):
        return {name: getattr(value, name) for name in tool.outputs}
    named = {next(iter(tool.outputs)): value} if len(tool.outputs) == 1 else _several(tool, value)
    for name, given in named.items():
        schema = tool.outputs[name].schema
        wrong = misfits(given, fragment(schema)) if schema else ()
        if wrong:
            at, why = wrong[0]
            raise _invalid(tool, f"of its output {''.join(f'[{part!r}]' for part in (name, *at))} {why}")
    return named


def _several(tool: Tool, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise _invalid(tool, f"it gave {type(value).__name__} instead of its outputs {', '.join(tool.outputs)} by name")
    missing = [name for name in tool.outputs if name not in value]
    if missing:
        raise _invalid(tool, f"it did not give its output {missing[0]!r}")
    return {name: value[name] for name in tool.outputs}


def _invalid(tool: Tool, what: str) -> ToolError:
    return ToolError(
        "INVALID_OUTPUT", f"{tool.id} was called, but {what}; look whether it was done before trying again."
    )
