"""ToolExecutor: runs one validated plan, step by step, and is thrown away after it."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.tool import Tool
from aura.contracts.goal import Question
from aura.contracts.outcome import Preview, StepResult
from aura.contracts.plan import PlanDocument, Step, Validation, plan_hash
from aura.contracts.talk import Talk
from aura.execution.approval import Approval
from aura.execution.changes import Changer
from aura.execution.database import JournalError
from aura.execution.events import Event, Execution, Listener, ignore
from aura.execution.failures import explain
from aura.execution.inflight import Decision, settle
from aura.execution.journal import NO_TALK, UNFINISHED, Journal
from aura.execution.references import referenced, resolve
from aura.execution.rows import StepRow
from aura.execution.stepping import DiskFactory, StepError, Workshop
from aura.execution.wording import outcome_of


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
    ) -> None:
        self._registry = registry
        self._ports = ports
        self._disk_factory = disk_factory
        self._changer = changer
        self._journal = journal
        self._results: dict[str, StepResult] = {}
        self._outputs: dict[str, dict[str, Any]] = {}
        self._rows: dict[str, StepRow] = {}
        self._decision: Decision | None = None
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

        A step that fails stops only what depends on it. `stop` ends the run between steps.
        """
        if not validation.valid:
            return Execution("refused", "The plan is not valid, so nothing was done.")
        if preview is not None and preview.plan_hash != plan_hash(document.as_json()):
            return Execution("refused", "The approval is for another plan, so nothing was done.")
        self._listener = on_event
        order = validation.execution_order
        try:
            if self._journal is not None:
                run_id = self._journal.begin(utterance, document, order, preview, run_id, talk)
            return self._drive(document, order, preview, run_id, stop)
        except JournalError as error:
            return Execution("failed", error.message, tuple(self._results.values()), run_id)

    def resume(
        self,
        run_id: str,
        *,
        decision: Decision | None = None,
        on_event: Listener = ignore,
        stop: threading.Event | None = None,
    ) -> Execution:
        """Finish a killed or cancelled run: no finished step runs again, one in flight is looked at first.

        `decision` answers the question that an earlier resume came back with. Raises ToolError when there is
        no such run, it ended, or its process still lives.
        """
        if self._journal is None:
            raise ToolError("NO_JOURNAL", "Without a journal no run can be resumed.")
        run = self._journal.claim(run_id)
        if run.status not in UNFINISHED or run.undo:
            self._journal.release(run_id)
            ending = "undone" if run.undo else run.status
            raise ToolError("NOTHING_TO_RESUME", f"Run {run_id} is {ending}, so nothing is left to resume.")
        document, order, preview = self._journal.plan_of(run_id)
        self._rows = {row.step_id: row for row in self._journal.steps(run_id)}
        self._decision, self._listener = decision, on_event
        try:
            return self._drive(document, order, preview, run_id, stop)
        except JournalError as error:
            return Execution("failed", error.message, tuple(self._results.values()), run_id)

    def _drive(
        self,
        document: PlanDocument,
        order: tuple[str, ...],
        preview: Preview | None,
        run_id: str,
        stop: threading.Event | None,
    ) -> Execution:
        approval = Approval(preview)
        workshop = Workshop(
            self._ports, self._disk_factory, self._changer, self._journal, approval, run_id, self._listener
        )
        steps = {step.step_id or str(index): step for index, step in enumerate(document.plan.steps)}
        question: Question | None = None
        for position, step_id in enumerate(order):
            halted = question is not None or (stop is not None and stop.is_set())
            outcome = self._one(workshop, steps.get(step_id), position, step_id, halted)
            if isinstance(outcome, Question):
                question = outcome
                continue
            self._results[step_id] = outcome
            self._outputs[step_id] = outcome.outputs
        return self._end(steps, run_id, question)

    def _one(
        self, workshop: Workshop, step: Step | None, position: int, step_id: str, halted: bool
    ) -> StepResult | Question:
        row = self._rows.get(step_id)
        if row is not None and row.status != "running":
            workshop.touch(row)
            return row.result
        if step is None:
            return StepResult(step_id, "", "failed", {}, f"[STEP_NOT_FOUND] The plan has no step {step_id}.")
        blocker = self._blocker(step)
        if blocker is not None:
            return _skipped(step_id, step.id, blocker)
        if halted:
            return StepResult(step_id, step.id, "cancelled")
        self._listener(Event("step_started", step_id, step.id))
        outcome = self._attempt(workshop, step, row or StepRow(position, step_id, step.id, "running"))
        if isinstance(outcome, Question):
            return outcome
        self._listener(Event("step_ended", step_id, step.id, result=outcome.result))
        return outcome.result

    def _attempt(self, workshop: Workshop, step: Step, row: StepRow) -> StepRow | Question:
        """Do a step, or go on with it; the one place where an exception becomes a result."""
        try:
            tool = self._tool(step)
            if row.step_id in self._rows:
                return settle(workshop, self._changer, tool, row, step.target, self._decision)
            row = replace(row, inputs=resolve(step.inputs, self._outputs))
            return workshop.run(tool, row)
        except JournalError:
            raise
        except StepError as stopped:
            cause = stopped.__cause__
            error = cause if isinstance(cause, Exception) else stopped
            return workshop.fail(stopped.row, explain(error, step.id, self._changer.home))
        except Exception as error:
            return workshop.fail(row, explain(error, step.id, self._changer.home))
        finally:
            self._changer.places.forget()

    def _only_reads(self, steps: Collection[Step]) -> bool:
        tools = [self._registry.get(step.id) for step in steps]
        return bool(tools) and all(tool is not None and tool.effect is Effect.READS for tool in tools)

    def _tool(self, step: Step) -> Tool:
        try:
            return self._registry[step.id]
        except KeyError as error:
            raise ToolError("UNRESOLVED_ATOM", f"There is no tool {step.id}.") from error

    def _blocker(self, step: Step) -> StepResult | None:
        """A step that this one needs and that was not done."""
        if not step.depends_on and "${" not in str(step.inputs):
            return None
        for needed in (*step.depends_on, *referenced(step.inputs)):
            result = self._results.get(needed)
            if result is not None and result.status in ("failed", "skipped"):
                return result
        return None

    def _end(self, steps: Mapping[str, Step], run_id: str, question: Question | None) -> Execution:
        results = tuple(self._results.values())
        execution = outcome_of(steps, results, run_id, question, only_reads=self._only_reads(steps.values()))
        if self._journal is not None:
            status = "interrupted" if question is not None else execution.status
            self._journal.finish(run_id, status, execution.message)
        return execution


def _skipped(step_id: str, atom_id: str, blocker: StepResult) -> StepResult:
    error = f"[DEPENDENCY_FAILED] Not done, because step {blocker.step_id}, which it needs, was not done."
    return StepResult(step_id, atom_id, "skipped", {}, error)
