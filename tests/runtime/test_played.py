"""Readings that come to the same steps share the playing of them, and see the same disk afterwards."""

from __future__ import annotations

from pathlib import Path

from aura.contracts.outcome import StepPreview
from aura.contracts.plan import Step
from aura.contracts.problem import Problem
from aura.planning.overlay import Overlay
from aura.runtime.choosing.played import Played


def making(overlay: Overlay, path: str, times: list[str]) -> StepPreview:
    times.append(path)
    overlay.make_folder(path)
    overlay.take()
    return StepPreview("s", "files.create_folder", "", "writes", {})


def test_the_same_step_after_the_same_steps_is_played_once_and_seen_by_both(tmp_path: Path) -> None:
    played, times, first = Played(), list[str](), Overlay()
    second, path = first.fork(), str(tmp_path / "space")
    step = Step("files.create_folder", "", {"path": path}, "s")
    for overlay in (first, second):
        played.step(None, step, overlay, lambda overlay=overlay: making(overlay, path, times))  # type: ignore[misc]
    assert times == [path]
    assert first.kind(path) == second.kind(path) == "folder"


def test_what_one_reading_does_next_is_not_seen_by_the_other(tmp_path: Path) -> None:
    played, times, first = Played(), list[str](), Overlay()
    second, path, other = first.fork(), str(tmp_path / "space"), str(tmp_path / "galaxy")
    step = Step("files.create_folder", "", {"path": path}, "s")
    for overlay in (first, second):
        played.step(None, step, overlay, lambda overlay=overlay: making(overlay, path, times))  # type: ignore[misc]
    making(first, other, times)
    assert first.kind(other) == "folder"
    assert second.kind(other) is None


def test_the_same_step_after_other_steps_is_played_again(tmp_path: Path) -> None:
    played, times = Played(), list[str]()
    step = Step("files.create_folder", "", {"path": str(tmp_path / "space")}, "s")
    for before in (None, (None, "another step")):
        overlay = Overlay()
        played.step(before, step, overlay, lambda o=overlay: making(o, str(tmp_path / "space"), times))  # type: ignore[misc]
    assert len(times) == 2


def test_a_step_that_cannot_be_is_a_problem_for_both(tmp_path: Path) -> None:
    played, problem = Played(), Problem("NOT_FOUND", "There is no such file.")
    step = Step("files.delete", "", {"path": str(tmp_path / "\udfff")}, "s")
    seen = [played.step(None, step, Overlay(), lambda: problem)[0] for _ in range(2)]
    assert seen == [problem, problem]
