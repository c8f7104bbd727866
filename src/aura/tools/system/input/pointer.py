"""Moving the pointer, clicking, scrolling and dragging."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE, Foreseen
from aura.capability.semantic import Count
from aura.capability.tool import tool
from aura.machine.hand.port import Button, Direction, Hand, on_screen

MOST_CLICKS, MOST_NOTCHES = 10, 200
ANYWHERE = -1
CLICKS = {1: "clicks", 2: "double-clicks"}

Across = Annotated[Count, "Pixels from the left edge of the screen."]
Down = Annotated[Count, "Pixels from its top edge."]


class Place(Struct, frozen=True):
    """Where the pointer is."""

    x: Annotated[int, "Pixels from the left edge of the screen; -1 where the desktop does not tell."]
    y: Annotated[int, "Pixels from its top edge; -1 where the desktop does not tell."]


class Scrolled(Struct, frozen=True):
    """How far was scrolled."""

    direction: Annotated[str, "Which way."]
    amount: Annotated[int, "How many notches of the wheel."]


def _in_range(what: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise ToolError("OUT_OF_RANGE", f"{what} goes from 1 to {most}; {number} is beyond that.")


def _checked(hand: Hand, x: int, y: int, count: int) -> None:
    _in_range("The number of clicks", count, MOST_CLICKS)
    if (x == ANYWHERE) != (y == ANYWHERE):
        raise ToolError("NO_PLACE", "A place on the screen needs two numbers, such as 200, 300.")
    if x != ANYWHERE:
        on_screen(hand, x, y)


def _clicking(hand: Hand, x: int = ANYWHERE, y: int = ANYWHERE, button: Button = "left", count: int = 1) -> Foreseen:
    _checked(hand, x, y, count)
    where = "where the pointer is" if x == ANYWHERE else f"at {x}, {y}"
    what = CLICKS.get(count, f"clicks {count} times")
    return Foreseen(f"{what} {where}{'' if button == 'left' else f' with the {button} button'}")


@tool(verb="click", object="pointer", effect=Effect.ACTS, foresee=_clicking, locked=True)
def click(
    hand: Hand,
    x: Across = ANYWHERE,
    y: Down = ANYWHERE,
    button: Annotated[Button, "Which button of the mouse."] = "left",
    count: Annotated[Count, "How many times; 2 is a double click."] = 1,
) -> Place:
    """Click at a place on the screen, or where the pointer is."""
    _checked(hand, x, y, count)
    if x != ANYWHERE:
        hand.move(x, y)
    hand.click(button, count)
    return _place(hand, x, y)


def _moving(hand: Hand, x: int, y: int) -> Foreseen:
    on_screen(hand, x, y)
    return Foreseen(f"moves the pointer to {x}, {y}")


@tool(verb="move", object="pointer", effect=Effect.ACTS, foresee=_moving, locked=True)
def move_mouse(hand: Hand, x: Across, y: Down) -> Place:
    """Move the pointer to a place on the screen."""
    on_screen(hand, x, y)
    hand.move(x, y)
    return _place(hand, x, y)


def _scrolling(hand: Hand, direction: Direction, amount: int = 3) -> Foreseen:
    _in_range("Scrolling", amount, MOST_NOTCHES)
    return Foreseen(f"scrolls {direction} by {amount}")


@tool(verb="scroll", object="pointer", effect=Effect.ACTS, foresee=_scrolling, locked=True)
def scroll(
    hand: Hand,
    direction: Annotated[Direction, "Which way."],
    amount: Annotated[Count, "By how many notches of the wheel."] = 3,
) -> Scrolled:
    """Scroll what is under the pointer."""
    _in_range("Scrolling", amount, MOST_NOTCHES)
    hand.scroll(direction, amount)
    return Scrolled(direction, amount)


def _dragging(hand: Hand, from_x: int, from_y: int, to_x: int, to_y: int) -> Foreseen:
    on_screen(hand, from_x, from_y)
    on_screen(hand, to_x, to_y)
    return Foreseen(f"drags from {from_x}, {from_y} to {to_x}, {to_y}")


@tool(verb="drag", object="pointer", effect=Effect.ACTS, foresee=_dragging, locked=True)
def drag(hand: Hand, from_x: Across, from_y: Down, to_x: Across, to_y: Down) -> Place:
    """Hold the left button down at one place, and let go of it at another."""
    on_screen(hand, from_x, from_y)
    on_screen(hand, to_x, to_y)
    hand.move(from_x, from_y)
    hand.drag(to_x, to_y)
    return _place(hand, to_x, to_y)


def _place(hand: Hand, x: int, y: int) -> Place:
    """Where the pointer is, which should be there; what was asked, where the desktop does not tell."""
    try:
        return Place(*hand.pointer())
    except ToolError as error:
        if error.code != NOT_HERE:
            raise
        return Place(x, y)
