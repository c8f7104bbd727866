"""Takes a whole run back: its steps' inverses in reverse order, journalled, so that it can be begun again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from aura.capability.errors import ToolError
from aura.capability.ports import Disk, IdempotencyKey, ProposedBy
from aura.capability.tool import Tool
from aura.contracts.change import Move
from aura.contracts.problem import Problem
from aura.execution.changes import Changer
from aura.execution.failures import explain
from aura.execution.inflight import made
from aura.execution.inverses import abandon, take_back
from aura.execution.journal import Journal
from aura.execution.records import Record
from aura.execution.rows import StepRow
from aura.execution.stepping import DiskFactory

PROGRESS_EVERY = 100

Progress = Callable[[int, int], None]


class Undone(Struct, frozen=True):
    """How undoing went: `undone` when all is as before, `partly` with everything that was left and why."""

    status: Literal["undone", "partly"]
    message: str
    run_id: str
    restored: int
    left: tuple[Problem, ...] = ()


class Undo:
    """Takes runs back; the same registry, ports and changer as the executor that made them."""

    def __init__(
        self,
        registry: Mapping[str, Tool],
        ports: Mapping[Any, Any],
        *,
        disk_factory: DiskFactory,
        changer: Changer,
        journal: Journal,
        on_progress: Progress | None = None,
    ) -> None:
        self._registry = registry
        self._ports = ports
        self._disk_factory = disk_factory
        self._changer = changer
        self._journal = journal
        self._on_progress = on_progress
        self._restored = 0
        self._total = 0
        self._edited: list[str] = []

    def undo(self, run_id: str | None = None) -> Undone:
        """Take a run back, or the last one that changed something and is not undone yet.

        Raises ToolError `NOTHING_TO_UNDO`, `ALREADY_UNDONE`, `UNKNOWN_RUN`, `RUN_IN_USE`.
        """
        chosen = run_id or self._journal.undoable()
        if chosen is None:
            raise ToolError("NOTHING_TO_UNDO", "No command has changed anything that is not undone already.")
        run = self._journal.claim(chosen)
        try:
            if run.undo == "undone":
                raise ToolError("ALREADY_UNDONE", f"Run {chosen} is already undone; nothing was changed.")
            return self._take_back(chosen, self._journal.steps(chosen))
        finally:
            self._changer.places.forget()
            self._journal.release(run)

    def _take_back(self, run_id: str, rows: list[StepRow]) -> Undone:
        if not any(row.records or row.acts for row in rows):
            raise ToolError("NOTHING_TO_UNDO", f"Run {run_id} changed nothing, so there is nothing to undo.")
        if not any(row.records or row.before is not None for row in rows):
            raise ToolError("NOT_UNDOABLE", f"What run {run_id} did cannot be taken back, so nothing was changed.")
        self._total = sum(len(row.records) for row in rows)
        self._journal.mark_undo(run_id, "undoing")
        left: list[Problem] = []
        for row in reversed(rows):
            if row.undo == "undone":
                continue
            problems = self._step(run_id, row)
            left.extend(problems)
            self._journal.mark_step_undo(run_id, row.step_id, "partly" if problems else "undone")
        self._journal.mark_undo(run_id, "partly" if left else "undone")
        self._changer.tidy_keep(run_id)
        return Undone("partly" if left else "undone", _message(left, self._edited), run_id, self._restored, tuple(left))

    def _step(self, run_id: str, row: StepRow) -> list[Problem]:
        problems = self._changes(row)
        if row.acts:
            problem = self._act(run_id, row)
            problems += [problem] if problem else []
        return problems

    def _changes(self, row: StepRow) -> list[Problem]:
        done = row.done if row.done is not None else made(self._changer, row.records)
        problems = []
        for record in row.records[done:]:
            problem = abandon(self._changer, record)
            problems += [problem] if problem else []
        for index in range(done - 1, -1, -1):
            problem = take_back(self._changer, row.records[index], row.seen.get(index))
            if problem is not None:
                problems.append(problem)
            else:
                self._restored += 1
                self._note_edited(row.records[index])
            if self._on_progress and (self._restored % PROGRESS_EVERY == 0 or not index):
                self._on_progress(self._restored, self._total)
        return problems

    def _note_edited(self, record: Record) -> None:
        """A file that went back is as it was, but for what was changed in it since."""
        change, before = record.change, record.source
        if isinstance(change, Move) and before is not None and before.kind == "file":
            now = self._changer.identity(change.source)
            if before.is_same(now) and not before.is_unchanged(now):
                self._edited.append(change.source)

    def _act(self, run_id: str, row: StepRow) -> Problem | None:
        try:
            tool = self._registry[row.atom_id]
        except KeyError:
            return Problem("LEFT", f"There is no tool {row.atom_id} any more, so its step was left as it is.")
        if tool.undo is None:
            return Problem("LEFT", f"{tool.id} cannot be taken back: {tool.description}", row.step_id)
        try:
            tool.undo(row.before, **row.inputs, **self._ports_of(tool, run_id, row.step_id))
        except Exception as error:
            reason = explain(error, tool.id, self._changer.home)
            return Problem("LEFT", f"{tool.id} could not be taken back: {reason}", row.step_id)
        self._restored += 1
        return None

    def _ports_of(self, tool: Tool, run_id: str, step_id: str) -> dict[str, Any]:
        own: dict[Any, Any] = {
            Disk: self._disk_factory, IdempotencyKey: lambda: f"{run_id}:{step_id}", ProposedBy: lambda: "",
        }  # fmt: skip
        return {name: own[port]() if port in own else self._ports[port] for name, port in tool.ports.items()}


def _message(left: list[Problem], edited: list[str]) -> str:
    kept = [f"{path} is back in its place, with what was changed in it since." for path in edited]
    if left:
        return " ".join(["Not everything could be taken back.", *(problem.message for problem in left), *kept])
    return " ".join(["Everything else is as it was before.", *kept]) if kept else "Everything is as it was before."
