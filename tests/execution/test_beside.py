"""Steps that run beside each other: in time, in order, within their time, again, and stopped."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from house import House, IdempotencyKey, tool
from msgspec.structs import replace

from aura.capability.conduct import Conduct
from aura.capability.effect import Effect
from aura.capability.errors import DeclarationError, ToolError
from aura.capability.ports import Person, Reply
from aura.capability.tool import Slot, Tool
from aura.capability.tool import tool as declared
from aura.contracts.plan import PlanBody, PlanDocument, Step, Validation
from aura.execution.events import Event, Execution
from aura.execution.executor import ToolExecutor
from aura.planning.overlay import Overlay
from aura.tools.flow import person

BESIDE = Conduct(beside=True, secrets=True)


def atom(call: Callable[..., Any], name: str = "atom", *, conduct: Conduct = BESIDE, **more: Any) -> dict[str, Tool]:
    more.setdefault("outputs", ("value",))
    return {name: tool(name, call, conduct=conduct, **more)}


def step(step_id: str, *after: str, **inputs: Any) -> Step:
    return Step("atom", step_id, inputs, step_id, after)


def house_of(tmp_path: Path, call: Callable[..., Any], **more: Any) -> House:
    return House(tmp_path, atom(call, **more))


def test_independent_steps_run_at_the_same_time(tmp_path: Path) -> None:
    meeting = threading.Barrier(3, timeout=20)
    house = house_of(tmp_path, meeting.wait)
    execution = house.run(*(step(name) for name in "abc"))
    assert [result.status for result in execution.steps] == ["completed"] * 3


def test_coroutines_run_at_the_same_time_too(tmp_path: Path) -> None:
    async def meet() -> int:
        nonlocal arrived
        arrived += 1
        while arrived < 3:
            await asyncio.sleep(0.001)
        return arrived

    arrived = 0
    assert house_of(tmp_path, meet).run(*(step(name) for name in "abc")).status == "answered"


def test_a_step_begins_only_after_all_that_it_needs_has_ended(tmp_path: Path) -> None:
    seen: list[str] = []

    def note(name: str, **_: Any) -> str:
        if name == "a":
            time.sleep(0.05)
        seen.append(name)
        return name

    steps = [step("a", name="a"), step("b", name="b"), step("c", "b", name="c", x="${a.outputs.value}")]
    house_of(tmp_path, note).run(*steps, step("d", "c", name="d"))
    assert seen.index("c") > max(seen.index("a"), seen.index("b")) and seen[-1] == "d"


def test_results_stand_in_the_order_of_the_plan_whoever_ends_first(tmp_path: Path) -> None:
    async def pause(seconds: float) -> float:
        await asyncio.sleep(seconds)
        return seconds

    execution = house_of(tmp_path, pause).run(step("slow", seconds=0.1), step("fast", seconds=0.0))
    assert [result.step_id for result in execution.steps] == ["slow", "fast"]


def test_steps_that_change_the_disk_keep_their_order_beside_slow_ones(tmp_path: Path) -> None:
    house = house_of(tmp_path, lambda: time.sleep(0.1))
    execution = house.run(
        step("slow"),
        house.recording(["write", "a.txt", "first"], step_id="one", after=("slow",)),
        house.recording(["write", "a.txt", "second", True], step_id="two"),
    )
    assert execution.status == "completed" and (house.work / "a.txt").read_text() == "second"


def test_a_failure_stops_only_what_needs_it(tmp_path: Path) -> None:
    def give(value: int) -> int:
        return 1 // value

    execution = house_of(tmp_path, give).run(step("bad", value=0), step("good", value=1), step("after", "bad", value=1))
    assert [result.status for result in execution.steps] == ["failed", "completed", "skipped"]
    assert "[STEP_EXECUTION_ERROR]" in (execution.steps[0].error or "")


@pytest.mark.parametrize("kind", ["plain", "coroutine"])
def test_a_call_that_takes_too_long_fails_and_the_run_goes_on(tmp_path: Path, kind: str) -> None:
    release = threading.Event()

    async def wait() -> None:
        await asyncio.sleep(60)

    call = wait if kind == "coroutine" else lambda: release.wait(60)
    house = house_of(tmp_path, call, conduct=Conduct(timeout=0.05, beside=True))
    execution = house.run(step("late"), Step("give", "", {"value": 1}, "other"))
    release.set()
    assert [result.status for result in execution.steps] == ["failed", "completed"]
    assert (execution.steps[0].error or "").startswith("[TIMEOUT] atom did not end within 0.05 s")


class Fails:
    """Fails so many times before it gives a value."""

    def __init__(self, times: int) -> None:
        self.left, self.calls = times, 0

    def __call__(self) -> str:
        self.calls += 1
        if self.left:
            self.left -= 1
            raise ConnectionError("no line")
        return "done"


def test_a_call_is_tried_again_as_often_as_its_atom_says(tmp_path: Path) -> None:
    heard: list[Event] = []
    house = house_of(tmp_path, Fails(2), conduct=Conduct(attempts=3, backoff=0.001, beside=True))
    execution = house.run(step("a"), on_event=heard.append)
    assert execution.steps[0].outputs == {"value": "done"}
    assert [(event.done, event.total) for event in heard if event.kind == "step_again"] == [(1, 3), (2, 3)]


def test_after_the_last_attempt_the_step_has_failed(tmp_path: Path) -> None:
    fails = Fails(5)
    execution = house_of(tmp_path, fails, conduct=Conduct(attempts=3, backoff=0.001, beside=True)).run(step("a"))
    assert execution.status == "failed" and fails.calls == 3 and "no line" in (execution.steps[0].error or "")


def test_what_ran_out_of_time_is_not_tried_again_where_doing_it_twice_may_harm(tmp_path: Path) -> None:
    calls = []

    async def slow() -> None:
        calls.append(1)
        await asyncio.sleep(60)

    conduct = Conduct(timeout=0.02, attempts=3, backoff=0.001, beside=True)
    assert house_of(tmp_path, slow, conduct=conduct, effect=Effect.ACTS).run(step("a")).status == "failed"
    assert len(calls) == 1


def test_every_attempt_gets_the_same_idempotency_key(tmp_path: Path) -> None:
    keys: list[str] = []

    def send(key: str) -> str:
        keys.append(key)
        if len(keys) < 3:
            raise ConnectionError("no line")
        return key

    conduct = Conduct(attempts=3, backoff=0.001, beside=True)
    execution = house_of(tmp_path, send, conduct=conduct, ports={"key": IdempotencyKey}).run(step("a"))
    assert keys == [f"{execution.run_id}:a"] * 3


def test_stopping_leaves_a_coroutine_in_the_middle_and_begins_nothing_more(tmp_path: Path) -> None:
    stop = threading.Event()

    async def wait() -> None:
        stop.set()
        await asyncio.sleep(60)

    execution = house_of(tmp_path, wait).run(step("a"), step("b", "a"), stop=stop)
    assert execution.status == "cancelled"
    assert [result.status for result in execution.steps] == ["cancelled", "cancelled"]


def test_a_run_is_stopped_by_a_wish_in_the_journal(tmp_path: Path) -> None:
    async def wait() -> None:
        journal = house.journal()
        journal.stop("run-1", (), "")
        journal.close()
        await asyncio.sleep(60)

    house = house_of(tmp_path, wait)
    assert house.run(step("a"), run_id="run-1").status == "cancelled"


def test_what_was_stopped_and_only_reads_is_done_when_the_run_goes_on(tmp_path: Path) -> None:
    stop, calls = threading.Event(), []

    async def wait() -> int:
        calls.append(1)
        if len(calls) == 1:
            stop.set()
            await asyncio.sleep(60)
        return len(calls)

    house = house_of(tmp_path, wait)
    stopped = house.run(step("a"), step("b", "a"), stop=stop)
    again = house.resume(stopped.run_id)
    assert again.status == "answered" and [result.outputs["value"] for result in again.steps] == [2, 3]


def test_what_was_stopped_while_it_acted_is_asked_about(tmp_path: Path) -> None:
    stop = threading.Event()

    async def act() -> None:
        stop.set()
        await asyncio.sleep(60)

    house = house_of(tmp_path, act, effect=Effect.ACTS)
    stopped = house.run(step("a"), stop=stop)
    again = house.resume(stopped.run_id)
    assert again.status == "clarification" and again.question is not None
    assert house.resume(stopped.run_id, decision="done").status == "completed"


def test_steps_that_wait_for_a_thread_are_not_begun_when_the_run_stops(tmp_path: Path) -> None:
    stop, calls = threading.Event(), []

    def act() -> None:
        calls.append(1)
        time.sleep(0.05)
        stop.set()

    house = house_of(tmp_path, act, effect=Effect.ACTS)
    stopped = house.run(*(step(f"s{number}") for number in range(200)), stop=stop)
    assert stopped.status == "cancelled" and len(calls) < 200
    journal = house.journal()
    assert len(journal.steps(stopped.run_id)) == len(calls), "only what was begun is in the journal"
    journal.close()


def test_a_run_is_stopped_between_two_calls_too(tmp_path: Path) -> None:
    """The engine's own awaits around a step are no place to leave it in."""
    stop = threading.Event()

    async def call() -> None:
        stop.set()

    async def around(step_id: str, work: Callable[[], Any]) -> None:
        await work()
        await asyncio.sleep(0.2)

    class Slow:
        outlives = False

        def carry_out(self, errand: object, work: Callable[[], Execution]) -> Execution:
            return work()

        def around(self, order: object) -> Any:
            return around

    house = house_of(tmp_path, call)
    document = house.plan(step("a"), step("b", "a"))
    executor = ToolExecutor(house.tools, {}, disk_factory=Overlay, changer=house.changer(), engine=Slow())
    execution = executor.execute(document, Validation(True, execution_order=("a", "b")), stop=stop)
    assert [result.status for result in execution.steps] == ["completed", "cancelled"]


@pytest.mark.parametrize("count", [1, 3])
def test_a_plain_function_may_run_a_loop_of_its_own(tmp_path: Path, count: int) -> None:
    async def seven() -> int:
        return 7

    house = house_of(tmp_path, lambda: asyncio.run(seven()))
    given = house.run(*(step(f"s{number}") for number in range(count)))
    assert [result.outputs for result in given.steps] == [{"value": 7}] * count


def test_a_function_that_gives_a_coroutine_is_awaited(tmp_path: Path) -> None:
    async def seven() -> int:
        return 7

    for steps in ([step("a")], [step("a"), step("b")]):
        given = house_of(tmp_path, lambda: seven()).run(*steps)
        assert [result.outputs for result in given.steps] == [{"value": 7}] * len(steps)


def test_a_timeout_of_the_atom_itself_is_an_error_like_any_other(tmp_path: Path) -> None:
    calls = []

    async def call() -> None:
        calls.append(1)
        raise TimeoutError("the line is dead")

    conduct = Conduct(timeout=30, attempts=2, backoff=0.001, beside=True)
    error = house_of(tmp_path, call, conduct=conduct).run(step("a")).steps[0].error or ""
    assert error.startswith("[STEP_EXECUTION_ERROR]") and "the line is dead" in error and len(calls) == 2


def test_runs_without_a_journal_have_keys_of_their_own(tmp_path: Path) -> None:
    keys: list[str] = []
    house = house_of(tmp_path, lambda key: keys.append(key), ports={"key": IdempotencyKey})
    for _ in range(2):
        outputs_of(house, {}, step("a"))
    assert len(set(keys)) == 2 and all(key.endswith(":a") for key in keys)


def test_a_time_for_a_tool_that_must_be_alone_is_a_faulty_declaration() -> None:
    def call() -> None:
        """Do it."""

    call.__module__ = "aura.tools.flow.person"
    with pytest.raises(DeclarationError, match="beside"):
        declared(verb="do", effect=Effect.READS, conduct=Conduct(timeout=1.0))(call)


def test_outputs_are_held_against_what_the_atom_declares(tmp_path: Path) -> None:
    declared = tool("atom", lambda value: value, conduct=BESIDE)
    slots = {"n": Slot("n", {"type": "integer"}, "n"), "s": Slot("s", {"type": "string"}, "s")}
    house = House(tmp_path, {"atom": _with(declared, slots)})
    assert house.run(step("a", value={"n": 1, "s": "x"})).steps[0].outputs == {"n": 1, "s": "x"}
    for value, what in (({"n": 1}, "'s'"), ({"n": "1", "s": "x"}, "['n']"), ([1, "x"], "list")):
        error = house.run(step("a", value=value)).steps[0].error or ""
        assert error.startswith("[INVALID_OUTPUT]") and what in error


