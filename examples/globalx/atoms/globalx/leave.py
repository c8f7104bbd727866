"""Leave: days left, requests, decisions."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from .store import database

SATURDAY = 5


def balance(person: str) -> int:
    """How many days of leave a person has left."""
    with database() as rows:
        found = rows.execute("SELECT leave_days FROM people WHERE name = ?", (person,)).fetchone()
    if found is None:
        raise LookupError(f"nobody here is called {person}")
    return int(found["leave_days"])


def request(person: str, first_day: str, last_day: str, idempotency_key: str) -> dict[str, Any]:
    """Ask for leave; the same request made again is the one that is there."""
    days = _working_days(date.fromisoformat(first_day), date.fromisoformat(last_day))
    with database() as rows:
        rows.execute(
            "INSERT INTO leave (person, first_day, last_day, days, key) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (key) DO NOTHING",
            (person, first_day, last_day, days, idempotency_key),
        )
        found = rows.execute("SELECT id, days FROM leave WHERE key = ?", (idempotency_key,)).fetchone()
    return {"request_id": found["id"], "days": found["days"]}


def approve(request_id: int, approved_by: str) -> str:
    """Grant a request and take its days from what its person has left."""
    with database() as rows:
        found = rows.execute("SELECT person, days, status FROM leave WHERE id = ?", (request_id,)).fetchone()
        if found is None:
            raise LookupError(f"there is no request {request_id}")
        if found["status"] == "requested":
            rows.execute(
                "UPDATE people SET leave_days = leave_days - ? WHERE name = ?", (found["days"], found["person"])
            )
            rows.execute(
                "UPDATE leave SET status = 'approved', approved_by = ? WHERE id = ?", (approved_by, request_id)
            )
    return "approved"


def history(person: str) -> list[dict[str, Any]]:
    """A person's requests, the first one first."""
    with database() as rows:
        found = rows.execute(
            "SELECT id, first_day, last_day, days, status, approved_by FROM leave WHERE person = ? ORDER BY id",
            (person,),
        )
        return [dict(row) for row in found]


def _working_days(first: date, last: date) -> int:
    every = (first + timedelta(days=number) for number in range((last - first).days + 1))
    return sum(day.weekday() < SATURDAY for day in every)
