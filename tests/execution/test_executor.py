"""What a run does, step by step, and what it says of itself."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from house import House, IdempotencyKey, order_of, tool

from aura.capability.conduct import Conduct
from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.contracts.outcome import Preview
from aura.contracts.plan import Step, Validation
from aura.execution.events import Event


def give(value: Any, step_id: str, *after: str) -> Step:
    return Step("give", f"give {step_id}", {"value": value}, step_id, after)


def test_a_later_step_gets_what_an_earlier_one_gave(house: House) -> None:
    execution = house.run(give({"rows": [{"n": 7}]}, "a"), give("${a.outputs.value.rows[0].n}", "b"))
    assert execution.status == "answered"
    assert execution.steps[1].outputs == {"value": 7}


def test_steps_without_an_id_are_numbered(house: House) -> None:
    execution = house.run(give(1, ""), give("${0.outputs.value}", ""))
    assert [result.step_id for result in execution.steps] == ["0", "1"]
    assert execution.steps[1].outputs == {"value": 1}


def test_a_failed_step_stops_only_what_depends_on_it(house: House) -> None:
    execution = house.run(
        house.recording(["trash", "missing.txt"], step_id="bad"),
        house.recording(["make_folder", "after"], step_id="after", after=("bad",)),
        house.recording(["make_folder", "apart"], step_id="apart"),
        give("x", "last", "after"),
        approved=False,
    )
    assert execution.status == "failed"
    assert [result.status for result in execution.steps] == ["failed", "skipped", "completed", "skipped"]
    assert house.names() == ["apart"]
    assert (execution.steps[0].error or "").startswith("[NOT_FOUND] ")
    assert "step bad" in (execution.steps[1].error or "")
    assert "Done: step apart." in execution.message and "Not done: step after, give last." in execution.message


def test_a_reference_to_nothing_is_an_unresolved_reference(house: House) -> None:
    execution = house.run(give("${nowhere.outputs.value}", "a"), approved=False)
    assert (execution.steps[0].error or "").startswith("[UNRESOLVED_REF] ")


def test_an_unknown_tool_is_an_unresolved_atom(house: House) -> None:
    execution = house.run(Step("unknown", "?", {}, "a"), approved=False)
    assert (execution.steps[0].error or "").startswith("[UNRESOLVED_ATOM] ")


def test_an_order_that_names_no_step_says_so(house: House) -> None:
    execution = house.executor(None).execute(house.plan(give(1, "a")), Validation(True, execution_order=("b",)))
    assert (execution.steps[0].error or "").startswith("[STEP_NOT_FOUND] ")


def test_an_unexpected_exception_is_one_sentence_and_its_details_are_in_the_log(house: House) -> None:
    def break_down() -> None:
        raise ZeroDivisionError("by zero")

    house.tools["broken"] = tool("broken", break_down)
    execution = house.run(Step("broken", "break", {}, "a"), approved=False)
    error = execution.steps[0].error or ""
    assert error.startswith("[STEP_EXECUTION_ERROR] broken stopped with ZeroDivisionError")
    assert "\n" not in error
    assert "Traceback" in (house.home / "log" / "execution.log").read_text()


def test_an_invalid_plan_is_refused(house: House) -> None:
    execution = house.executor(None).execute(house.plan(give(1, "a")), Validation(False))
    assert execution.status == "refused" and execution.steps == ()


def test_several_outputs_come_from_a_dict_by_name(house: House) -> None:
    house.tools["two"] = tool("two", lambda: {"x": 1, "y": 2, "z": 3}, outputs=("x", "y"))
    assert house.run(Step("two", "", {}, "a")).steps[0].outputs == {"x": 1, "y": 2}


def test_a_port_that_is_not_there_is_named(house: House) -> None:
    house.tools["asks"] = tool("asks", lambda clock: None, ports={"clock": int})
    execution = house.run(Step("asks", "", {}, "a"), approved=False)
    assert (execution.steps[0].error or "").startswith("[PORT_MISSING] asks needs int")


def test_the_idempotency_key_is_run_and_step(house: House) -> None:
    house.tools["key"] = tool("key", lambda key: key, outputs=("key",), ports={"key": IdempotencyKey})
    execution = house.run(Step("key", "", {}, "a"), approved=False)
    assert execution.steps[0].outputs == {"key": f"{execution.run_id}:a"}


def test_an_effect_that_is_not_observed_is_not_called_done(house: House) -> None:
    house.tools["vain"] = tool("vain", lambda: None, effect=Effect.ACTS, observe=lambda outputs: False)
    execution = house.run(Step("vain", "", {}, "a"), approved=False)
    assert execution.status == "failed" and "[NOT_OBSERVED]" in (execution.steps[0].error or "")


def test_stop_ends_the_run_between_steps_and_resume_goes_on(house: House) -> None:
    stop = threading.Event()

    def stop_after_first(event: Event) -> None:
        if event.kind == "step_ended":
            stop.set()

    execution = house.run(
        house.recording(["make_folder", "one"], step_id="a"),
        house.recording(["make_folder", "two"], step_id="b"),
        stop=stop,
        on_event=stop_after_first,
    )
    assert execution.status == "cancelled" and house.names() == ["one"]
    assert [result.status for result in execution.steps] == ["completed", "cancelled"]
    assert house.resume(execution.run_id).status == "completed"
    assert house.names() == ["one", "two"]


def test_events_tell_starts_progress_and_ends(house: House) -> None:
    told: list[Event] = []
    house.run(
        house.recording(*(["make_folder", f"f{number}"] for number in range(250)), step_id="a"),
        on_event=told.append,
    )
    assert [event.kind for event in told] == ["step_started", *["progress"] * 3, "step_ended"]
    assert [(event.done, event.total) for event in told[1:4]] == [(100, 250), (200, 250), (250, 250)]


def test_a_plan_runs_without_a_journal(house: House) -> None:
    document = house.plan(house.recording(["write", "b.txt", "new", True], step_id="a"))
    house.write("b.txt", "old")
    validation = Validation(True, execution_order=order_of(document))
    execution = house.executor(None).execute(document, validation, house.preview(document))
    assert execution.status == "completed"
    assert (house.work / "b.txt").read_text() == "new"
    assert not list(house.home.glob("journal*"))


def test_a_step_that_fails_half_way_says_so_and_undo_takes_its_part_back(house: House) -> None:
    house.plant(a_txt="A", b_txt="B")
    before = house.tree()
    step = house.recording(["make_folder", "into"], ["move", "a.txt", "into/a.txt"], step_id="a")
    document = house.plan(step)
    preview = house.preview(document)
    executor = house.executor(journal := house.journal())
    apply = executor._changer.apply

    def refuse_moves(record: Any, content: Any = None) -> Any:
        if type(record.change).__name__ == "Move":
            raise ToolError("DISK_REFUSED", "The disk is full.")
        return apply(record, content)

    executor._changer.apply = refuse_moves  # type: ignore[method-assign]
    execution = executor.execute(document, Validation(True, execution_order=("a",)), preview)
    journal.close()
    assert execution.status == "failed" and "into" in house.names()
    assert house.undo().status == "undone"
    assert house.tree() == before


def test_an_approval_of_another_plan_is_refused(house: House) -> None:
    house.plant(a_txt="A")
    other = house.preview(house.plan(house.recording(["make_folder", "x"], step_id="a")))
    execution = house.execute(house.plan(house.recording(["trash", "a.txt"], step_id="a")), other)
    assert execution.status == "refused" and house.names() == ["a.txt"]


@pytest.mark.parametrize("conduct", [Conduct(), Conduct(beside=True)], ids=["alone", "beside"])
@pytest.mark.parametrize("journalled", [True, False])
@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("a b a", "Step a has more than one turn"),
        ("b a", "step a, which it needs"),
        ("b", "step a, which it needs"),
        ("a c", "step b, which it needs"),
        ("a b d e", "step e, which it needs"),
        ("f", "step nowhere, which it needs"),
    ],
)
def test_an_order_that_cannot_be_is_refused_and_nothing_is_done(
    house: House, order: str, words: str, journalled: bool, conduct: Conduct
) -> None:
    done: list[str] = []
    house.tools["note"] = tool("note", done.append, conduct=conduct)

    def note(step_id: str, *after: str, value: object = "") -> Step:
        return Step("note", "", {"value": value}, step_id, after)

    plan = house.plan(
        note("a"), note("b", "a"), note("c", value=["${b.outputs.x}"]), note("d", "e"), note("e", "d"),
        note("f", "nowhere"),
    )  # fmt: skip
    journal = house.journal() if journalled else None
    execution = house.executor(journal).execute(plan, Validation(True, execution_order=tuple(order.split())))
    assert execution.status == "refused" and words in execution.message and done == []
    assert journal is None or journal.recent(1) == []


def test_an_id_in_the_order_that_no_step_has_fails_by_itself(house: House) -> None:
    plan = house.plan(give(1, "a"), give(2, "b", "ghost"))
    execution = house.executor(None).execute(plan, Validation(True, execution_order=("ghost", "a", "b")))
    found = {result.step_id: (result.status, (result.error or "")[:16]) for result in execution.steps}
    assert found == {
        "ghost": ("failed", "[STEP_NOT_FOUND]"),
        "a": ("completed", ""),
        "b": ("skipped", "[DEPENDENCY_FAIL"),
    }


@pytest.mark.parametrize("operation", [["trash", "a.txt"], ["write", "a.txt", "new", True]])
def test_nothing_is_lost_without_an_approval(house: House, operation: list) -> None:
    house.plant(a_txt="A")
    execution = house.run(house.recording(operation, step_id="a"), approved=False)
    assert "[NOT_APPROVED]" in (execution.steps[0].error or "")
    assert (house.work / "a.txt").read_text() == "A"


def test_a_destroying_tool_needs_an_approval_too(house: House) -> None:
    done: list[int] = []
    house.tools["wipe"] = tool("wipe", lambda: done.append(1), effect=Effect.DESTROYS)
    assert house.run(Step("wipe", "", {}, "a"), approved=False).status == "failed"
    assert done == []
    assert house.run(Step("wipe", "", {}, "a")).status == "completed"
    assert done == [1]


class Meanwhile:
    """A plan is previewed, then the world changes, then it is run."""

    def __init__(self, house: House, *operations: list) -> None:
        self.house = house
        self.document = house.plan(house.recording(*operations, step_id="a"))
        self.preview: Preview = house.preview(self.document)

    def run(self) -> str:
        before = self.house.tree()
        execution = self.house.execute(self.document, self.preview)
        assert execution.status == "failed"
        assert self.house.tree() == before
        return execution.steps[0].error or ""


def test_a_file_that_was_edited_after_the_preview_is_not_deleted(house: House) -> None:
    house.plant(a_txt="A")
    plan = Meanwhile(house, ["trash", "a.txt"])
    house.write("a.txt", "something precious")
    assert plan.run().startswith(f"[WORLD_CHANGED] {house.path('a.txt')} ")


def test_a_folder_that_was_filled_after_the_preview_is_not_deleted(house: House) -> None:
    house.plant(old__a_txt="A")
    plan = Meanwhile(house, ["trash", "old"])
    house.write("old/new.txt", "precious")
    assert plan.run().startswith(f"[WORLD_CHANGED] {house.path('old')} ")


def test_a_file_that_appeared_after_the_preview_is_not_replaced(house: House) -> None:
    house.plant(a_txt="A")
    plan = Meanwhile(house, ["move", "a.txt", "b.txt", True])
    house.write("b.txt", "precious")
    assert plan.run().startswith(f"[WORLD_CHANGED] {house.path('b.txt')} ")


def test_a_plan_does_not_trip_over_its_own_effects(house: House) -> None:
    house.plant(docs__a_txt="A")
    execution = house.run(
        house.recording(["write", "docs/b.txt", "B"], step_id="a"),
        house.recording(["trash", "docs"], step_id="b"),
        house.recording(["make_folder", "docs"], step_id="c"),
    )
    assert execution.status == "completed" and house.names() == ["docs"]


def test_a_deferred_step_may_not_destroy_what_nobody_saw(house: House) -> None:
    house.plant(a_txt="A")
    later = Step("record", "later", {"operations": [["trash", "${g.outputs.value}"]]}, "r")
    house.tools["give"] = tool("give", lambda value: value, outputs=("value",))
    execution = house.run(give(house.path("a.txt"), "g"), later)
    assert "[WORLD_CHANGED]" in (execution.steps[1].error or "")
    assert house.names() == ["a.txt"]


def test_a_deferred_step_may_make_what_is_new(house: House) -> None:
    later = Step("record", "", {"operations": [["make_folder", "${g.outputs.value}"]]}, "r")
    assert house.run(give(house.path("x"), "g"), later).status == "completed"
    assert house.names() == ["x"]


def test_two_runs_have_two_ids(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.run(give(1, "a")).run_id != house.run(give(1, "a")).run_id
