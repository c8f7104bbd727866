"""The night light on or off, the icons shown or hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.machine import Foreseen
from aura.capability.semantic import Text
from aura.capability.tool import Tool, tool
from aura.machine.waiting import SOON, until
from aura.tools.system.desktop.switch import DesktopIcons, NightLight, Switch

NIGHT_LIGHT, ICONS = "night_light", "icons"
SAID = {
    (NIGHT_LIGHT, True): "night light on",
    (NIGHT_LIGHT, False): "night light off",
    (ICONS, True): "icons shown",
    (ICONS, False): "icons hidden",
}


class Turned(Struct, frozen=True):
    """How it is now."""

    on: Annotated[bool, "Whether it is on."]
    text: Annotated[Text, "The same in words."]


def _captured(switch: Switch) -> Any:
    return switch.state()


def _restore(before: Any, switch: Switch) -> None:
    switch.restore(before)


def _is_so(outputs: Turned, switch: Switch) -> bool:
    return until(lambda: switch.is_on() is outputs.on, SOON)


def _turning(verb: str, object: str, on: bool) -> Callable[[Callable[..., Any]], Tool]:
    """Declares a tool that turns something on or off."""

    def foresee(switch: Switch) -> Foreseen:
        already = " already" if switch.is_on() is on else ""
        return Foreseen(f"{SAID[object, on]}{already}")

    return tool(
        verb=verb,
        object=object,
        effect=Effect.WRITES,
        capture=_captured,
        undo=_restore,
        observe=_is_so,
        foresee=foresee,
    )


def _turned(switch: Switch, object: str, on: bool) -> Turned:
    switch.turn(on)
    return Turned(on, f"{SAID[object, on].capitalize()}.")


@_turning("enable", NIGHT_LIGHT, True)
def night_light_on(switch: NightLight) -> Turned:
    """Let the screen have less blue."""
    return _turned(switch, NIGHT_LIGHT, True)


@_turning("disable", NIGHT_LIGHT, False)
def night_light_off(switch: NightLight) -> Turned:
    """Let the screen have its own colors."""
    return _turned(switch, NIGHT_LIGHT, False)


@_turning("show", ICONS, True)
def show_icons(switch: DesktopIcons) -> Turned:
    """Show the icons on the desktop."""
    return _turned(switch, ICONS, True)


@_turning("hide", ICONS, False)
def hide_icons(switch: DesktopIcons) -> Turned:
    """Hide the icons on the desktop."""
    return _turned(switch, ICONS, False)
