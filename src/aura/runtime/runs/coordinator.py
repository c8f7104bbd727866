"""ExecutionCoordinator: approval, one executor a plan, bounded repair."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.contracts.approval import mark_of
from aura.contracts.goal import Question
from aura.contracts.outcome import Preview, RunResult, StepResult
from aura.contracts.plan import PlanBody, PlanDocument, Step, Validation, plan_hash
from aura.contracts.reference import OPENING, references_in
from aura.contracts.talk import Talk
from aura.execution.engines.engine import Errand
from aura.execution.events import Execution, Listener
from aura.execution.executor import ToolExecutor
from aura.execution.references import resolve
from aura.execution.rows import Pending
from aura.planning.preview import play
from aura.planning.rules import text_output
from aura.planning.validate import validate
from aura.runtime.house import House
from aura.runtime.runs.keeping import keep_for_then, when_in_words
from aura.understanding.answers import DECIDED

Approve = Callable[[Preview], bool | None]
Work = Callable[[ToolExecutor, str], Execution]
"""Has an executor do or finish the run of a name; a new run may be without one."""

MOST_NAMED = 5
LINE, PATHS = 300, "paths"
APPROVE = "approve"
NOT_BEGUN = "Stopped before it was begun."
GO_ON = "use --yes to go on."
PLAINLY = " say it plainly to have it done: {}"
REPAIRABLE = frozenset(("WORLD_CHANGED", "DISK_REFUSED"))


class ExecutionCoordinator:
    """Runs checked plans; every plan, a repair too, gets its own executor and its own approval."""

    def __init__(self, house: House) -> None:
        self._house = house

    def run(
        self,
        planned: RunResult,
        approve: Approve | None,
        on_event: Listener,
        stop: threading.Event | None,
        run_id: str,
    ) -> RunResult:
        """Approve and run a planned result; no way to ask means no."""
        preview = planned.preview
        assert preview is not None and planned.plan is not None
        if planned.when is not None:
            preview = msgspec.structs.replace(
                preview, later=planned.when, because=f"To be done {when_in_words(planned.when)}:"
            )
            planned = msgspec.structs.replace(planned, preview=preview)
        said = approve(preview) if approve is not None and preview.needs_yes else None
        if preview.needs_yes and not said:
            return self._unapproved(planned, preview, run_id, refused=said is not None)
        if planned.when is not None:
            return keep_for_then(self._house, planned, planned.when, preview, run_id)
        document = document_in(planned)
        validation = Validation(True, execution_order=tuple((planned.validation or {})["execution_order"]))
        utterance = planned.utterance or planned.target

        def work(executor: ToolExecutor, name: str) -> Execution:
            return executor.execute(
                document, validation, preview, utterance=utterance, run_id=name, talk=planned.talk,
                on_event=on_event, stop=stop,
            )  # fmt: skip

        execution = self.carried_out(document, Errand(run_id), utterance, work)
        execution = self._repaired(document, execution, approve, on_event, stop)
        return self.result(planned, execution)

    def carried_out(self, document: PlanDocument, errand: Errand, utterance: str, work: Work) -> Execution:
        """What comes of the work of a run, done by an executor of its own and the engine that its plan is for."""
        house = self._house
        engine = house.engines.for_plan(document, house.registry)
        run_id = errand.run_id
        if engine.outlives and not run_id:
            run_id = house.journal.note(utterance, "failed", NOT_BEGUN)
        atoms = tuple(map(str, house.atom_folders))
        errand = msgspec.structs.replace(errand, run_id=run_id, workspace=house.context.cwd, atoms=atoms)
        return engine.carry_out(errand, lambda: work(house.executor(house.registry, house.journal, engine), run_id))

    def _unapproved(self, planned: RunResult, preview: Preview, run_id: str, *, refused: bool) -> RunResult:
        """Nothing is done; a loss that only a word of an earlier command names waits for a yes to its name."""
        lost = self._lost(preview)
        beside = " and ".join(f'"{said}"' for said in preview.told) if preview.destroys else ""
        remark = f" {beside} was taken for a remark." if beside else ""
        message = "Not approved, so nothing was done." if refused else f"{lost}, so nothing was done; {GO_ON}{remark}"
        question = None
        if preview.proposed_by and not refused:
            message = f"The plan is proposed by {preview.proposed_by}, so nothing was done yet; {GO_ON}"
        if preview.needs_person and planned.understood:
            message = f"This was only understood by {planned.understood.by}, so nothing was done;" + PLAINLY.format(
                planned.understood.command
            )
        elif preview.needs_person and not refused:
            words = " and ".join(f'"{word}"' for word in preview.recalled)
            message = f"{lost}, and {words} was said of an earlier command, so nothing was done yet."
            question = Question(f"{lost}: that is what {words} means. Do it?", DECIDED, f"{APPROVE}:{mark_of(preview)}")
        spared = tuple(msgspec.structs.replace(thing, gone=False) for thing in planned.talk.things if thing.gone)
        talk = Talk(spared, listed=spared)
        run_id = self._hold(msgspec.structs.replace(planned, talk=talk, run_id=run_id), "confirmation", message)
        return msgspec.structs.replace(
            planned, status="confirmation", message=message, run_id=run_id, question=question
        )

    def keep(self, planned: RunResult) -> RunResult:
        """Keep a plan to be run later: after a yes, where it needs one."""
        assert planned.preview is not None
        if planned.preview.needs_yes:
            return self._unapproved(planned, planned.preview, "", refused=False)
        message = "The plan is accepted; it has not begun yet."
        run_id = self._hold(planned, "accepted", message)
        return msgspec.structs.replace(planned, status="accepted", message=message, run_id=run_id)

    def _hold(self, planned: RunResult, status: str, message: str) -> str:
        """Keep a plan in the journal without beginning it; returns the run's id."""
        journal, document = self._house.journal, document_in(planned)
        order = tuple((planned.validation or {})["execution_order"])
        said = planned.utterance or planned.target
        return journal.hold(
            said, document, order, planned.preview, status, message, planned.run_id, planned.talk,
            self._house.paths.workspace,
        )  # fmt: skip

    def _lost(self, preview: Preview) -> str:
        """What a plan would lose, by name."""
        lost = sum(step.lost_count for step in preview.steps)
        if not lost and preview.later is not None:
            return f"This is to be done {when_in_words(preview.later)}"
        if not lost and not preview.destroys and preview.cut_short:
            return f"Only a part of this can be done ({preview.cut_short.rstrip('.')})"
        if not lost:
            return "This cannot be taken back easily"
        named = [self._house.words(path) for step in preview.steps for path in step.lost]
        shown = ", ".join(named[:MOST_NAMED]) + (", …" if len(named) > MOST_NAMED else "")
        return f"This would remove or overwrite {lost} thing{'s' if lost != 1 else ''} ({shown})"

    def result(self, planned: RunResult, execution: Execution) -> RunResult:
        """What a door says of an execution; a question that it ended with waits for its answer."""
        if execution.question is not None:
            self._house.journal.ask(
                Pending(execution.run_id, planned.utterance, {}, execution.question, self._house.paths.workspace)
            )
        in_words = self._house.paths.in_words
        steps = tuple(
            msgspec.structs.replace(step, error=step.error and in_words(step.error)) for step in execution.steps
        )
        return msgspec.structs.replace(
            planned,
            status=execution.status,
            message=self._answer(execution) or in_words(execution.message),
            steps=steps,
            run_id=execution.run_id,
            question=execution.question,
            outputs=execution.outputs,
        )

    def _answer(self, execution: Execution) -> str:
        """What was asked for, where all of it is of one short line each; else nothing."""
        if execution.status != "answered" or not execution.steps:
            return ""
        names = {step.atom_id: text_output(self._house.registry[step.atom_id]) for step in execution.steps}
        told = [self._found(step.outputs) or step.outputs.get(names[step.atom_id] or "") for step in execution.steps]
        short = [text for text in told if isinstance(text, str) and text and "\n" not in text and len(text) <= LINE]
        return " ".join(short) if len(short) == len(told) else ""

    def _found(self, outputs: Mapping[str, Any]) -> str:
        """The only path that a step found, as a message names it."""
        paths = outputs.get(PATHS)
        return self._house.paths.relative(paths[0]) if isinstance(paths, list) and len(paths) == 1 else ""

    # -- repair

    def _repaired(
        self,
        document: PlanDocument,
        execution: Execution,
        approve: Approve | None,
        on_event: Listener,
        stop: threading.Event | None,
    ) -> Execution:
        """After a failure that trying again may mend: a new plan of what is left, a new executor, so many times."""
        results = {step.step_id: step for step in execution.steps}
        for _ in range(self._house.settings.repair.limit):
            rest = remaining(document, results)
            if execution.status != "failed" or rest is None:
                break
            atoms = {step.id: self._house.registry[step.id].as_atom() for step in rest.plan.steps}
            validation = validate(rest.as_json(), atoms)
            if not validation.valid:
                break
            overlay = self._house.overlay()
            preview = play(rest, validation.execution_order, self._house.registry, overlay, self._house.ports)
            preview = msgspec.structs.replace(preview, because=self._house.paths.in_words(execution.message))
            if preview.problems or (preview.destroys and not (approve is not None and approve(preview))):
                break
            again = self._again(rest, validation, preview, on_event, stop)
            results.update({step.step_id: step for step in again.steps})
            steps = tuple(results[step.step_id] for step in execution.steps)
            status = "completed" if again.status == "answered" and self._changes(document) else again.status
            outputs = _known(document.plan.outputs, {step.step_id: step.outputs for step in steps})
            execution = msgspec.structs.replace(again, steps=steps, status=status, outputs=outputs)
        return execution

    def _again(
        self,
        rest: PlanDocument,
        validation: Validation,
        preview: Preview,
        on_event: Listener,
        stop: threading.Event | None,
    ) -> Execution:
        """Do what is left, as a run of its own."""
        utterance = f"{rest.target} (again)"

        def work(executor: ToolExecutor, name: str) -> Execution:
            return executor.execute(
                rest, validation, preview, utterance=utterance, run_id=name, on_event=on_event, stop=stop
            )

        return self.carried_out(rest, Errand(""), utterance, work)

    def _changes(self, document: PlanDocument) -> bool:
        return any(self._house.registry[step.id].effect is not Effect.READS for step in document.plan.steps)


