"""What is said for later: kept after a yes, done at its time as things are then, listed, dropped."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from dbos import DBOS
from scene import Scene

from aura.contracts.outcome import Preview
from aura.runtime.pipeline import Orchestrator
from aura.runtime.runs.timing import next_of

YES = {"approve": lambda preview: True}


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    yield
    DBOS.destroy(destroy_registry=True)


@pytest.fixture
def session(scene: Scene) -> Orchestrator:
    return scene.session(AURA_ENGINE__NAME="dbos")


def test_it_is_kept_and_not_done_before_its_time(scene: Scene, session: Orchestrator) -> None:
    before = scene.tree()
    seen: list[Preview] = []
    result = session.process(
        "create a folder space tomorrow at 9 am", approve=lambda seen_now: not seen.append(seen_now)
    )
    assert result.status == "planned" and result.when is not None and "To be done" in result.message
    assert seen[0].later and scene.tree() == before
    (kept,) = session.timing.kept()
    assert (kept.schedule, kept.moment, kept.rule) == (result.run_id, result.when.moment, "")


def test_at_its_time_it_is_done_once(scene: Scene, session: Orchestrator) -> None:
    session.process("create a folder space tomorrow at 9 am", **YES)
    (kept,) = session.timing.kept()
    assert session.timing.at_time(kept) == session.timing.at_time(kept) == "completed"
    assert "ws/space" in scene.tree()
    assert session.show(kept.schedule)["status"] == "completed"
    session.undo()
    assert "ws/space" not in scene.tree()


def test_without_a_yes_nothing_is_kept(session: Orchestrator) -> None:
    assert session.process("create a folder space tomorrow at 9 am").status == "confirmation"
    assert (
        session.process("in ten minutes create a folder space", approve=lambda preview: False).status == "confirmation"
    )
    assert session.timing.kept() == []


def test_a_yes_that_comes_after_the_command_keeps_it_for_its_time(scene: Scene, session: Orchestrator) -> None:
    run_id = session.process("create a folder space tomorrow at 9 am").run_id
    assert session.approve(run_id, by="Ada").status == "planned"
    (kept,) = session.timing.kept()
    assert kept.schedule == run_id and "ws/space" not in scene.tree()
    assert session.timing.at_time(kept) == "completed"
    assert "ws/space" in scene.tree()


def test_a_yes_that_comes_after_the_time_does_nothing(scene: Scene, session: Orchestrator) -> None:
    session._house.now = lambda: datetime(2026, 3, 18, 10, 10, tzinfo=UTC)
    run_id = session.process("in ten minutes create a folder space").run_id
    later = scene.session(AURA_ENGINE__NAME="dbos")
    assert later.approve(run_id).status == "failed"
    assert later.timing.kept() == [] and "ws/space" not in scene.tree()


def test_what_would_lose_more_than_was_approved_waits_for_a_person(scene: Scene, session: Orchestrator) -> None:
    (scene.root / "ws/old.txt").write_text("as it was approved")
    session.process("delete old.txt tomorrow", **YES)
    (scene.root / "ws/old.txt").write_text("and much more since")
    (kept,) = session.timing.kept()
    assert session.timing.at_time(kept) == "confirmation"
    assert "ws/old.txt" in scene.tree()
    assert session.approve(kept.run_id).status == "completed"
    assert "ws/old.txt" not in scene.tree()


def test_what_loses_what_was_approved_is_done(scene: Scene, session: Orchestrator) -> None:
    (scene.root / "ws/old.txt").write_text("as it was approved")
    session.process("delete old.txt tomorrow", **YES)
    (kept,) = session.timing.kept()
    assert session.timing.at_time(kept) == "completed"
    assert "ws/old.txt" not in scene.tree()


def test_what_comes_again_is_a_run_of_its_own_each_time(scene: Scene, session: Orchestrator) -> None:
    (scene.root / "ws/log.txt").write_text("")
    session.process("every day at 9 add the line done to log.txt", **YES)
    (first,) = session.timing.kept()
    second = next_of(first, datetime.fromisoformat(first.moment))
    assert second is not None and second.moment > first.moment and second.run_id != first.run_id
    assert session.timing.at_time(first) == session.timing.at_time(second) == "completed"
    assert (scene.root / "ws/log.txt").read_text().split() == ["done", "done"]


def test_what_was_dropped_is_never_done(scene: Scene, session: Orchestrator) -> None:
    kept_as = session.process("create a folder space tomorrow at 9 am", **YES).run_id
    (kept,) = session.timing.kept()
    assert session.timing.drop(kept_as).status == "completed"
    assert session.timing.kept() == []
    assert session.timing.at_time(kept) == "cancelled"
    assert session.timing.drop(kept_as).status == "failed"
    assert "ws/space" not in scene.tree()


def test_what_cannot_be_done_at_its_time_says_so_in_the_history(scene: Scene, session: Orchestrator) -> None:
    (scene.root / "ws/old.txt").write_text("")
    session.process("rename old.txt to new.txt tomorrow", **YES)
    (scene.root / "ws/old.txt").unlink()
    (kept,) = session.timing.kept()
    assert session.timing.at_time(kept) == "failed"
    shown = session.show(kept.run_id)
    assert shown["status"] == "failed" and "old.txt" in shown["message"]


@pytest.mark.parametrize(
    "said",
    [
        "create a folder space and delete old.txt tomorrow",
        "create a folder space by noon",
        "create a folder space when I get home",
    ],
)
def test_a_time_that_is_not_sure_to_be_meant_for_all_is_kept_for_nothing(
    scene: Scene, session: Orchestrator, said: str
) -> None:
    (scene.root / "ws/old.txt").write_text("")
    before = scene.tree()
    assert session.process(said, **YES).status == "unsupported"
    assert session.timing.kept() == [] and scene.tree() == before


def test_a_time_said_first_is_for_all_that_follows(scene: Scene, session: Orchestrator) -> None:
    result = session.process("tomorrow at 9, create a folder space and create a file star.txt in it", **YES)
    assert result.status == "planned" and result.plan is not None and len(result.plan["steps"]) == 2


def test_without_the_extra_a_time_stays_what_cannot_be_done(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dbos", None)
    result = scene.session(AURA_ENGINE__NAME="auto").process("create a folder space tomorrow at 9 am", **YES)
    assert result.status == "unsupported" and "only do things now" in result.message
