"""The journal: what was commanded, what each step is about to do, and how it is taken back.

One SQLite database in WAL mode under AURA_HOME. What must be there before an effect is committed durably;
what can be seen in the world again (a step that is done) is committed without waiting for the disk.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from aura.capability.errors import ToolError
from aura.capability.ports import Past
from aura.contracts.goal import Question
from aura.contracts.outcome import Preview, StepResult
from aura.contracts.plan import PlanDocument
from aura.execution.owner import is_alive, this_process
from aura.execution.records import Record, Seen

VERSION = 1
BUSY_SECONDS = 20.0
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 5
UNFINISHED = ("running", "cancelled", "interrupted")
SCHEMA = """
CREATE TABLE runs (
    number INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL UNIQUE, utterance TEXT NOT NULL,
    status TEXT NOT NULL, message TEXT NOT NULL DEFAULT '', started TEXT NOT NULL, finished TEXT NOT NULL DEFAULT '',
    owner TEXT NOT NULL DEFAULT '', plan BLOB, execution_order BLOB, preview BLOB, undo TEXT NOT NULL DEFAULT '');
CREATE TABLE steps (
    run INTEGER NOT NULL REFERENCES runs(number), position INTEGER NOT NULL, step_id TEXT NOT NULL,
    atom_id TEXT NOT NULL, status TEXT NOT NULL, inputs BLOB, outputs BLOB, error TEXT, before BLOB,
    acts INTEGER NOT NULL DEFAULT 0, records BLOB, contents BLOB, seen BLOB, done INTEGER,
    undo TEXT NOT NULL DEFAULT '', PRIMARY KEY (run, step_id));
CREATE TABLE questions (
    run_id TEXT PRIMARY KEY, utterance TEXT NOT NULL, answers BLOB NOT NULL, question BLOB NOT NULL,
    asked TEXT NOT NULL);
