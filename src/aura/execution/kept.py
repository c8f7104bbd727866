"""Large values of the journal, apart from the rows they belong to: a row that changes is written anew as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aura.execution.database import Database
from aura.execution.packing import Packed

LARGE = 4096
ELSEWHERE = 1
"""Stands in a row's column for a value that is kept apart."""
THE_RUN = "(SELECT number FROM runs WHERE run_id = ?)"
WHOLE = f"{THE_RUN}, ?, ?, ?"
ROOM = f"{THE_RUN}, ?, ?, zeroblob(?)"
"""Room for a value that is written in pieces: given so, and not by a SELECT, SQLite does not make it in memory."""
OF_THE_RUN = f"run = {THE_RUN} AND owner = ?"


class Kept:
    """Values by run, owner (a step's id, or nothing for the run itself) and name of their column.

    All methods are called inside the caller's transaction, so that a row and its values are written together.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, run_id: str, owner: str, names: Sequence[str], values: Sequence[Any]) -> tuple[Any, ...]:
        """The values for the row itself; those that are large are kept here instead, the ones from before gone."""
        self._database.run(f"DELETE FROM kept WHERE {OF_THE_RUN}", (run_id, owner))
        return tuple(
            self._apart(run_id, owner, name, value) if _is_large(value) else value
            for name, value in zip(names, values, strict=True)
        )

    def get(self, run_id: str, owner: str, names: Sequence[str], values: Sequence[Any]) -> tuple[Any, ...]:
        """A row's values, those that are kept here put in."""
        found = self._database.rows(f"SELECT name, content FROM kept WHERE {OF_THE_RUN}", (run_id, owner))
        return tuple(dict(found).get(name, value) for name, value in zip(names, values, strict=True))

    def drop(self, run_id: str, owner: str, name: str) -> None:
        """Forget one value."""
        self._database.run(f"DELETE FROM kept WHERE {OF_THE_RUN} AND name = ?", (run_id, owner, name))

    def _apart(self, run_id: str, owner: str, name: str, value: bytes | Packed) -> int:
        """Keep a value here; what comes in pieces is written so."""
        if isinstance(value, Packed):
            self._database.run(f"INSERT INTO kept VALUES ({ROOM})", (run_id, owner, name, value.size))
            self._database.fill("kept", "content", value.pieces(), value.size)
        else:
            self._database.run(f"INSERT INTO kept VALUES ({WHOLE})", (run_id, owner, name, value))
        return ELSEWHERE


def _is_large(value: Any) -> bool:
    return isinstance(value, Packed) or (isinstance(value, bytes) and len(value) > LARGE)
