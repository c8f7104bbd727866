"""The validator: every rule of a plan document, by code and place."""

from __future__ import annotations

from typing import Any

import pytest

from aura.contracts.plan import Validation
from aura.planning.validate import validate, validate_plan

ATOMS: dict[str, dict[str, Any]] = {
    "text.make": {
        "inputs": {"name": {"type": "string", "required": True}, "size": {"type": "integer", "minimum": 1}},
        "outputs": {"path": {"type": "string"}, "ok": {"type": "boolean"}},
    },
    "text.use": {
        "inputs": {
            "source": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
            "count": {"type": "number"},
            "flag": {"type": "boolean"},
            "mode": {"enum": ["fast", "slow"]},
            "map": {"type": "object"},
            "any": {"type": "any"},
        },
        "outputs": {},
    },
    "place.find": {
        "inputs": {},
        "outputs": {
            "place": {
                "type": "object",
                "properties": {"latitude": {"type": "number"}},
                "additionalProperties": False,
            },
            "rows": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "integer"}}}},
        },
    },
}


def step(atom: str, step_id: str | None = None, needs: list[Any] | None = None, **inputs: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"id": atom, "target": "t", "inputs": inputs}
    if step_id is not None:
        made["step_id"] = step_id
    if needs is not None:
        made["depends_on"] = needs
    return made


def check(*steps: Any, strict: bool = False, outputs: Any = None) -> Validation:
    plan: dict[str, Any] = {"steps": list(steps)}
    if outputs is not None:
        plan["outputs"] = outputs
    return validate({"target": "t", "plan": plan}, ATOMS, strict=strict)


def faults(verdict: Validation) -> list[tuple[str, str]]:
    for problem in (*verdict.errors, *verdict.warnings):
        assert problem.message.endswith(".") and "\n" not in problem.message
    return [(problem.code, problem.path) for problem in verdict.errors]


MAKE = step("text.make", "a", name="x")


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ([], ("INVALID_TYPE", "$")),
        (None, ("INVALID_TYPE", "$")),
        ({"plan": {"steps": [MAKE]}}, ("MISSING_FIELD", "$.target")),
        ({"target": 3, "plan": {"steps": [MAKE]}}, ("INVALID_TYPE", "$.target")),
        ({"target": "t"}, ("MISSING_FIELD", "$.plan")),
        ({"target": "t", "plan": []}, ("INVALID_TYPE", "$.plan")),
        ({"target": "t", "plan": {}}, ("MISSING_FIELD", "$.plan.steps")),
        ({"target": "t", "plan": {"steps": {}}}, ("INVALID_TYPE", "$.plan.steps")),
        ({"target": "t", "plan": {"steps": []}}, ("EMPTY_STEPS", "$.plan.steps")),
        ({"target": "t", "plan": {"steps": [MAKE], "outputs": []}}, ("INVALID_TYPE", "$.plan.outputs")),
    ],
)
def test_the_shape_of_the_document(document: object, expected: tuple[str, str]) -> None:
    assert faults(validate(document, ATOMS)) == [expected]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ("x", ("INVALID_TYPE", "$.plan.steps[0]")),
        ({"target": "t", "inputs": {}}, ("MISSING_FIELD", "$.plan.steps[0].id")),
        ({"id": 3, "target": "t", "inputs": {}}, ("INVALID_TYPE", "$.plan.steps[0].id")),
        ({"id": "text.use", "inputs": {}}, ("MISSING_FIELD", "$.plan.steps[0].target")),
        ({"id": "text.use", "target": "t"}, ("MISSING_FIELD", "$.plan.steps[0].inputs")),
        ({"id": "text.use", "target": "t", "inputs": []}, ("INVALID_TYPE", "$.plan.steps[0].inputs")),
        (step("text.use") | {"step_id": 1}, ("INVALID_TYPE", "$.plan.steps[0].step_id")),
        (step("text.use") | {"step_id": ""}, ("EMPTY_STEP_ID", "$.plan.steps[0].step_id")),
        (step("text.use") | {"depends_on": "a"}, ("INVALID_TYPE", "$.plan.steps[0].depends_on")),
        (step("text.use", needs=[1]), ("INVALID_TYPE", "$.plan.steps[0].depends_on[0]")),
    ],
)
def test_the_shape_of_a_step(wrong: object, expected: tuple[str, str]) -> None:
    assert faults(check(wrong)) == [expected]


