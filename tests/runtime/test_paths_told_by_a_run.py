"""What only a run tells of a path: later commands mean it, and nothing where none was told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from aura.contracts.talk import Mention, Talk
from aura.runtime.talk.recent import _known_now

LATER = "${g0_a1.outputs.path}"


def after_a_run(outputs: dict[str, Any]) -> Talk:
    steps: list[Any] = [SimpleNamespace(step_id="g0_a1", outputs=outputs)]
    return _known_now(Talk(things=(Mention("/d/a.txt", "file"), Mention(LATER, "file"))), steps)


def test_the_path_that_the_run_told_is_meant() -> None:
    assert [thing.path for thing in after_a_run({"path": "/p/shot.png"}).things] == ["/d/a.txt", "/p/shot.png"]


def test_what_the_run_never_told_is_left_out() -> None:
    assert [thing.path for thing in after_a_run({}).things] == ["/d/a.txt"]
