"""The durable engine: each run is a DBOS workflow, each of its steps a step of that, and the journal is the record.

DBOS knows which process works on which run, and hands on what a dead one left. What was done, and what it gave, only
the journal says: so a step that it calls done is never run again, whatever DBOS knows of it, and of a user's values
nothing gets into DBOS's database but replies to a run's own questions.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

import msgspec
from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer, SetEnqueueOptions, SetWorkflowID, WorkflowStatus
from dbos import error as dbos_error
from sqlalchemy.exc import SQLAlchemyError

from aura.capability.errors import ToolError
from aura.execution.engines.dbos_database import database_config, shown
from aura.execution.engines.engine import Around, Errand, Timed, Work
from aura.execution.events import Execution
from aura.execution.owner import is_alive, this_process

PROTOCOL = "plan-1"
"""What a run that is under way is written down as; any release that reads it goes on with it."""

RUN, TIMED = "run", "timed"
ID = "durable.id"
LOG = Path("log", "durable.log")
QUEUE_EVERY = 0.2
AT_ONCE = 100
"""Runs that one worker carries out beside each other."""
TAKES_OVER_EVERY = 1.0
FORGETS_AFTER = timedelta(days=7)
FORGETS_AT_ONCE = 1000
FOR_EVER = 10**9
PENDING, DELAYED, ENQUEUED = "PENDING", "DELAYED", "ENQUEUED"
ENDED = ["SUCCESS", "ERROR", "CANCELLED"]
HAD_ITS_TURN = "had its turn"
"""All that DBOS remembers of a step."""

Workflow = Callable[[dict[str, Any]], str]


class Sessions(Protocol):
    """Opens a session for what another process began or kept; each gives the status that it ended with."""

    def go_on(self, errand: Errand) -> str:
        """Go on with a run that another process left or handed over."""
        ...

    def at_time(self, timed: Timed) -> str:
        """Run a plan whose time has come."""
        ...

    def next_of(self, timed: Timed) -> Timed | None:
        """What comes after it, if it comes again."""
        ...


class Durable:
    """DBOS in this process, over one AURA_HOME; a process has one at a time. `serves` takes on others' runs too."""

    outlives = True

    def __init__(self, home: Path, url: str, sessions: Sessions, *, serves: bool = False) -> None:
        self._home = home
        self._sessions = sessions
        self._here: dict[str, Callable[[], Execution]] = {}
        self._name = f"aura-{identity(home)}"
        _log_to(home / LOG)
        try:
            self._dbos = DBOS(config=self._config(url))
            DBOS.listen_queues([self._name] if serves else [])
            self._workflow, self._timed = self._as_workflows()
            DBOS.launch()
            DBOS.register_queue(self._name, polling_interval_sec=QUEUE_EVERY, worker_concurrency=AT_ONCE)
        except (SQLAlchemyError, dbos_error.DBOSException) as error:
            DBOS.destroy(destroy_registry=True)
            raise _unusable(home, url, error) from error

    def close(self, *, wait: bool = False) -> None:
        """Take on nothing more, wait for what is under way where that is wanted, and let go of the database."""
        DBOS.destroy(destroy_registry=True, workflow_completion_timeout_sec=FOR_EVER if wait else 0)

    # -- an engine

    def carry_out(self, errand: Errand, work: Work) -> Execution:
        """Do the work as a workflow, here and now; what this process leaves when it dies, a worker goes on with."""
        if DBOS.workflow_id is not None:
            return work()
        executions: list[Execution] = []

        def kept() -> Execution:
            executions.append(work())
            return executions[0]

        workflow_id = self._id(errand)
        self._here[workflow_id] = kept
        with SetWorkflowID(workflow_id):
            handle = DBOS.start_workflow(self._workflow, msgspec.to_builtins(errand))
        handle.get_result()
        return executions[0]

    def around(self, order: Sequence[str]) -> Around | None:
        """A step of the workflow around each step; places are reserved in order, so that any may be first.

        What DBOS remembers of a step does not count: where the journal does not say that it is done, it has its turn.
        """
        if DBOS.workflow_id is None:
            return None
        places = {step_id: DBOS.reserve_step() for step_id in order}

        async def around(step_id: str, work: Callable[[], Awaitable[object]]) -> None:
            had_its_turn = False

            async def step() -> str:
                nonlocal had_its_turn
                had_its_turn = True
                await work()
                return HAD_ITS_TURN

            await places[step_id].run_async({"name": step_id}, step)
            if not had_its_turn:
                await work()

        return around

    # -- other processes

    def hand_over(self, errand: Errand) -> None:
        """Let a worker carry out a run."""
        DBOS.enqueue_workflow(self._name, self._workflow, msgspec.to_builtins(errand))

    def serve(self, stop: threading.Event) -> None:
        """Carry out what is handed over and what dead processes left; told to stop, end what is under way first."""
        self.watch(stop)
        self.close(wait=True)

    def watch(self, stop: threading.Event) -> None:
        """Take over what dead processes leave, until told to stop; what ended long ago is only in the journal then."""
        self._forget()
        while not stop.wait(TAKES_OVER_EVERY):
            self.take_over()

    def take_over(self) -> int:
        """Put the runs of processes that are dead back into the queue; returns how many."""
        found = DBOS.list_workflows(status=PENDING, application_name=self._name, load_input=False, load_output=False)
        left = [(flow.workflow_id, flow.executor_id) for flow in found if flow.executor_id]
        # DBOS's own recovery would put them where processes that soon end take them on too.
        queue_again = self._dbos._sys_db.reenqueue_for_recovery
        return sum(queue_again(name, [owner], self._name) for name, owner in left if not is_alive(owner))

    # -- what waits for its time

    def keep(self, timed: Timed) -> None:
        """Keep a plan until its time; a worker then runs it."""
        self._keep(msgspec.to_builtins(timed))

    def kept(self) -> list[Timed]:
        """All that is kept."""
        return [msgspec.convert(flow.input["args"][0], Timed) for flow in self._waiting() if flow.input]

    def drop(self, schedule: str) -> bool:
        """Let go of what is kept under a name; whether anything was."""
        found = [flow.workflow_id for flow in self._waiting(f"{self._name}.{schedule}.")]
        DBOS.cancel_workflows(found)
        return bool(found)

    def _waiting(self, beginning: str | None = None) -> list[WorkflowStatus]:
        return DBOS.list_workflows(
            name=TIMED, status=[DELAYED, ENQUEUED], application_name=self._name, workflow_id_prefix=beginning,
            load_output=False,
        )  # fmt: skip

    # -- inside

    def _as_workflows(self) -> tuple[Workflow, Workflow]:
        @DBOS.workflow(name=RUN)
        def run(told: dict[str, Any]) -> str:
            return self._run(told)

        @DBOS.workflow(name=TIMED)
        def timed(told: dict[str, Any]) -> str:
            return self._at_time(told)

        return run, timed

    def _run(self, told: dict[str, Any]) -> str:
        """The workflow of a run: the work that this process has for it, or going on with what is in the journal."""
        work = self._here.pop(str(DBOS.workflow_id), None)
        if work is not None:
            return work().status
        return self._sessions.go_on(msgspec.convert(told, Errand))

    def _at_time(self, told: dict[str, Any]) -> str:
        """The workflow of a plan whose time has come: first what comes after it is kept, then it is run."""
        timed = msgspec.convert(told, Timed)
        if timed.rule:
            following = DBOS.run_step({"name": "following"}, self._following, told)
            if following is not None:
                self._keep(following)
        return self._sessions.at_time(timed)

    def _forget(self) -> None:
        """Let DBOS forget what ended long ago."""
        ended = DBOS.list_workflows(
            status=ENDED, application_name=self._name, end_time=(datetime.now(UTC) - FORGETS_AFTER).isoformat(),
            limit=FORGETS_AT_ONCE, load_input=False, load_output=False,
        )  # fmt: skip
        DBOS.delete_workflows([flow.workflow_id for flow in ended])

    def _following(self, told: dict[str, Any]) -> dict[str, Any] | None:
        following = self._sessions.next_of(msgspec.convert(told, Timed))
        return msgspec.to_builtins(following) if following is not None else None

    def _keep(self, told: dict[str, Any]) -> None:
        seconds = (datetime.fromisoformat(told["moment"]) - datetime.now(UTC)).total_seconds()
        name = f"{self._name}.{told['schedule']}.{told['number']}"
        with SetWorkflowID(name), SetEnqueueOptions(delay_seconds=max(seconds, 0.0)):
            DBOS.enqueue_workflow(self._name, self._timed, told)

    def _id(self, errand: Errand) -> str:
        return f"{self._name}.{errand.run_id}.{uuid4().hex[:8]}"

    def _config(self, url: str) -> DBOSConfig:
        config: DBOSConfig = {
            "name": self._name,
            "executor_id": this_process(),
            "application_version": f"{PROTOCOL}.{self._name}",
            "serializer": DBOSPortableJSONSerializer(),
            "enable_otlp": False,
            "log_level": "WARNING",
        }
        config.update(database_config(self._home, url))  # type: ignore[typeddict-item]
        return config


