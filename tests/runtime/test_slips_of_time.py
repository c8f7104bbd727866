"""A slip in a word that says when: such a command is not done now, as little as one without the slip."""

from __future__ import annotations

import pytest
from scene import Scene


@pytest.mark.parametrize(
    "said",
    [
        "tomorow morning please make a copy of a.txt in documents",
        "next wek please delete a.txt",
        "wen I am back delete a.txt",
        "aftr lunch delete a.txt",
        "delete a.txt tonigth",
        "tommorow delete a.txt",
        "delete a.txt on thrusday",
    ],
)
def test_nothing_is_done_now(scene: Scene, said: str) -> None:
    scene.plant(ws__a_txt="a")
    before = scene.tree()
    result = scene.session().process(said, approve=lambda preview: True)
    assert result.status in ("unsupported", "clarification", "failed") and scene.tree() == before, result.message


def test_a_remark_without_such_a_slip_stays_one(scene: Scene) -> None:
    scene.plant(ws__a_txt="a")
    assert scene.session().process("it is full, delete a.txt", approve=lambda preview: True).status == "completed"
    assert "ws/a.txt" not in scene.tree()
