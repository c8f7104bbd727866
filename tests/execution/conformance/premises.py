"""A place where runs are carried out by one engine, in processes of their own that can be killed."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from house import House, order_of
from lanes import Between, furnish, nothing, plan
from postgres import Postgres

from aura.capability.errors import ToolError
from aura.capability.ports import Reply
from aura.contracts.plan import PlanDocument, Validation
from aura.execution.engines.dbos_engine import Durable
from aura.execution.engines.engine import INLINE, Engine, Errand, Timed
from aura.execution.events import Execution
from aura.execution.executor import ToolExecutor
from aura.execution.inflight import Decision
from aura.execution.journal import Journal
from aura.planning.overlay import Overlay

KILLED = -signal.SIGKILL
ENGINES = ("inline", "dbos on SQLite", "dbos on PostgreSQL")


class Premises:
    """One AURA_HOME and the engine over it; `database` is a URL of PostgreSQL, or nothing."""

    def __init__(self, root: Path, durable: bool, database: str = "") -> None:
        self.root = root
        self.durable = durable
        self.database = database

    # -- in this process

    def begin(
        self, run_id: str, document: PlanDocument | None = None, *, between: Between = nothing, pause: float = 0.02
    ) -> Execution:
        """Carry out a plan, the lanes where none is given; with the engine, whose process this then is."""
        house = furnish(self.root, between)
        document = document or plan(house, pause)
        preview = house.preview(document)
        journal = house.journal()
        engine = self.engine(house, journal)
        executor = _executor(house, journal, engine)
        validation = Validation(True, execution_order=order_of(document))
        return engine.carry_out(
            Errand(run_id, str(self.root)),
            lambda: executor.execute(document, validation, preview, utterance="lanes", run_id=run_id),
        )

    def resume(
        self,
        run_id: str,
        decisions: dict[str, Decision] | None = None,
        replies: dict[str, Reply] | None = None,
        *,
        between: Between = nothing,
    ) -> Execution:
        """Finish a run here."""
        house = furnish(self.root, between)
        journal = house.journal()
        engine = self.engine(house, journal)
        return engine.carry_out(
            Errand(run_id, str(self.root), decisions=decisions or {}, replies=replies or {}),
            lambda: _executor(house, journal, engine).resume(run_id, decisions=decisions, replies=replies),
        )

    def serve(
        self, *, between: Between = nothing, until: Callable[[], bool] = lambda: False, watch: bool = False
    ) -> None:
        """Be a worker, for ever or until something holds; to `watch` is to begin as one does for real."""
        house = furnish(self.root, between)
        engine = self._durable(house, serves=True, between=between)
        if watch:
            ended = threading.Event()
            ended.set()
            engine.watch(ended)
        while not until():
            engine.take_over()
            threading.Event().wait(0.05)
        engine.close()

    def engine(self, house: House, journal: Journal) -> Engine:
        """The engine in this process, which takes on nothing of others."""
        return self._durable(house, serves=False) if self.durable else INLINE

    def _durable(self, house: House, *, serves: bool, between: Between = nothing) -> Durable:
        sessions = Sessions(self.root, between)
        sessions.engine = Durable(house.home, self.database, sessions, serves=serves)
        sessions.opened.set()
        return sessions.engine

    # -- what is seen from outside

    def house(self) -> House:
        """The house, to make plans in."""
        return furnish(self.root)

    def cancel(self, run_id: str) -> None:
        """Ask from outside that a run be stopped."""
        journal = Journal(self.root / "home")
        journal.stop(run_id, (), "")
        journal.close()

    def status(self, run_id: str) -> str:
        """How a run stands, by the journal; nothing where it is not in it."""
        journal = Journal(self.root / "home")
        try:
            return journal.run(run_id).status
        except ToolError:
            return ""
        finally:
            journal.close()

    def message(self, run_id: str) -> str:
        """What a run ended with."""
        journal = Journal(self.root / "home")
        try:
            return journal.run(run_id).message
        finally:
            journal.close()

    def done(self, run_id: str) -> set[str]:
        """The steps that the journal calls completed."""
        journal = Journal(self.root / "home")
        try:
            return {row.step_id for row in journal.steps(run_id) if row.status == "completed"}
        finally:
            journal.close()


def open_premises(root: Path, engine: str, server: Callable[[], Postgres]) -> Premises:
    """Premises for one of the engines, with a database of their own where it needs one."""
    if engine == ENGINES[0]:
        return Premises(root, durable=False)
    return Premises(root, durable=True, database="" if engine == ENGINES[1] else server().database(uuid4().hex))


class Sessions:
    """Goes on with what other processes left."""

    engine: Durable

    def __init__(self, root: Path, between: Between) -> None:
        self._root = root
        self._between = between
        self.opened = threading.Event()

    def go_on(self, errand: Errand) -> str:
        self.opened.wait()
        house = furnish(self._root, self._between)
        journal = house.journal()
        try:
            if journal.run(errand.run_id).status != "running" and not errand.replies:
                return "ended"
            return _executor(house, journal, self.engine).resume(errand.run_id, replies=errand.replies).status
        except ToolError as error:
            return error.code
        finally:
            journal.close()

    def at_time(self, timed: Timed) -> str:
        raise NotImplementedError

    def next_of(self, timed: Timed) -> Timed | None:
        raise NotImplementedError


def _executor(house: House, journal: Journal, engine: Engine) -> ToolExecutor:
    return ToolExecutor(
        house.tools, house.ports, disk_factory=Overlay, changer=house.changer(), journal=journal, engine=engine
    )


class Child:
    """A process of its own for some work; it is killed at the end if it still runs."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.number = os.fork()
        self._code: int | None = None
        if self.number == 0:
            code = 1
            try:
                work()
                code = 0
            except BaseException:
                traceback.print_exc(file=sys.__stderr__)
            finally:
                os._exit(code)

    def wait(self) -> int:
        """The exit code, negative for a signal."""
        if self._code is None:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self.number, 0)[1])
        return self._code

    def ended(self) -> bool:
        """Whether it is over."""
        if self._code is None:
            number, status = os.waitpid(self.number, os.WNOHANG)
            if number:
                self._code = os.waitstatus_to_exitcode(status)
        return self._code is not None

    def kill(self) -> None:
        """End it at once, if it still runs."""
        if not self.ended():
            os.kill(self.number, signal.SIGKILL)
            self.wait()