def document_in(planned: RunResult) -> PlanDocument:
    """The plan document of a result, as values."""
    return PlanDocument(planned.target, msgspec.convert(planned.plan, PlanBody, strict=False))


def planned_again(utterance: str, document: PlanDocument, order: tuple[str, ...]) -> RunResult:
    """A result for a plan that is in the journal, to be filled with what comes of it."""
    plain = document.as_json()
    return RunResult(
        "planned", "", utterance, mode="orchestrated", target=document.target, plan=plain["plan"],
        validation=Validation(True, execution_order=order).as_json(), plan_hash=plan_hash(plain),
    )  # fmt: skip


def remaining(document: PlanDocument, results: dict[str, StepResult]) -> PlanDocument | None:
    """The plan of what a failure left: failed and skipped steps, what is known put in for references.

    None where nothing is left that trying again may mend, or where what a step gave would be read as a reference or
    a secret if it stood in a plan.
    """
    done = {key: dict(result.outputs) for key, result in results.items() if result.status == "completed"}
    failed = [result for result in results.values() if result.status == "failed"]
    if not failed or not all(_repairable(result) for result in failed):
        return None
    steps = []
    for step in document.plan.steps:
        if step.step_id in done:
            continue
        inputs = {name: _known(value, done) for name, value in step.inputs.items()}
        if any(OPENING in text for text in _given(step.inputs, done)):
            return None
        after = tuple(other for other in step.depends_on if other not in done)
        steps.append(Step(step.id, step.target, inputs, step.step_id, after))
    return PlanDocument(document.target, PlanBody(tuple(steps)))


def _repairable(result: StepResult) -> bool:
    code = (result.error or "").partition("]")[0].strip("[")
    return code in REPAIRABLE


def _given(value: Any, done: dict[str, dict[str, Any]]) -> Iterator[str]:
    """What earlier steps gave for the references in a value, as text."""
    known = (reference for reference in references_in(value) if reference.step_id in done)
    return (str(_known(reference.text, done)) for reference in known)


def _known(value: Any, done: dict[str, dict[str, Any]]) -> Any:
    try:
        return resolve(value, done)
    except ToolError:
        return value
