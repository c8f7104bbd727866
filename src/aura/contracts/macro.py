"""A macro: a plan that has a name, whose values are parameters with what was said as their defaults."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

PARAMETER = re.compile(r"\$\{parameters\.([A-Za-z0-9_]+)\}")
"""A parameter by its name, where a value stands in a macro."""
ANCHOR = re.compile(r"\$\{anchors\.([A-Z0-9_]+)\}")
"""A place of the user's by its name, such as DESKTOP: its folder on the computer that the macro runs on."""
EITHER = re.compile(f"{PARAMETER.pattern}|{ANCHOR.pattern}")
NOT_A_NAME = frozenset(("outputs",))
"""What no parameter may be called, since it would be read as what a step gave."""

Put = Callable[[str], Any]


class MacroStep(Struct, frozen=True):
    """One step as a plan document has it; where it has no `target`, that is made of what it does."""

    id: str
    inputs: dict[str, Any]
    step_id: str = ""
    target: str = ""
    depends_on: tuple[str, ...] = ()


class Macro(Struct, frozen=True):
    """What it is for, its parameters in the order in which they are filled, its steps, and what it gives as a whole."""

    target: str
    parameters: Mapping[str, Any]
    steps: tuple[MacroStep, ...]
    outputs: Mapping[str, Any] = {}


def filled(value: Any, parameter: Put, anchor: Put) -> Any:
    """A value with every parameter and every place in it put in, in nested lists and mappings too.

    A text that is nothing but a parameter becomes its value, of any type. What is put in is not looked through again.
    """
    if isinstance(value, dict):
        return {key: filled(part, parameter, anchor) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [filled(part, parameter, anchor) for part in value]
    if not isinstance(value, str) or "${" not in value:
        return value
    whole = PARAMETER.fullmatch(value)
    if whole is not None:
        return parameter(whole[1])
    return EITHER.sub(lambda found: str(parameter(found[1]) if found[1] else anchor(found[2])), value)


def parameters_in(value: Any) -> set[str]:
    """The parameters that a value names, in nested lists and mappings too."""
    if isinstance(value, dict | list | tuple):
        return set().union(*map(parameters_in, value.values() if isinstance(value, dict) else value))
    return set(PARAMETER.findall(value)) if isinstance(value, str) else set()
