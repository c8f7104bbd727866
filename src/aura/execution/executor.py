"""ToolExecutor: runs one validated plan and is thrown away after it."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Mapping
from contextlib import ExitStack
from inspect import isawaitable
from secrets import token_hex
from typing import Any

from msgspec import Struct, field

from aura.capability.errors import ToolError
from aura.capability.ports import Reply
from aura.capability.tool import Tool
from aura.contracts.outcome import Preview
from aura.contracts.plan import PlanDocument, Validation, plan_hash
from aura.contracts.problem import Problem
from aura.contracts.talk import Talk
from aura.execution.approval import Approval
from aura.execution.changes import Changer
from aura.execution.course import Course, course_of
from aura.execution.database import JournalError
from aura.execution.engines.engine import INLINE, Engine
from aura.execution.events import Execution, Listener, ignore
from aura.execution.inflight import Decision
from aura.execution.journal import NO_TALK, UNFINISHED, Journal
from aura.execution.rows import StepRow
from aura.execution.run import Run
from aura.execution.secrets import Secrets
from aura.execution.sessions import held
from aura.execution.stepping import Begun, DiskFactory, Workshop
from aura.execution.stopping import Stop

UNKEPT = "unkept-"
"""What the id begins with by which the steps of a run without a journal are told from those of any other."""


class Earlier(Struct, frozen=True):
    """What a run has from an earlier process: its steps by id, and what was said to them since."""

    rows: Mapping[str, StepRow] = field(default_factory=dict)
    decisions: Mapping[str, Decision] = field(default_factory=dict)
    replies: Mapping[str, Reply] = field(default_factory=dict)


NOTHING_YET = Earlier()


class ToolExecutor:
    """Holds the state of one run; `journal=None` runs without a way back or a way on.

    `ports` maps port types to what is injected, `disk_factory` makes a recording Disk over the real one for
    each step.
    """

    def __init__(
        self,
        registry: Mapping[str, Tool],
        ports: Mapping[Any, Any],
        *,
        disk_factory: DiskFactory,
        changer: Changer,
        journal: Journal | None = None,
        secrets: Secrets | None = None,
        engine: Engine = INLINE,
    ) -> None:
        self._registry = registry
        self._ports = ports
        self._disk_factory = disk_factory
        self._changer = changer
        self._journal = journal
        self._secrets = secrets or Secrets()
        self._engine = engine
        self._run: Run | None = None
        self._listener: Listener = ignore

    def execute(
        self,
        document: PlanDocument,
        validation: Validation,
        preview: Preview | None = None,
        *,
        utterance: str = "",
        run_id: str = "",
        talk: Talk = NO_TALK,
        on_event: Listener = ignore,
        stop: threading.Event | None = None,
    ) -> Execution:
        """Run a plan in its execution order; `preview` is the approved one, None approves all but losses.

        A step that fails stops only what depends on it. Steps whose tools may run beside others do, the rest one
        after the other in the order given. `stop`, or a wish to cancel in the journal, ends the run between steps.
        """
        if not validation.valid:
            return Execution("refused", "The plan is not valid, so nothing was done.")
        if preview is not None and preview.plan_hash != plan_hash(document):
            return Execution("refused", "The approval is for another plan, so nothing was done.")
        order = validation.execution_order
        course = course_of(document, order)
        if isinstance(course, Problem):
            return Execution("refused", course.message)
        self._listener = on_event
        try:
            if self._journal is not None:
                run_id = self._journal.begin(utterance, document, order, preview, run_id, talk)
            return self._drive(course, preview, run_id, stop)
        except JournalError as error:
            return self._broken(error, run_id)

    def resume(
        self,
        run_id: str,
        *,
        decisions: Mapping[str, Decision] | None = None,
        replies: Mapping[str, Reply] | None = None,
        on_event: Listener = ignore,
        stop: threading.Event | None = None,
    ) -> Execution:
        """Finish a killed or cancelled run: no finished step runs again, one in flight is looked at first.

        `decisions` answer the questions that earlier resumes came back with, `replies` those of steps that wait for
        a person, both by step. Raises ToolError when there is no such run, it ended, or its process still lives.
        """
        if self._journal is None:
            raise ToolError("NO_JOURNAL", "Without a journal no run can be resumed.")
        run = self._journal.claim(run_id)
        if run.status not in UNFINISHED or run.undo:
            self._journal.release(run)
            ending = "undone" if run.undo else run.status
            raise ToolError("NOTHING_TO_RESUME", f"Run {run_id} is {ending}, so nothing is left to resume.")
        if not run.begun:
            self._journal.release(run)
            raise ToolError("NOT_APPROVED", f"Run {run_id} was never approved, so there is nothing to go on with.")
        document, order, preview = self._journal.plan_of(run_id)
        missing = sorted({step.id for step in document.plan.steps if self._registry.get(step.id) is None})
        if missing:
            self._journal.release(run)
            raise ToolError(
                "UNRESOLVED_ATOM",
                f"Run {run_id} needs {', '.join(missing)}, which is not here, so nothing was done; name the folder of "
                "its atoms with --atoms.",
            )
        if run.status == "cancelled" and (decisions or replies):
            self._journal.release(run)
            raise ToolError("CANCELLED", f"Run {run_id} was stopped meanwhile; `aura resume {run_id}` goes on.")
        course = course_of(document, order)
        if isinstance(course, Problem):
            self._journal.release(run)
            raise ToolError(course.code, course.message)
        self._journal.go_on(run_id)
        self._listener = on_event
        rows = {row.step_id: row for row in self._journal.steps(run_id)}
        try:
            return self._drive(course, preview, run_id, stop, Earlier(rows, decisions or {}, replies or {}))
        except JournalError as error:
            return self._broken(error, run_id)

    def _drive(
        self,
        course: Course,
        preview: Preview | None,
        run_id: str,
        stop: threading.Event | None,
        earlier: Earlier = NOTHING_YET,
    ) -> Execution:
        workshop = Workshop(
            self._ports, self._disk_factory, self._changer, self._journal, Approval(preview),
            run_id or f"{UNKEPT}{token_hex(8)}", self._listener,
            self._secrets, earlier.replies, preview.proposed_by if preview is not None else "",
        )  # fmt: skip
        self._run = Run(
            self._registry, workshop, self._changer, course, self._listener,
            rows=earlier.rows, decisions=earlier.decisions,
        )  # fmt: skip
        with ExitStack() as sessions:
            try:
                sessions.enter_context(held(self._run.tools_to_call(), self._ports))
            except ToolError as error:
                return self._end(Execution("failed", error.message, (), run_id))
            self._carry_out(self._run, Stop(stop, self._journal, run_id))
        return self._end(self._run.outcome(run_id))

    def _carry_out(self, run: Run, stop: Stop) -> None:
        around = self._engine.around(run.order)
        if around or not run.is_plain():
            from aura.execution.beside import drive

            drive(run, stop, around)
        else:
            in_order(run, stop)

    def _end(self, execution: Execution) -> Execution:
        if self._journal is not None:
            status = "interrupted" if execution.question is not None else execution.status
            self._journal.finish(execution.run_id, status, execution.message)
        return execution

    def _broken(self, error: JournalError, run_id: str) -> Execution:
        results = tuple(self._run.results.values()) if self._run is not None else ()
        return Execution("failed", error.message, results, run_id)


def in_order(run: Run, stop: Stop) -> None:
    """Carry out a run one step after the other."""
    for step_id in run.order:
        run.stopping = run.stopping or stop.wanted
        begun = run.start(step_id)
        if isinstance(begun, Begun):
            try:
                value = begun.call()
                if isawaitable(value):
                    value = _awaited(value)
            except Exception as error:
                run.fail(begun, error)
            else:
                run.finish(begun, value)


def _awaited(value: Awaitable[Any]) -> Any:
    """What a function gives that turned out to be a coroutine's."""
    import asyncio

    async def wait() -> Any:
        return await value

    return asyncio.run(wait())
