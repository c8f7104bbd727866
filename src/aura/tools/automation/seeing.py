"""Text on the screen: waited for, and clicked."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

from msgspec import Meta, Struct

from aura.capability.conduct import Conduct
from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import Count, Text
from aura.capability.tool import tool
from aura.machine.hand.port import Hand, on_screen
from aura.machine.screen.port import Found, Screen

BETWEEN = 0.3
"""Seconds between two looks at the screen."""
LONGEST = 3600
"""Seconds that a text may be waited for."""
ALIKE, MOST_NEAR, MOST_PLACES = 0.5, 3, 9

Wanted = Annotated[Text, "The words to look for; upper and lower case are the same."]
Timeout = Annotated[float, Meta(gt=0, le=LONGEST), "How long to look for them, in seconds."]


class Seen(Struct, frozen=True):
    """Where a text stands."""

    text: Annotated[Text, "What stands there."]
    x: Annotated[int, "The middle of it, in pixels from the left edge of the screen."]
    y: Annotated[int, "The same from its top edge."]


def _named(text: str) -> None:
    if not text.strip():
        raise ToolError("NOTHING_NAMED", "There is nothing to look for; say which words.")


def _lasting(seconds: float) -> str:
    return "1 second" if seconds == 1 else f"{seconds:g} seconds"


def _waiting(screen: Screen, text: str, timeout: float = 30) -> Foreseen:
    _named(text)
    return Foreseen(f'until "{text}" is on the screen, for up to {_lasting(timeout)}')


@tool(
    verb="wait",
    object="text",
    effect=Effect.READS,
    foresee=_waiting,
    conduct=Conduct(idempotent=True, beside=True),
)
async def wait_for_text(screen: Screen, text: Wanted, timeout: Timeout = 30) -> Seen:
    """Wait until words are on the screen."""
    _named(text)
    end = time.monotonic() + timeout
    while True:
        # The look itself may take a while; a run that is to stop does not wait for it.
        found = await asyncio.to_thread(screen.find, text)
        if found:
            return _seen(found[0])
        if time.monotonic() >= end:
            raise ToolError(
                "NOT_ON_SCREEN",
                f'"{text}" did not come to the screen within {_lasting(timeout)}; look whether it is spelled so there,'
                " or wait longer.",
            )
        await asyncio.sleep(min(BETWEEN, max(0.0, end - time.monotonic())))


def _clicking(screen: Screen, hand: Hand, text: str, number: int = 0) -> Foreseen:
    _named(text)
    return Foreseen(f'clicks "{text}"' + (f", the one that is number {number}" if number else ""))


@tool(verb="click", object="text", effect=Effect.ACTS, foresee=_clicking, locked=True)
def click_text(
    screen: Screen,
    hand: Hand,
    text: Wanted,
    number: Annotated[
        Count, Meta(ge=0), "Which of several, counted from the top, each line from the left; 0 where there is one."
    ] = 0,
) -> Seen:
    """Click where words stand on the screen."""
    _named(text)
    place = _meant(screen, text, number)
    seen = _seen(place)
    on_screen(hand, seen.x, seen.y)
    hand.move(seen.x, seen.y)
    hand.click("left", 1)
    return seen


def _meant(screen: Screen, text: str, number: int) -> Found:
    """The one place that is meant; raises ToolError `NOT_ON_SCREEN` or `AMBIGUOUS`, with what there is instead."""
    found = _whole(screen.find(text), text)
    if not found:
        raise ToolError("NOT_ON_SCREEN", f'"{text}" is not on the screen, so nothing was clicked{_near(screen, text)}.')
    places = sorted(found, key=lambda each: (each.box.y, each.box.x))
    if number > len(places):
        times = "once" if len(places) == 1 else f"{len(places)} times"
        raise ToolError("NOT_ON_SCREEN", f'"{text}" is on the screen only {times}, so nothing was clicked.')
    if number or len(places) == 1:
        return places[max(number, 1) - 1]
    shown = "; ".join(f"{at}. {_at(place)}" for at, place in enumerate(places[:MOST_PLACES], 1))
    raise ToolError(
        "AMBIGUOUS",
        f'"{text}" is on the screen {len(places)} times ({shown}), so nothing was clicked; say which by its number.',
    )


def _whole(found: list[Found], text: str) -> list[Found]:
    """Those that are the text and no more, where there are any: "Save" is meant before "Save as"."""
    wanted = _plain(text)
    return [each for each in found if _plain(each.text) == wanted] or found


def _near(screen: Screen, text: str) -> str:
    """What of the screen is spelled much like it."""
    import difflib

    lines = {_plain(each.text): each.text for each in screen.text() if each.text.strip()}
    near = difflib.get_close_matches(_plain(text), list(lines), MOST_NEAR, ALIKE)
    return f"; near it there is {', '.join(lines[each] for each in near)}" if near else ""


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _at(place: Found) -> str:
    seen = _seen(place)
    return f"{seen.text} at {seen.x}, {seen.y}"


def _seen(found: Found) -> Seen:
    box = found.box
    return Seen(found.text, box.x + box.width // 2, box.y + box.height // 2)
