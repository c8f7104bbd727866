"""Notices to people."""

from __future__ import annotations

from .store import database


def send(person: str, text: str, idempotency_key: str) -> int:
    """Leave a notice for a person; the same one sent again is the one that is there."""
    with database() as rows:
        rows.execute(
            "INSERT INTO notices (person, text, key) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING",
            (person, text, idempotency_key),
        )
        return int(rows.execute("SELECT id FROM notices WHERE key = ?", (idempotency_key,)).fetchone()["id"])
