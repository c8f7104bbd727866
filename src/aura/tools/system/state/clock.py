"""Time and date, and how long the computer has been on."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.semantic import Text
from aura.capability.tool import tool


class Moment(Struct, frozen=True):
    """A moment."""

    iso: Annotated[str, "ISO 8601, with the offset of the local time zone."]
    text: Annotated[Text, "The same in words."]


class Uptime(Struct, frozen=True):
    """How long the computer has been on."""

    seconds: Annotated[int, "Seconds since it was started."]
    since: Annotated[str, "When it was started, ISO 8601."]
    text: Annotated[Text, "The same in words."]


@tool(verb="query", object="time", effect=Effect.READS)
def time() -> Moment:
    """Tell the time."""
    now = datetime.now().astimezone()
    return Moment(now.isoformat(timespec="seconds"), f"It is {now:%H:%M}.")


@tool(verb="query", object="date", effect=Effect.READS)
def date() -> Moment:
    """Tell the date."""
    today = datetime.now().astimezone()
    return Moment(today.date().isoformat(), f"It is {today:%A}, {today.day} {today:%B %Y}.")


@tool(verb="query", object="uptime", effect=Effect.READS)
def uptime() -> Uptime:
    """Tell how long the computer has been on."""
    import psutil

    started = datetime.fromtimestamp(psutil.boot_time()).astimezone()
    seconds = max(0, int((datetime.now().astimezone() - started).total_seconds()))
    return Uptime(seconds, started.isoformat(timespec="seconds"), f"It has been on for {_duration(seconds)}.")


def _duration(seconds: int) -> str:
    days, rest = divmod(seconds, 86400)
    hours, rest = divmod(rest, 3600)
    parts = [(days, "day"), (hours, "hour"), (rest // 60, "minute")]
    said = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in parts if count]
    return ", ".join(said) or "less than a minute"
