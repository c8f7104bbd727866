"""Expenses: submitted, approved, paid; money in whole cents."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from .store import database


def submit(person: str, amount: float, purpose: str, idempotency_key: str) -> int:
    """Hand in what was spent, in euros; the same one handed in again is the one that is there."""
    cents = int((Decimal(str(amount)) * 100).to_integral_value())
    with database() as rows:
        rows.execute(
            "INSERT INTO expenses (person, cents, purpose, key) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
            (person, cents, purpose, idempotency_key),
        )
        return int(rows.execute("SELECT id FROM expenses WHERE key = ?", (idempotency_key,)).fetchone()["id"])


def approve(expense_id: int, approved_by: str) -> str:
    """Agree to pay an expense."""
    return _moved(expense_id, "submitted", "approved", approved_by)


def pay(expense_id: int) -> str:
    """Pay an expense that was approved."""
    return _moved(expense_id, "approved", "paid", None)


def history(person: str) -> list[dict[str, Any]]:
    """What a person handed in, the first one first."""
    with database() as rows:
        found = rows.execute(
            "SELECT id, cents / 100.0 AS amount, purpose, status, approved_by FROM expenses "
            "WHERE person = ? ORDER BY id",
            (person,),
        )
        return [dict(row) for row in found]


def _moved(expense_id: int, before: str, after: str, by: str | None) -> str:
    with database() as rows:
        found = rows.execute("SELECT status FROM expenses WHERE id = ?", (expense_id,)).fetchone()
        if found is None or found["status"] not in (before, after):
            raise ValueError(f"expense {expense_id} is {found['status'] if found else 'not there'}, and not {before}")
        rows.execute(
            "UPDATE expenses SET status = ?, approved_by = coalesce(?, approved_by) WHERE id = ?",
            (after, by, expense_id),
        )
    return after
