"""How a field of a page gets its value: typed, chosen from a list, or ticked."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from aura.capability.errors import ToolError
from aura.machine.browser.elements import Found, NotTakenError
from aura.machine.browser.matching import choice_meant

TICKS = Path(__file__).with_name("ticks.yaml")
BOXES = ("checkbox", "radio")
NOT_TYPED = ("file", "color", "range")


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
