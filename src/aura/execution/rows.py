"""What the journal holds, as values: runs, steps, and questions that wait."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
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
PLAN = ("plan", "execution_order", "preview", "talk")
END_COLUMNS = "status = ?, error = ?, contents = ?, seen = ?, done = ?"
RUN_COLUMNS = (
    "number, run_id, utterance, status, message, started, finished, owner, undo, started_by, approved_by, begun"
)

RAW = b"\xc1"
"""Stands before MessagePack with marked texts; no MessagePack begins with it."""
MARK = "\U0010f7ff"
SHIFT = 0x10F800 - 0xD800
HALVES = re.compile(f"[\ud800-\udfff{MARK}]")
MARKED = re.compile(f"{MARK}(.)", re.DOTALL)


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


def pack(value: Any) -> bytes:
    """A value as MessagePack; what it cannot hold becomes text, and names that are not UTF-8 are kept exactly."""
    try:
        return msgspec.msgpack.encode(value, enc_hook=str)
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(value, builtin_types=(bytes,), enc_hook=str)
        return RAW + msgspec.msgpack.encode(_mapped(plain, _escaped))


def unpack(blob: bytes, wanted: Any) -> Any:
    """A value of a type from MessagePack; raises JournalError when it is not one."""
    try:
        if blob[:1] == RAW:
            plain = _mapped(msgspec.msgpack.decode(blob[1:]), _unescaped)
            return msgspec.convert(plain, wanted, builtin_types=(bytes,))
        return msgspec.msgpack.decode(blob, type=wanted)
    except msgspec.DecodeError as error:
        raise JournalError(
            "JOURNAL_UNUSABLE", f"The journal holds something that cannot be read ({error}); move it away."
        ) from error


def writable(text: str) -> str:
    """A text that can be written down anywhere: bytes that are no UTF-8 are shown by their code."""
    return text.encode("utf-8", "backslashreplace").decode()


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """Plain data with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {_mapped(key, change): _mapped(part, change) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_mapped(part, change) for part in value]
    return value


def _escaped(text: str) -> str:
    """A text whose halves of surrogate pairs, and the sign that marks them, are written as marked characters."""
    return HALVES.sub(lambda found: MARK + chr(ord(found[0]) + SHIFT if found[0] != MARK else ord(MARK)), text)


def _unescaped(text: str) -> str:
    return MARKED.sub(lambda found: found[1] if found[1] == MARK else chr(ord(found[1]) - SHIFT), text)


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


def _pack_if(value: Any) -> bytes | None:
    return pack(value) if value else None
