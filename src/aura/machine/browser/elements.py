"""What can be clicked and filled in on a page, by the names that people see for it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from aura.capability.errors import ToolError

SCRIPT, TICKS = Path(__file__).with_name("gather.js"), Path(__file__).with_name("ticks.yaml")
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


def clickable(page: Any) -> list[Found]:
    """What can be clicked, in the order of the page."""
    return _gathered(page, "clickable")


def fields(page: Any) -> list[Found]:
    """What can be filled in, in the order of the page."""
    return _gathered(page, "fields")


def _gathered(page: Any, kind: str) -> list[Found]:
    """What all frames of a page have of a kind; a frame that goes away meanwhile has none."""
    from playwright.sync_api import Error

    found: list[Found] = []
    for frame in page.frames:
        try:
            handle = frame.evaluate_handle(_script(), kind)
            told = msgspec.convert(handle.get_property("told").json_value(), list[Told])
            elements = handle.get_property("elements").get_properties() if told else {}
        except Error:
            if frame == page.main_frame:
                raise
            continue
        found.extend(
            Found(tuple(each.names), each.tag, each.type, each.href, each.disabled, elements[str(at)].as_element())
            for at, each in enumerate(told)
            if each.names
        )
    return found


@cache
def _script() -> str:
    return SCRIPT.read_text(encoding="utf-8")


def fill_in(found: Found, text: str) -> None:
    """Give a field its value; raises ToolError where it takes none, or not this one."""
    if found.disabled:
        raise ToolError("FIELD_CLOSED", f'The field "{found.title}" takes nothing now; fill in what comes before it.')
    if found.type in BOXES:
        found.element.set_checked(_is_on(found, text))
    elif found.tag == "select":
        _choose(found, text)
    elif found.type in NOT_TYPED:
        raise ToolError("NOT_A_TEXT", f'The field "{found.title}" takes no text ({found.type}); fill it in by hand.')
    else:
        _write(found, text)


def _write(found: Found, text: str) -> None:
    from playwright.sync_api import Error
    from playwright.sync_api import TimeoutError as Late

    not_taken = ToolError(
        "NOT_TAKEN", f'The field "{found.title}" does not take that ({found.type}); say it as it wants it.'
    )
    try:
        found.element.fill(text)
    except Late:
        raise
    except Error as error:
        raise not_taken from error
    if text.strip() and not found.element.evaluate("field => field.value ?? field.innerText"):
        raise not_taken


def _choose(found: Found, text: str) -> None:
    from aura.machine.browser.matching import choice_meant

    choices = found.element.evaluate("list => [...list.options].map(each => each.label.trim())")
    found.element.select_option(index=choice_meant(text, choices, found.title))


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