def test_a_doubled_step_id_is_found_explicit_or_by_index() -> None:
    assert faults(check(MAKE, MAKE)) == [("DUPLICATE_STEP_ID", "$.plan.steps[1].step_id")]
    assert faults(check(step("text.use", "1"), step("text.use"))) == [("DUPLICATE_STEP_ID", "$.plan.steps[0].step_id")]


def test_atoms_and_their_inputs() -> None:
    assert faults(check(step("no.such"))) == [("UNKNOWN_ATOM_ID", "$.plan.steps[0].id")]
    assert faults(check(step("text.make"))) == [("MISSING_REQUIRED_INPUT", "$.plan.steps[0].inputs.name")]
    assert faults(check(step("text.make", name="x", colour="red"))) == [
        ("UNKNOWN_INPUT_FIELD", "$.plan.steps[0].inputs.colour")
    ]


@pytest.mark.parametrize(
    ("inputs", "path"),
    [
        ({"source": 3}, "source"),
        ({"source": ["a", 3]}, "source"),
        ({"count": "many"}, "count"),
        ({"count": True}, "count"),
        ({"count": float("nan")}, "count"),
        ({"flag": "yes"}, "flag"),
        ({"mode": "quick"}, "mode"),
        ({"map": []}, "map"),
        ({"any": {1, 2}}, "any"),
        ({"any": {"deep": [0, 10**30]}}, "any.deep[1]"),
        ({"any": "\ud800"}, "any"),
    ],
)
def test_a_literal_that_does_not_fit_is_named_with_its_place(inputs: dict[str, Any], path: str) -> None:
    assert faults(check(step("text.use", **inputs))) == [("INVALID_INPUT_VALUE", f"$.plan.steps[0].inputs.{path}")]


def test_literals_that_fit_are_accepted() -> None:
    use = step("text.use", source=["a", "b"], count=2, flag=False, mode="fast", map={"a": [1]}, any=None)
    assert check(use, step("text.make", name="", size=3.0)).valid
    assert faults(check(step("text.make", name="x", size=0))) == [
        ("INVALID_INPUT_VALUE", "$.plan.steps[0].inputs.size")
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("${b.outputs.path}", "UNKNOWN_STEP_REF"),
        ("a ${b.outputs.path} c", "UNKNOWN_STEP_REF"),
        ("${a.outputs.size}", "UNKNOWN_OUTPUT_FIELD"),
        ("${a.outputs.path.inner}", "UNKNOWN_OUTPUT_FIELD"),
        ("${a.outputs.path[0]}", "UNKNOWN_OUTPUT_FIELD"),
        ("${p.outputs.place.longitude}", "UNKNOWN_OUTPUT_FIELD"),
        ("${p.outputs.rows.first}", "UNKNOWN_OUTPUT_FIELD"),
        ("${u.outputs.x}", "UNKNOWN_OUTPUT_FIELD"),
        ("${a.output.path}", "INVALID_REF"),
        ("${a}", "INVALID_REF"),
        ("${}", "INVALID_REF"),
        ("${a.outputs.path", "INVALID_REF"),
        ("${a.outputs.}", "INVALID_REF"),
        ("${a.outputs.rows[-1]}", "INVALID_REF"),
        ("${${a.outputs.path}.outputs.path}", "INVALID_REF"),
    ],
)
def test_a_reference_that_leads_nowhere_in_a_text_a_list_or_the_plans_outputs(text: str, code: str) -> None:
    others = (MAKE, step("place.find", "p"), step("text.use", "u"))
    assert faults(check(*others, step("text.use", any=text))) == [(code, "$.plan.steps[3].inputs.any")]
    nested = step("text.use", any={"a b": ["x", text]})
    assert faults(check(*others, nested)) == [(code, "$.plan.steps[3].inputs.any['a b'][1]")]
    assert faults(check(*others, outputs={"o": [text]})) == [(code, "$.plan.outputs.o[0]")]


def test_references_go_down_paths_and_imply_the_edge() -> None:
    verdict = check(
        step("text.use", "last", count="${p.outputs.place.latitude}", any="${p.outputs.rows[0].id}"),
        step("text.use", "text", source="at ${p.outputs.place}, ${a.outputs.path}", map="${p.outputs}"),
        step("place.find", "p"),
        MAKE,
        outputs={"all": "${a.outputs}", "one": "${p.outputs.rows[3].id}"},
    )
    assert verdict.valid and verdict.execution_order == ("p", "last", "a", "text")


