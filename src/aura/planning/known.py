"""A step's inputs as far as they are known before it runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aura.contracts.reference import Reference, put_in, references_in

Outputs = Mapping[str, Mapping[str, Any]]


class _NotKnownError(Exception):
    """A reference names what no earlier step has given yet."""


def known_inputs(inputs: Mapping[str, Any], outputs: Outputs) -> tuple[dict[str, Any], frozenset[str]]:
    """The inputs with every reference replaced, and the names of those that are only known later.

    A text that is one reference keeps the type of what it names; inside a longer text it becomes text. An
    input that is not known yet is None.
    """
    values: dict[str, Any] = {}
    later: set[str] = set()
    for name, value in inputs.items():
        try:
            values[name] = put_in(value, lambda reference: _look_up(reference, outputs))
        except _NotKnownError:
            values[name] = None
            later.add(name)
    return values, frozenset(later)


def needed_steps(value: Any) -> set[str]:
    """The ids of the steps that a value refers to, in nested lists and dicts too."""
    return {reference.step_id for reference in references_in(value)}


def _look_up(reference: Reference, outputs: Outputs) -> Any:
    value: Any = outputs.get(reference.step_id, {})
    try:
        for part in reference.path:
            value = value[part]
    except (KeyError, IndexError, TypeError) as missing:
        raise _NotKnownError from missing
    return value
