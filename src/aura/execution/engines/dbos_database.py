"""The database of the durable engine: a file under AURA_HOME, or PostgreSQL where a URL names it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from aura.machine.write_ahead import use_write_ahead_log

FILE = "durable.db"
POSTGRES = ("postgresql://", "postgres://")
DRIVER = "postgresql+psycopg://"
BUSY_SECONDS = 30.0
NOTICES_SECONDS = 0.05
"""How often a SQLite database is looked into for news; PostgreSQL tells them."""


def database_config(home: Path, url: str) -> Mapping[str, Any]:
    """What DBOS is to be told of its database; `url` is empty for the file under `home`."""
    if url:
        return {"system_database_url": _with_driver(url)}
    file = home / FILE
    return {
        "system_database_url": f"sqlite:///{file}",
        "db_engine_kwargs": {"creator": lambda: _opened(file)},
        "notification_listener_polling_interval_sec": NOTICES_SECONDS,
    }


def shown(home: Path, url: str) -> str:
    """The database as a message names it, without its password."""
    if not url:
        return str(home / FILE)
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "that AURA_DATABASE_URL or the settings name"


def _with_driver(url: str) -> str:
    for beginning in POSTGRES:
        if url.startswith(beginning):
            return DRIVER + url.removeprefix(beginning)
    return url


def _opened(file: Path) -> sqlite3.Connection:
    """A connection as DBOS does not make it: readers beside a writer, and no wait for the disk at each step.

    What a power failure takes from it is in the journal, whose word counts.
    """
    connection = sqlite3.connect(file, timeout=BUSY_SECONDS, check_same_thread=False)
    use_write_ahead_log(connection, BUSY_SECONDS)
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection
