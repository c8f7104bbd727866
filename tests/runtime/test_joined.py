"""Two understood sentences joined by "and then" come to the steps of both, one after the other."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from scene import Scene

from aura.runtime.pipeline import Orchestrator

SENTENCES = (
    "create a folder space",
    "create a file ideas.md in docs",
    "delete a.txt",
    "move b.txt to docs",
    "rename c.txt to renamed.txt",
    "copy d.txt to the d drive",
    "read e.txt",
    'append "more" to f.txt',
    "what time is it",
    "list the files in docs",
    "create folders earth and mars on the desktop",
)


@pytest.fixture
def session(scene: Scene) -> Orchestrator:
    scene.plant(**{f"ws__{letter}_txt": letter for letter in "abcdef"}, ws__docs__x_md="x")
    return scene.session()


def steps(session: Orchestrator, said: str) -> list[tuple[str, Any]]:
    """The tools of a sentence's plan with their inputs."""
    result = session.plan(said)
    assert result.status == "planned" and result.plan is not None, f"{said}: {result.message}"
    return [(step["id"], step["inputs"]) for step in result.plan["steps"]]


@pytest.mark.parametrize("said", SENTENCES)
def test_each_is_understood_alone(session: Orchestrator, said: str) -> None:
    assert steps(session, said)


@pytest.mark.parametrize("pair", list(itertools.permutations(SENTENCES, 2)), ids=lambda pair: " / ".join(pair))
def test_two_joined_are_the_goals_of_both(session: Orchestrator, pair: tuple[str, str]) -> None:
    first, second = pair
    assert steps(session, f"{first} and then {second}") == steps(session, first) + steps(session, second)


@pytest.mark.parametrize("joint", [", then ", ". ", "; ", " then ", ". Then "])
@pytest.mark.parametrize("pair", list(itertools.permutations(SENTENCES, 2))[::17], ids=lambda pair: " / ".join(pair))
def test_other_joints_say_the_same(session: Orchestrator, pair: tuple[str, str], joint: str) -> None:
    assert steps(session, joint.join(pair)) == steps(session, pair[0]) + steps(session, pair[1])