def _with(declared: Tool, outputs: dict[str, Any]) -> Tool:
    return replace(declared, outputs=outputs)


def outputs_of(house: House, outputs: dict[str, Any], *steps: Step) -> Execution:
    document = PlanDocument("a test", PlanBody(steps, outputs))
    order = tuple(one.step_id for one in steps)
    return house.executor(None).execute(document, Validation(True, execution_order=order))


def test_the_plan_gives_what_its_outputs_name(tmp_path: Path) -> None:
    house = house_of(tmp_path, lambda value: value)
    given = outputs_of(house, {"sum": "${a.outputs.value}", "said": "it is ${a.outputs.value}"}, step("a", value=7))
    assert given.outputs == {"sum": 7, "said": "it is 7"}


def test_outputs_that_are_not_there_are_said(tmp_path: Path) -> None:
    given = outputs_of(house_of(tmp_path, lambda value: value), {"x": "${a.outputs.value.y}"}, step("a", value={}))
    assert given.status == "failed" and "y" in given.message


def test_a_wide_plan_beside_a_running_loop_is_carried_out(tmp_path: Path) -> None:
    house = house_of(tmp_path, lambda value: value)

    async def inside() -> Execution:
        return house.run(*(step(f"s{number}", value=number) for number in range(300)))

    assert asyncio.run(inside()).status == "answered"


def waiting(tmp_path: Path, *more: Step) -> tuple[House, Execution]:
    house = House(tmp_path, {**atom(lambda value: value), "ask": person.needs_input, "approve": person.approval})
    return house, house.run(*more)


ASK = Step("ask", "ask", {"question": "How many days?"}, "q")
USE = Step("atom", "use", {"value": "${q.outputs.answer} days"}, "use")


def test_a_step_waits_for_a_person_and_the_rest_goes_on(tmp_path: Path) -> None:
    house, execution = waiting(tmp_path, ASK, USE, step("free", value=1))
    assert execution.status == "clarification" and execution.question is not None
    assert execution.question.text == "How many days?"
    assert {result.step_id: result.status for result in execution.steps} == {"use": "cancelled", "free": "completed"}
    journal = house.journal()
    again = house.executor(journal).resume(execution.run_id, replies={"q": Reply("three", "dana")})
    assert again.status == "answered"
    assert {result.step_id: result.outputs for result in again.steps} == {
        "q": {"answer": "three", "by": "dana"}, "use": {"value": "three days"}, "free": {"value": 1},
    }  # fmt: skip


def test_a_no_ends_what_waits_for_approval(tmp_path: Path) -> None:
    approve = Step("approve", "approve", {"subject": "Pay 900", "approver": "dana"}, "ok")
    house, execution = waiting(tmp_path, approve, step("pay", "ok", value=900))
    assert execution.status == "confirmation"
    journal = house.journal()
    other = house.executor(journal).resume(execution.run_id, replies={"ok": Reply("yes", "sam")})
    assert other.status == "confirmation", "only the approver may say yes"
    declined = house.executor(journal).resume(execution.run_id, replies={"ok": Reply("no", "Dana")})
    assert [result.status for result in declined.steps] == ["failed", "skipped"]
    assert "declined by Dana" in (declined.steps[0].error or "")


def test_nobody_is_asked_by_a_person_port_in_the_schema() -> None:
    assert "person" not in person.needs_input.inputs and Person in person.needs_input.ports.values()


