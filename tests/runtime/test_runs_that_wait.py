"""Runs that wait: for a person's answer or yes within a plan, or for the approval of the whole plan."""

from __future__ import annotations

from typing import Any

import pytest
from scene import Scene
from test_documents import document

from aura.contracts.outcome import StepResult
from aura.contracts.plan import PlanBody, PlanDocument, Step
from aura.execution.journal import Journal
from aura.runtime.runs.coordinator import remaining


def step(step_id: str, atom: str, *after: str, **inputs: Any) -> dict[str, Any]:
    return {"id": atom, "step_id": step_id, "target": step_id, "inputs": inputs, "depends_on": list(after)}


def asks(scene: Scene) -> dict[str, Any]:
    return document(
        step("who", "flow.needs_input", question="Who is it for?"),
        step("note", "files.create_file", path=str(scene.root / "ws" / "for.txt"), content="${who.outputs.answer}"),
        step("free", "files.create_file", path=str(scene.root / "ws" / "free.txt"), content="free"),
    )


def approves(scene: Scene, approver: str = "") -> dict[str, Any]:
    return document(
        step("ok", "flow.approval", subject="Make the folder", approver=approver),
        step("make", "files.create_folder", "ok", path=str(scene.root / "ws" / "made")),
    )


def test_an_answer_from_another_process_is_put_into_the_plan(scene: Scene) -> None:
    asked = scene.session().run_document(asks(scene))
    assert asked.status == "clarification" and asked.question is not None and asked.question.text == "Who is it for?"
    assert "ws/free.txt" in scene.tree() and "ws/for.txt" not in scene.tree()
    done = scene.session().answer("Dana", asked.run_id)
    assert done.status == "completed", done.message
    assert scene.tree()["ws/for.txt"] == "Dana"
    assert scene.session().undo(done.run_id).status == "completed" and "ws/for.txt" not in scene.tree()


def test_whoever_is_there_is_asked_at_once(scene: Scene) -> None:
    done = scene.session().run_document(asks(scene), answer=lambda question: "Sam")
    assert done.status == "completed" and scene.tree()["ws/for.txt"] == "Sam"


def test_a_question_that_is_dropped_stops_the_run(scene: Scene) -> None:
    asked = scene.session().run_document(asks(scene))
    assert scene.session().answer("cancel", asked.run_id).status == "cancelled"
    assert scene.session().answer("Dana", asked.run_id).status == "failed" and "ws/for.txt" not in scene.tree()


def test_only_the_one_who_is_named_may_approve(scene: Scene) -> None:
    asked = scene.session().run_document(approves(scene, "dana"))
    assert asked.status == "confirmation"
    assert scene.session().approve(asked.run_id, by="sam").status == "confirmation" and "ws/made" not in scene.tree()
    assert scene.session().approve(asked.run_id, by="dana").status == "completed" and "ws/made" in scene.tree()


def test_after_a_no_nothing_that_needs_the_yes_is_done(scene: Scene) -> None:
    asked = scene.session().run_document(approves(scene))
    assert scene.session().answer("no", asked.run_id).status == "failed" and "ws/made" not in scene.tree()


def test_a_plan_nobody_wrote_waits_for_a_yes_and_then_runs(scene: Scene) -> None:
    plan = document(step("make", "files.create_folder", path=str(scene.root / "ws" / "made")))
    held = scene.session().run_document(plan, proposed_by="the fallback planner")
    assert held.status == "confirmation" and "ws/made" not in scene.tree()
    assert scene.session().approve(held.run_id).status == "completed" and "ws/made" in scene.tree()


