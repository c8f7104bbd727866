"""What every engine keeps to, whatever dies under it: nothing lost, nothing finished done again, one key a step."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta

import pytest
from killing import Countdown, die
from lanes import ENTRIES, OUTCOME, calls, entries, notes, soon
from postgres import Postgres
from premises import ENGINES, KILLED, Child, Premises

import aura
from aura.capability.errors import ToolError
from aura.contracts.plan import Step
from aura.execution.engines import dbos_engine

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 and fork are POSIX")

every_engine = pytest.mark.parametrize("premises", ENGINES, indirect=True)
durable = pytest.mark.parametrize("premises", ENGINES[1:], indirect=True)

RUN = "lanes"
SOME = 3
"""Every so many moments are tried where each takes a while; all of them with AURA_EVERY_MOMENT."""
STEPS = ("a1", "a2", "a3", "b1", "b2", "c1", "c2", "j")
CALLED = ("a1", "a2", "a3", "b1", "b2", "j")


def take_up(premises: Premises, run_id: str = RUN) -> None:
    """Let another process see to a run that was left: a worker where the engine has them, else `resume`."""
    if premises.durable:
        child = Child(lambda: premises.serve(until=lambda: premises.status(run_id) not in ("running", "")))
    else:
        child = Child(lambda: premises.resume(run_id))
    try:
        soon(child.ended)
    finally:
        child.kill()


def assert_whole(premises: Premises, run_id: str = RUN) -> None:
    assert premises.status(run_id) == "completed", premises.message(run_id)
    assert premises.done(run_id) == set(STEPS)
    assert entries(premises.root, run_id) == ENTRIES
    found = {path.name: path.read_bytes() for path in (premises.root / "work").iterdir()}
    assert found == OUTCOME


def assert_spared(premises: Premises, done: set[str], crashes: int = 1, run_id: str = RUN) -> None:
    """No step that was done before was called again, any other at most once a crash, always with its one key."""
    for step_id in CALLED:
        made = calls(premises.root, step_id, run_id)
        assert {note["key"] for note in made} == {f"{run_id}:{step_id}"}
        assert len(made) <= 1 + (0 if step_id in done else crashes), made


# -- killed


def moments(premises: Premises, every: int) -> Iterator[Premises]:
    """The premises in which a run was killed at one moment, for every so many moments of the whole."""
    for moment in range(len(premises.database) % every, 10_000, every):
        here = Premises(premises.root / str(moment), premises.durable, premises.database)

        def killed(here: Premises = here, moment: int = moment) -> None:
            countdown = Countdown(moment)
            countdown.arm()
            here.begin(RUN, between=countdown.tick, pause=0.0)

        code = Child(killed).wait()
        if code == 0:
            assert moment > 40
            return
        assert code == KILLED
        yield here
        shutil.rmtree(here.root)


@every_engine
def test_killed_at_any_boundary_it_is_finished_and_nothing_done_is_done_again(premises: Premises) -> None:
    for here in moments(premises, SOME if premises.durable and "AURA_EVERY_MOMENT" not in os.environ else 1):
        if not here.status(RUN):
            assert not notes(here.root), "a step was begun before the run was written down"
            continue
        done = here.done(RUN)
        if here.status(RUN) == "running":
            take_up(here)
        assert_whole(here)
        assert_spared(here, done)


@every_engine
@pytest.mark.parametrize("where", ["before", "after"])
@pytest.mark.parametrize("step_id", ["a1", "a3", "b1", "j"])
def test_killed_inside_a_step_that_step_runs_once_more_with_its_key(
    premises: Premises, step_id: str, where: str
) -> None:
    def between(name: str, at: str) -> None:
        if (name, at) == (step_id, where):
            die()

    assert Child(lambda: premises.begin(RUN, between=between)).wait() == KILLED
    done = premises.done(RUN)
    take_up(premises)
    assert_whole(premises)
    assert_spared(premises, done)
    assert len(calls(premises.root, step_id, RUN)) == 2


@every_engine
def test_killed_again_and_again_it_is_finished_in_the_end(premises: Premises) -> None:
    for step_id in ("a1", "a2", "a3"):

        def between(name: str, at: str, step_id: str = step_id) -> None:
            if (name, at) == (step_id, "after"):
                die()

        if step_id == "a1":
            child = Child(lambda between=between: premises.begin(RUN, between=between))
        elif premises.durable:
            child = Child(lambda between=between: premises.serve(between=between))
        else:
            child = Child(lambda between=between: premises.resume(RUN, between=between))
        assert child.wait() == KILLED
    take_up(premises)
    assert_whole(premises)
    assert_spared(premises, set(), crashes=3)


@every_engine
def test_what_cannot_be_looked_for_is_asked_about_and_not_done_again(premises: Premises) -> None:
    def between(name: str, at: str) -> None:
        if at == "after":
            die()

    document = premises.house().plan(Step("strike", "the bell", {"name": "bell"}, "s"))
    assert Child(lambda: premises.begin(RUN, document, between=between)).wait() == KILLED
    take_up(premises)
    assert premises.status(RUN) == "interrupted"
    assert len(calls(premises.root, "bell")) == 1
    assert Child(lambda: premises.resume(RUN, {"s": "done"})).wait() == 0
    assert premises.status(RUN) == "completed"
    assert (premises.root / "ledger" / "bell").read_text() == "struck "


@every_engine
def test_of_two_lanes_that_cannot_be_looked_for_each_is_asked_about(premises: Premises) -> None:
    ledger = premises.root / "ledger"

    def between(name: str, at: str) -> None:
        if at == "after":
            soon(lambda: [bell.read_text() for bell in ledger.iterdir()] == ["struck ", "struck "])
            die()

    names = ("big", "small")
    document = premises.house().plan(*(Step("strike", f"the {name} bell", {"name": name}, name) for name in names))
    assert Child(lambda: premises.begin(RUN, document, between=between)).wait() == KILLED
    for name in names:
        take_up(premises)
        assert premises.status(RUN) == "interrupted"
        assert Child(lambda name=name: premises.resume(RUN, {name: "done"})).wait() == 0
    assert premises.status(RUN) == "completed"
    assert [(ledger / name).read_text() for name in names] == ["struck ", "struck "]


# -- other releases, other processes


@every_engine
def test_a_run_that_one_release_began_another_finishes(premises: Premises, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Child(lambda: premises.begin(RUN, between=killed_in("a2"))).wait() == KILLED
    monkeypatch.setattr(aura, "__version__", "99.0.0")
    take_up(premises)
    assert_whole(premises)


@every_engine
def test_of_two_processes_only_what_the_dead_one_left_is_taken_over(premises: Premises) -> None:
    with ExitStack() as stack:
        alive = Child(lambda: premises.begin("alive", premises.house().plan(*alone(1.5))))
        stack.callback(alive.kill)
        soon(lambda: premises.status("alive") == "running")
        assert Child(lambda: premises.begin("dead", between=killed_in("a2"))).wait() == KILLED
        take_up(premises, "dead")
        if not premises.durable:
            with pytest.raises(ToolError, match="being worked on right now"):
                premises.resume("alive")
        assert alive.wait() == 0
    assert_whole(premises, "dead")
    assert premises.status("alive") == "completed"
    assert len(calls(premises.root, "p", "alive")) == 1


@durable
def test_two_workers_share_what_there_is_and_one_does_what_the_other_left(premises: Premises) -> None:
    runs = [f"run{number}" for number in range(12)]
    document = ledger(premises)
    with ExitStack() as stack:
        for run_id in runs:
            stack.callback(Child(lambda run_id=run_id: premises.begin(run_id, document, between=killed_in("a1"))).kill)
        soon(lambda: all(premises.status(run_id) == "running" for run_id in runs))
        first, second = (Child(lambda: premises.serve(between=slowly)) for _ in range(2))
        stack.callback(first.kill)
        stack.callback(second.kill)
        soon(lambda: sum(premises.status(run_id) != "running" for run_id in runs) >= 2)
        done = {run_id: premises.done(run_id) for run_id in runs}
        first.kill()
        soon(lambda: all(premises.status(run_id) == "completed" for run_id in runs))
    for run_id in runs:
        assert entries(premises.root, run_id) == {"a1": "a1", "a2": "a1 a2"}
        for step_id in ("a1", "a2"):
            made = calls(premises.root, step_id, run_id)
            assert len(made) <= (1 if step_id in done[run_id] and step_id != "a1" else 3)


# -- cancelled


@every_engine
def test_cancelled_while_it_waits_it_stops_at_once_and_can_go_on(premises: Premises) -> None:
    document = premises.house().plan(Step("stumble", "call", {"name": "x"}, "s"), *alone(600))
    child = Child(lambda: premises.begin(RUN, document))
    try:
        soon(lambda: calls(premises.root, "s") and calls(premises.root, "p"))
        premises.cancel(RUN)
        soon(child.ended, 10)
    finally:
        child.kill()
    assert premises.status(RUN) == "cancelled"
    if premises.durable:
        assert Child(lambda: premises.serve(until=counted(10))).wait() == 0
    assert premises.status(RUN) == "cancelled"
    assert len(calls(premises.root, "s")) == len(calls(premises.root, "p")) == 1


@pytest.mark.parametrize("premises", ENGINES[1:2], indirect=True)
def test_what_ended_long_ago_is_forgotten_by_dbos_and_not_by_the_journal(
    premises: Premises, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Child(lambda: premises.begin(RUN)).wait() == 0
    kept = "SELECT count(*) FROM workflow_status"
    with sqlite3.connect(premises.root / "home" / "durable.db") as database:
        assert database.execute(kept).fetchone() == (1,)
        monkeypatch.setattr(dbos_engine, "FORGETS_AFTER", timedelta(0))
        assert Child(lambda: premises.serve(until=counted(2), watch=True)).wait() == 0
        assert database.execute(kept).fetchone() == (0,)
    assert_whole(premises)


# -- PostgreSQL goes away


@pytest.mark.parametrize("premises", ENGINES[2:], indirect=True)
def test_postgres_is_started_again_in_the_middle_and_nothing_is_lost(premises: Premises, postgres: Postgres) -> None:
    child = Child(lambda: premises.begin(RUN, pause=1.0))
    try:
        soon(lambda: calls(premises.root, "b1", RUN))
        postgres.stop()
        postgres.start()
        soon(child.ended)
    finally:
        child.kill()
    assert_whole(premises)
    assert_spared(premises, set(STEPS))


# -- what the tests above are made of


def killed_in(step_id: str) -> Callable[[str, str], None]:
    def between(name: str, at: str) -> None:
        if (name, at) == (step_id, "after"):
            die()

    return between


def slowly(name: str, at: str) -> None:
    signal.sigtimedwait([], 0.05)


def alone(seconds: float) -> tuple[Step, ...]:
    return (Step("pause", "wait", {"name": "p", "seconds": seconds}, "p"),)


def ledger(premises: Premises):
    return premises.house().plan(
        Step("enter", "a1", {"name": "a1"}, "a1"),
        Step("enter", "a2", {"name": "${a1.outputs.entry} a2"}, "a2"),
    )


def counted(times: int) -> Callable[[], bool]:
    left = iter(range(times))
    return lambda: next(left, None) is None
