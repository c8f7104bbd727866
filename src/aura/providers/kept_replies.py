"""Replies of a language model by what was asked, so that the same question gets the same answer and costs nothing."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

MOST_KEPT = 2000
BUSY_SECONDS = 2.0
TABLE = "CREATE TABLE IF NOT EXISTS replies (asked TEXT PRIMARY KEY, reply TEXT NOT NULL)"
FORGET_OLD = "DELETE FROM replies WHERE rowid <= (SELECT max(rowid) FROM replies) - ?"


class KeptReplies:
    """A small SQLite file; one that cannot be read or written only costs time."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, asked: str) -> str | None:
        """What was replied to this, if it is kept."""
        with contextlib.suppress(sqlite3.Error, OSError), self._open() as database:
            row = database.execute("SELECT reply FROM replies WHERE asked = ?", (asked,)).fetchone()
            return str(row[0]) if row else None
        return None

    def keep(self, asked: str, reply: str) -> None:
        """Keep a reply; the oldest go."""
        with contextlib.suppress(sqlite3.Error, OSError), self._open() as database:
            database.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (asked, reply))
            database.execute(FORGET_OLD, (MOST_KEPT,))

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(self._path, timeout=BUSY_SECONDS)
        try:
            with database:
                database.execute(TABLE)
                yield database
        finally:
            database.close()
