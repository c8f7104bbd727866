"""What the journal holds, as values: runs, steps, and questions that wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from aura.contracts.goal import Question
from aura.contracts.outcome import StepResult
from aura.execution.packing import Packed, packed, unpack, writable
from aura.execution.records import Record, Seen

STEP_COLUMNS = (
    "position, step_id, atom_id, status, inputs, outputs, error, before, acts, records, contents, seen, done, undo"
)
STEP_NAMES = tuple(STEP_COLUMNS.split(", "))
STEP_ID = STEP_NAMES.index("step_id")
PLAN = ("plan", "execution_order", "preview", "talk")
END_COLUMNS = "status = ?, error = ?, contents = ?, seen = ?, done = ?"
RUN_COLUMNS = (
    "number, run_id, utterance, status, message, started, finished, owner, undo, started_by, approved_by, begun"
)


class RunRow(Struct, frozen=True):
    """One command as it is remembered; `undo` is empty, undoing, undone or partly.

    `started_by` and `approved_by` are the people who did so, where that is known. One that was never `begun` was only
    shown: nothing of it may be done before somebody says yes.
    """

    number: int
    run_id: str
    utterance: str
    status: str
    message: str
    started: str
    finished: str
    owner: str
    undo: str
    started_by: str = ""
    approved_by: str = ""
    begun: int = 1


class StepRow(Struct, frozen=True):
    """One step as it is remembered. `status` is `running` from before its effect until it is seen.

    `acts` is true for a tool that acts by itself, `before` is what its `capture` gave. `done` is how many
    records are known to be done, None while the step is in flight.
    """

    position: int
    step_id: str
    atom_id: str
    status: str
    inputs: dict[str, Any] = field(default_factory=dict)
    outputs: dict[str, Any] = field(default_factory=dict)
    error: str | None = None
    before: Any = None
    acts: bool = False
    records: tuple[Record, ...] = ()
    contents: tuple[bytes | None, ...] = ()
    seen: dict[int, Seen] = field(default_factory=dict)
    done: int | None = None
    undo: str = ""

    @property
    def result(self) -> StepResult:
        """The step's result, for a step that ended."""
        status: Any = self.status
        return StepResult(self.step_id, self.atom_id, status, self.outputs, self.error)


class Pending(Struct, frozen=True):
    """A question that waits for its answer, with the command, the answers so far, and the folder it was asked in."""

    run_id: str
    utterance: str
    answers: dict[str, str]
    question: Question
    workspace: str = ""


def step_values(row: StepRow) -> tuple[Any, ...]:
    """A step's columns, in the order of STEP_COLUMNS."""
    return (
        row.position,
        row.step_id,
        row.atom_id,
        row.status,
        _pack_if(row.inputs),
        _pack_if(row.outputs),
        row.error and writable(row.error),
        None if row.before is None else packed(row.before),
        row.acts,
        _pack_if(row.records),
        _pack_if(row.contents),
        _pack_if(row.seen),
        row.done,
        row.undo,
    )


def end_values(row: StepRow) -> tuple[Any, ...]:
    """What changes in a step between its being recorded and its end, in the order of END_COLUMNS."""
    return row.status, row.error and writable(row.error), _pack_if(row.contents), _pack_if(row.seen), row.done


def step_of(columns: Sequence[Any]) -> StepRow:
    """A step from its columns, in the order of STEP_COLUMNS."""
    position, step_id, atom_id, status, inputs, outputs, error, before, acts, *blobs, done, undo = columns
    records, contents, seen = blobs
    return StepRow(
        position,
        step_id,
        atom_id,
        status,
        unpack(inputs, dict[str, Any]) if inputs else {},
        unpack(outputs, dict[str, Any]) if outputs else {},
        error,
        unpack(before, Any) if before else None,
        bool(acts),
        unpack(records, tuple[Record, ...]) if records else (),
        unpack(contents, tuple[bytes | None, ...]) if contents else (),
        unpack(seen, dict[int, Seen]) if seen else {},
        done,
        undo,
    )


def _pack_if(value: Any) -> bytes | Packed | None:
    return packed(value) if value else None