@pytest.mark.parametrize(
    ("name", "text"),
    [("count", "${a.outputs.ok}"), ("map", "${a.outputs.path}"), ("flag", "${p.outputs.place}")],
)
def test_a_reference_whose_type_can_never_fit_is_an_error(name: str, text: str) -> None:
    verdict = check(MAKE, step("place.find", "p"), step("text.use", **{name: text}))
    assert faults(verdict) == [("INCOMPATIBLE_REF_TYPE", f"$.plan.steps[2].inputs.{name}")]


def test_a_reference_that_could_be_converted_is_a_warning_only() -> None:
    verdict = check(MAKE, step("text.use", count="${a.outputs.path}"))
    assert verdict.valid and [problem.code for problem in verdict.warnings] == ["INCOMPATIBLE_REF_TYPE"]


def test_dependencies() -> None:
    assert faults(check(step("text.use", "b", ["ghost"]))) == [("UNKNOWN_DEPENDENCY", "$.plan.steps[0].depends_on[0]")]
    verdict = check(step("text.use", "c", ["b"]), step("text.use", "b", ["a"]), step("text.use", "a"))
    assert verdict.execution_order == ("a", "b", "c")


def test_a_cycle_is_named_step_by_step() -> None:
    verdict = check(
        step("text.use", "free"),
        step("text.use", "a", ["b"]),
        step("text.use", "b", ["c"]),
        step("text.use", "c", ["a"]),
        step("text.use", "behind", ["c"]),
        step("text.use", "self", ["self"]),
    )
    assert [problem.code for problem in verdict.errors] == ["CIRCULAR_DEPENDENCY"] * 2
    assert "a → b → c → a" in verdict.errors[0].message
    assert "self → self" in verdict.errors[1].message


def test_a_cycle_through_references_is_found() -> None:
    one, two = (
        step("text.make", "x", name="${y.outputs.path}"),
        step("text.make", "y", name="${x.outputs.path}"),
    )
    assert faults(check(one, two)) == [("CIRCULAR_DEPENDENCY", "$.plan.steps[0].depends_on")]


def test_strict_wants_an_explicit_path_for_every_reference() -> None:
    use = {"any": "${a.outputs.path}"}
    direct = step("text.use", "b", ["a"], **use)
    through = step("text.use", "c", ["b"], **use)
    without = step("text.use", "d", **use)
    assert check(MAKE, direct, through, without).valid
    assert check(MAKE, direct, through, strict=True).valid
    assert faults(check(MAKE, direct, through, without, strict=True)) == [
        ("REF_BEFORE_DEPENDENCY", "$.plan.steps[3].inputs.any")
    ]


def test_every_fault_is_reported_at_once() -> None:
    verdict = check(
        step("no.such", "a"),
        step("text.make", "a", ["ghost"], size="big", extra=1),
        step("text.use", "c", any="${x.outputs.y} ${"),
        "not a step",
    )
    assert {problem.code for problem in verdict.errors} == {
        "UNKNOWN_ATOM_ID",
        "DUPLICATE_STEP_ID",
        "UNKNOWN_DEPENDENCY",
        "MISSING_REQUIRED_INPUT",
        "UNKNOWN_INPUT_FIELD",
        "INVALID_INPUT_VALUE",
        "UNKNOWN_STEP_REF",
        "INVALID_REF",
        "INVALID_TYPE",
    }


def test_the_answer_has_flowminds_shape() -> None:
    good = validate_plan({"target": "t", "plan": {"steps": [MAKE]}}, ATOMS)
    assert good == {"valid": True, "warnings": [], "execution_order": ["a"]}
    bad = validate_plan({}, ATOMS)
    assert bad["valid"] is False and set(bad["errors"][0]) == {"code", "message", "path"}


def test_atoms_that_are_garbage_themselves_judge_nothing_they_do_not_say() -> None:
    odd: dict[str, Any] = {
        "one": {
            "inputs": {
                "a": {"type": "strnig"},
                "b": {"$ref": "http://127.0.0.1:9/x"},
                "c": 7,
                "d": {"type": 3},
            }
        },
        "two": {"inputs": [1], "outputs": 3},
        "three": None,
    }
    steps = [step("one", a=1, b=2, c=3, d=4), step("two"), step("one", "r", a=["${0.outputs.x}"])]
    verdict = validate({"target": "t", "plan": {"steps": steps}}, odd)
    assert faults(verdict) == [("UNKNOWN_OUTPUT_FIELD", "$.plan.steps[2].inputs.a[0]")]