def test_a_yes_or_no_by_answer_does_the_same(scene: Scene) -> None:
    scene.plant(ws__a_txt="a", ws__b_txt="b")
    held = [
        scene.session().run_document(document(step("x", "files.delete_file", path=str(scene.root / "ws" / name))))
        for name in ("a.txt", "b.txt")
    ]
    assert [result.status for result in held] == ["confirmation"] * 2
    assert scene.session().answer("yes", held[0].run_id).status == "completed"
    assert scene.session().answer("no", held[1].run_id).status == "cancelled"
    assert "ws/a.txt" not in scene.tree() and "ws/b.txt" in scene.tree()
    assert scene.session().approve(held[1].run_id).status == "failed", "what was refused is not approved later"


def test_a_plan_whose_world_has_changed_is_shown_again(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    held = scene.session().run_document(document(step("x", "files.delete_file", path=str(scene.root / "ws" / "a.txt"))))
    scene.plant(ws__a_txt="something else")
    again = scene.session().approve(held.run_id)
    assert again.status == "confirmation" and scene.tree()["ws/a.txt"] == "something else"
    assert scene.session().approve(held.run_id).status == "completed" and "ws/a.txt" not in scene.tree()


def test_a_run_that_waits_can_be_stopped_and_gone_on_with(scene: Scene) -> None:
    asked = scene.session().run_document(asks(scene))
    assert scene.session().cancel(asked.run_id).status == "cancelled"
    assert scene.session().answer("Dana", asked.run_id).status == "failed"
    again = scene.session().resume(asked.run_id)
    assert again.status == "clarification" and scene.session().answer("Dana", asked.run_id).status == "completed"


def test_what_has_ended_cannot_be_stopped(scene: Scene) -> None:
    done = scene.session().run_document(document(step("x", "system.state.time")))
    assert scene.session().cancel(done.run_id).status == "failed"
    assert scene.session().cancel("nosuch").status == "failed"


def test_a_plan_gives_its_outputs(scene: Scene) -> None:
    plan = document(step("n", "knowledge.calculate", expression="6 * 7"), outputs={"answer": "${n.outputs.value}"})
    assert scene.session().run_document(plan).outputs == {"answer": 42}


def test_what_was_declined_is_not_done_by_going_on(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    plan = document(step("x", "files.delete_file", path=str(scene.root / "ws" / "a.txt")))
    held = scene.session().run_document(plan)
    assert scene.session().answer("no", held.run_id).status == "cancelled"
    assert scene.session().resume().status == "failed", "nothing was interrupted"
    assert scene.session().resume(held.run_id).status == "failed"
    assert "ws/a.txt" in scene.tree()


def test_a_plan_that_is_shown_is_never_under_way(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that ends while it keeps a plan for a yes leaves nothing that could be gone on with."""
    scene.plant(ws__a_txt="a")
    plan = document(step("x", "files.delete_file", path=str(scene.root / "ws" / "a.txt")))

    def ends(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Journal, "finish", ends)
    scene.session().run_document(plan)
    monkeypatch.undo()
    assert scene.session().resume().status == "failed" and "ws/a.txt" in scene.tree()


def test_who_let_go_of_a_run_does_not_take_it_from_the_next(scene: Scene) -> None:
    asked = scene.session().run_document(asks(scene))
    journal = Journal(scene.root / "state")
    first = journal.claim(asked.run_id)
    journal.release(first)
    second = journal.claim(asked.run_id)
    journal.release(first)
    assert journal.run(asked.run_id).owner == second.owner != ""
    journal.release(second)
    journal.close()


def test_a_repair_reads_no_reference_in_what_an_atom_gave() -> None:
    plan = PlanDocument("t", PlanBody((Step("a", "", {}, "a"), Step("b", "", {"x": "${a.outputs.v}"}, "b"))))
    failed = StepResult("b", "b", "failed", {}, "[WORLD_CHANGED] other")
    harmless = {"a": StepResult("a", "a", "completed", {"v": "text"}), "b": failed}
    assert remaining(plan, harmless) is not None
    assert remaining(plan, {**harmless, "a": StepResult("a", "a", "completed", {"v": "${secrets.k}"})}) is None
