"""The database of GlobalX: the file that GLOBALX_DATABASE names, made with a few people when it is first opened."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

SCHEMA = """
CREATE TABLE IF NOT EXISTS people (
    name TEXT PRIMARY KEY, manager TEXT REFERENCES people(name), leave_days INTEGER NOT NULL CHECK (leave_days >= 0));
CREATE TABLE IF NOT EXISTS permissions (
    person TEXT NOT NULL REFERENCES people(name), action TEXT NOT NULL, PRIMARY KEY (person, action));
CREATE TABLE IF NOT EXISTS leave (
    id INTEGER PRIMARY KEY, person TEXT NOT NULL REFERENCES people(name), first_day TEXT NOT NULL,
    last_day TEXT NOT NULL, days INTEGER NOT NULL CHECK (days > 0), status TEXT NOT NULL DEFAULT 'requested',
    approved_by TEXT REFERENCES people(name), key TEXT UNIQUE);
CREATE TABLE IF NOT EXISTS expenses (
    id INTEGER PRIMARY KEY, person TEXT NOT NULL REFERENCES people(name), cents INTEGER NOT NULL CHECK (cents > 0),
    purpose TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'submitted', approved_by TEXT REFERENCES people(name),
    key TEXT UNIQUE);
CREATE TABLE IF NOT EXISTS notices (
    id INTEGER PRIMARY KEY, person TEXT NOT NULL REFERENCES people(name), text TEXT NOT NULL, key TEXT UNIQUE);
"""
PEOPLE = (("dana", None, 30), ("mia", "dana", 25), ("sam", "dana", 2))
PERMISSIONS = tuple(
    (person, action) for person in ("dana", "mia", "sam") for action in ("request_leave", "submit_expense")
)


@contextmanager
def database() -> Iterator[sqlite3.Connection]:
    """The database inside one transaction: all of it is kept, or nothing where something goes wrong."""
    connection = sqlite3.connect(os.environ.get("GLOBALX_DATABASE", "globalx.db"), timeout=20, isolation_level=None)
    connection.row_factory = sqlite3.Row
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("BEGIN IMMEDIATE")
        _prepare(connection)
        yield connection
        connection.execute("COMMIT")
    finally:
        connection.close()


def _prepare(connection: sqlite3.Connection) -> None:
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return
    for statement in filter(str.strip, SCHEMA.split(";")):
        connection.execute(statement)
    connection.executemany("INSERT INTO people VALUES (?, ?, ?)", PEOPLE)
    connection.executemany("INSERT INTO permissions VALUES (?, ?)", PERMISSIONS)
