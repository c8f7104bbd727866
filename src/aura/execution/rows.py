"""What the journal holds, as values: runs, steps, and questions that wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from aura.contracts.goal import Question
from aura.contracts.outcome import StepResult
from aura.execution.database import JournalError
from aura.execution.records import Record, Seen

STEP_COLUMNS = (
    "position, step_id, atom_id, status, inputs, outputs, error, before, acts, records, contents, seen, done, undo"
)
STEP_NAMES = tuple(STEP_COLUMNS.split(", "))
STEP_ID = STEP_NAMES.index("step_id")
PLAN = ("plan", "execution_order", "preview")
END_COLUMNS = "status = ?, error = ?, contents = ?, seen = ?, done = ?"
RUN_COLUMNS = "number, run_id, utterance, status, message, started, finished, owner, undo"


class RunRow(Struct, frozen=True):
    """One command as it is remembered; `undo` is empty, undoing, undone or partly."""

    number: int
    run_id: str
    utterance: str
    status: str
    message: str
    started: str
    finished: str
    owner: str
    undo: str


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


def pack(value: Any) -> bytes:
    """A value as MessagePack; what it cannot hold becomes text."""
    return msgspec.msgpack.encode(value, enc_hook=str)


def unpack(blob: bytes, wanted: Any) -> Any:
    """A value of a type from MessagePack; raises JournalError when it is not one."""
    try:
        return msgspec.msgpack.decode(blob, type=wanted)
    except msgspec.DecodeError as error:
        raise JournalError(
            "JOURNAL_UNUSABLE", f"The journal holds something that cannot be read ({error}); move it away."
        ) from error


def step_values(row: StepRow) -> tuple[Any, ...]:
    """A step's columns, in the order of STEP_COLUMNS."""
    return (
        row.position,
        row.step_id,
        row.atom_id,
        row.status,
        _pack_if(row.inputs),
        _pack_if(row.outputs),
        row.error,
        None if row.before is None else pack(row.before),
        row.acts,
        _pack_if(row.records),
        _pack_if(row.contents),
        _pack_if(row.seen),
        row.done,
        row.undo,
    )


def end_values(row: StepRow) -> tuple[Any, ...]:
    """What changes in a step between its being recorded and its end, in the order of END_COLUMNS."""
    return row.status, row.error, _pack_if(row.contents), _pack_if(row.seen), row.done


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


def _pack_if(value: Any) -> bytes | None:
    return pack(value) if value else None
