"""Copying to the clipboard, telling what is there, and pasting it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import Text
from aura.capability.tool import tool
from aura.machine.clipboard.port import Clipboard, Held
from aura.machine.hand.port import Hand
from aura.machine.screen.port import Screen

LONGEST_SHOWN = 60


class Copied(Struct, frozen=True):
    """What is on the clipboard now."""

    text: Annotated[Text, "The text that was copied."]


class Pasteable(Struct, frozen=True):
    """What is on the clipboard."""

    text: Annotated[Text, "The text on it, or what else is there in words."]
    kind: Annotated[str, "text, image or nothing."]


class Size(Struct, frozen=True):
    """A picture on the clipboard."""

    width: Annotated[int, "How many pixels it is wide."]
    height: Annotated[int, "How many pixels it is high."]


class Pasted(Struct, frozen=True):
    """What was pasted."""

    text: Annotated[Text, "The text that was pasted; none for a picture."]


def _held(clipboard: Clipboard, **inputs: Any) -> dict[str, Any]:
    before: dict[str, Any] = msgspec.to_builtins(clipboard.held())
    return before


def _hold_again(before: dict[str, Any], clipboard: Clipboard, **inputs: Any) -> None:
    clipboard.hold(msgspec.convert(before, Held))


def _is_held(outputs: Copied, clipboard: Clipboard, text: str) -> bool:
    return clipboard.held().is_like(Held(text=text))


def _copying(clipboard: Clipboard, text: str) -> Foreseen:
    return Foreseen(f"the clipboard: {_short(clipboard.held())} → {_short(Held(text=text))}")


@tool(
    verb="copy",
    object="text",
    effect=Effect.WRITES,
    capture=_held,
    undo=_hold_again,
    observe=_is_held,
    foresee=_copying,
)
def copy(clipboard: Clipboard, text: Annotated[Text, "What to copy."]) -> Copied:
    """Copy text to the clipboard."""
    if not text:
        raise ToolError("NOTHING_NAMED", "There is nothing to copy; say what.")
    clipboard.hold(Held(text=text))
    return Copied(text)


def _is_empty(outputs: object, clipboard: Clipboard) -> bool:
    return clipboard.held().is_empty


@tool(verb="clear", object="clipboard", effect=Effect.WRITES, capture=_held, undo=_hold_again, observe=_is_empty)
def clear(clipboard: Clipboard) -> None:
    """Empty the clipboard."""
    clipboard.hold(Held())


@tool(verb="read", object="clipboard", effect=Effect.READS)
def read(clipboard: Clipboard) -> Pasteable:
    """Tell what is on the clipboard."""
    held = clipboard.held()
    if held.text:
        return Pasteable(held.text, "text")
    return Pasteable(f"{_short(held).capitalize()} is on the clipboard.", "image" if held.image else "nothing")


def _pasting(clipboard: Clipboard, hand: Hand) -> Foreseen:
    held = clipboard.held()
    return Foreseen(f"pastes {_short(held)}", "The clipboard is empty." if held.is_empty else "")


@tool(verb="paste", object="clipboard", effect=Effect.ACTS, foresee=_pasting, locked=True)
def paste(clipboard: Clipboard, hand: Hand) -> Pasted:
    """Paste what is on the clipboard into the window that has the focus."""
    held = clipboard.held()
    if held.is_empty:
        raise ToolError("NOTHING_COPIED", "The clipboard is empty; copy something first.")
    hand.paste()
    return Pasted(held.text or "")


def _is_picture(outputs: Size, clipboard: Clipboard, **inputs: Any) -> bool:
    return clipboard.held().image is not None


@tool(verb="copy", object="screen", effect=Effect.WRITES, capture=_held, undo=_hold_again, observe=_is_picture)
def copy_screenshot(
    clipboard: Clipboard,
    screen: Screen,
    window: Annotated[bool, "Only the window the user is in, not the whole screen."] = False,
) -> Size:
    """Copy a picture of the screen, or of the window in front, to the clipboard."""
    picture = screen.picture(screen.window() if window else None)
    clipboard.hold(Held(image=picture.png))
    return Size(picture.width, picture.height)


def _short(held: Held) -> str:
    if held.image:
        return "a picture"
    text = " ".join((held.text or "").split())
    if not text:
        return "nothing"
    return f'"{text}"' if len(text) <= LONGEST_SHOWN else f'"{text[:LONGEST_SHOWN].rstrip()} …"'
