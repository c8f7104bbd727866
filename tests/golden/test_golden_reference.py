"""The examples of the reference documents come out as they say: goals, scopes, needs and steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml
from golden_world import HERE, Case, Tree, World, cases, goal_lines, real

from aura.contracts.outcome import RunResult
from aura.understanding.intent import CATEGORIES

MakeWorld = Callable[[Tree], World]

EXAMPLES = cases(HERE / "reference.yaml")
CLASSIFIED: list[dict[str, Any]] = yaml.safe_load((HERE / "classification.yaml").read_text(encoding="utf-8"))
DOCUMENTED = (
    *("information_query", "application_launch", "application_control", "window_management", "system_query"),
    *("system_control", "screen_capture", "screen_perception", "input_control", "file_operation"),
    *("browser_control", "office_operation", "clipboard_operation", "memory_recall", "unknown"),
)


@pytest.fixture(params=EXAMPLES, ids=lambda case: case.name)
def example(request: pytest.FixtureRequest) -> Case:
    case: Case = request.param
    return case


def planned(case: Case, world: World) -> RunResult:
    """The plan of an example; one that is still open may ask instead, and nothing else."""
    result = world.session().plan(case.say)
    if "why" in case.raw and result.status == "clarification":
        pytest.skip(case.raw["why"])
    assert result.status == "planned", result.message
    return result


def rows() -> list[Any]:
    """The classified queries, those that are still open marked so."""
    open_mark = [pytest.mark.xfail(reason="open", strict=False)]
    return [pytest.param(row, id=row["say"], marks=open_mark if "why" in row else []) for row in CLASSIFIED]


def test_an_example_has_exactly_its_goals_and_scopes(example: Case, make_world: MakeWorld) -> None:
    result = planned(example, make_world(example.before))
    assert result.classification == example.raw["classification"]
    assert goal_lines(result) == [goal["goal"] for goal in example.raw["goals"]]


def test_an_example_has_its_places(example: Case, make_world: MakeWorld) -> None:
    world = make_world(example.before)
    goals = planned(example, world).goals
    assert [goal.base_anchor for goal in goals] == [goal["base"] for goal in example.raw["goals"]]
    places = [str(world.folder / real(goal["path"])) for goal in example.raw["goals"]]
    assert [goal.resolved_path for goal in goals] == places


def test_dependencies_are_those_that_the_scopes_say(example: Case, make_world: MakeWorld) -> None:
    result = planned(example, make_world(example.before))
    said = {
        index: [int(tie.partition(":g")[2]) for tie in goal.scope.split(",") if tie.startswith(("inside:", "after:"))]
        for index, goal in enumerate(result.goals)
    }
    found = {index: list(needed) for index, needed in result.dependencies}
    assert found == {index: needed for index, needed in said.items() if needed}
    assert found == example.raw.get("needs", found)


def test_an_example_becomes_the_steps_that_its_goals_need(example: Case, make_world: MakeWorld) -> None:
    result = planned(example, make_world(example.before))
    assert result.plan is not None
    steps = result.plan["steps"]
    assert [step["step_id"] for step in steps] == [f"g{index}_a1" for index in range(len(steps))]
    assert [step["id"] for step in steps] == example.raw.get("steps", [step["id"] for step in steps])
    needed = {f"g{index}_a1": {f"g{other}_a1" for other in others} for index, others in result.dependencies}
    assert {step["step_id"]: set(step.get("depends_on", ())) for step in steps if step.get("depends_on")} == needed


@pytest.mark.parametrize("row", rows())
def test_a_query_is_one_goal_or_several(row: dict[str, Any], make_world: MakeWorld) -> None:
    result = make_world({"ws/notes.txt": "n"}).session().plan(row["say"])
    assert result.classification == row["is"]
    assert result.intent is not None
    assert result.intent.category == row.get("category", result.intent.category)
    assert result.intent.category in CATEGORIES


def test_the_categories_are_the_fifteen_of_the_architecture() -> None:
    assert sorted(CATEGORIES) == sorted(DOCUMENTED)


def test_a_question_back_is_the_decision_to_ask_and_nothing_is_resolved(make_world: MakeWorld) -> None:
    result = make_world({}).session().plan("delete it")
    assert result.intent is not None and result.intent.decision == "ask"
    assert result.plan is None and not result.steps


def test_one_goal_is_direct_and_several_are_orchestrated(make_world: MakeWorld) -> None:
    world = make_world({})
    assert world.session().plan("create a folder x").mode == "direct"
    assert world.session().plan("create a folder x and a folder y").mode == "orchestrated"
