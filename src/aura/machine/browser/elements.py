"""What can be clicked and filled in on a page, by the names that people see for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from aura.capability.errors import ToolError

SCRIPT, TICKS = Path(__file__).with_name("gather.js"), Path(__file__).with_name("ticks.yaml")
CLICKABLE, FIELDS = "clickable", "fields"
BOXES = ("checkbox", "radio")
NOT_TYPED = ("file", "color", "range")
LONGEST_SHOWN = 60


class Told(Struct, frozen=True):
    """What the page tells of an element."""

    names: list[str]
    tag: str
    type: str
    href: str
    disabled: bool


class Element(Protocol):
    """An element of a page that is driven; raises what its library raises, and `NotTakenError` as said."""

    def tick(self, on: bool) -> None:
        """Tick a box, or take its tick away."""
        ...

    def choices(self) -> list[str]:
        """What a list offers."""
        ...

    def choose(self, at: int) -> None:
        """Choose what a list offers at a place."""
        ...

    def write(self, text: str) -> None:
        """Put a text in the place of what a field has; raises NotTakenError where it takes none, or not this one."""
        ...

    def value(self) -> str:
        """What a field has."""
        ...


class NotTakenError(Exception):
    """A field does not take a text."""


class Found(Struct, frozen=True):
    """An element of a page: its names, what it is, where it leads, and itself."""

    names: tuple[str, ...]
    tag: str
    type: str
    href: str
    disabled: bool
    element: Any

    @property
    def title(self) -> str:
        """How messages call it."""
        name = next(iter(self.names), self.tag)
        return name if len(name) <= LONGEST_SHOWN else f"{name[: LONGEST_SHOWN - 1]}…"


def gathered(told: Any, elements: Sequence[Element]) -> list[Found]:
    """The elements that have names, from what `script` tells of a page and the elements themselves."""
    return [
        Found(tuple(each.names), each.tag, each.type, each.href, each.disabled, elements[at])
        for at, each in enumerate(msgspec.convert(told, list[Told]))
        if each.names
    ]


@cache
def script() -> str:
    """What tells of the elements of a page that can be clicked (`clickable`) or filled in (`fields`)."""
    return SCRIPT.read_text(encoding="utf-8")


def fill_in(found: Found, text: str) -> None:
    """Give a field its value; raises ToolError where it takes none, or not this one."""
    if found.disabled:
        raise ToolError("FIELD_CLOSED", f'The field "{found.title}" takes nothing now; fill in what comes before it.')
    if found.type in BOXES:
        found.element.tick(_is_on(found, text))
    elif found.tag == "select":
        _choose(found, text)
    elif found.type in NOT_TYPED:
        raise ToolError("NOT_A_TEXT", f'The field "{found.title}" takes no text ({found.type}); fill it in by hand.')
    else:
        _write(found, text)


def _write(found: Found, text: str) -> None:
    not_taken = ToolError(
        "NOT_TAKEN", f'The field "{found.title}" does not take that ({found.type}); say it as it wants it.'
    )
    try:
        found.element.write(text)
    except NotTakenError as error:
        raise not_taken from error
    if text.strip() and not found.element.value():
        raise not_taken


def _choose(found: Found, text: str) -> None:
    from aura.machine.browser.matching import choice_meant

    found.element.choose(choice_meant(text, found.element.choices(), found.title))


def _is_on(found: Found, text: str) -> bool:
    words = _ticks()
    said = text.strip().casefold()
    for name, value in (("on", True), ("off", False)):
        if said in words[name]:
            return value
    if any(said == name.casefold() for name in found.names):
        return True
    raise ToolError("NOT_TAKEN", f'"{found.title}" is a box to be ticked; say {words["on"][0]} or {words["off"][0]}.')


@cache
def _ticks() -> dict[str, list[str]]:
    return msgspec.yaml.decode(TICKS.read_bytes(), type=dict[str, list[str]])
