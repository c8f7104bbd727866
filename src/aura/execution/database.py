"""The database under the journal: one SQLite file in WAL mode, its format, and its transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aura.capability.errors import ToolError
from aura.machine.write_ahead import use_write_ahead_log

VERSION = 9
BUSY_SECONDS = 20.0
SCHEMA = """
CREATE TABLE runs (
    number INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL UNIQUE, utterance TEXT NOT NULL,
    status TEXT NOT NULL, message TEXT NOT NULL DEFAULT '', started TEXT NOT NULL,
    finished TEXT NOT NULL DEFAULT '', owner TEXT NOT NULL DEFAULT '', plan BLOB, execution_order BLOB,
    preview BLOB, undo TEXT NOT NULL DEFAULT '');
CREATE TABLE steps (
    run INTEGER NOT NULL REFERENCES runs(number), position INTEGER NOT NULL, step_id TEXT NOT NULL,
    atom_id TEXT NOT NULL, status TEXT NOT NULL, inputs BLOB, outputs BLOB, error TEXT, before BLOB,
    acts INTEGER NOT NULL DEFAULT 0, records BLOB, contents BLOB, seen BLOB, done INTEGER,
    undo TEXT NOT NULL DEFAULT '', PRIMARY KEY (run, step_id));
CREATE TABLE questions (
    run_id TEXT PRIMARY KEY, utterance TEXT NOT NULL, answers BLOB NOT NULL, question BLOB NOT NULL,
    asked TEXT NOT NULL);
"""
KEPT = """
CREATE TABLE kept (
    run INTEGER NOT NULL REFERENCES runs(number), owner TEXT NOT NULL, name TEXT NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (run, owner, name))
"""
ASKED_IN = "ALTER TABLE questions ADD COLUMN workspace TEXT NOT NULL DEFAULT ''"
TALK = "ALTER TABLE runs ADD COLUMN talk BLOB"
STOP = "ALTER TABLE runs ADD COLUMN stop INTEGER NOT NULL DEFAULT 0"
PEOPLE = """
ALTER TABLE runs ADD COLUMN started_by TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN approved_by TEXT NOT NULL DEFAULT '';
"""
BEGUN = "ALTER TABLE runs ADD COLUMN begun INTEGER NOT NULL DEFAULT 1"
HELD = """
ALTER TABLE runs ADD COLUMN held_in TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN held_by TEXT NOT NULL DEFAULT '';
"""
PROPOSED = "CREATE TABLE proposed (plan_hash TEXT PRIMARY KEY, proposed_by TEXT NOT NULL)"
LATER = (KEPT, ASKED_IN, TALK, STOP, PEOPLE, BEGUN, HELD, PROPOSED)
STEPS = {0: (SCHEMA, *LATER)} | {version: LATER[version - 1 :] for version in range(1, VERSION)}
"""What brings a journal of each earlier format to this one."""


class JournalError(ToolError):
    """The journal cannot be read or written; nothing may be done without it."""


class Database:
    """One connection; several processes may have one each. `synchronous` is FULL or NORMAL."""

    def __init__(self, path: Path, synchronous: str) -> None:
        self.path = path
        self._synchronous = synchronous
        with self._explained():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._prepare()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def run(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Run one statement inside a transaction; returns how many rows it changed."""
        return self._connection.execute(statement, values).rowcount

    def fill(self, table: str, column: str, pieces: Iterable[bytes], size: int) -> None:
        """Write a value of `size` bytes into the row that was put in last, where there is room for it."""
        (last,) = self._connection.execute("SELECT last_insert_rowid()").fetchone()
        written = 0
        with self._connection.blobopen(table, column, last) as room:
            for piece in pieces:
                written += len(piece)
                if written > size:
                    break
                room.write(piece)
        if written != size:
            raise JournalError(
                "JOURNAL_UNUSABLE", "A value changed while it was written down, so nothing was done; try again."
            )

    def rows(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows that a query gives."""
        with self._explained():
            return self._connection.execute(statement, values).fetchall()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Everything that is read inside is of one moment, whatever other processes write."""
        with self._explained():
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("ROLLBACK")

    @contextmanager
    def transaction(self, *, durable: bool = True) -> Iterator[None]:
        """One transaction with the only write lock; durable means that it is on the disk at the end."""
        with self._explained():
            self._connection.execute(f"PRAGMA synchronous = {self._synchronous if durable else 'NORMAL'}")
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def _prepare(self) -> None:
        use_write_ahead_log(self._connection, BUSY_SECONDS)
        if self._version() == VERSION:
            return
        with self.transaction():
            version = self._version()
            if version == VERSION:  # Another process has just brought it there.
                return
            if version not in STEPS:
                raise JournalError(
                    "JOURNAL_VERSION",
                    f"The journal {self.path} was written by another version of AURA (format {version}, this "
                    f"one reads {VERSION}); use that version, or move the file away to start a new journal.",
                )
            for statement in filter(str.strip, ";".join(STEPS[version]).split(";")):
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA user_version = {VERSION}")

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise JournalError(
                "JOURNAL_UNUSABLE",
                f"The journal {self.path} cannot be used ({error}); mend it or move it away, then try again.",
            ) from error
