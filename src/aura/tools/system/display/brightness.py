"""The brightness of the screen: told, set, brighter, darker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import Count, Text
from aura.capability.tool import Tool, tool
from aura.machine.waiting import SOON, until
from aura.tools.system.display.backlight import FULL, Backlight, Light

STEP = 10

Level = Annotated[Count, "Percent, from 0 to 100."]
Step = Annotated[Count, "By how many percent."]


class Brightness(Struct, frozen=True):
    """How bright the screen is."""

    level: Annotated[int, "Percent of full."]
    text: Annotated[Text, "The same in words."]


def _aim_of(light: Light, level: int) -> Light:
    if not 0 <= level <= FULL:
        raise ToolError("OUT_OF_RANGE", f"The brightness goes from 0 to 100 percent; say one of these, not {level}.")
    return light.at(level)


def _brighter(before: Light, step: int = STEP) -> Light:
    return before.brighter(step)


def _darker(before: Light, step: int = STEP) -> Light:
    return before.darker(step)


def _captured(backlight: Backlight, **inputs: Any) -> dict[str, Any]:
    before: dict[str, Any] = msgspec.to_builtins(backlight.shown())
    return before


def _restore(before: dict[str, Any], backlight: Backlight, **inputs: Any) -> None:
    backlight.make(msgspec.convert(before, Light))


def _is_shown(outputs: Brightness, backlight: Backlight, **inputs: Any) -> bool:
    return until(lambda: backlight.shown().level == outputs.level, SOON)


def _change(verb: str, aim: Callable[..., Light]) -> Callable[[Callable[..., Any]], Tool]:
    """Declares a tool that gives the screen the light which `aim` makes of the one before and the inputs."""

    def foresee(backlight: Backlight, **inputs: Any) -> Foreseen:
        before = backlight.shown()
        after = aim(before, **inputs)
        said = f"brightness {before.level}%"
        return Foreseen(f"{said} already" if after == before else f"{said} → {after.level}%")

    return tool(
        verb=verb,
        object="brightness",
        effect=Effect.WRITES,
        capture=_captured,
        undo=_restore,
        observe=_is_shown,
        foresee=foresee,
    )


def _made(backlight: Backlight, aim: Light) -> Brightness:
    backlight.make(aim)
    return _told(aim)


def _told(light: Light) -> Brightness:
    return Brightness(light.level, f"The brightness of the screen is at {light.level}%.")


@tool(verb="query", object="brightness", effect=Effect.READS)
def get_brightness(backlight: Backlight) -> Brightness:
    """Tell how bright the screen is."""
    return _told(backlight.shown())


@_change("set", _aim_of)
def set_brightness(backlight: Backlight, level: Level) -> Brightness:
    """Set the brightness of the screen to a level."""
    return _made(backlight, _aim_of(backlight.shown(), level))


@_change("increase", _brighter)
def increase_brightness(backlight: Backlight, step: Step = STEP) -> Brightness:
    """Make the screen brighter."""
    return _made(backlight, _brighter(backlight.shown(), step))


@_change("decrease", _darker)
def decrease_brightness(backlight: Backlight, step: Step = STEP) -> Brightness:
    """Make the screen darker."""
    return _made(backlight, _darker(backlight.shown(), step))
