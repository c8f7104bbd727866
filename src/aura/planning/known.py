"""A step's inputs as far as they are known before it runs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

REFERENCE = re.compile(r"\$\{([^${}]+?)\.outputs((?:\.[^.\[\]{}$]+|\[\d+\])*)\}")
PART = re.compile(r"\.([^.\[\]{}$]+)|\[(\d+)\]")

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
            values[name] = _resolve(value, outputs)
        except _NotKnownError:
            values[name] = None
            later.add(name)
    return values, frozenset(later)


def needed_steps(value: Any) -> set[str]:
    """The ids of the steps that a value refers to, in nested lists and dicts too."""
    if isinstance(value, str):
        return {match[1] for match in REFERENCE.finditer(value)} if "${" in value else set()
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return {step_id for part in parts for step_id in needed_steps(part)}


def _resolve(value: Any, outputs: Outputs) -> Any:
    if isinstance(value, str):
        return _resolve_text(value, outputs) if "${" in value else value
    if isinstance(value, dict):
        return {key: _resolve(part, outputs) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_resolve(part, outputs) for part in value]
    return value


def _resolve_text(text: str, outputs: Outputs) -> Any:
    whole = REFERENCE.fullmatch(text)
    if whole:
        return _look_up(whole, outputs)
    return REFERENCE.sub(lambda match: _as_text(_look_up(match, outputs)), text)


def _look_up(match: re.Match[str], outputs: Outputs) -> Any:
    value: Any = outputs.get(match[1], {})
    try:
        for name, index in PART.findall(match[2]):
            value = value[int(index)] if index else value[name]
    except (KeyError, IndexError, TypeError) as missing:
        raise _NotKnownError from missing
    return value


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
