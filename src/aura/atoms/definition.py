"""One atom as a JSON file declares it, read without trusting anything about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from aura.capability.conduct import Conduct
from aura.capability.effect import Effect
from aura.capability.fitting import schema_fault
from aura.capability.tool import Slot
from aura.contracts.json_path import json_path
from aura.contracts.problem import Problem

INVALID, MALFORMED = "INVALID_ATOM", "INVALID_SCHEMA"
SLOTS = ("inputs", "outputs")
OURS = ("required", "description", "default")
"""What a fragment of an atom says about the input or output, and not about its value."""


class Retry(Struct, frozen=True, forbid_unknown_fields=True):
    """How often a call is tried, the first included, and the seconds before the second."""

    attempts: Annotated[int, Meta(ge=1)] = 1
    backoff: Annotated[float, Meta(ge=0)] = 0.5


class Declared(Struct, frozen=True):
    """What an atom says of itself beside its inputs and outputs; what else it says is nobody's business here."""

    id: Annotated[str, Meta(min_length=1)]
    description: str = ""
    effect: Effect = Effect.ACTS
    timeout: Annotated[float, Meta(gt=0)] | None = None
    retry: Retry = Retry()
    idempotent: bool = False

    @property
    def conduct(self) -> Conduct:
        """How its calls go: beside others, since it was written for nobody's desktop."""
        return Conduct(
            self.timeout, self.retry.attempts, self.retry.backoff, self.idempotent, beside=True, secrets=True
        )


class Definition(Struct, frozen=True):
    """An atom that can be used: what it says of itself, its inputs and outputs, and the JSON it was read from."""

    declared: Declared
    inputs: dict[str, Slot]
    outputs: dict[str, Slot]
    plain: dict[str, Any]


def read_definition(plain: object, path: str) -> Definition | list[Problem]:
    """An atom from its JSON at a path, or everything that is wrong with it, each with its own path."""
    if not isinstance(plain, dict):
        return [Problem(INVALID, "An atom must be an object with an id, a description, inputs and outputs", path)]
    try:
        msgspec.json.encode(plain)
    except (UnicodeEncodeError, RecursionError, OverflowError) as error:
        return [Problem(INVALID, f"It is nothing that JSON can say again ({error})", path)]
    problems: list[Problem] = []
    declared: Declared | None = None
    try:
        declared = msgspec.convert({name: value for name, value in plain.items() if name not in SLOTS}, Declared)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        problems.append(Problem(INVALID, what, path + where.rstrip("`")))
    inputs, outputs = (_slots(plain.get(name, {}), json_path(path, name), problems) for name in SLOTS)
    if declared is None or problems:
        return problems
    return Definition(declared, inputs, outputs, plain)


def _slots(plain: object, path: str, problems: list[Problem]) -> dict[str, Slot]:
    if not isinstance(plain, dict):
        problems.append(Problem(INVALID, "It must be an object of names, each with its JSON Schema", path))
        return {}
    slots: dict[str, Slot] = {}
    for name, schema in plain.items():
        at = json_path(path, name)
        if fault := schema_fault(schema):
            problems.append(Problem(MALFORMED, f"This is no JSON Schema: {fault[1]}", json_path(at, *fault[0])))
        elif not isinstance(schema.get("required", False), bool | list):
            problems.append(Problem(INVALID, "It must be true or false", json_path(at, "required")))
        else:
            slots[name] = _slot(name, schema)
    return slots


def _slot(name: str, schema: Mapping[str, Any]) -> Slot:
    """A slot; names that its value must have are kept apart from whether it must be there."""
    about = {key: part for key, part in schema.items() if key not in OURS}
    needed = schema.get("required", False)
    if isinstance(needed, list):
        about["allOf"] = [*about.get("allOf", ()), {"required": needed}]
    description = schema.get("description", "")
    default = schema.get("default", msgspec.UNSET)
    return Slot(name, about, description if isinstance(description, str) else "", "", needed is True, default)
