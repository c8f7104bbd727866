"""What a sentence about the desktop is planned to do, on a computer that has none: the tools, and what each is given.

A case has `say` and `steps`, each a tool's id with its inputs; or `asks`, a part of what is asked back. With `encoder`
it is only understood where the extra `semantic` is installed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

import pytest
from golden_world import HERE, Case, Tree, World, cases, told

from aura.contracts.outcome import RunResult

MakeWorld = Callable[[Tree], World]

PLANNED = cases(*sorted((HERE / "planned").glob("*.yaml")))
ACTING = [case for case in PLANNED if "steps" in case.raw]
BY_SIGNS = {"AURA_SEMANTIC__ENABLED": "false"}
SIGNED = [case for case in ACTING if "encoder" not in case.raw and not crc32(case.say.encode()) % 6]
"""Every sixth that needs no encoder; which they are does not change where others come to it."""
ASKING = [case for case in PLANNED if "asks" in case.raw]


def steps_of(result: RunResult, world: World) -> list[dict[str, Any]]:
    """The steps of a plan as cases write them: paths are below the world's folder."""
    steps = result.plan["steps"] if result.plan is not None else []
    return [{step["id"]: {name: _below(world, value) for name, value in step["inputs"].items()}} for step in steps]


def _below(world: World, value: object) -> object:
    if isinstance(value, list | tuple):
        return [_below(world, each) for each in value]
    return value.removeprefix(f"{world.folder}/") if isinstance(value, str) else value


@pytest.mark.parametrize("case", ACTING, ids=lambda case: case.name)
def test_a_sentence_is_planned_as_it_says(case: Case, make_world: MakeWorld) -> None:
    world = make_world(case.before)
    world.keep(case.raw.get("macros", {}))
    result = world.session().plan(case.say)
    assert result.status == "planned", result.message
    wanted = [step if isinstance(step, dict) else {step: {}} for step in case.raw["steps"]]
    assert steps_of(result, world) == wanted


@pytest.mark.parametrize("case", SIGNED, ids=lambda case: case.name)
def test_some_sentences_are_planned_just_so_by_rules_and_signs_alone(case: Case, make_world: MakeWorld) -> None:
    world = make_world(case.before)
    world.keep(case.raw.get("macros", {}))
    result = world.session(settings=BY_SIGNS).plan(case.say)
    assert result.status == "planned", result.message
    wanted = [step if isinstance(step, dict) else {step: {}} for step in case.raw["steps"]]
    assert steps_of(result, world) == wanted


@pytest.mark.parametrize("case", ASKING, ids=lambda case: case.name)
def test_what_is_missing_or_doubtful_is_asked(case: Case, make_world: MakeWorld) -> None:
    world = make_world(case.before)
    world.keep(case.raw.get("macros", {}))
    result = world.session().plan(case.say)
    assert result.status == "clarification", result.message
    assert case.raw["asks"].lower() in told(result).lower()
