"""How a run went, in one plain sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from aura.capability.tool import Tool
from aura.contracts.goal import APPROVAL, Question
from aura.contracts.outcome import StepResult
from aura.contracts.plan import Step
from aura.execution.events import Execution, ExecutionStatus

Naming = Callable[[StepResult], str]

MOST_NAMED = 5
CHOSEN = {"file_path": "→ {}", "folder_path": "→ {}", "window": '"{}"', "app_name": '"{}"'}
"""How it is told what a tool chose itself, by its meaning."""


def outcome_of(
    steps: Mapping[str, Step],
    results: Sequence[StepResult],
    run_id: str,
    question: Question | None,
    *,
    only_reads: bool = False,
    tools: Mapping[str, Tool | None] | None = None,
    in_part: Collection[str] = (),
) -> Execution:
    """The status of a run and the sentence that says what was done and what was not.

    A run that `only_reads` is answered, not completed. `tools` are those of the steps, by step; `in_part` names the
    failed steps that may have had a part of their effect.
    """
    status = _status(results, question, only_reads)
    name = partial(_name, steps, tools or {})
    done = [result for result in results if result.status == "completed"]
    undone = [result for result in results if result.status != "completed"]
    if question is not None:
        message = question.text
    elif status in ("completed", "answered"):
        message = f"Done: {_named(name, done)}." if done else "There was nothing to do."
    else:
        message = " ".join([*_reasons(name, results), *_tally(name, done, undone, status, run_id, in_part)])
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


def _reasons(name: Naming, results: Sequence[StepResult]) -> list[str]:
    failed = [result for result in results if result.status == "failed"]
    sentences = [_sentence(name, result) for result in failed[:MOST_NAMED]]
    return [*sentences, f"{len(failed) - MOST_NAMED} more failed."] if len(failed) > MOST_NAMED else sentences


def _sentence(name: Naming, result: StepResult) -> str:
    reason = (result.error or "").partition("] ")[2].rstrip(".")
    return f"“{name(result)}” failed: {reason}."


def _tally(
    name: Naming,
    done: Sequence[StepResult],
    undone: Sequence[StepResult],
    status: ExecutionStatus,
    run_id: str,
    in_part: Collection[str],
) -> list[str]:
    waiting = [result for result in undone if result.status != "failed"]
    sentences = [f"Done: {_named(name, done)}."] if done else _nothing(undone, in_part)
    if waiting:
        sentences.append(f"Not done: {_named(name, waiting)}.")
    if status == "cancelled":
        sentences.insert(0, "Stopped.")
        if run_id:
            sentences.append(f"`aura resume {run_id}` goes on.")
    return sentences


def _nothing(undone: Sequence[StepResult], in_part: Collection[str]) -> list[str]:
    """That nothing was done; where a step that failed may have done something, only that nothing else was."""
    if not any(result.step_id in in_part for result in undone):
        return ["Nothing was done."]
    return ["Nothing else was done."] if len(undone) > 1 else []


def _named(name: Naming, results: Sequence[StepResult]) -> str:
    names = [name(result) for result in results[:MOST_NAMED]]
    more = len(results) - MOST_NAMED
    return ", ".join([*names, f"and {more} more"] if more > 0 else names)


def _name(steps: Mapping[str, Step], tools: Mapping[str, Tool | None], result: StepResult) -> str:
    step = steps.get(result.step_id)
    if step is None or not step.target:
        return result.step_id
    name = " ".join((step.target, *_chosen(step, tools.get(result.step_id), result.outputs)))
    return f"{name} (nothing found)" if result.outputs.get("count") == 0 else name


def _chosen(step: Step, tool: Tool | None, outputs: Mapping[str, Any]) -> Iterator[str]:
    """What was left to a step's tool: which window it was, where a new file is."""
    if tool is None:
        return
    left = {slot.semantic for name, slot in tool.inputs.items() if not step.inputs.get(name)}
    for name, slot in tool.outputs.items():
        value = outputs.get(name)
        if slot.semantic in CHOSEN and slot.semantic in left and isinstance(value, str) and value:
            yield CHOSEN[slot.semantic].format(value)
