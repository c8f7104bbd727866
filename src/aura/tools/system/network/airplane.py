"""Airplane mode: all radios off, or on again."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.machine import Foreseen
from aura.capability.semantic import Text
from aura.capability.tool import tool
from aura.machine.waiting import SOON, until
from aura.tools.system.network.radios import Radios


class Silence(Struct, frozen=True):
    """Whether the radios are silent."""

    enabled: Annotated[bool, "Whether airplane mode is on."]
    radios: Annotated[list[str], "The radios of this computer."]
    text: Annotated[Text, "The same in words."]


def _captured(radios: Radios, enabled: bool) -> dict[str, bool]:
    return radios.states()


def _restore(before: dict[str, bool], radios: Radios, enabled: bool) -> None:
    radios.switch(before)


def _is_so(outputs: Silence, radios: Radios, enabled: bool) -> bool:
    return until(lambda: not any(on is enabled for on in radios.states().values()), SOON)


def _foresee(radios: Radios, enabled: bool) -> Foreseen:
    changes = [name for name, on in radios.states().items() if on is enabled]
    state = "off" if enabled else "on"
    return Foreseen(f"{_listed(changes)} → {state}" if changes else f"all radios are {state} already")


def _listed(names: list[str]) -> str:
    return ", ".join(names)


@tool(
    verb="set",
    object="airplane_mode",
    effect=Effect.WRITES,
    lasts=True,
    capture=_captured,
    undo=_restore,
    observe=_is_so,
    foresee=_foresee,
)
def airplane_mode(radios: Radios, enabled: Annotated[bool, "Whether airplane mode is to be on."]) -> Silence:
    """Turn airplane mode on or off: all radios off, or on."""
    names = list(radios.states())
    radios.switch(dict.fromkeys(names, not enabled))
    text = f"Airplane mode is {'on' if enabled else 'off'}: {_listed(names)} {'off' if enabled else 'on'}."
    return Silence(enabled, names, text)
