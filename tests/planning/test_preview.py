"""A plan is played before it runs: what each step would do, lose or be unable to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aura.capability.registry import Registry
from aura.contracts.change import MakeFolder, Move, Trash, WriteFile
from aura.contracts.outcome import Preview
from aura.contracts.plan import PlanBody, PlanDocument, Step
from aura.contracts.problem import Problem
from aura.planning.overlay import Overlay
from aura.planning.preview import play, play_step

REGISTRY = Registry(package="aura.tools")


class NoModel:
    configured = False

    def answer(self, question: str) -> str:
        raise AssertionError("A model is never asked in a preview.")


def previewed(*steps: tuple[str, dict[str, Any]], depends: dict[int, tuple[str, ...]] | None = None) -> Preview:
    made = tuple(
        Step(tool, "", inputs, depends_on=(depends or {}).get(index, ())) for index, (tool, inputs) in enumerate(steps)
    )
    document = PlanDocument("test", PlanBody(made))
    return play(document, [str(index) for index in range(len(made))], REGISTRY, Overlay(), {})


def test_a_later_step_sees_what_an_earlier_one_makes(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    preview = previewed(
        ("files.rename", {"path": f"{tmp_path}/old", "new_name": "new"}),
        ("files.create_file", {"path": f"{tmp_path}/new/index.html"}),
    )
    assert not preview.problems
    assert preview.steps[0].changes == (Move(f"{tmp_path}/old", f"{tmp_path}/new"),)
    assert preview.steps[1].changes == (WriteFile(f"{tmp_path}/new/index.html", b""),)
    assert preview.steps[0].outputs["path"] == f"{tmp_path}/new"
    assert (tmp_path / "old").is_dir()


def test_text_that_is_read_is_written_on(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("hello")
    preview = previewed(
        ("files.read_file", {"path": f"{tmp_path}/a"}),
        ("files.write_file", {"path": f"{tmp_path}/b", "content": "It says ${0.outputs.content}."}),
    )
    assert preview.steps[1].inputs["content"] == "It says hello."
    assert preview.steps[1].changes == (WriteFile(f"{tmp_path}/b", b"It says hello."),)
    assert [step.effect for step in preview.steps] == ["R", "W"]


def test_what_is_only_known_later_is_recorded_without_its_content(tmp_path: Path) -> None:
    preview = previewed(
        ("knowledge.answer", {"question": "why?"}),
        ("files.write_file", {"path": f"{tmp_path}/b.txt", "content": "${0.outputs.text}"}),
        ("files.read_file", {"path": f"{tmp_path}/b.txt"}),
        ("files.create_folder", {"path": "${2.outputs.content}"}),
        ("files.append_file", {"path": f"{tmp_path}/b.txt", "content": "${0.outputs.text}"}),
    )
    assert not preview.problems
    assert [step.deferred for step in preview.steps] == [False, True, True, True, True]
    assert preview.steps[1].changes == (WriteFile(f"{tmp_path}/b.txt", None),)
    assert preview.steps[1].inputs["content"] is None
    assert preview.steps[3].changes == ()
    assert [step.effect for step in preview.steps] == ["R", "W", "R", "W", "W"]


def test_replacing_is_destroying_and_says_what_is_lost(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    preview = previewed(("files.write_file", {"path": f"{tmp_path}/a", "content": "new"}))
    (step,) = preview.steps
    assert (step.effect, step.lost, step.lost_count) == ("D", (f"{tmp_path}/a",), 1)
    assert step.fingerprints.keys() == {f"{tmp_path}/a"}
    assert preview.destroys


def test_adding_to_a_file_destroys_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one")
    (step,) = previewed(("files.append_file", {"path": f"{tmp_path}/a", "content": "two"})).steps
    assert step.effect == "W"
    assert step.changes == (WriteFile(f"{tmp_path}/a", b"one\ntwo", replaces=True, extends=True),)


def test_a_deleted_folder_is_counted_with_all_that_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "d/e").mkdir(parents=True)
    (tmp_path / "d/e/f").touch()
    (step,) = previewed(("files.delete_folder", {"path": f"{tmp_path}/d", "recursive": True})).steps
    assert (step.effect, step.lost_count, step.changes) == ("D", 3, (Trash(f"{tmp_path}/d"),))


def test_what_cannot_be_is_a_problem_at_its_place_and_what_needs_it_is_not_played(tmp_path: Path) -> None:
    preview = previewed(
        ("files.delete_file", {"path": f"{tmp_path}/missing.txt"}),
        ("files.create_folder", {"path": f"{tmp_path}/after"}),
        ("files.create_folder", {"path": f"{tmp_path}/free"}),
        depends={1: ("0",)},
    )
    assert [(problem.code, problem.path) for problem in preview.problems] == [("NOT_FOUND", "$.plan.steps[0]")]
    assert [step.step_id for step in preview.steps] == ["2"]
    assert preview.steps[0].changes == (MakeFolder(f"{tmp_path}/free"),)


def test_a_step_that_fails_half_way_leaves_no_trace(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    overlay = Overlay()
    inputs = {"source": [f"{tmp_path}/a", f"{tmp_path}/none"], "destination": f"{tmp_path}/d"}
    seen = play_step(Step("files.move", "", inputs), REGISTRY, overlay, {})
    assert isinstance(seen, Problem)
    assert overlay.children(str(tmp_path)) == ["a"]


def test_opening_something_is_tried_but_nothing_is_opened(tmp_path: Path) -> None:
    missing = previewed(("files.open", {"path": f"{tmp_path}/none"}))
    assert [problem.code for problem in missing.problems] == ["NOT_FOUND"]
    (tmp_path / "a").touch()
    assert previewed(("files.open", {"path": f"{tmp_path}/a"})).steps[0].effect == "X"


@pytest.mark.parametrize("count", [3])
def test_a_pattern_becomes_the_list_that_the_next_step_moves(tmp_path: Path, count: int) -> None:
    for number in range(count):
        (tmp_path / f"{number}.pdf").touch()
    (tmp_path / "x.txt").touch()
    preview = previewed(
        ("files.find", {"path": str(tmp_path), "pattern": "*.pdf"}),
        ("files.move", {"source": "${0.outputs.paths}", "destination": f"{tmp_path}/pdf"}),
    )
    assert not preview.problems
    assert len(preview.steps[1].changes) == count + 1
