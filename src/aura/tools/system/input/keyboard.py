"""Typing text and pressing keys."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import Count, Text, WindowWords
from aura.capability.tool import tool
from aura.machine.apps.port import Apps
from aura.machine.hand.keys import Chord, chord
from aura.machine.hand.port import Hand
from aura.machine.windows.coming import bring_to_front, meant
from aura.machine.windows.port import WindowControl, Windows
from aura.machine.windows.spoken import window_meant

MOST_TIMES = 100


class Typed(Struct, frozen=True):
    """What was typed."""

    text: Annotated[Text, "The text, as it went into the window."]


class Pressed(Struct, frozen=True):
    """Which keys were pressed."""

    keys: Annotated[str, "The keys by their names, such as Ctrl+S."]


def _typing(hand: Hand, text: str) -> Foreseen:
    return Foreseen(f'types "{text}"')


@tool(verb="type", object="text", effect=Effect.ACTS, foresee=_typing, locked=True)
def type_text(hand: Hand, text: Annotated[Text, "What to type, exactly."]) -> Typed:
    """Type text into the window that has the focus."""
    if not text:
        raise ToolError("NOTHING_NAMED", "There is nothing to type; say what.")
    hand.type(text)
    return Typed(text)


def _typing_into(hand: Hand, windows: Windows, control: WindowControl, apps: Apps, text: str, window: str) -> Foreseen:
    try:
        return Foreseen(f'types "{text}" into "{window_meant(window, windows, apps).title}"')
    except ToolError as error:
        if error.code == "AMBIGUOUS":
            raise
        return Foreseen(warning=error.message)


@tool(verb="type", object="text_into", effect=Effect.ACTS, foresee=_typing_into, locked=True)
def type_into(
    hand: Hand,
    windows: Windows,
    control: WindowControl,
    apps: Apps,
    text: Annotated[Text, "What to type, exactly."],
    window: Annotated[WindowWords, "A program, or words of a title."],
) -> Typed:
    """Bring a window to the front, and type text into it."""
    if not text:
        raise ToolError("NOTHING_NAMED", "There is nothing to type; say what.")
    bring_to_front(meant(window, windows, apps), windows, control)
    hand.type(text)
    return Typed(text)


def _meant(keys: str, times: int) -> Chord:
    if not 1 <= times <= MOST_TIMES:
        raise ToolError("OUT_OF_RANGE", f"Keys can be pressed 1 to {MOST_TIMES} times, not {times}.")
    return chord(keys)


def _pressing(hand: Hand, keys: str, times: int = 1) -> Foreseen:
    meant = _meant(keys, times)
    return Foreseen(f"presses {meant.text}{f', {times} times' if times > 1 else ''}")


@tool(verb="press", object="keys", effect=Effect.ACTS, foresee=_pressing, locked=True)
def press(
    hand: Hand,
    keys: Annotated[str, "The keys by their names, such as enter, page down, ctrl+s."],
    times: Annotated[Count, "How many times."] = 1,
) -> Pressed:
    """Press a key, or keys together."""
    meant = _meant(keys, times)
    hand.press(meant, times)
    return Pressed(meant.text)
