"""Kills a process at the n-th moment around anything that touches the world, the journal or the engine's database."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

from dbos._sys_db import SystemDatabase

from aura.execution import database, nodes, trash

HANDS = ("make_folder", "rename", "replace", "write_new", "link", "remove_file", "copy_to", "relocate", "copy")
TOLD = ("init_workflow", "check_operation_execution", "record_operation_result", "update_workflow_outcome")


def die() -> None:
    """End this process at once, as kill -9 does."""
    os.kill(os.getpid(), signal.SIGKILL)


class Countdown:
    """So many moments are left."""

    def __init__(self, moments: int) -> None:
        self._left = moments

    def tick(self, *_: object) -> None:
        """One moment less; none left is the end."""
        self._left -= 1
        if self._left < 0:
            die()

    def arm(self) -> None:
        """Count the moments of this process from now on."""
        for name in HANDS:
            setattr(nodes, name, self._around(getattr(nodes, name)))
        for name in TOLD:
            setattr(SystemDatabase, name, self._around(getattr(SystemDatabase, name)))
        trash.TrashCan.note = self._around(trash.TrashCan.note)  # type: ignore[method-assign]
        commit = database.Database.transaction

        def transaction(journal: database.Database, **named: bool) -> object:
            self.tick()
            return commit(journal, **named)

        database.Database.transaction = transaction  # type: ignore[method-assign, assignment]

    def _around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: object, **named: object) -> object:
            self.tick()
            value = function(*arguments, **named)
            self.tick()
            return value

        return counted
