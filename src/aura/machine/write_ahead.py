"""SQLite files that several processes share: a write-ahead log, so that readers go on beside a writer."""

from __future__ import annotations

import sqlite3
import time

BETWEEN_SECONDS = 0.01


def use_write_ahead_log(connection: sqlite3.Connection, seconds: float) -> None:
    """Change a file to WAL, waiting for so many seconds while another process does the same.

    SQLite refuses that at once instead of waiting. A disk that cannot have it keeps the mode that it has.
    Raises sqlite3.OperationalError where it stays refused.
    """
    ends = time.monotonic() + seconds
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > ends:
                raise
            time.sleep(BETWEEN_SECONDS)
