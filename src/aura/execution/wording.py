"""How a run went, in one plain sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aura.contracts.goal import APPROVAL, Question
from aura.contracts.outcome import StepResult
from aura.contracts.plan import Step
from aura.execution.events import Execution, ExecutionStatus

MOST_NAMED = 5


def outcome_of(
    steps: Mapping[str, Step],
    results: Sequence[StepResult],
    run_id: str,
    question: Question | None,
    *,
    only_reads: bool = False,
) -> Execution:
    """The status of a run and the sentence that says what was done and what was not.

    A run that `only_reads` is answered, not completed.
    """
    status = _status(results, question, only_reads)
    done = [result for result in results if result.status == "completed"]
    undone = [result for result in results if result.status != "completed"]
    if question is not None:
        message = question.text
    elif status in ("completed", "answered"):
        message = f"Done: {_named(steps, done)}." if done else "There was nothing to do."
    else:
        message = " ".join([*_reasons(steps, results), *_tally(steps, done, undone, status, run_id)])
    return Execution(status, message, tuple(results), run_id, question)


def _status(results: Sequence[StepResult], question: Question | None, only_reads: bool) -> ExecutionStatus:
    found = {result.status for result in results}
    if question is not None:
        return "confirmation" if question.key.startswith(APPROVAL) else "clarification"
    if "cancelled" in found:
        return "cancelled"
    if found & {"failed", "skipped"}:
        return "failed"
    return "answered" if only_reads else "completed"


def _reasons(steps: Mapping[str, Step], results: Sequence[StepResult]) -> list[str]:
    failed = [result for result in results if result.status == "failed"]
    sentences = [_sentence(steps, result) for result in failed[:MOST_NAMED]]
    return [*sentences, f"{len(failed) - MOST_NAMED} more failed."] if len(failed) > MOST_NAMED else sentences


def _sentence(steps: Mapping[str, Step], result: StepResult) -> str:
    reason = (result.error or "").partition("] ")[2].rstrip(".")
    return f"“{_name(steps, result)}” failed: {reason}."


def _tally(
    steps: Mapping[str, Step],
    done: Sequence[StepResult],
    undone: Sequence[StepResult],
    status: ExecutionStatus,
    run_id: str,
) -> list[str]:
    waiting = [result for result in undone if result.status != "failed"]
    sentences = [f"Done: {_named(steps, done)}." if done else "Nothing was done."]
    if waiting:
        sentences.append(f"Not done: {_named(steps, waiting)}.")
    if status == "cancelled":
        sentences.insert(0, "Stopped.")
        if run_id:
            sentences.append(f"`aura resume {run_id}` goes on.")
    return sentences


def _named(steps: Mapping[str, Step], results: Sequence[StepResult]) -> str:
    names = [_name(steps, result) for result in results[:MOST_NAMED]]
    more = len(results) - MOST_NAMED
    return ", ".join([*names, f"and {more} more"] if more > 0 else names)


def _name(steps: Mapping[str, Step], result: StepResult) -> str:
    step = steps.get(result.step_id)
    name = (step.target if step else "") or result.step_id
    return f"{name} (nothing found)" if result.outputs.get("count") == 0 else name
