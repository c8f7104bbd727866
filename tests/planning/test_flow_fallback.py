"""Plans without a model: said values only, earlier outputs by name, and a question or a clear fault for the rest."""

from __future__ import annotations

from typing import Any

import pytest
from desk import ASKING, ATOMS, FIRM, WITH_PEOPLE, definition, must

from aura.contracts.problem import Problem
from aura.planning.flow import FlowPlan, FlowPlanner

Steps = list[tuple[str, dict[str, Any]]]


def planned(intent: str, atoms: dict[str, Any] = WITH_PEOPLE) -> FlowPlan:
    found = FlowPlanner(atoms).plan(intent)
    assert isinstance(found, FlowPlan) and found.fallback and found.as_json()["fallback"] is True
    return found


def steps_of(found: FlowPlan) -> Steps:
    return [(step["id"], step["inputs"]) for step in found.document["plan"]["steps"]]


@pytest.mark.parametrize(
    ("intent", "steps"),
    [
        (
            "submit an urgent travel expense of 49.90",
            [("firm.expense.submit", {"category": "travel", "urgent": True, "amount": 49.9})],
        ),
        (
            "Submit a meals expense of 12, not urgent",
            [("firm.expense.submit", {"category": "meals", "urgent": False, "amount": 12})],
        ),
        (
            "send an email to bob@example.com saying 'it is ready' with subject 'report'",
            [("firm.mail.send", {"to": "bob@example.com", "body": "it is ready", "subject": "report"})],
        ),
        ("subtract 3 from 10", [("math.calc.subtract", {"a": 3, "b": 10})]),
        (
            "look up the weather in Berlin and send it to bob@example.com",
            [
                ("weather.now.lookup", {"city": "Berlin"}),
                ("firm.mail.send", {"to": "bob@example.com", "body": "${lookup.outputs.report}"}),
            ],
        ),
        (
            "request leave for Dana for 3 days from 2026-12-01 because of 'a wedding', then approve it by Omar",
            [
                ("firm.people.find_employee", {"name": "Dana"}),
                (
                    "firm.leave.request",
                    {
                        "days": 3,
                        "start_date": "2026-12-01",
                        "reason": "a wedding",
                        "employee_id": "${find_employee.outputs.employee_id}",
                    },
                ),
                ("firm.leave.approve", {"approver": "Omar", "request_id": "${request.outputs.request_id}"}),
            ],
        ),
        (
            "request leave for employee E17 for 2 days; send 'bread and then butter' to a@b.example",
            [
                ("firm.leave.request", {"employee_id": "E17", "days": 2}),
                ("firm.mail.send", {"to": "a@b.example", "body": "bread and then butter"}),
            ],
        ),
        ("sumbit a travl expense of 5", [("firm.expense.submit", {"amount": 5, "category": "asked"})]),
    ],
)
def test_an_intent_is_a_plan_of_what_was_said(intent: str, steps: Steps) -> None:
    found = planned(intent)
    assert found.validation.valid, found.validation.errors
    done = [(atom, inputs) for atom, inputs in steps_of(found) if atom != "flow.needs_input"]
    asked = {name: "asked" for _, inputs in done for name, value in inputs.items() if ".outputs.answer" in str(value)}
    assert [
        (atom, {**inputs, **{name: asked[name] for name in asked if name in inputs}}) for atom, inputs in done
    ] == steps


@pytest.mark.parametrize(
    ("intent", "steps"),
    [
        (
            'request leave for "mia" from 2026-12-21 to 2026-12-23',
            [("hall.leave.request", {"person": "mia", "first_day": "2026-12-21", "last_day": "2026-12-23"})],
        ),
        ("how many days of leave does Sam have left?", [("hall.leave.balance", {"person": "Sam"})]),
        (
            "submit an expense of 129.90 for Sam for 'a train', then approve it by dana and pay it",
            [
                ("hall.expense.submit", {"person": "Sam", "purpose": "a train", "amount": 129.9}),
                ("hall.expense.approve", {"approved_by": "dana", "expense_id": "${submit.outputs.expense_id}"}),
                ("hall.expense.pay", {"expense_id": "${submit.outputs.expense_id}"}),
            ],
        ),
        (
            "list the leave requests of Sam and send him a notice saying 'done'",
            [
                ("hall.leave.list_requests", {"person": "Sam"}),
                ("hall.notice.send", {"text": "done", "person": "Sam"}),
            ],
        ),
        (
            "tell whether Mia may request leave",
            [("hall.permission.query", {"person": "Mia", "action": "request_leave"})],
        ),
    ],
)
def test_of_atoms_whose_words_overlap_the_one_that_is_said_is_taken(intent: str, steps: Steps) -> None:
    found = planned(intent, {**FIRM, "flow.needs_input": ASKING})
    assert found.validation.valid and found.origin.unread == ()
    assert steps_of(found) == steps