"""

UndoState = Literal["", "undoing", "undone", "partly"]


class JournalError(ToolError):
    """The journal cannot be read or written; nothing may be done without it."""


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
    """A question that waits for its answer, with the command and the answers so far."""

    run_id: str
    utterance: str
    answers: tuple[str, ...]
    question: Question


class Journal:
    """One connection to the journal; open it where it is used, and close it."""

    def __init__(self, home: Path, *, synchronous: str = "FULL") -> None:
        self.path = home / "journal.db"
        self._synchronous = synchronous
        with self._explained():
            home.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._prepare()

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    # Runs

    def begin(
        self,
        utterance: str,
        document: PlanDocument,
        execution_order: Sequence[str],
        preview: Preview | None,
        run_id: str = "",
    ) -> str:
        """Write down a run before its first step, with all that resuming it needs; returns its id."""
        run_id = run_id or new_run_id()
        with self._transaction(durable=False):
            self._connection.execute(
                "INSERT INTO runs (run_id, utterance, status, started, owner, plan, execution_order, preview) "
                "VALUES (?, ?, 'running', ?, ?, ?, ?, ?) ON CONFLICT (run_id) DO UPDATE SET status = 'running', "
                "owner = excluded.owner, plan = excluded.plan, execution_order = excluded.execution_order, "
                "preview = excluded.preview",
                (
                    run_id,
                    utterance,
                    _now(),
                    this_process(),
                    _pack(document),
                    _pack(tuple(execution_order)),
                    _pack(preview),
                ),
            )
        return run_id

    def note(self, utterance: str, status: str, message: str, run_id: str = "") -> str:
        """Remember a command that ended without running anything; returns its id."""
        run_id, now = run_id or new_run_id(), _now()
        with self._transaction(durable=False):
            self._connection.execute(
                "INSERT INTO runs (run_id, utterance, status, message, started, finished) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (run_id) DO UPDATE SET status = excluded.status, message = excluded.message",
                (run_id, utterance, status, message, now, now),
            )
        return run_id

    def finish(self, run_id: str, status: str, message: str) -> None:
        """Write down how a run ended, and let go of it."""
        with self._transaction():
            self._connection.execute(
                "UPDATE runs SET status = ?, message = ?, finished = ?, owner = '' WHERE run_id = ?",
                (status, message, _now(), run_id),
            )

    def claim(self, run_id: str, states: Sequence[str] = UNFINISHED) -> RunRow:
        """Become the owner of a run in one of `states`; the empty sequence means any.

        Raises ToolError `UNKNOWN_RUN`, `RUN_IN_USE` while its process lives, `NOTHING_TO_RESUME`.
        """
        with self._transaction():
            run = self.run(run_id)
            if run.owner and is_alive(run.owner):
                raise ToolError(
                    "RUN_IN_USE", f"Run {run_id} is being worked on right now; wait until it ends."
                )
            if states and (run.status not in states or run.undo):
                raise ToolError(
                    "NOTHING_TO_RESUME", f"Run {run_id} is {run.status}, so nothing is left to resume."
                )
            self._connection.execute("UPDATE runs SET owner = ? WHERE run_id = ?", (this_process(), run_id))
        return run

    def release(self, run_id: str) -> None:
        """Let go of a run without changing how it ended."""
        with self._transaction():
            self._connection.execute("UPDATE runs SET owner = '' WHERE run_id = ?", (run_id,))

    def run(self, run_id: str) -> RunRow:
        """One run; raises ToolError `UNKNOWN_RUN`."""
        found = self._runs("WHERE run_id = ?", (run_id,))
        if not found:
            raise ToolError("UNKNOWN_RUN", f"There is no run {run_id}; `aura history` lists them.")
        return found[0]

    def runs(self, count: int) -> list[RunRow]:
        """The last `count` commands, newest first."""
        return self._runs("ORDER BY number DESC LIMIT ?", (count,))

    def recent(self, count: int) -> list[Past]:
        """The last `count` commands, newest first: the History port."""
        return [Past(run.run_id, run.utterance, run.status, run.started) for run in self.runs(count)]

    def resumable(self) -> str | None:
        """The newest run that was killed or cancelled."""
        marks = ", ".join("?" * len(UNFINISHED))
        found = self._runs(
            f"WHERE status IN ({marks}) AND undo = '' ORDER BY number DESC LIMIT 1", UNFINISHED
        )
        return found[0].run_id if found else None

    def undoable(self) -> str | None:
        """The newest run that changed something and has not been undone."""
        found = self._runs(
            "WHERE undo IN ('', 'undoing') AND EXISTS (SELECT 1 FROM steps WHERE steps.run = runs.number "
            "AND (records IS NOT NULL OR before IS NOT NULL)) ORDER BY number DESC LIMIT 1",
            (),
        )
        return found[0].run_id if found else None

    def plan_of(self, run_id: str) -> tuple[PlanDocument, tuple[str, ...], Preview | None]:
        """The document, execution order and approved preview that a run was started with."""
        with self._explained():
            row = self._connection.execute(
                "SELECT plan, execution_order, preview FROM runs WHERE run_id = ?", (run_id,)
            ).fetchone()
            if row is None or row[0] is None:
                raise ToolError("NOTHING_TO_RESUME", f"Run {run_id} has no plan to go on with.")
            return (
                _unpack(row[0], PlanDocument),
                _unpack(row[1], tuple[str, ...]),
                _unpack(row[2], Preview | None),
            )

    # Steps

    def put_step(self, run_id: str, row: StepRow, *, durable: bool) -> None:
        """Write a step down as it stands: durably before its effect, and after one that cannot be seen again."""
        with self._transaction(durable=durable):
            self._put_step(run_id, row)

    def mark_undo(self, run_id: str, state: UndoState, *, step_id: str = "", durable: bool = True) -> None:
        """Write down how far undoing a run, or one step of it, has come."""
        with self._transaction(durable=durable):
            if step_id:
                self._connection.execute(
                    "UPDATE steps SET undo = ? WHERE step_id = ? AND run = (SELECT number FROM runs WHERE run_id = ?)",
                    (state, step_id, run_id),
                )
            else:
                self._connection.execute("UPDATE runs SET undo = ? WHERE run_id = ?", (state, run_id))

    def steps(self, run_id: str) -> list[StepRow]:
        """The steps of a run that were begun, in the order of their execution."""
        with self._explained():
            rows = self._connection.execute(
                "SELECT position, step_id, atom_id, steps.status, inputs, outputs, error, before, acts, records, "
                "contents, seen, done, steps.undo FROM steps JOIN runs ON steps.run = runs.number "
                "WHERE run_id = ? ORDER BY position",
                (run_id,),
            ).fetchall()
            return [_step(row) for row in rows]

    # Questions

    def ask(self, pending: Pending) -> None:
        """Keep a question until it is answered."""
        with self._transaction():
            self._connection.execute(
                "INSERT OR REPLACE INTO questions VALUES (?, ?, ?, ?, ?)",
                (pending.run_id, pending.utterance, _pack(pending.answers), _pack(pending.question), _now()),
            )

    def pending(self, run_id: str | None = None) -> Pending | None:
        """The question of a run, or the newest one that waits."""
        with self._explained():
            row = self._connection.execute(
                "SELECT run_id, utterance, answers, question FROM questions WHERE ?1 IS NULL OR run_id = ?1 "
                "ORDER BY rowid DESC LIMIT 1",
                (run_id,),
            ).fetchone()
            if row is None:
                return None
            return Pending(row[0], row[1], _unpack(row[2], tuple[str, ...]), _unpack(row[3], Question))

    def answered(self, run_id: str) -> None:
        """Forget a question."""
        with self._transaction():
            self._connection.execute("DELETE FROM questions WHERE run_id = ?", (run_id,))

    # Inside

    def _put_step(self, run_id: str, row: StepRow) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO steps VALUES ((SELECT number FROM runs WHERE run_id = ?), "
            "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                run_id,
                row.position,
                row.step_id,
                row.atom_id,
                row.status,
                _pack_if(row.inputs),
                _pack_if(row.outputs),
                row.error,
                None if row.before is None else _pack(row.before),
                row.acts,
                _pack_if(row.records),
                _pack_if(row.contents),
                _pack_if(row.seen),
                row.done,
                row.undo,
            ),
        )

    def _runs(self, clause: str, values: Sequence[Any]) -> list[RunRow]:
        with self._explained():
            rows = self._connection.execute(
                "SELECT number, run_id, utterance, status, message, started, finished, owner, undo FROM runs "
                + clause,
                values,
            ).fetchall()
            return [RunRow(*row) for row in rows]

    def _prepare(self) -> None:
        if self._connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            self._connection.execute("PRAGMA journal_mode = WAL")
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version == VERSION:
            return
        with self._transaction():
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                for statement in filter(str.strip, SCHEMA.split(";")):
                    self._connection.execute(statement)
                self._connection.execute(f"PRAGMA user_version = {VERSION}")
            elif version != VERSION:
                raise JournalError(
                    "JOURNAL_VERSION",
                    f"The journal {self.path} was written by another version of AURA (format {version}, this one "
                    f"reads {VERSION}); use that version, or move the file away to start a new journal.",
                )

    @contextmanager
    def _transaction(self, *, durable: bool = True) -> Iterator[None]:
        """One transaction that holds the only write lock; durable means it is on the disk when this returns."""
        with self._explained():
            self._connection.execute(f"PRAGMA synchronous = {self._synchronous if durable else 'NORMAL'}")
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.DatabaseError, msgspec.DecodeError, msgspec.ValidationError) as error:
            raise JournalError(
                "JOURNAL_UNUSABLE",
                f"The journal {self.path} cannot be used ({error}); free it or move it away, then try again.",
            ) from error


def new_run_id() -> str:
    """A short id that is easy to read and type."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _pack(value: Any) -> bytes:
    return msgspec.msgpack.encode(value, enc_hook=str)


def _pack_if(value: Any) -> bytes | None:
    return _pack(value) if value else None


def _unpack(blob: bytes, wanted: Any) -> Any:
    return msgspec.msgpack.decode(blob, type=wanted)


def _step(row: Sequence[Any]) -> StepRow:
    position, step_id, atom_id, status, inputs, outputs, error, before, acts, *blobs, done, undo = row
    records, contents, seen = blobs
    return StepRow(
        position,
        step_id,
        atom_id,
        status,
        _unpack(inputs, dict[str, Any]) if inputs else {},
        _unpack(outputs, dict[str, Any]) if outputs else {},
        error,
        _unpack(before, Any) if before else None,
        bool(acts),
        _unpack(records, tuple[Record, ...]) if records else (),
        _unpack(contents, tuple[bytes | None, ...]) if contents else (),
        _unpack(seen, dict[int, Seen]) if seen else {},
        done,
        undo,
    )
