"""What words about time mean, on Wednesday 18 March 2026, ten past ten in the morning."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime

import pytest

from aura.understanding.moments import moment_of, next_after

pytest.importorskip("dateutil")

WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@pytest.fixture(autouse=True)
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where the clock is put forward on 29 March."""
    if not hasattr(time, "tzset"):
        pytest.skip("the time zone of a process cannot be set here")
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def now() -> datetime:
    return datetime(2026, 3, 18, 10, 10).astimezone()


def shown(said: str) -> str:
    when = moment_of(said, now())
    if when is None:
        return "none"
    moment = datetime.fromisoformat(when.moment)
    return f"{WEEK[moment.weekday()]} {moment:%d.%m. %H:%M}{' ' + when.rule if when.rule else ''}"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("at 9 am", "Thu 19.03. 09:00"),
        ("at 11", "Wed 18.03. 11:00"),
        ("at 21:30", "Wed 18.03. 21:30"),
        ("at 12 am", "Thu 19.03. 00:00"),
        ("at 12 pm", "Wed 18.03. 12:00"),
        ("at 8 in the evening", "Wed 18.03. 20:00"),
        ("at noon", "Wed 18.03. 12:00"),
        ("at 1700 hours", "Wed 18.03. 17:00"),
        ("at 11 hours", "Wed 18.03. 11:00"),
        ("in 5 hours", "Wed 18.03. 15:10"),
        ("on mondays", "Mon 23.03. 09:00 FREQ=WEEKLY;INTERVAL=1;BYDAY=MO"),
        ("on weekdays at 8", "Thu 19.03. 08:00 FREQ=WEEKLY;INTERVAL=1;BYDAY=MO,TU,WE,TH,FR"),
        ("at midnight", "Thu 19.03. 00:00"),
        ("in ten minutes", "Wed 18.03. 10:20"),
        ("in half an hour", "Wed 18.03. 10:40"),
        ("in an hour", "Wed 18.03. 11:10"),
        ("in a couple of days", "Fri 20.03. 10:10"),
        ("tomorrow", "Thu 19.03. 09:00"),
        ("tomorrow at 9", "Thu 19.03. 09:00"),
        ("at 5 pm tomorrow", "Thu 19.03. 17:00"),
        ("tomorrow evening", "Thu 19.03. 19:00"),
        ("tonight", "Wed 18.03. 21:00"),
        ("the day after tomorrow", "Fri 20.03. 09:00"),
        ("on monday", "Mon 23.03. 09:00"),
        ("on wednesday at 9", "Wed 25.03. 09:00"),
        ("next friday at 14:00", "Fri 20.03. 14:00"),
        ("next week", "Wed 25.03. 09:00"),
        ("every day at 9", "Thu 19.03. 09:00 FREQ=DAILY;INTERVAL=1"),
        ("every day at 11", "Wed 18.03. 11:00 FREQ=DAILY;INTERVAL=1"),
        ("every morning", "Thu 19.03. 09:00 FREQ=DAILY;INTERVAL=1"),
        ("every monday at 8", "Mon 23.03. 08:00 FREQ=WEEKLY;INTERVAL=1;BYDAY=MO"),
        ("every weekday at 7:30", "Thu 19.03. 07:30 FREQ=WEEKLY;INTERVAL=1;BYDAY=MO,TU,WE,TH,FR"),
        ("every 10 minutes", "Wed 18.03. 10:20 FREQ=MINUTELY;INTERVAL=10"),
        ("hourly", "Wed 18.03. 11:10 FREQ=HOURLY;INTERVAL=1"),
        ("once a week", "Wed 25.03. 09:00 FREQ=WEEKLY;INTERVAL=1"),
        ("every other day at noon", "Wed 18.03. 12:00 FREQ=DAILY;INTERVAL=2"),
    ],
)
def test_words_say_a_moment(said: str, meant: str) -> None:
    assert shown(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "later", "soon", "before noon", "by 9", "after lunch", "when I get home", "until tomorrow", "last night",
        "from 9 to 5", "today at 8", "at 25", "at 9:75", "next", "every", "in 0 minutes ago", "every hour at 9", "",
        "some time", "around 9", "in a few minutes", "at 9 at 10", "tomorrow on monday",
    ],
)  # fmt: skip
def test_words_that_say_no_moment_to_come_mean_none(said: str) -> None:
    assert shown(said) == "none"


def test_nine_in_the_morning_stays_nine_when_the_clock_is_put_forward() -> None:
    when = moment_of("every day at 9", now())
    assert when is not None
    moment = first = datetime.fromisoformat(when.moment)
    for _ in range(15):
        found = next_after(when.rule, first, moment)
        assert found is not None
        moment = found
    assert (moment.day, moment.month, moment.hour) == (3, 4, 9)
    assert moment.utcoffset() != first.utcoffset()