@pytest.mark.parametrize("intent", ["check that Mia may request leave", "Mia requested leave", "the request for leave"])
def test_an_atom_that_acts_is_taken_only_at_its_word(intent: str) -> None:
    found = FlowPlanner({**FIRM, "flow.needs_input": ASKING}).plan(intent)
    assert isinstance(found, Problem) or "hall.leave.request" not in [atom for atom, _ in steps_of(found)]


def test_steps_keep_the_order_in_which_they_were_said() -> None:
    document = planned(
        "look up the weather in Oslo, then submit a meals expense of 3, send 'x' to a@b.example"
    ).document
    steps = document["plan"]["steps"]
    assert [step["id"] for step in steps] == ["weather.now.lookup", "firm.expense.submit", "firm.mail.send"]
    assert [step["depends_on"] for step in steps] == [[], ["lookup"], ["submit"]]


def test_what_was_not_said_is_asked_and_never_made_up() -> None:
    found = planned("submit an expense")
    assert found.validation.valid
    assert steps_of(found) == [
        ("flow.needs_input", {"question": "firm.expense.submit needs the amount: what should it be?"}),
        (
            "flow.needs_input",
            {
                "question": "firm.expense.submit needs the category: what should it be?",
                "candidates": ["travel", "meals"],
            },
        ),
        (
            "firm.expense.submit",
            {"amount": "${ask_amount.outputs.answer}", "category": "${ask_category.outputs.answer}"},
        ),
    ]


def test_where_nobody_can_be_asked_the_verdict_says_what_is_missing() -> None:
    found = planned("submit a meals expense", ATOMS)
    assert not found.validation.valid
    assert [(error.code, error.path) for error in found.validation.errors] == [
        ("MISSING_REQUIRED_INPUT", "$.plan.steps[0].inputs.amount")
    ]


def test_nothing_is_looked_up_by_an_atom_about_something_else() -> None:
    oracle = definition("any.oracle.answer", "Answer a question.", {"question": must({"type": "string"})},
                        {"body": {"type": "string"}}, "R")  # fmt: skip
    found = planned("send an email to a@b.example", {**WITH_PEOPLE, "any.oracle.answer": oracle})
    assert "any.oracle.answer" not in [atom for atom, _ in steps_of(found)]


def test_nothing_is_looked_up_by_an_atom_that_acts() -> None:
    hiring = definition("firm.people.hire", "Hire somebody.", {"name": must({"type": "string"})},
                        {"employee_id": {"type": "string"}})  # fmt: skip
    atoms = {name: atom for name, atom in WITH_PEOPLE.items() if name != "firm.people.find_employee"}
    found = planned("request leave of 2 days for Dana", {**atoms, "firm.people.hire": hiring})
    assert "firm.people.hire" not in [atom for atom, _ in steps_of(found)]


@pytest.mark.parametrize(
    "intent", ["make me a sandwich", "", "   ", "submit a meals expense of 3, then bake a cake", "🎉"]
)
def test_what_no_atom_does_is_no_plan(intent: str) -> None:
    found = FlowPlanner(WITH_PEOPLE).plan(intent)
    assert isinstance(found, Problem) and found.code == "NO_PLAN"


def test_words_that_have_no_part_in_the_plan_are_named() -> None:
    assert planned("submit a meals expense of 3 and bake a cake").as_json()["unread"] == ["bake", "cake"]
    assert planned("Please submit an urgent travel expense of 49.90").origin.unread == ()


def test_the_same_intent_gives_the_same_plan() -> None:
    said = "check whether Dana has the leave permission, then request 3 days of leave"
    assert planned(said).document == planned(said, dict(reversed(WITH_PEOPLE.items()))).document
