"""One walk through a value of a plan: its references, and what in it is no JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, field

from aura.contracts.reference import OPENING, Reference, read_text
from aura.planning.shape import is_text, type_name

DEEPEST = 100
MOST = 1_000_000
SMALLEST, LARGEST = -(2**63), 2**64 - 1

Location = tuple[str | int, ...]


class Mention(Struct, frozen=True, gc=False):
    """A reference, where it stands in the value, and whether it is the whole text there."""

    reference: Reference
    at: Location
    whole: bool


class Flaw(Struct, frozen=True):
    """Something in a value that cannot be: a code, where, and why."""

    code: str
    at: Location
    reason: str


class Scan(Struct, frozen=True):
    """What was found in one value; `at` of everything is relative to it."""

    mentions: list[Mention] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)


NOTHING = Scan()
ENDED: tuple[Location, Any] = ((), object())
JOINT = "\0"


def scan(value: Any) -> Scan:
    """Walk a value of any kind, without recursion, up to what is too deep or too much."""
    if _is_literal(value):
        return NOTHING
    found = Scan()
    waiting: list[Iterator[tuple[Location, Any]]] = [iter((((), value),))]
    count = 0
    while waiting:
        at, part = next(waiting[-1], ENDED)
        if part is ENDED[1]:
            waiting.pop()
        elif isinstance(part, str):
            _scan_text(part, at, found)
        elif not isinstance(part, dict | list | tuple):
            _scan_leaf(part, at, found)
        elif len(at) >= DEEPEST or count > MOST:
            found.flaws.append(_too_much(at))
            break
        else:
            count += len(part)
            waiting.append(_children(part, at, found))
    return found


def _is_literal(value: Any) -> bool:
    """Whether it has no parts, or only texts, and no reference, and JSON can hold it."""
    if type(value) is list and value and set(map(type, value)) == {str}:
        value = JOINT.join(value)
    if isinstance(value, str | dict | list | tuple):
        return _is_plain(value)
    return not _why_not_json(value)


def _is_plain(value: object) -> bool:
    return type(value) is str and OPENING not in value and is_text(value)


def _too_much(at: Location) -> Flaw:
    if len(at) >= DEEPEST:
        return Flaw("INVALID_INPUT_VALUE", at[:2], f"it is nested deeper than {DEEPEST} levels")
    return Flaw("INVALID_INPUT_VALUE", (), f"it has more than {MOST} parts")


def _scan_leaf(part: object, at: Location, found: Scan) -> None:
    if reason := _why_not_json(part):
        found.flaws.append(Flaw("INVALID_INPUT_VALUE", at, reason))


def _children(part: Any, at: Location, found: Scan) -> Iterator[tuple[Location, Any]]:
    """The parts of a value in order, those of a list one at a time: there may be a hundred thousand."""
    if not isinstance(part, dict):
        return (((*at, index), inner) for index, inner in enumerate(part) if not _is_plain(inner))
    for key in part:
        if not is_text(key):
            found.flaws.append(Flaw("INVALID_TYPE", at, f"its name {ascii(key)[:60]} must be a text"))
    return iter([((*at, key), inner) for key, inner in part.items() if is_text(key)])


def _scan_text(text: str, at: Location, found: Scan) -> None:
    if not is_text(text):
        found.flaws.append(Flaw("INVALID_INPUT_VALUE", at, "it is text that is not valid Unicode"))
    if OPENING not in text:
        return
    parts = read_text(text)
    found.mentions.extend(Mention(reference, at, parts.whole) for reference in parts.references)
    if parts.malformed:
        reason = f"{parts.malformed[:60]!a} is no reference: write ${{step.outputs.name}}"
        found.flaws.append(Flaw("INVALID_REF", at, reason))


def _why_not_json(value: object) -> str:
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, int):
        return "" if SMALLEST <= value <= LARGEST else "it is a whole number of more than 64 bits"
    if isinstance(value, float):
        return "" if math.isfinite(value) else "it is not a finite number"
    return f"it is {type_name(value)}, which JSON does not have"
