"""Whether a value, or what a reference will bring, fits an atom's input by its JSON Schema fragment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

Location = tuple[str | int, ...]
Types = frozenset[str]
Check = Callable[[Any], bool]

TYPES: dict[str, str] = {
    "string": "string",
    "str": "string",
    "integer": "integer",
    "int": "integer",
    "number": "number",
    "float": "number",
    "boolean": "boolean",
    "bool": "boolean",
    "array": "array",
    "list": "array",
    "tuple": "array",
    "object": "object",
    "dict": "object",
    "null": "null",
}
"""The names of types that atoms use; any other name stands for anything."""

PLAIN: dict[str, Check] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: (isinstance(value, int) and not isinstance(value, bool)) or _is_whole(value),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list | tuple),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}

ABOUT = frozenset(("type", "description", "required", "default", "title", "examples", "$comment"))
"""Keywords that say nothing about a value, besides its type."""

PLAINLY = ABOUT | {"anyOf", "enum", "items"}
"""Keywords that need no library, which costs a start 9 ms."""

DATA = frozenset(("enum", "const", "default", "examples"))
"""Keywords whose values are values, not schemas."""

NUMBERS = frozenset(("integer", "number"))
ANYTHING = frozenset(("string", "integer", "number", "boolean", "array", "object"))
READABLE_AS: dict[str, Types] = {
    "string": ANYTHING,
    "array": ANYTHING,
    "number": frozenset(("string",)),
    "integer": frozenset(("string",)),
    "boolean": frozenset(("string",)),
}
"""For a wanted type, the types whose values could be turned into one."""

Fit = Literal["fits", "perhaps", "never"]

Misfit = tuple[Location, str]
"""Where in the value, and why it does not fit."""


class Fragment(Struct, frozen=True):
    """An atom's JSON Schema fragment, made ready: the types it can have (None: any), and what checks it.

    What plainly `fits` is fine; of what does not, only the schema itself can tell.
    """

    types: Types | None
    simple: bool
    of_type: Check
    fits: Check
    encoded: bytes


@lru_cache(maxsize=4096)
def prepared(encoded: bytes) -> Fragment:
    """A fragment from its JSON, made ready once."""
    schema = msgspec.json.decode(encoded)
    types = types_of(schema)
    return Fragment(types, _is_simple(schema), _always if types is None else _typed(types), _plainly(schema), encoded)


def fragment(schema: object) -> Fragment:
    """A fragment made ready; what is no JSON object, or cannot be JSON, accepts anything."""
    try:
        return prepared(msgspec.json.encode(schema if isinstance(schema, dict) else {}))
    except (TypeError, ValueError, OverflowError, RecursionError):
        return prepared(b"{}")


def misfits(value: Any, wanted: Fragment, references: Sequence[Location] = ()) -> list[Misfit]:
    """Why a literal does not fit; parts that references will replace (at `references`) are not judged."""
    types = wanted.types
    if types is not None and not wanted.of_type(value) and () not in references:
        given = frozenset(name for name, fits in PLAIN.items() if fits(value))
        if not references or fit(given, types) == "never":
            return [((), f"it is {listed(given)} and must be {listed(types)}")]
    if wanted.simple or wanted.fits(value):
        return []
    return [found for found in _schema_misfits(value, wanted.encoded) if _is_sure(*found, references)]


def types_of(schema: object) -> Types | None:
    """The JSON types that a schema can let through, None if it does not say."""
    if not isinstance(schema, Mapping):
        return None
    if "type" in schema:
        named = schema["type"]
        return _named_types(named if isinstance(named, list) else [named])
    for choice in ("anyOf", "oneOf"):
        if isinstance(schema.get(choice), list):
            return _joined([types_of(part) for part in schema[choice]])
    if isinstance(schema.get("enum"), list):
        return frozenset(name for value in schema["enum"] for name, fits in PLAIN.items() if fits(value))
    return None


def fit(given: Types | None, wanted: Types | None) -> Fit:
    """Whether a value of one of the given types is one of the wanted, could be read as one, or can never be.

    A number may be whole; text may be read as a number or as true or false; anything can be written as text,
    or be the one item of a list.
    """
    if given is None or wanted is None or given & wanted:
        return "fits"
    if given & NUMBERS and wanted & NUMBERS:
        return "fits"
    return "perhaps" if any(given & READABLE_AS.get(name, frozenset()) for name in wanted) else "never"


def read_as(value: Any, wanted: Fragment | None) -> Any:
    """A text as the number or truth value that is wanted, where it says one; anything else as it is."""
    if not isinstance(value, str) or wanted is None or wanted.types is None or "string" in wanted.types:
        return value
    try:
        said = msgspec.json.decode(value.strip().lower())
    except (msgspec.DecodeError, UnicodeEncodeError):
        return value
    return said if isinstance(said, bool | int | float) and wanted.of_type(said) else value


def inner_schema(schema: object, path: Location) -> tuple[object, str]:
    """The schema at a path inside a value, and why there can be nothing, or an empty text.

    Whatever a schema does not say is possible.
    """
    for part in path:
        types = types_of(schema)
        container = "array" if isinstance(part, int) else "object"
        if types is not None and container not in types:
            return {}, f"{part!r} is asked of {listed(types)}, which has no parts"
        schema, reason = _part_schema(schema, part)
        if reason:
            return {}, reason
    return schema, ""


def schema_fault(schema: object) -> Misfit | None:
    """Where and why something is no fragment of JSON Schema; None if it is one."""
    if not isinstance(schema, dict):
        return (), "it must be an object with JSON Schema in it"
    named = schema.get("type", [])
    if not isinstance(named, str) and not (isinstance(named, list) and all(isinstance(name, str) for name in named)):
        return ("type",), "it must be the name of a type, or a list of names"
    if _is_simple(schema):
        return None
    import jsonschema_rs

    try:
        jsonschema_rs.validator_for(_plain_schema(schema), offline=True)
    except jsonschema_rs.ValidationError as error:
        return tuple(error.instance_path), error.message
    except ValueError as error:
        return (), str(error)
    except RecursionError:
        return (), "it is nested too deeply"
    return None


def listed(types: Types) -> str:
    """Types for a message."""
    return " or ".join(sorted(types))


def _part_schema(schema: object, part: str | int) -> tuple[object, str]:
    if not isinstance(schema, Mapping) or any(name in schema for name in ("anyOf", "oneOf", "allOf", "$ref")):
        return {}, ""
    if isinstance(part, int):
        return schema.get("items", {}), ""
    properties = schema.get("properties")
    if isinstance(properties, Mapping) and part in properties:
        return properties[part], ""
    if schema.get("additionalProperties") is False:
        return {}, f"there is no {part!r} in it"
    return schema.get("additionalProperties", {}), ""


def _plainly(schema: object) -> Check:
    """What tells whether a value fits a schema of types, choices and items; nothing fits if that takes the library."""
    if not isinstance(schema, dict) or not PLAINLY.issuperset(schema) or isinstance(schema.get("required"), list):
        return _never
    checks: list[Check] = []
    if "anyOf" in schema:
        checks.append(_one_of(schema["anyOf"]))
    if "enum" in schema:
        checks.append(_chosen(schema["enum"]))
    if "type" in schema and (types := types_of(schema)) is not None:
        checks.append(_typed(types))
    if "items" in schema:
        checks.append(_each(schema["items"]))
    return checks[0] if len(checks) == 1 else lambda value: all(check(value) for check in checks)


def _always(value: Any) -> bool:
    return True


def _never(value: Any) -> bool:
    return False


def _one_of(choices: object) -> Check:
    if not isinstance(choices, list):
        return _never
    checks = [_plainly(choice) for choice in choices]
    return lambda value: any(check(value) for check in checks)


def _chosen(choices: object) -> Check:
    return lambda value: isinstance(value, str) and isinstance(choices, list) and value in choices


def _typed(types: Types) -> Check:
    checks = [PLAIN[name] for name in types]
    return checks[0] if len(checks) == 1 else lambda value: any(check(value) for check in checks)


def _each(schema: object) -> Check:
    """What tells whether every item of a list fits; to a schema that only names types, all texts are alike."""
    check, only_types = _plainly(schema), _is_simple(schema)

    def fits(value: Any) -> bool:
        if not isinstance(value, list | tuple):
            return True
        alike = only_types and set(map(type, value)) == {str}
        return check(value[0]) if alike else all(map(check, value))

    return fits


def _is_simple(schema: object) -> bool:
    """Whether it says no more about a value than its type."""
    return isinstance(schema, dict) and ABOUT.issuperset(schema) and not isinstance(schema.get("required"), list)


def _named_types(names: Sequence[object]) -> Types | None:
    known = [TYPES.get(name) if isinstance(name, str) else None for name in names]
    return None if not known or None in known else frozenset(name for name in known if name)


def _joined(several: Sequence[Types | None]) -> Types | None:
    if any(types is None for types in several):
        return None
    return frozenset().union(*(types for types in several if types is not None))


def _is_whole(value: object) -> bool:
    return isinstance(value, float) and value.is_integer()


def _is_sure(where: Location, reason: str, references: Sequence[Location]) -> bool:
    """Whether a misfit stands whatever the references bring: it is neither at, in nor around one of them."""
    return not any(where[: len(place)] == place or place[: len(where)] == where for place in references)


def _schema_misfits(value: Any, encoded: bytes) -> list[Misfit]:
    check = _checker(encoded)
    return [] if check is None else check(value)


@lru_cache(maxsize=4096)
def _checker(encoded: bytes) -> Callable[[Any], list[Misfit]] | None:
    """A compiled schema; None for one that is no JSON Schema, which then judges nothing."""
    import jsonschema_rs

    try:
        validator = jsonschema_rs.validator_for(_plain_schema(msgspec.json.decode(encoded)), offline=True)
    except ValueError:
        return None

    def check(value: Any) -> list[Misfit]:
        if validator.is_valid(value):
            return []
        return [(tuple(error.instance_path), error.message) for error in validator.iter_errors(value)]

    return check


def _plain_schema(schema: Any) -> Any:
    """JSON Schema without what only atoms have: other type names, `required` as a truth value."""
    if isinstance(schema, list):
        return [_plain_schema(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: part if key in DATA else _plain_schema(part) for key, part in schema.items() if key != "type"}
    if isinstance(plain.get("required"), bool):
        del plain["required"]
    if types := types_of({"type": schema["type"]}) if isinstance(schema.get("type"), str | list) else None:
        plain["type"] = sorted(types)
    elif "type" in schema and not isinstance(schema["type"], str | list):
        plain["type"] = _plain_schema(schema["type"])
    return plain
