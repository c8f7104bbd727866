"""One run on its way: what stands in the way of a step, how it begins and ends, and what was given so far.

An engine decides when a step's turn is and makes the call between `start` and `finish`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.tool import Tool, is_async
from aura.contracts.goal import Question
from aura.contracts.outcome import StepResult
from aura.contracts.plan import Step
from aura.execution.changes import Changer
from aura.execution.course import Course
from aura.execution.database import JournalError
from aura.execution.events import Event, Execution, Listener, ignore
from aura.execution.failures import explain
from aura.execution.given import fitted
from aura.execution.inflight import Decision, settle
from aura.execution.person import Waiting
from aura.execution.references import resolve
from aura.execution.rows import StepRow
from aura.execution.stepping import Begun, StepError, Workshop
from aura.execution.wording import outcome_of

Started = Begun | StepResult | Question
"""A step that is to be called now, or what came of it without that."""


class Run:
    """The state of one plan being carried out; `rows` are the steps that an earlier process began, by id."""

    def __init__(
        self,
        registry: Mapping[str, Tool],
        workshop: Workshop,
        changer: Changer,
        course: Course,
        listener: Listener,
        *,
        rows: Mapping[str, StepRow] | None = None,
        decisions: Mapping[str, Decision] | None = None,
    ) -> None:
        self._registry = registry
        self._workshop = workshop
        self._changer = changer
        self._course = course
        self._listener = listener
        self._is_heard = listener is not ignore
        self._rows = rows or {}
        self._decisions = decisions or {}
        self._positions = {step_id: position for position, step_id in enumerate(course.needs)}
        self._outputs: dict[str, dict[str, Any]] = {}
        self.order = tuple(course.needs)
        self.steps = course.steps
        self.results: dict[str, StepResult] = {}
        self.questions: dict[str, Question] = {}
        self.stopping = False
        self._in_part: set[str] = set()

    def needs(self, step_id: str) -> Set[str]:
        """The steps of this plan that a step comes after: those it names, and those it refers to."""
        return self._course.needs[step_id]

    def tool_of(self, step_id: str) -> Tool | None:
        """The tool that a step calls, if there is one."""
        step = self.steps.get(step_id)
        return self._registry.get(step.id) if step is not None else None

    def tools_to_call(self) -> list[Tool]:
        """The tools of the steps that did not have their turn in an earlier process."""
        ended = {step_id for step_id, row in self._rows.items() if row.status != "running"}
        left = (step_id for step_id in self.order if step_id not in ended)
        return [tool for tool in map(self.tool_of, left) if tool is not None]

    def is_plain(self) -> bool:
        """Whether plain calls, one after the other, are all there is: no loop and no thread is of use then."""
        conducts = [tool.conduct for tool in map(self.tool_of, self.order) if tool is not None]
        if not any(conduct.beside for conduct in conducts):
            return True
        if any(conduct.limits for conduct in conducts):
            return False
        chained = all(before in self.needs(after) for before, after in pairwise(self.order))
        return chained and not any(is_async(tool) for tool in map(self.tool_of, self.order) if tool is not None)

    # -- a step

    def start(self, step_id: str) -> Started:
        """Begin a step whose needs have all had their turn."""
        outcome = self._started(step_id)
        if not isinstance(outcome, Begun):
            self._keep(step_id, outcome)
        return outcome

    def finish(self, begun: Begun, value: Any) -> StepResult | Question:
        """End a step with what its call gave."""
        try:
            row = self._workshop.conclude(begun, value)
        except Exception as error:
            return self.fail(begun, error)
        finally:
            if begun.ports:
                self._changer.places.forget()
        return self._ended(row)

    def fail(self, begun: Begun, error: Exception) -> StepResult | Question:
        """End a step whose call raised, or let it wait for a person."""
        if isinstance(error, Waiting):
            self._keep(begun.row.step_id, error.question)
            return error.question
        return self._ended(self._failed(begun.row, error, begun.secrets))

    def cancel(self, begun: Begun) -> StepResult:
        """Give up a step in the middle of its call; where that may have had an effect it is looked at on resume."""
        result = StepResult(begun.row.step_id, begun.row.atom_id, "cancelled")
        self._keep(begun.row.step_id, result)
        self._listener(Event("step_ended", begun.row.step_id, begun.row.atom_id, result=result))
        return result

    def tell(self, event: Event) -> None:
        """Tell whoever listens."""
        self._listener(event)

    def _started(self, step_id: str) -> Started:
        row = self._rows.get(step_id)
        if row is not None and row.status != "running":
            self._workshop.touch(row)
            return row.result
        step = self.steps.get(step_id)
        if step is None:
            return StepResult(step_id, "", "failed", {}, f"[STEP_NOT_FOUND] The plan has no step {step_id}.")
        blocked = self._blocked(step_id, step)
        if blocked is not None:
            return blocked
        if self.stopping:
            return StepResult(step_id, step.id, "cancelled")
        if self._is_heard:
            self._listener(Event("step_started", step_id, step.id))
        return self._begun(step_id, step, row)

    def _begun(self, step_id: str, step: Step, known: StepRow | None) -> Started:
        """A step made ready for its call, or gone on with where an earlier process left it."""
        position = self._positions[step_id]
        row = known
        try:
            tool = self._tool(step)
            if known is None:
                inputs = fitted(tool, step.inputs, resolve(step.inputs, self._outputs))
                row = StepRow(position, step_id, step.id, "running", inputs)
            else:
                decision = self._decisions.get(known.step_id)
                settled = settle(self._workshop, self._changer, tool, known, step.target, decision)
                if isinstance(settled, Question):
                    self.stopping = True
                    return settled
                if settled.status != "running":
                    return self._ended(settled)
                row = settled
            return self._workshop.begin(tool, row, step.inputs, self._outputs)
        except Exception as error:
            return self._ended(self._failed(row or StepRow(position, step_id, step.id, "running"), error))

    def _failed(self, row: StepRow, error: Exception, secrets: Sequence[str] = ()) -> StepRow:
        """The row of a step that raised: the one place where an exception becomes a result."""
        if isinstance(error, JournalError):
            raise error
        if isinstance(error, StepError):
            row, error = error.row, error.__cause__ if isinstance(error.__cause__, Exception) else error
        return self._workshop.fail(row, explain(error, row.atom_id, self._changer.home, secrets))

    def _ended(self, row: StepRow) -> StepResult:
        result = row.result
        if row.status == "failed" and (row.acts or row.done):
            self._in_part.add(row.step_id)
        self._keep(row.step_id, result)
        if self._is_heard:
            self._listener(Event("step_ended", row.step_id, row.atom_id, result=result))
        return result

    def _keep(self, step_id: str, outcome: StepResult | Question) -> None:
        if isinstance(outcome, Question):
            self.questions[step_id] = outcome
            return
        self.results[step_id] = outcome
        self._outputs[step_id] = outcome.outputs

    def _tool(self, step: Step) -> Tool:
        try:
            return self._registry[step.id]
        except KeyError as error:
            raise ToolError("UNRESOLVED_ATOM", f"There is no tool {step.id}.") from error

    def _blocked(self, step_id: str, step: Step) -> StepResult | None:
        """Why a step is not begun: one that it needs was not done, or still waits."""
        for needed in self.needs(step_id):
            result = self.results.get(needed)
            if result is not None and result.status in ("failed", "skipped"):
                error = f"[DEPENDENCY_FAILED] Not done, because step {needed}, which it needs, was not done."
                return StepResult(step_id, step.id, "skipped", {}, error)
            if result is None or result.status == "cancelled":
                return StepResult(step_id, step.id, "cancelled")
        return None

    # -- the end

    def outcome(self, run_id: str) -> Execution:
        """How the run went, results in the order of execution."""
        results = tuple(self.results[step_id] for step_id in self.order if step_id in self.results)
        question = next((self.questions[step_id] for step_id in self.order if step_id in self.questions), None)
        tools = {step_id: self.tool_of(step_id) for step_id in self.results}
        execution = outcome_of(
            self.steps, results, run_id, question,
            only_reads=self._only_reads(), tools=tools, in_part=self._in_part,
        )  # fmt: skip
        return self._with_outputs(execution) if execution.status in ("completed", "answered") else execution

    def _with_outputs(self, execution: Execution) -> Execution:
        """A run that came to its end, with what the plan as a whole returns."""
        try:
            return replace(execution, outputs=resolve(self._course.outputs, self._outputs))
        except Exception as error:  # What a step gave may be of the user's own making, and raise anything.
            why = explain(error, "the plan", self._changer.home).partition("] ")[2]
            message = f"Every step was done, but not all that the plan should give is there: {why}"
            return replace(execution, status="failed", message=message)

    def _only_reads(self) -> bool:
        tools = [self._registry.get(step.id) for step in self.steps.values()]
        return bool(tools) and all(tool is not None and tool.effect is Effect.READS for tool in tools)