def test_a_secret_reaches_the_call_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURA_SECRET_TOKEN", "s3cret-value")
    seen: list[str] = []

    def use(value: str) -> str:
        seen.append(value)
        return f"sent {value}"

    house = house_of(tmp_path, use)
    execution = house.run(step("a", value="Bearer ${secrets.token}"))
    assert seen == ["Bearer s3cret-value"]
    assert execution.steps[0].outputs == {"value": "sent Bearer ***"}
    kept = b"".join(path.read_bytes() for path in house.home.rglob("*") if path.is_file())
    assert b"s3cret-value" not in kept and b"secrets.token" in kept


def test_a_secret_is_hidden_in_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURA_SECRET_TOKEN", "s3cret-value")

    def use(value: str) -> str:
        raise ValueError(f"bad key {value}")

    house = house_of(tmp_path, use)
    error = house.run(step("a", value="${secrets.token}")).steps[0].error or ""
    assert "***" in error and "s3cret" not in error
    assert b"s3cret-value" not in b"".join(path.read_bytes() for path in house.home.rglob("*") if path.is_file())


def test_what_an_atom_gives_cannot_name_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURA_SECRET_TOKEN", "s3cret-value")
    seen: list[str] = []
    house = house_of(tmp_path, lambda value: seen.append(value) or "${secrets.token}")
    house.run(step("a", value="x"), step("b", value="${a.outputs.value}"))
    assert seen == ["x", "${secrets.token}"]


def test_a_secret_is_not_written_to_the_disk(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURA_SECRET_TOKEN", "s3cret-value")
    execution = house.run(house.recording(["write", "a.txt", "${secrets.token}"], step_id="a"))
    assert (execution.steps[0].error or "").startswith("[SECRET_REFUSED]") and house.names() == []


def test_no_form_of_a_secret_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURA_SECRET_SHORT", "abc")
    monkeypatch.setenv("AURA_SECRET_LONG", "abc\n'def\"")
    outputs = {"key": {"abc\n'def\"": 1}, "repr": repr("abc\n'def\""), "json": json.dumps("abc\n'def\"")}
    house = house_of(tmp_path, lambda value: outputs)
    given = str(house.run(step("a", value="${secrets.short} ${secrets.long}")).steps[0].outputs)
    assert "abc" not in given and "def" not in given


def test_a_tool_that_keeps_things_is_told_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURA_SECRET_TOKEN", "s3cret-value")
    question = Step("ask", "ask", {"question": "Is it ${secrets.token}?"}, "q")
    _, execution = waiting(tmp_path, question)
    assert (execution.steps[0].error or "").startswith("[SECRET_REFUSED]")


def test_a_secret_that_is_nowhere_stops_the_step(tmp_path: Path) -> None:
    error = house_of(tmp_path, lambda value: value).run(step("a", value="${secrets.nowhere}")).steps[0].error or ""
    assert error.startswith("[SECRET_MISSING]")


@pytest.mark.parametrize(
    ("given", "called"), [(3, [3]), ("3", [3]), (" 3 ", [3]), (-4, []), ("many", []), ("2.5", []), ([3], [])]
)
def test_what_was_given_is_held_against_what_the_atom_takes(tmp_path: Path, given: object, called: list[int]) -> None:
    calls: list[int] = []
    booked = replace(
        tool("book", lambda hours: calls.append(hours), conduct=BESIDE, effect=Effect.ACTS),
        inputs={"hours": Slot("hours", {"type": "integer", "minimum": 1}, "hours")},
    )
    house = House(tmp_path, {**atom(lambda value: value), "book": booked})
    execution = house.run(step("a", value=given), Step("book", "", {"hours": "${a.outputs.value}"}, "b"))
    assert calls == called
    assert called or (execution.steps[1].error or "").startswith("[INVALID_INPUT_VALUE]")


def test_going_on_without_an_atom_leaves_the_run_as_it_is(tmp_path: Path) -> None:
    house, execution = waiting(tmp_path, ASK, USE)
    without = House(tmp_path, {"ask": person.needs_input})
    journal = without.journal()
    with pytest.raises(ToolError, match="--atoms"):
        without.executor(journal).resume(execution.run_id, replies={"q": Reply("three")})
    assert house.executor(journal).resume(execution.run_id, replies={"q": Reply("three")}).status == "answered"
