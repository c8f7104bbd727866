"""The volume: told, set, louder, quieter, muted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import Count, Text
from aura.capability.tool import Tool, tool
from aura.tools.system.audio.sound import FULL, Loudness, Sound

STEP = 10
NEAR = 2
"""Percent by which a loudspeaker with few steps may miss what was asked for."""

Level = Annotated[Count, "Percent, from 0 to 100."]
Step = Annotated[Count, "By how many percent."]


class Volume(Struct, frozen=True):
    """How loud it is."""

    level: Annotated[int, "Percent of full."]
    muted: Annotated[bool, "Whether nothing is heard."]
    text: Annotated[Text, "The same in words."]


def _aim_of(loudness: Loudness, level: int) -> Loudness:
    """The loudness at a level that was said; more than nothing is meant to be heard."""
    if not 0 <= level <= FULL:
        raise ToolError("OUT_OF_RANGE", f"The volume goes from 0 to 100 percent; say one of these, not {level}.")
    return replace(loudness.at(level), muted=loudness.muted and level == 0)


def _captured(sound: Sound, **inputs: Any) -> dict[str, Any]:
    before: dict[str, Any] = msgspec.to_builtins(sound.heard())
    return before


def _restore(before: dict[str, Any], sound: Sound, **inputs: Any) -> None:
    sound.make(msgspec.convert(before, Loudness))


def _is_heard(outputs: Volume, sound: Sound, **inputs: Any) -> bool:
    heard = sound.heard()
    return heard.muted == outputs.muted and abs(heard.level - outputs.level) <= NEAR


def _change(verb: str, aim: Callable[..., Loudness]) -> Callable[[Callable[..., Any]], Tool]:
    """Declares a tool that gives the loudspeaker the loudness which `aim` makes of the one before and the inputs."""

    def foresee(sound: Sound, **inputs: Any) -> Foreseen:
        before = sound.heard()
        after = aim(before, **inputs)
        said = f"volume {_words(before)}"
        return Foreseen(f"{said} already" if after == before else f"{said} → {_words(after)}")

    return tool(
        verb=verb,
        object="volume",
        effect=Effect.WRITES,
        lasts=True,
        capture=_captured,
        undo=_restore,
        observe=_is_heard,
        foresee=foresee,
    )


def _words(loudness: Loudness) -> str:
    return f"{loudness.level}%{', muted' if loudness.muted else ''}"


def _made(sound: Sound, aim: Loudness) -> Volume:
    sound.make(aim)
    return _told(aim)


def _told(loudness: Loudness) -> Volume:
    return Volume(loudness.level, loudness.muted, f"The volume is at {_words(loudness)}.")


def _louder(before: Loudness, step: int = STEP) -> Loudness:
    return before.louder(step)


def _quieter(before: Loudness, step: int = STEP) -> Loudness:
    return before.quieter(step)


def _muted(before: Loudness) -> Loudness:
    return replace(before, muted=True)


def _unmuted(before: Loudness) -> Loudness:
    return replace(before, muted=False)


def _other(before: Loudness) -> Loudness:
    return replace(before, muted=not before.muted)


@tool(verb="query", object="volume", effect=Effect.READS)
def get_volume(sound: Sound) -> Volume:
    """Tell how loud it is."""
    return _told(sound.heard())


@_change("set", _aim_of)
def set_volume(sound: Sound, level: Level) -> Volume:
    """Set the volume to a level."""
    return _made(sound, _aim_of(sound.heard(), level))


@_change("increase", _louder)
def increase_volume(sound: Sound, step: Step = STEP) -> Volume:
    """Make it louder."""
    return _made(sound, _louder(sound.heard(), step))


@_change("decrease", _quieter)
def decrease_volume(sound: Sound, step: Step = STEP) -> Volume:
    """Make it quieter."""
    return _made(sound, _quieter(sound.heard(), step))


@_change("mute", _muted)
def mute(sound: Sound) -> Volume:
    """Turn the sound off, and keep its level."""
    return _made(sound, _muted(sound.heard()))


@_change("unmute", _unmuted)
def unmute(sound: Sound) -> Volume:
    """Turn the sound back on."""
    return _made(sound, _unmuted(sound.heard()))


@_change("toggle", _other)
def toggle_mute(sound: Sound) -> Volume:
    """Turn the sound off if it is on, and on if it is off."""
    return _made(sound, _other(sound.heard()))
