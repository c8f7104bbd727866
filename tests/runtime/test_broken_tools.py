"""A tool that breaks is a result that says so, whether it is tried or run; the disk stays whole."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from scene import Scene

from aura.contracts.outcome import Preview
from aura.runtime.pipeline import Orchestrator


class BreakError(RuntimeError):
    """What a broken tool raises."""


def breaking(session: Orchestrator, tool_id: str, *, good_calls: int = 0) -> Orchestrator:
    """A session in which a tool breaks after so many good calls."""
    tool = session.tools()[tool_id]
    left = [good_calls]

    def call(**inputs: Any) -> Any:
        if not left[0]:
            raise BreakError("the wheels came off")
        left[0] -= 1
        return tool.call(**inputs)

    session.tools()._tools[tool_id] = msgspec.structs.replace(tool, call=call)
    return session


def yes(preview: Preview) -> bool:
    return True


@pytest.mark.parametrize(
    ("tool_id", "said"),
    [
        ("files.create_folder", "create a folder space"),
        ("files.delete_file", "delete a.txt"),
        ("files.read_file", "read a.txt"),
        ("files.move", "create a folder space and move a.txt to space"),
        ("system.state.time", "what time is it"),
    ],
)
def test_a_tool_that_breaks_at_once_is_a_failure_that_did_nothing(scene: Scene, tool_id: str, said: str) -> None:
    scene.plant(ws__a_txt="a")
    before = scene.tree()
    result = breaking(scene.session(), tool_id).process(said, approve=yes)
    assert result.status == "failed" and "the wheels came off" in result.message + str(result.steps)
    assert scene.tree() == before


def test_a_plan_with_a_broken_tool_is_a_failure(scene: Scene) -> None:
    result = breaking(scene.session(), "files.create_folder").plan("create a folder space")
    assert result.status == "failed" and "the wheels came off" in result.message


def test_a_tool_that_breaks_when_it_runs_stops_what_depends_on_it(scene: Scene) -> None:
    session = breaking(scene.session(), "files.create_folder", good_calls=1)
    result = session.process("create a folder space and a file notes.txt inside it", approve=yes)
    assert result.status == "failed"
    assert [step.status for step in result.steps] == ["failed", "skipped"]
    assert result.steps[0].error is not None and "the wheels came off" in result.steps[0].error
    assert "ws/space" not in scene.tree()


def test_what_was_done_before_a_tool_broke_is_taken_back(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    before = scene.tree()
    session = breaking(scene.session(), "files.move", good_calls=1)
    result = session.process(
        "create a folder space and then move a.txt to docs in documents", answer=lambda question: "yes"
    )
    assert result.status == "failed" and "ws/space" in scene.tree() and scene.tree()["ws/a.txt"] == "a"
    assert scene.session().undo(result.run_id).status == "completed" and scene.tree() == before


def test_a_document_with_a_broken_tool_is_a_failure(scene: Scene) -> None:
    step = {"id": "files.create_folder", "target": "t", "inputs": {"path": str(scene.root / "ws" / "x")}}
    session = breaking(scene.session(), "files.create_folder")
    result = session.run_document({"target": "t", "plan": {"steps": [step]}}, approve=yes)
    assert result.status == "failed" and "the wheels came off" in result.message


@pytest.mark.parametrize("kind", ["docx", "xlsx", "pptx"])
@pytest.mark.parametrize("text", ["a\x00b", "\x1b[31m", "a\x0bb", "\uffff"])
def test_text_that_no_document_can_hold_is_a_plain_failure(scene: Scene, kind: str, text: str) -> None:
    inputs = {"path": str(scene.root / "ws" / f"x.{kind}"), "content": text}
    step = {"id": "files.create_file", "target": "t", "inputs": inputs}
    result = scene.session().run_document({"target": "t", "plan": {"steps": [step]}}, approve=yes)
    assert result.status == "failed" and "characters that it cannot hold" in result.message
    assert scene.tree().get(f"ws/x.{kind}", "absent") == "absent"
