"""What words about time mean: a moment, and how it comes again. Words that say no moment to the minute mean none.

Each word becomes a letter for what it says and a value; what may stand together is then a pattern over the letters.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from dateutil.relativedelta import relativedelta
from dateutil.rrule import rrulestr

from aura.contracts.when import When

FILE = Path(__file__).with_name("moments.en.yaml")
PIECE = re.compile(r"\d{1,2}:\d\d|\d+|[^\W\d][\w'.-]*|\S")
CLOCK = re.compile(r"(\d{1,2}):(\d\d)")

NUMBER, UNIT, DAYS, LATER, PART, EVERY, NEXT, HALF, TIME = "NUDLPEXHT"
AT = f"(?P<at>{PART}?[{TIME}{NUMBER}]{PART}?|{PART}|)"
IN_A_WHILE = re.compile(f"(?P<count>{NUMBER})(?P<unit>{UNIT})")
NEXT_ONE = re.compile(f"{NEXT}(?P<unit>{UNIT})")
ON_A_DAY = re.compile(
    f"(?:(?P<later>{LATER})|{NEXT}?(?P<days>{DAYS}))?{AT}|{AT.replace('at', 'at_first')}(?P<then>{LATER})"
)
AGAIN = re.compile(f"{EVERY}(?P<count>{NUMBER}?)(?:(?P<unit>{UNIT})|(?P<days>{DAYS})|(?={PART})){AT}")

AMOUNTS = {
    "SECONDLY": "seconds", "MINUTELY": "minutes", "HOURLY": "hours", "DAILY": "days", "WEEKLY": "weeks",
    "MONTHLY": "months", "YEARLY": "years",
}  # fmt: skip
SHORT = ("SECONDLY", "MINUTELY", "HOURLY")
WEEK = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
DAY_BEGINS = "morning"
HALF_A_DAY, WHOLE_DAY = 12, 24
"""In hours."""

Letters = tuple[str, list[Any]]
Clock = tuple[int, int]


class Words(msgspec.Struct, frozen=True):
    """The words of one language."""

    same: dict[str, str]
    clocks: dict[str, str]
    passed: list[str]
    numbers: dict[str, int]
    units: dict[str, list[str]]
    days: dict[str, list[str]]
    later: dict[str, int]
    parts: dict[str, int]
    every: list[str]
    next: list[str]
    halves: dict[str, int]

    def meanings(self) -> dict[str, tuple[str, Any]]:
        """The letter and the value of each word."""
        several = {UNIT: self.units, DAYS: self.days}
        single = {NUMBER: self.numbers, LATER: self.later, PART: self.parts, HALF: self.halves}
        found: dict[str, tuple[str, Any]] = {}
        found |= {
            word: (letter, name) for letter, rows in several.items() for name, row in rows.items() for word in row
        }
        found |= {word: (letter, value) for letter, row in single.items() for word, value in row.items()}
        return found | dict.fromkeys(self.every, (EVERY, "")) | dict.fromkeys(self.next, (NEXT, ""))


def moment_of(said: str, now: datetime) -> When | None:
    """The moment that words say, counted from `now`, local time; None where they say none to come."""
    heard = _letters(said)
    if heard is None:
        return None
    found = _again(*heard, now) or _once(*heard, now)
    if found is None or found[0] <= now:
        return None
    return When(said, found[0].isoformat(timespec="seconds"), found[1])


def next_after(rule: str, first: datetime, now: datetime) -> datetime | None:
    """The next moment of a rule that began at `first`, after `now`: by the clock on the wall, so also in summer."""
    wall, begun = now.astimezone().replace(tzinfo=None), first.replace(tzinfo=None)
    found: datetime | None = rrulestr(rule, dtstart=begun).after(wall)
    return found.astimezone() if found is not None else None


def to_come(when: When, now: datetime) -> When | None:
    """The same, or what its rule makes come next where its moment is over; None where nothing does."""
    moment = datetime.fromisoformat(when.moment)
    if moment > now:
        return when
    found = next_after(when.rule, moment, now) if when.rule else None
    return When(when.said, found.isoformat(timespec="seconds"), when.rule) if found is not None else None


@cache
def _words() -> Words:
    import yaml

    return msgspec.convert(yaml.safe_load(FILE.read_bytes()), Words)


def _letters(said: str) -> Letters | None:
    """The letters of a phrase and their values; None where a word of it means nothing here."""
    words = _words()
    text, meanings = f" {said.lower().replace(',', ' ')} ", words.meanings()
    for clock, time in words.clocks.items():
        text = re.sub(f"(?<= ){clock}(?= )", time, text)
    for phrase, other in words.same.items():
        text = text.replace(f" {phrase} ", f" {other} ")
    letters, values = "", list[Any]()
    for piece in PIECE.findall(text):
        letter, value = _figures(piece) or meanings.get(piece, ("", None))
        if letter == HALF:
            if letters[-1:] not in (NUMBER, TIME) or not values:
                return None
            hour, minute = values[-1] if letters[-1] == TIME else (values[-1], 0)
            letters, values[-1] = letters[:-1] + TIME, (hour % HALF_A_DAY + value, minute)
        elif letter:
            letters, values = letters + letter, [*values, value]
        elif piece not in words.passed:
            return None
    return letters, values


def _figures(piece: str) -> tuple[str, Any] | None:
    if clock := CLOCK.fullmatch(piece):
        return TIME, (int(clock[1]), int(clock[2]))
    return (NUMBER, int(piece)) if piece.isdecimal() else None


def _again(letters: str, values: list[Any], now: datetime) -> tuple[datetime, str] | None:
    """The first moment of what comes again, and the rule of it."""
    heard = AGAIN.fullmatch(letters)
    if heard is None:
        return None
    count = values[heard.start("count")] if heard["count"] else 1
    unit = values[heard.start("unit")] if heard["unit"] else "WEEKLY" if heard["days"] else "DAILY"
    if not count or (unit in SHORT and heard["at"]):
        return None
    rule = f"FREQ={unit};INTERVAL={count}"
    if unit in SHORT:
        return now + timedelta(**{AMOUNTS[unit]: count}), rule
    clock = _clock(letters, values, heard.span("at"))
    if clock is None:
        return None
    if heard["days"]:
        rule += f";BYDAY={values[heard.start('days')]}"
    first = next_after(rule, _at(now, clock), now)
    return (first, rule) if first is not None else None


def _once(letters: str, values: list[Any], now: datetime) -> tuple[datetime, str] | None:
    """The one moment that is said."""
    if heard := IN_A_WHILE.fullmatch(letters):
        return now + _span(values[1], values[0]), ""
    if heard := NEXT_ONE.fullmatch(letters):
        unit = values[1]
        if unit in SHORT:
            return None
        return _at(now + _span(unit, 1), (_words().parts[DAY_BEGINS], 0)), ""
    heard = ON_A_DAY.fullmatch(letters)
    if heard is None or letters.strip(NEXT) == "":
        return None
    clock = _clock(letters, values, heard.span("at_first" if heard["then"] else "at"))
    if clock is None:
        return None
    if heard["days"]:
        return _on(values[heard.start("days")].split(",")[0], clock, now), ""
    if heard["later"] or heard["then"]:
        return _at(now + timedelta(days=values[heard.start("then" if heard["then"] else "later")]), clock), ""
    moment = _at(now, clock)
    return (moment if moment > now else _at(now + timedelta(days=1), clock)), ""


def _span(unit: str, count: int) -> relativedelta:
    amounts: dict[str, Any] = {AMOUNTS[unit]: count}
    return relativedelta(**amounts)


def _clock(letters: str, values: list[Any], span: tuple[int, int]) -> Clock | None:
    """The time of day that is said, by a clock, a number of hours, a part of the day, or several of them."""
    hour, minute, part = None, 0, None
    for letter, value in zip(letters[slice(*span)], values[slice(*span)], strict=True):
        if letter == PART:
            part = value
        else:
            hour, minute = value if letter == TIME else (value, 0)
    if hour is None:
        return (_words().parts[DAY_BEGINS] if part is None else part), 0
    if part is not None and part >= HALF_A_DAY and hour < HALF_A_DAY:
        hour += HALF_A_DAY
    return (hour, minute) if hour < WHOLE_DAY and minute < 60 else None


def _on(day: str, clock: Clock, now: datetime) -> datetime:
    """The next day of a name at a time."""
    ahead = (WEEK.index(day) - now.weekday()) % len(WEEK)
    moment = _at(now + timedelta(days=ahead), clock)
    return moment if moment > now else _at(now + timedelta(days=ahead + len(WEEK)), clock)


def _at(day: datetime, clock: Clock) -> datetime:
    """A time of a day, by the clock on the wall, which may have been put forward by then."""
    return day.replace(hour=clock[0], minute=clock[1], second=0, microsecond=0, tzinfo=None).astimezone()
