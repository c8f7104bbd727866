"""Facts in one SQLite file with full-text search."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path

from aura.capability.errors import ToolError
from aura.capability.ports import Fact
from aura.machine.write_ahead import use_write_ahead_log

VERSION = 1
BUSY_SECONDS = 10.0
SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS facts (
    number INTEGER PRIMARY KEY, fact_id TEXT UNIQUE NOT NULL, text TEXT NOT NULL, created TEXT NOT NULL
);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(text, content='facts', content_rowid='number',
                                                    tokenize='porter unicode61');
CREATE TRIGGER IF NOT EXISTS fact_added AFTER INSERT ON facts BEGIN
    INSERT INTO words(rowid, text) VALUES (new.number, new.text);
END;
CREATE TRIGGER IF NOT EXISTS fact_removed AFTER DELETE ON facts BEGIN
    INSERT INTO words(words, rowid, text) VALUES ('delete', old.number, old.text);
END;
PRAGMA user_version = {VERSION};
COMMIT;
"""
WORD = re.compile(r"\w+")


class FactStore:
    """The Facts port over a file, which is opened on first use; created with its folder when absent.

    Times are ISO 8601 in local time. A file that cannot be used is a ToolError `MEMORY_DAMAGED`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    def add(self, fact_id: str, text: str) -> Fact:
        """Keep a fact under a chosen id; the same id twice is one fact."""
        created = datetime.now().astimezone().isoformat(timespec="seconds")
        self.restore([Fact(fact_id, text, created)])
        rows = self._query("SELECT fact_id, text, created FROM facts WHERE fact_id = ?", (fact_id,))
        return rows[0]

    def search(self, query: str) -> list[Fact]:
        """Facts that have all the query's words, best first; every fact, newest first, for no words."""
        words = WORD.findall(query)
        if not words:
            return self._query("SELECT fact_id, text, created FROM facts ORDER BY number DESC", ())
        return self._query(
            "SELECT fact_id, facts.text, created FROM words JOIN facts ON number = words.rowid"
            " WHERE words MATCH ? ORDER BY rank, number DESC",
            (" ".join(f'"{word}"' for word in words),),
        )

    def telling_of(self, question: str) -> list[Fact]:
        """Facts that have all words of a question that say something, best first; none where none does."""
        telling = telling_words(question)
        return self.search(" ".join(telling)) if telling else []

    def remove(self, fact_ids: Sequence[str]) -> None:
        """Forget facts by id."""
        self._write("DELETE FROM facts WHERE fact_id = ?", [(fact_id,) for fact_id in fact_ids])

    def restore(self, facts: Sequence[Fact]) -> None:
        """Put facts back exactly as they were."""
        self._write(
            "INSERT INTO facts (fact_id, text, created) VALUES (?, ?, ?) ON CONFLICT (fact_id) DO NOTHING",
            [(fact.fact_id, fact.text, fact.created) for fact in facts],
        )

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _query(self, sql: str, values: Sequence[str]) -> list[Fact]:
        try:
            return [Fact(*row) for row in self._open().execute(sql, values)]
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error

    def _write(self, sql: str, rows: Sequence[tuple[str, ...]]) -> None:
        try:
            with self._open() as connection:
                connection.executemany(sql, rows)
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self._path, timeout=BUSY_SECONDS)
            use_write_ahead_log(connection, BUSY_SECONDS)
            connection.execute("PRAGMA synchronous=FULL")
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                connection.executescript(SCHEMA)
            elif version != VERSION:
                connection.close()
                raise ToolError("MEMORY_DAMAGED", f"The memory {self._path} is of another version of AURA.")
            self._connection = connection
        return self._connection

    def _damaged(self, error: sqlite3.DatabaseError) -> ToolError:
        return ToolError(
            "MEMORY_DAMAGED",
            f"The memory {self._path} cannot be used ({error}); move that file away to begin anew.",
        )


def telling_words(query: str) -> list[str]:
    """The words of a query that say which fact is meant."""
    return [word for word in dict.fromkeys(WORD.findall(query.lower())) if word not in _empty()]


@cache
def _empty() -> frozenset[str]:
    import yaml

    return frozenset(yaml.safe_load(Path(__file__).with_name("empty.en.yaml").read_text(encoding="utf-8"))["empty"])
