"""Plan documents: what `plan` prints runs as it is; what is wrong is said, and nothing is done."""

from __future__ import annotations

import json
from typing import Any

import pytest
from scene import Scene

from aura.contracts.outcome import Preview
from aura.contracts.plan import plan_hash


def yes(preview: Preview) -> bool:
    return True


def printed(scene: Scene, said: str) -> dict[str, Any]:
    """The document of a sentence, through JSON as `aura plan --json` prints it."""
    result = scene.session().plan(said)
    assert result.status == "planned" and result.plan is not None, result.message
    document: dict[str, Any] = json.loads(json.dumps({"target": result.target, "plan": result.plan}))
    assert plan_hash(document) == result.plan_hash
    return document


def document(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"target": "a test", "plan": {"steps": list(steps), **more}}


def step(atom: str, **inputs: Any) -> dict[str, Any]:
    return {"id": atom, "target": "a step", "inputs": inputs}


@pytest.mark.parametrize(
    "said",
    [
        "create a folder space and a file notes.txt inside it",
        "read a.txt and write its content to copy.txt",
        "move all txt files to docs",
        "copy a.txt to docs and rename b.txt to c.txt",
    ],
)
def test_a_printed_plan_runs_to_the_same_tree_as_the_sentence(scene: Scene, said: str) -> None:
    scene.plant(ws__a_txt="a", ws__b_txt="b", ws__docs__x_md="x")
    before, plan = scene.tree(), printed(scene, said)
    ran = scene.session().run_document(plan, approve=yes)
    assert ran.status == "completed", ran.message
    by_document = scene.tree()
    assert scene.session().undo(ran.run_id).status == "completed" and scene.tree() == before
    assert scene.session().process(said, approve=yes).status == "completed"
    assert scene.tree() == by_document != before


def test_a_document_that_destroys_needs_a_word(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    plan = printed(scene, "delete a.txt")
    assert scene.session().run_document(plan).status == "confirmation"
    assert scene.tree()["ws/a.txt"] == "a"
    assert scene.session().run_document(plan, approve=yes).status == "completed"
    assert "ws/a.txt" not in scene.tree()


def test_a_document_whose_world_is_gone_fails_before_any_step(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    plan = printed(scene, "create a folder space and move a.txt to space")
    (scene.root / "ws/a.txt").unlink()
    before = scene.tree()
    result = scene.session().run_document(plan, approve=yes)
    assert result.status == "failed" and result.steps == () and scene.tree() == before


def test_all_errors_are_there_at_once(scene: Scene) -> None:
    found = scene.session().validate_document(
        document(
            step("files.nothing", x=1),
            step("files.create_folder", path=3),
            step("files.read_file", path="${9.outputs.path}"),
        )
    )
    assert [problem.code for problem in found.errors] == [
        "UNKNOWN_ATOM_ID",
        "INVALID_INPUT_VALUE",
        "UNKNOWN_STEP_REF",
    ]


def test_steps_without_an_id_are_called_by_their_place(scene: Scene) -> None:
    made = str(scene.root / "ws" / "made")
    ran = scene.session().run_document(
        document(
            step("files.create_folder", path=made),
            step("files.create_file", path="${0.outputs.path}/x.txt", content="x"),
        )
    )
    assert ran.status == "completed", ran.message
    assert scene.tree()["ws/made/x.txt"] == "x"


UNUSUAL = [
    document({"id": "files.read_file", "target": "t", "inputs": {"path": "/x"}, "step_id": "1"}, 0),  # type: ignore[arg-type]
    None,
    [],
    "plan",
    1,
    {},
    {"plan": None},
    {"target": 1, "plan": []},
    document(),
    document({}),
    document("x"),  # type: ignore[arg-type]
    document({"id": {"a": 1}, "target": "t", "inputs": {}}),
    document({"id": ["x"], "target": "t", "inputs": {}}),
    document({"id": "\ud800", "target": "t", "inputs": {}}),
    document({"id": "files.", "target": "t", "inputs": {}}),
    document({"id": ".", "target": "t", "inputs": {}}),
    document({"id": "files.find.x", "target": "t", "inputs": {"\ud800": 1}}),
    document(step("files.create_folder", path="relative")),
    document(step("files.create_folder", path="/tmp/../etc/x")),
    document(step("files.create_folder", path="")),
    document(step("files.create_folder", path="\x00")),
    document(step("files.create_folder", path="${")),
]


@pytest.mark.parametrize("given", UNUSUAL, ids=lambda given: ascii(given)[:50])
def test_what_is_no_document_is_said_and_does_nothing(scene: Scene, given: Any) -> None:
    before = scene.tree()
    result = scene.session().run_document(given, approve=yes)
    assert result.status in ("failed", "refused") and result.message and result.steps == ()
    assert scene.tree() == before


def test_a_field_that_nobody_asked_for_does_not_matter(scene: Scene) -> None:
    plan = document({**step("system.state.time"), "\ud800": {}, "note": [1]})
    assert scene.session().run_document(plan).status == "answered"
