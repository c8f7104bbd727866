"""What can be clicked and filled in on a page, by the names that people see for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct

SCRIPT = Path(__file__).with_name("gather.js")
CLICKABLE, FIELDS = "clickable", "fields"
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
