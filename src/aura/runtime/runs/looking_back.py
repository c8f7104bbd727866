"""A run as it is remembered, told in sentences for `aura show`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aura.capability.errors import ToolError
from aura.contracts.answer import preview_as_json
from aura.contracts.approval import approval_of
from aura.contracts.change import Change, Copy, MakeFolder, Move, Trash, WriteFile
from aura.contracts.plan import plan_hash
from aura.execution.journal import Journal
from aura.execution.places import parent_of
from aura.execution.rows import StepRow
from aura.runtime.house import House

NO_PLAN = "NO_PLAN"
"""The code of a command that had no plan."""

Words = Callable[[object], str]


def told_run(house: House, run_id: str) -> dict[str, Any]:
    """What was said and what came of it, then each step with its changes in sentences, as plain data.

    Raises ToolError `UNKNOWN_RUN`.
    """
    run = house.journal.run(run_id)
    aims = _aims(house.journal, run_id)
    steps = [_told_step(row, aims.get(row.step_id, ""), house) for row in house.journal.steps(run_id)]
    return {
        "run_id": run.run_id,
        "utterance": run.utterance,
        "status": run.status,
        "message": house.paths.in_words(run.message),
        "started": run.started,
        "finished": run.finished,
        "undo": run.undo,
        "steps": steps,
    }


def whole_run(house: House, run_id: str) -> dict[str, Any]:
    """A run as `told_run` tells it, with its plan, what that would do, and the question that it waits with.

    Raises ToolError `UNKNOWN_RUN`.
    """
    told, run = told_run(house, run_id), house.journal.run(run_id)
    told |= {"status": house.journal.progress(run_id).status}
    told |= {"started_by": run.started_by, "approved_by": run.approved_by}
    pending = house.journal.pending(run_id)
    try:
        document, order, preview = house.journal.plan_of(run_id)
    except ToolError as error:
        if error.code != NO_PLAN:
            raise
    else:
        plain = document.as_json()
        told |= {"target": document.target, "plan": plain["plan"], "plan_hash": plan_hash(plain)}
        told["execution_order"] = list(order)
        if preview is not None:
            told["preview"] = preview_as_json(preview)
        if told["status"] == "confirmation":
            told["approval"] = approval_of(told["plan_hash"], preview, pending.question if pending else None)
    if pending is not None:
        told["question"] = {"text": pending.question.text, "candidates": list(pending.question.candidates)}
        told["approver"] = pending.question.approver
    return told


def change_sentence(change: Change, words: Words) -> str:
    """A change that was made, in a few words: "made folder x", "moved a → b", "trashed c"."""
    match change:
        case MakeFolder(path):
            return f"made folder {words(path)}"
        case WriteFile(path, _, replaces):
            return f"{'wrote over' if replaces else 'made file'} {words(path)}"
        case Move(source, destination, replaces):
            verb = "renamed" if parent_of(source) == parent_of(destination) else "moved"
            return f"{verb} {words(source)} → {words(destination)}{_replacing(replaces)}"
        case Copy(source, destination, replaces):
            return f"copied {words(source)} → {words(destination)}{_replacing(replaces)}"
        case Trash(path):
            return f"trashed {words(path)}"


def _replacing(replaces: bool) -> str:
    return ", replacing what was there" if replaces else ""


def _aims(journal: Journal, run_id: str) -> Mapping[str, str]:
    """What each step of a run was for, by its id; nothing for a command that had no plan."""
    try:
        document, _, _ = journal.plan_of(run_id)
    except ToolError:
        return {}
    return {step.step_id or str(index): step.target for index, step in enumerate(document.plan.steps)}


def _told_step(row: StepRow, aim: str, house: House) -> dict[str, Any]:
    told: dict[str, Any] = {"step_id": row.step_id, "atom_id": row.atom_id, "what": aim, "status": row.status}
    told["changes"] = _sentences(row, house.words)
    if row.error:
        told["error"] = house.paths.in_words(row.error)
    if row.undo:
        told["undo"] = row.undo
    return told | {"inputs": row.inputs, "outputs": row.outputs}


def _sentences(row: StepRow, words: Words) -> list[str]:
    """The changes that were made; of a step in flight it is not known which were."""
    if row.done is None and row.records and row.status == "running":
        return [f"was stopped on its way through {_count(row.records)}"]
    return [change_sentence(record.change, words) for record in row.records[: row.done]]


def _count(records: Sequence[object]) -> str:
    return "1 change" if len(records) == 1 else f"{len(records)} changes"
