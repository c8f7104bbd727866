"""The journal: what was commanded, what each step is about to do, and how it is taken back.

What must be known before an effect is committed durably; what can be seen in the world again (that a step is
done) is committed without waiting for the disk, since a later look at the world tells the same.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from msgspec.structs import replace

from aura.capability.errors import ToolError
from aura.capability.ports import Past
from aura.contracts.goal import APPROVAL, Question
from aura.contracts.outcome import Preview
from aura.contracts.plan import PlanDocument
from aura.contracts.progress import Progress, StepProgress
from aura.contracts.talk import Talk
from aura.execution.database import Database
from aura.execution.kept import Kept
from aura.execution.owner import is_alive, new_hands, this_process
from aura.execution.packing import pack, packed, unpack, writable
from aura.execution.previews import with_inputs, without_inputs
from aura.execution.rows import (
    END_COLUMNS,
    PLAN,
    RUN_COLUMNS,
    STEP_COLUMNS,
    STEP_ID,
    STEP_NAMES,
    Pending,
    RunRow,
    StepRow,
    end_values,
    step_of,
    step_values,
)

FILE = "journal.db"
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 5
UNFINISHED = ("running", "cancelled", "interrupted")
THE_RUN = "(SELECT number FROM runs WHERE run_id = ?)"

UndoState = Literal["undoing", "undone", "partly"]
Stopped = Literal["told", "stopped", "ended"]
"""Somebody works on it and is told; it only waited; it had ended."""

NO_TALK = Talk()

Clock = Callable[[], datetime]


def now() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


class Journal:
    """The journal under AURA_HOME, for work in a `workspace`. Raises JournalError when it cannot be read or written."""

    def __init__(self, home: Path, *, synchronous: str = "FULL", clock: Clock = now, workspace: str = "") -> None:
        self._database = Database(home / FILE, synchronous)
        self._workspace = workspace
        self._clock = clock
        self._by = ""
        self._kept = Kept(self._database)

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    # Runs

    @contextmanager
    def in_the_name_of(self, by: str) -> Iterator[None]:
        """Every run that is written down inside was started by this person."""
        before, self._by = self._by, by
        try:
            yield
        finally:
            self._by = before

    def approved(self, run_id: str, by: str) -> None:
        """Write down who said yes to a run."""
        with self._database.transaction(durable=False):
            self._database.run("UPDATE runs SET approved_by = ? WHERE run_id = ?", (by, run_id))

    def begin(
        self,
        utterance: str,
        document: PlanDocument,
        execution_order: Sequence[str],
        preview: Preview | None,
        run_id: str = "",
        talk: Talk = NO_TALK,
    ) -> str:
        """Write down a run before its first step, with all that resuming and referring to it needs; returns its id."""
        with self._database.transaction(durable=False):
            run_id = self._put_plan(utterance, document, execution_order, preview, run_id, talk)
            self._database.run(
                "UPDATE runs SET status = 'running', finished = '', owner = ?, begun = 1, "
                "held_in = CASE held_in WHEN '' THEN ? ELSE held_in END WHERE run_id = ?",
                (new_hands(), self._workspace, run_id),
            )
        return run_id

    def hold(
        self,
        utterance: str,
        document: PlanDocument,
        execution_order: Sequence[str],
        preview: Preview | None,
        status: str,
        message: str,
        run_id: str = "",
        talk: Talk = NO_TALK,
        workspace: str = "",
    ) -> str:
        """Keep a plan that is not begun, with the preview that was shown and the folder where it is to be done.

        Returns the run's id.
        """
        with self._database.transaction():
            run_id = self._put_plan(utterance, document, execution_order, preview, run_id, talk)
            self._end(run_id, status, message)
            held = (workspace, this_process(), run_id)
            self._database.run("UPDATE runs SET held_in = ?, held_by = ? WHERE run_id = ?", held)
        return run_id

    def note(self, utterance: str, status: str, message: str, run_id: str = "", talk: Talk = NO_TALK) -> str:
        """Remember a command that ended without running anything, and what it was about; returns its id."""
        with self._database.transaction(durable=False):
            run_id = run_id or self._new_id()
            self._remember(run_id, utterance)
            self._end(run_id, status, message)
            if talk != NO_TALK:
                kept = self._kept.put(run_id, "", PLAN[3:], (pack(talk),))
                self._database.run("UPDATE runs SET talk = ? WHERE run_id = ?", (*kept, run_id))
        return run_id

    def finish(self, run_id: str, status: str, message: str) -> None:
        """Write down how a run ended, and let go of it."""
        with self._database.transaction():
            self._end(run_id, status, message)

    def claim(self, run_id: str) -> RunRow:
        """Become a run's owner; raises ToolError `UNKNOWN_RUN`, or `RUN_IN_USE` while its owner lives."""
        with self._database.transaction():
            run = self.run(run_id)
            if run.owner and is_alive(run.owner):
                raise ToolError("RUN_IN_USE", f"Run {run_id} is being worked on right now; wait until it ends.")
            owner = new_hands()
            self._database.run("UPDATE runs SET owner = ?, stop = 0 WHERE run_id = ?", (owner, run_id))
        return replace(run, owner=owner)

    def go_on(self, run_id: str) -> None:
        """Write down that a run which had stopped is under way again."""
        with self._database.transaction(durable=False):
            self._database.run("UPDATE runs SET status = 'running', finished = '' WHERE run_id = ?", (run_id,))

    def stop(self, run_id: str, waiting: Collection[str], message: str) -> Stopped:
        """Ask whoever works on a run to stop it, or end it at once where nobody does and its status is `waiting`.

        Raises ToolError `UNKNOWN_RUN`.
        """
        with self._database.transaction():
            run = self.run(run_id)
            if run.owner and is_alive(run.owner):
                self._database.run("UPDATE runs SET stop = 1 WHERE run_id = ?", (run_id,))
                return "told"
            if run.status not in waiting:
                return "ended"
            self._database.run("DELETE FROM questions WHERE run_id = ?", (run_id,))
            self._end(run_id, "cancelled", message)
        return "stopped"

    def is_to_stop(self, run_id: str) -> bool:
        """Whether somebody asked that a run be stopped."""
        return bool(self._database.rows("SELECT 1 FROM runs WHERE run_id = ? AND stop", (run_id,)))

    def release(self, claimed: RunRow) -> None:
        """Let go of a run as it was claimed, without changing how it ended; who took it since keeps it."""
        with self._database.transaction(durable=False):
            self._database.run(
                "UPDATE runs SET owner = '' WHERE run_id = ? AND owner = ?", (claimed.run_id, claimed.owner)
            )

    def run(self, run_id: str) -> RunRow:
        """One run; raises ToolError `UNKNOWN_RUN`."""
        found = self._runs("WHERE run_id = ?", (run_id,))
        if not found:
            raise ToolError("UNKNOWN_RUN", f"There is no run {run_id}; `aura history` lists them.")
        return found[0]

    def runs(self, count: int) -> list[RunRow]:
        """The last `count` commands, newest first."""
        return self._runs("ORDER BY number DESC LIMIT ?", (count,))

    def begun_here(self, count: int) -> list[RunRow]:
        """The last `count` commands with a plan that whoever is at it now began in this folder, newest first."""
        clause = "WHERE plan IS NOT NULL AND begun AND held_in = ? AND started_by = ? ORDER BY number DESC LIMIT ?"
        return self._runs(clause, (self._workspace, self._by, count))

    def recent(self, count: int) -> list[Past]:
        """The last `count` commands, newest first: the History port."""
        return [Past(run.run_id, run.utterance, run.status, run.started) for run in self.runs(count)]

    def resumable(self) -> str | None:
        """The newest run that was killed, cancelled, or waits for a decision."""
        marks = ", ".join("?" * len(UNFINISHED))
        found = self._runs(
            f"WHERE status IN ({marks}) AND undo = '' AND begun ORDER BY number DESC LIMIT 1", UNFINISHED
        )
        return found[0].run_id if found else None

    def accepted(self, workspace: str) -> list[str]:
        """The runs that were accepted in a folder by processes that died before they began them, oldest first."""
        held = self._database.rows(
            "SELECT run_id, held_by FROM runs WHERE status = 'accepted' AND held_in = ? ORDER BY number", (workspace,)
        )
        return [run_id for run_id, keeper in held if not is_alive(keeper)]

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
        with self._database.snapshot():
            found = self._database.rows(
                "SELECT plan, execution_order, preview FROM runs WHERE run_id = ? AND plan IS NOT NULL", (run_id,)
            )
            if not found:
                raise ToolError("NO_PLAN", f"Run {run_id} has no plan, so there is nothing to go on with.")
            plan, order, preview = self._kept.get(run_id, "", PLAN[:3], found[0])
        document = unpack(plan, PlanDocument)
        shown = with_inputs(unpack(preview, Preview | None), document)
        return document, unpack(order, tuple[str, ...]), shown

    def talk_of(self, run_id: str) -> Talk | None:
        """What a run was about, where that was kept."""
        with self._database.snapshot():
            found = self._database.rows("SELECT talk FROM runs WHERE run_id = ? AND talk IS NOT NULL", (run_id,))
            talks = [self._kept.get(run_id, "", PLAN[3:], columns) for columns in found]
        return unpack(talks[0][0], Talk) if talks else None

    # Plans that nobody wrote

    def propose(self, plan_hash: str, by: str) -> None:
        """Remember who proposed a plan, whoever hands it in later."""
        with self._database.transaction(durable=False):
            self._database.run("INSERT OR REPLACE INTO proposed VALUES (?, ?)", (plan_hash, by))

    def proposer_of(self, plan_hash: str) -> str:
        """Who proposed a plan; empty where that was nobody here."""
        found = self._database.rows("SELECT proposed_by FROM proposed WHERE plan_hash = ?", (plan_hash,))
        return str(found[0][0]) if found else ""

    # Steps

    def put_step(self, run_id: str, row: StepRow, *, durable: bool) -> None:
        """Write a step down as it stands: durably before its effect, and after one that leaves no trace."""
        with self._database.transaction(durable=durable):
            values = self._kept.put(run_id, row.step_id, STEP_NAMES, step_values(row))
            marks = ", ".join("?" * len(values))
            self._database.run(f"INSERT OR REPLACE INTO steps VALUES ({THE_RUN}, {marks})", (run_id, *values))

    def end_step(self, run_id: str, row: StepRow, *, durable: bool) -> None:
        """Write down how a step ended that was written down before its effect, with inputs and records."""
        values = end_values(row)
        with self._database.transaction(durable=durable):
            self._kept.drop(run_id, row.step_id, "contents")
            self._database.run(
                f"UPDATE steps SET {END_COLUMNS} WHERE run = {THE_RUN} AND step_id = ?", (*values, run_id, row.step_id)
            )

    def steps(self, run_id: str) -> list[StepRow]:
        """The steps of a run that were begun, in the order of their execution."""
        with self._database.snapshot():
            found = self._database.rows(
                f"SELECT {STEP_COLUMNS} FROM steps WHERE run = {THE_RUN} ORDER BY position", (run_id,)
            )
            whole = [self._kept.get(run_id, columns[STEP_ID], STEP_NAMES, columns) for columns in found]
        return [step_of(columns) for columns in whole]

    def progress(self, run_id: str) -> Progress:
        """How far a run has come, at one moment. Raises ToolError `UNKNOWN_RUN`."""
        with self._database.snapshot():
            run = self.run(run_id)
            found = self._database.rows(
                "SELECT position, step_id, atom_id, status, error FROM steps WHERE run = ? ORDER BY position",
                (run.number,),
            )
        return Progress(run_id, self.standing(run), run.message, tuple(StepProgress(*columns) for columns in found))

    def standing(self, run: RunRow) -> str:
        """How a run stands: what it waits for, where a question is open, and whether anybody works on it at all."""
        if run.status == "running" and not (run.owner and is_alive(run.owner)):
            return "interrupted"
        asked = self.pending(run.run_id) if run.status == "interrupted" else None
        if asked is None:
            return run.status
        return "confirmation" if asked.question.key.startswith(APPROVAL) else "clarification"

    def mark_undo(self, run_id: str, state: UndoState) -> None:
        """Write down how far undoing a run has come."""
        with self._database.transaction():
            self._database.run("UPDATE runs SET undo = ? WHERE run_id = ?", (state, run_id))

    def mark_step_undo(self, run_id: str, step_id: str, state: UndoState) -> None:
        """Write down how far undoing a step has come."""
        with self._database.transaction(durable=False):
            self._database.run(
                f"UPDATE steps SET undo = ? WHERE run = {THE_RUN} AND step_id = ?", (state, run_id, step_id)
            )

    # Questions

    def ask(self, pending: Pending) -> None:
        """Keep a question until it is answered."""
        answers, question = pack(pending.answers), pack(pending.question)
        values = (pending.run_id, pending.utterance, answers, question, self._now(), pending.workspace)
        with self._database.transaction():
            self._database.run("INSERT OR REPLACE INTO questions VALUES (?, ?, ?, ?, ?, ?)", values)

    def pending(self, run_id: str | None = None) -> Pending | None:
        """The question of a run, or that of the last command; one that others came after waits only for its own."""
        found = self._database.rows(
            "SELECT run_id, utterance, answers, question, workspace FROM questions "
            "WHERE run_id = ifnull(?1, (SELECT run_id FROM runs ORDER BY number DESC LIMIT 1))",
            (run_id,),
        )
        if not found:
            return None
        key, utterance, answers, question, workspace = found[0]
        return Pending(key, utterance, unpack(answers, dict[str, str]), unpack(question, Question), workspace)

    def answered(self, run_id: str) -> None:
        """Forget a question."""
        with self._database.transaction():
            self._database.run("DELETE FROM questions WHERE run_id = ?", (run_id,))

    # Inside

    def _new_id(self) -> str:
        while True:
            run_id = "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))
            if not self._runs("WHERE run_id = ?", (run_id,)):
                return run_id

    def _put_plan(
        self,
        utterance: str,
        document: PlanDocument,
        execution_order: Sequence[str],
        preview: Preview | None,
        run_id: str,
        talk: Talk,
    ) -> str:
        kept = pack(talk) if talk != NO_TALK else None
        shown = without_inputs(preview, document)
        plan = (packed(document.as_json()), pack(tuple(execution_order)), pack(shown), kept)
        run_id = run_id or self._new_id()
        self._remember(run_id, utterance)
        self._database.run(
            "UPDATE runs SET plan = ?, execution_order = ?, preview = ?, talk = ? WHERE run_id = ?",
            (*self._kept.put(run_id, "", PLAN, plan), run_id),
        )
        return run_id

    def _remember(self, run_id: str, utterance: str) -> None:
        self._database.run(
            "INSERT INTO runs (run_id, utterance, status, started, started_by, begun) "
            "VALUES (?, ?, 'running', ?, ?, 0) ON CONFLICT (run_id) DO NOTHING",
            (run_id, writable(utterance), self._now(), self._by),
        )

    def _end(self, run_id: str, status: str, message: str) -> None:
        self._database.run(
            "UPDATE runs SET status = ?, message = ?, finished = ?, owner = '' WHERE run_id = ?",
            (status, writable(message), self._now(), run_id),
        )

    def _runs(self, clause: str, values: Sequence[Any]) -> list[RunRow]:
        return [RunRow(*row) for row in self._database.rows(f"SELECT {RUN_COLUMNS} FROM runs {clause}", values)]

    def _now(self) -> str:
        return self._clock().isoformat(timespec="milliseconds")
