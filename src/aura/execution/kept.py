"""Large values of the journal, apart from the rows they belong to: a row that changes is written anew as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aura.execution.database import Database

LARGE = 4096
ELSEWHERE = 1
"""Stands in a row's column for a value that is kept apart."""
OF_THE_RUN = "run = (SELECT number FROM runs WHERE run_id = ?) AND owner = ?"


class Kept:
    """Values by run, owner (a step's id, or nothing for the run itself) and name of their column.

    All methods are called inside the caller's transaction, so that a row and its values are written together.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, run_id: str, owner: str, names: Sequence[str], values: Sequence[Any]) -> tuple[Any, ...]:
        """The values for the row itself; those that are large are kept here instead, the ones from before gone."""
        self._database.run(f"DELETE FROM kept WHERE {OF_THE_RUN}", (run_id, owner))
        large = [isinstance(value, bytes) and len(value) > LARGE for value in values]
        for name, value, apart in zip(names, values, large, strict=True):
            if apart:
                self._database.run(
                    "INSERT INTO kept SELECT number, ?, ?, ? FROM runs WHERE run_id = ?", (owner, name, value, run_id)
                )
        return tuple(ELSEWHERE if apart else value for value, apart in zip(values, large, strict=True))

    def get(self, run_id: str, owner: str, names: Sequence[str], values: Sequence[Any]) -> tuple[Any, ...]:
        """A row's values, those that are kept here put in."""
        found = self._database.rows(f"SELECT name, content FROM kept WHERE {OF_THE_RUN}", (run_id, owner))
        return tuple(dict(found).get(name, value) for name, value in zip(names, values, strict=True))

    def drop(self, run_id: str, owner: str, name: str) -> None:
        """Forget one value."""
        self._database.run(f"DELETE FROM kept WHERE {OF_THE_RUN} AND name = ?", (run_id, owner, name))
