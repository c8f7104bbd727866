"""Runs that are in the journal: gone on with, answered, approved, stopped, taken back."""

from __future__ import annotations

import threading
from typing import Any

import msgspec

from aura.capability.errors import ToolError
from aura.capability.ports import Reply
from aura.contracts.approval import mark_of
from aura.contracts.goal import APPROVAL, WAITING, Question
from aura.contracts.outcome import Preview, RunResult
from aura.execution.engines.engine import Errand
from aura.execution.events import Listener, ignore
from aura.execution.inflight import DECISIONS
from aura.execution.journal import UNFINISHED
from aura.execution.rows import Pending, RunRow
from aura.execution.undo import Undo
from aura.planning.preview import play
from aura.runtime.choosing.documents import stopped
from aura.runtime.house import House
from aura.runtime.runs.coordinator import ExecutionCoordinator, planned_again

ACCEPTED = "accepted"
HELD = (ACCEPTED, "confirmation")


class GoingOn:
    """What may be done with a run after the command that began it."""

    def __init__(self, house: House, coordinator: ExecutionCoordinator) -> None:
        self._house = house
        self._coordinator = coordinator

    def resume(self, run_id: str | None, on_event: Listener, stop: threading.Event | None) -> RunResult:
        """Finish a run that was killed or cancelled."""
        chosen = run_id or self._house.journal.resumable()
        if chosen is None:
            return RunResult("failed", "No command was interrupted, so there is nothing to resume.")
        return self._resumed(chosen, on_event, stop)

    def go_on(self, errand: Errand) -> RunResult:
        """Go on with a run that another process left or handed over, unless it ended or was stopped since."""
        answers = {"decisions": errand.decisions, "replies": errand.replies}
        try:
            status = self._house.journal.run(errand.run_id).status
        except ToolError as error:
            return RunResult("failed", error.message, run_id=errand.run_id)
        if status == "running" or (status == "interrupted" and any(answers.values())):
            return self._resumed(errand.run_id, ignore, None, **answers)
        return RunResult("cancelled", f"Run {errand.run_id} is {status}.", run_id=errand.run_id)

    def decide(self, pending: Pending, text: str, on_event: Listener, stop: threading.Event | None) -> RunResult:
        """Go on with a run that waits for a decision on the step that was in flight."""
        low = text.strip().lower()
        chosen = next((d for n, d in enumerate(DECISIONS) if low in (str(n + 1), d.lower())), None)
        if chosen is None:
            self._house.journal.ask(pending)
            question = pending.question
            return RunResult(
                "clarification", question.text, pending.utterance, question=question, run_id=pending.run_id
            )
        return self._resumed(pending.run_id, on_event, stop, decisions={pending.question.key: chosen})

    def reply(self, pending: Pending, reply: Reply, on_event: Listener, stop: threading.Event | None) -> RunResult:
        """Go on with a run one of whose steps waits for somebody, with what was said to it."""
        step_id = waiting_step(pending.question)
        assert step_id is not None
        return self._resumed(pending.run_id, on_event, stop, replies={step_id: reply})

    def approve(
        self, run_id: str, by: str, on_event: Listener, stop: threading.Event | None, named: str = ""
    ) -> RunResult:
        """Run a plan that is kept, if it would still do what was shown, under the mark `named`; else show it again."""
        journal = self._house.journal
        try:
            run = journal.claim(run_id)
        except ToolError as error:
            return RunResult("failed", error.message, run_id=run_id)
        try:
            return self._approved(run, by, on_event, stop, named)
        except ToolError as error:
            return RunResult("failed", error.message, run_id=run_id)
        finally:
            journal.release(run)

    def _approved(
        self, run: RunRow, by: str, on_event: Listener, stop: threading.Event | None, named: str
    ) -> RunResult:
        house, run_id = self._house, run.run_id
        if run.status not in HELD:
            message = f"Run {run_id} is {run.status}, so there is nothing to approve."
            return RunResult("failed", message, run_id=run_id)
        document, order, seen = house.journal.plan_of(run_id)
        assert seen is not None
        preview = play(document, order, house.registry, house.overlay(), house.ports)
        preview = msgspec.structs.replace(
            preview,
            understood=seen.understood,
            recalled=seen.recalled,
            told=seen.told,
            proposed_by=seen.proposed_by,
            later=seen.later,
        )
        planned = msgspec.structs.replace(
            planned_again(run.utterance, document, order), preview=preview, run_id=run_id, when=seen.later
        )
        house.journal.answered(run_id)
        if preview.problems:
            failed = stopped(house, planned, preview.problems[0])
            house.journal.finish(run_id, failed.status, failed.message)
            return failed
        if run.status != ACCEPTED:
            house.journal.approved(run_id, by)
        return self._coordinator.run(planned, _only(named or mark_of(seen)), on_event, stop, run_id)

    def cancel(self, run_id: str) -> RunResult:
        """Stop a run: by whoever works on it, or at once where it only waits; `resume` goes on with either."""
        journal = self._house.journal
        try:
            found = journal.stop(run_id, (*UNFINISHED, *HELD), "Stopped before it was done.")
            run = journal.run(run_id)
        except ToolError as error:
            return RunResult("failed", error.message, run_id=run_id)
        if found == "ended":
            return RunResult("failed", f"Run {run_id} is {run.status} already, so nothing was stopped.", run_id=run_id)
        message = f"Run {run_id} is told to stop." if found == "told" else f"Run {run_id} is stopped."
        return RunResult("cancelled", message, run.utterance, run_id=run_id)

    def undo(self, run_id: str | None) -> RunResult:
        """Take back a run, or the last one that changed something."""
        house = self._house
        undo = Undo(
            house.registry,
            house.ports,
            disk_factory=house.overlay,
            changer=house.changer,
            journal=house.journal,
        )
        try:
            undone = undo.undo(run_id)
        except ToolError as error:
            return RunResult("failed", error.message, run_id=run_id or "")
        status = "completed" if undone.status == "undone" else "failed"
        said = house.journal.run(undone.run_id).utterance
        message = f'Taken back: "{said}". {house.paths.in_words(undone.message)}'
        return RunResult(status, message, run_id=undone.run_id)  # type: ignore[arg-type]

    def why_not_back(self, run: RunRow) -> str:
        """One sentence where what the last command did cannot be taken back; nothing where it did nothing."""
        acts = [step for step in self._house.journal.steps(run.run_id) if step.acts and step.before is None]
        if not acts:
            return ""
        if any(step.status == "completed" for step in acts):
            return f'What the last command, "{run.utterance}", did cannot be taken back.'
        return f'The last command, "{run.utterance}", failed; if it did a part, that cannot be taken back.'

    def _resumed(self, run_id: str, on_event: Listener, stop: threading.Event | None, **answers: Any) -> RunResult:
        journal = self._house.journal
        try:
            run = journal.run(run_id)
            document, order, _ = journal.plan_of(run_id)
            execution = self._coordinator.carried_out(
                document, Errand(run_id, **answers), run.utterance,
                lambda executor, name: executor.resume(name, on_event=on_event, stop=stop, **answers),
            )  # fmt: skip
        except ToolError as error:
            return RunResult("failed", error.message, run_id=run_id)
        return self._coordinator.result(planned_again(run.utterance, document, order), execution)


def is_decision(question: Question) -> bool:
    """Whether a question is about a step in flight, and not about words."""
    return question.candidates == DECISIONS


def waiting_step(question: Question) -> str | None:
    """The step that waits for the answer to a question, if one does."""
    found = (question.key.removeprefix(kind) for kind in (APPROVAL, WAITING) if question.key.startswith(kind))
    return next(found, None)


def _only(mark: str) -> Any:
    """The approval of the plan with a mark, and of no other."""

    def approve(preview: Preview) -> bool | None:
        return True if mark_of(preview) == mark else None

    return approve
