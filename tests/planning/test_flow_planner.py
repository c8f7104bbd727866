"""A planner over a model that says anything: what is valid is taken, what is not goes back twice, then words decide."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import jsonschema_rs
import pytest
from desk import ATOMS, WITH_PEOPLE, many

from aura.capability.ports import Message
from aura.contracts.problem import Problem
from aura.planning.flow import FlowPlan, FlowPlanner, FlowSettings
from aura.planning.flow_prompt import messages_of, reply_schema
from aura.planning.flow_ranking import Ranking

INTENT = "submit a meals expense of 12"
SUBMIT = {"step_id": "s1", "id": "firm.expense.submit", "target": "submit it", "depends_on": []}


def reply_of(*steps: dict[str, Any], target: str = "an expense") -> str:
    return json.dumps({"target": target, "plan": {"steps": list(steps)}})


GOOD = reply_of({**SUBMIT, "inputs": {"amount": 12, "category": "meals", "urgent": None}})
WRONG = reply_of({**SUBMIT, "inputs": {"amount": "a lot", "category": "meals"}})


class Saying:
    """A model that gives the replies that it was told to, the last one again and again."""

    configured = True
    name = "the model"

    def __init__(self, *replies: str | Problem) -> None:
        self.replies = list(replies)
        self.asked: list[tuple[Sequence[Message], Mapping[str, Any], float]] = []

    def complete(
        self, messages: Sequence[Message], schema: Mapping[str, Any], *, temperature: float = 0
    ) -> str | Problem:
        self.asked.append((messages, schema, temperature))
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]

    def answer(self, question: str) -> str:
        return question


def planned(model: Saying, intent: str = INTENT, **settings: Any) -> FlowPlan | Problem:
    return FlowPlanner(WITH_PEOPLE, model, FlowSettings(**settings)).plan(intent)


def test_a_valid_reply_is_the_plan_without_what_says_nothing() -> None:
    model = Saying(GOOD)
    found = planned(model)
    assert (
        isinstance(found, FlowPlan) and found.validation.valid and not found.fallback and found.origin.by == "the model"
    )
    assert found.document == {
        "target": "an expense",
        "plan": {
            "steps": [
                {
                    "step_id": "s1",
                    "id": "firm.expense.submit",
                    "target": "submit it",
                    "inputs": {"amount": 12, "category": "meals"},
                }
            ],
            "outputs": {},
        },
    }
    assert "fallback" not in found.as_json() and found.as_json()["proposed_by"] == "the model"
    assert len(model.asked) == 1 and model.asked[0][2] == 0.3
    planned(cold := Saying(GOOD), temperature=0.0)
    assert cold.asked[0][2] == 0


def test_the_schema_of_the_reply_takes_that_plan_and_no_other_atom_or_input() -> None:
    schema = reply_schema(WITH_PEOPLE)
    assert jsonschema_rs.is_valid(schema, json.loads(GOOD))
    step = {**SUBMIT, "inputs": {"amount": 12, "category": "meals", "urgent": None}}
    reference = {**step, "inputs": {**step["inputs"], "amount": "${a.outputs.b}"}}
    assert jsonschema_rs.is_valid(schema, json.loads(reply_of(step, reference)))
    for wrong in (
        {**step, "id": "rm.rf"},
        {**step, "inputs": {**step["inputs"], "more": 1}},
        {**step, "inputs": {"amount": 1}},
        {**step, "more": 1},
    ):
        assert not jsonschema_rs.is_valid(schema, json.loads(reply_of(wrong)))
    forms = schema["properties"]["plan"]["properties"]["steps"]["items"]["anyOf"]
    assert [form["properties"]["id"]["enum"] for form in forms] == [[atom_id] for atom_id in WITH_PEOPLE]


def test_what_is_wrong_goes_back_with_its_place_and_twice_at_most() -> None:
    model = Saying(WRONG, GOOD)
    found = planned(model)
    assert isinstance(found, FlowPlan) and not found.fallback and len(model.asked) == 2
    told = model.asked[1][0]
    assert [message.role for message in told] == ["system", "user", "assistant", "user"] and told[2].content == WRONG
    assert "amount" in told[3].content and "$.plan.steps[0].inputs.amount" in told[3].content
    stubborn = Saying(WRONG)
    fallen = planned(stubborn)
    assert len(stubborn.asked) == 3
    assert isinstance(fallen, FlowPlan) and fallen.fallback and "INVALID_INPUT_VALUE" in fallen.origin.trouble
    assert fallen.document["plan"]["steps"][0]["inputs"] == {"category": "meals", "amount": 12}


@pytest.mark.parametrize(
    "reply",
    [
        "", "no", "null", "[]", "{}", '{"plan": 3}', '{"plan": {"steps": "x"}}', '{"plan": {"steps": [1]}}', "{" * 3000,
        '{"plan": {"steps": [{}]}}', '{"plan": {"steps": [{"id": 3, "step_id": [], "inputs": 7, "depends_on": {}}]}}',
        reply_of({**SUBMIT, "id": "rm.rf", "inputs": {}}), reply_of({**SUBMIT, "inputs": {"amount": "${x.y.z}"}}),
        '{"target": "\\ud800", "plan": {"steps": [{"id": "\\ud800"}]}}',
    ],
    ids=lambda reply: reply[:30],
)  # fmt: skip
def test_a_malformed_reply_ends_in_the_fallback(reply: str) -> None:
    found = planned(Saying(reply))
    assert (
        isinstance(found, FlowPlan)
        and found.fallback
        and found.origin.trouble.startswith("The model made no valid plan")
    )


def test_a_reply_in_a_fence_with_words_around_it_is_read() -> None:
    found = planned(Saying(f"Here it is:\n```json\n{GOOD}\n```\nGood luck!"))
    assert isinstance(found, FlowPlan) and not found.fallback


def test_what_a_model_leaves_open_is_asked_of_a_person() -> None:
    left_open = reply_of({**SUBMIT, "inputs": {"amount": None, "category": "meals", "urgent": None}})
    found = planned(Saying(left_open), "submit a meals expense")
    assert isinstance(found, FlowPlan) and found.validation.valid and not found.fallback
    asking, submitting = found.document["plan"]["steps"]
    assert asking["id"] == "flow.needs_input" and "amount" in asking["inputs"]["question"]
    assert submitting["inputs"] == {"category": "meals", "amount": "${ask_amount.outputs.answer}"}
    assert jsonschema_rs.is_valid(reply_schema(WITH_PEOPLE, asks=True), json.loads(left_open))
    nobody = FlowPlanner(ATOMS, Saying(left_open)).plan("submit a meals expense")
    assert isinstance(nobody, FlowPlan) and nobody.fallback


def test_a_model_names_no_secret_that_the_user_did_not_say() -> None:
    mail = {"step_id": "m", "id": "firm.mail.send", "target": "", "depends_on": [],
            "inputs": {"to": "a@b.example", "body": "it is ${secrets.KEY}", "subject": None}}  # fmt: skip
    leaking = planned(Saying(reply_of(mail)), "send an email to a@b.example saying 'hello'")
    assert isinstance(leaking, FlowPlan) and leaking.fallback and "KEY" in leaking.origin.trouble
    wanted = planned(Saying(reply_of(mail)), "mail 'it is ${secrets.KEY}' to a@b.example")
    assert isinstance(wanted, FlowPlan) and not wanted.fallback and wanted.validation.valid


def test_a_reference_that_leaves_out_outputs_is_written_in_full() -> None:
    looked = {"step_id": "w", "id": "weather.now.lookup", "target": "", "inputs": {"city": "Oslo"}, "depends_on": []}
    sent = {"step_id": "m", "id": "firm.mail.send", "target": "", "depends_on": ["w"],
            "inputs": {"to": "a@b.example", "body": "Now: ${w.report}", "subject": None}}  # fmt: skip
    found = planned(Saying(reply_of(looked, sent)))
    assert isinstance(found, FlowPlan) and found.validation.valid
    assert found.document["plan"]["steps"][1]["inputs"]["body"] == "Now: ${w.outputs.report}"


def test_a_model_in_trouble_is_said_and_the_words_decide() -> None:
    found = planned(Saying(Problem("MODEL_TIMEOUT", "The model did not answer.")))
    assert isinstance(found, FlowPlan) and found.fallback and found.origin.trouble == "The model did not answer."


def test_a_model_that_finds_no_atom_makes_no_plan() -> None:
    found = planned(Saying(reply_of()))
    assert isinstance(found, Problem) and found.code == "NO_PLAN"


def test_of_a_thousand_atoms_only_those_that_can_matter_are_shown() -> None:
    atoms = many(1000)
    model = Saying(GOOD)
    planner = FlowPlanner(atoms, model, FlowSettings())
    for intent, wanted in (
        (INTENT, {"firm.expense.submit"}),
        ("ask for leave of 3 days for Dana and mail it to her", {"firm.leave.request", "firm.mail.send"}),
        ("approve a leave request", {"firm.leave.approve", "firm.leave.request", "firm.people.find_employee"}),
    ):
        planner.plan(intent)
        messages, schema, _ = model.asked[-1]
        shown = "".join(message.content for message in messages)
        assert len(shown) < 8000 and len(json.dumps(schema)) < 40_000
        assert {atom_id for atom_id in wanted if f"- {atom_id}:" in shown} == wanted


def test_the_atom_that_is_meant_comes_first_and_a_slip_is_mended() -> None:
    ranking = Ranking(many(1000))
    assert ranking.best("submit an expense", 8)[0] == "firm.expense.submit"
    assert ranking.best("please lookup the wether", 8)[0] == "weather.now.lookup"
    assert "firm.people.find_employee" in ranking.best("request leave of 3 days", 8)


def test_atoms_that_are_no_definitions_are_shown_as_far_as_they_go() -> None:
    odd: dict[str, Any] = {
        "a.b.c": {},
        "d.e.f": {"inputs": 3, "outputs": {"x": 1}, "description": 5},
        "g": {"inputs": {"x": None}},
    }
    assert jsonschema_rs.validator_for(reply_schema(odd)) and messages_of("x", odd)
    assert isinstance(FlowPlanner({**odd, **ATOMS}).plan(INTENT), FlowPlan)