def identity(home: Path) -> str:
    """What tells an AURA_HOME from any other that shares its database: made once, kept in it."""
    file = home / ID
    try:
        if not file.exists():
            home.mkdir(parents=True, exist_ok=True)
            draft = home / f"{ID}.{uuid4().hex}"
            draft.write_text(secrets.token_hex(8))
            # Two at once: the first link stands, and both read that.
            with suppress(FileExistsError):
                file.hardlink_to(draft)
            draft.unlink()
        return file.read_text()
    except OSError as error:
        raise ToolError("HOME_UNUSABLE", f"{file} cannot be kept ({error.strerror}); make {home} writable.") from error


def _log_to(file: Path) -> None:
    """Let what DBOS says go to a file instead of the terminal, and no longer to that of another home."""
    logger = logging.getLogger("dbos")
    logger.propagate = False
    for earlier in list(logger.handlers):
        logger.removeHandler(earlier)
        earlier.close()
    file.parent.mkdir(parents=True, exist_ok=True)
    handler = logging.FileHandler(file, delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.addHandler(handler)


def _unusable(home: Path, url: str, error: Exception) -> ToolError:
    reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    where = shown(home, url)
    return ToolError("DATABASE_UNUSABLE", f"The database {where} cannot be used ({reason}); see to it and try again.")
