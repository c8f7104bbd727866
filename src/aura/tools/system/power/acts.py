"""Lock, sleep, shut down, restart, and think better of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import Count, Text
from aura.capability.tool import tool
from aura.tools.system.power.supply import Act, Planned, Power

SAID = {
    "shutdown": "this computer is turned off",
    "restart": "this computer starts anew",
    "sleep": "this computer sleeps",
}
NOTHING_PLANNED = "This computer is not going to turn itself off, so there is nothing to cancel."
LONGEST = 366 * 86400

Delay = Annotated[Count, "In how many seconds; 0 for at once."]


class Done(Struct, frozen=True):
    """What was asked of the computer."""

    text: Annotated[Text, "The same in words."]


def _foreseeing(act: Act) -> Callable[..., Foreseen]:
    def foresee(power: Power, delay: int = 0) -> Foreseen:
        warning = power.hindrance(act)
        return Foreseen(f"{SAID[act]} {_moment(delay)}", warning)

    return foresee


def _moment(delay: int) -> str:
    """When it is, in words."""
    if not 0 <= delay <= LONGEST:
        raise ToolError("OUT_OF_RANGE", "A computer can be turned off within a year from now; say how soon.")
    return f"at {datetime.fromtimestamp(time.time() + delay).astimezone():%H:%M}" if delay else "at once"


def _planned(power: Power, delay: int = 0) -> dict[str, Any] | None:
    """What was to be done later before; nothing for what is done at once, which cannot be taken back."""
    return {"planned": msgspec.to_builtins(power.planned())} if delay else None


def _call_off(before: dict[str, Any], power: Power, delay: int = 0) -> None:
    """What is to be done later is not done after all."""
    power.cancel()


def _do(power: Power, act: Act, delay: int) -> Done:
    text = f"Asked that {SAID[act]} {_moment(delay)}."
    if delay:
        power.later(act, delay)
    else:
        power.now(act)
    return Done(text)


def _can_lock(power: Power) -> Foreseen:
    power.can_lock()
    return Foreseen("the screen is locked")


@tool(verb="lock", effect=Effect.ACTS, lasts=True, foresee=_can_lock)
def lock(power: Power) -> Done:
    """Lock the screen."""
    power.lock()
    return Done("Asked that the screen is locked.")


@tool(verb="sleep", effect=Effect.DESTROYS, lasts=True, foresee=_foreseeing("sleep"))
def sleep(power: Power) -> Done:
    """Send the computer to sleep."""
    return _do(power, "sleep", 0)


@tool(verb="shutdown", effect=Effect.DESTROYS, capture=_planned, undo=_call_off, foresee=_foreseeing("shutdown"))
def shutdown(power: Power, delay: Delay = 0) -> Done:
    """Turn the computer off, at once or later."""
    return _do(power, "shutdown", delay)


@tool(verb="restart", effect=Effect.DESTROYS, capture=_planned, undo=_call_off, foresee=_foreseeing("restart"))
def restart(power: Power, delay: Delay = 0) -> Done:
    """Start the computer anew, at once or later."""
    return _do(power, "restart", delay)


def _to_cancel(power: Power) -> Foreseen:
    planned = power.planned()
    if planned is None:
        return Foreseen(NOTHING_PLANNED)
    return Foreseen(f"what was planned for {_clock(planned)} is cancelled")


def _clock(planned: Planned) -> str:
    return f"{datetime.fromtimestamp(planned.at).astimezone():%H:%M}"


@tool(verb="cancel", effect=Effect.ACTS, foresee=_to_cancel)
def cancel(power: Power) -> Done:
    """Cancel that the computer is turned off or starts anew later."""
    power.cancel()
    return Done("The computer stays on.")
