"""What is kept as a macro and filled with its own defaults is the plan that was kept, whatever stands in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scene import Scene

from aura.contracts.plan import PlanBody, PlanDocument, Step
from aura.runtime.house import House
from aura.runtime.macros.drafts import Drafting
from aura.runtime.macros.filling import MacroPlans
from aura.tools.automation.macro_file import read_macro, written

texts = st.text(st.characters(codec=None), max_size=30).filter(lambda text: "${" not in text)
names = st.text(st.sampled_from("abc .-é'#:\"\n\udc80"), min_size=1, max_size=8)
below = st.lists(names, max_size=3).map("/".join)
ANCHORED = ("ws", "home/Desktop", "home", "elsewhere")


@st.composite
def steps(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Steps of several tools with any texts, numbers, paths below and beside the places, and references."""
    paths = st.tuples(st.sampled_from(ANCHORED), below).map("/".join)
    kinds = st.one_of(
        st.fixed_dictionaries({"id": st.just("files.create_folder"), "path": paths}),
        st.fixed_dictionaries({"id": st.just("files.create_file"), "path": paths, "content": texts}),
        st.fixed_dictionaries({"id": st.just("files.delete_file"), "path": st.lists(paths, min_size=1, max_size=3)}),
        st.fixed_dictionaries({"id": st.just("files.move"), "source": paths, "destination": paths}),
        st.fixed_dictionaries({"id": st.just("system.audio.set_volume"), "level": st.integers(0, 100)}),
        st.fixed_dictionaries({"id": st.just("system.apps.launch"), "app": texts}),
        st.fixed_dictionaries({"id": st.just("memory.remember"), "fact": st.just("x ${0.outputs.path}")}),
        st.fixed_dictionaries({"id": st.just("automation.wait"), "duration": st.floats(0, 1e6)}),
        st.fixed_dictionaries({"id": st.just("not.known"), "anything": texts}),
    )
    return draw(st.lists(kinds, min_size=1, max_size=5))


def real(house: House, root: Path, value: Any, key: str) -> Any:
    if key in ("path", "source", "destination"):
        return [real(house, root, each, key) for each in value] if isinstance(value, list) else f"{root}/{value}"
    return value


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> House:
    return Scene(tmp_path_factory.mktemp("macros") / "world", compiled).session()._house


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps(), texts, texts)
def test_what_is_kept_and_filled_is_the_plan_that_was_kept(
    house: House, told: list[dict[str, Any]], target: str, said: str
) -> None:
    root = Path(house.paths.workspace).parent
    plan = PlanDocument(
        target,
        PlanBody(
            tuple(
                Step(
                    step["id"],
                    f"aim {number}",
                    {key: real(house, root, value, key) for key, value in step.items() if key != "id"},
                    str(number),
                    (str(number - 1),) if number else (),
                )
                for number, step in enumerate(told)
            ),
            {"all": "${0.outputs}"},
        ),
    )
    text = written(Drafting(house).macro(plan), said)
    again = MacroPlans(house).document(read_macro(text.encode().decode(), Path("m.yaml")), {}, "m")
    assert again == plan


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 100), st.text(st.characters(codec="utf-8"), min_size=1, max_size=20))
def test_what_is_given_anew_stands_where_the_default_stood_and_nowhere_else(house: House, level: int, app: str) -> None:
    plan = PlanDocument(
        "both",
        PlanBody(
            (
                Step("system.audio.set_volume", "loud", {"level": 101}, "a"),
                Step("system.apps.launch", "start", {"app": "editor"}, "b", ("a",)),
            )
        ),
    )
    macro = read_macro(written(Drafting(house).macro(plan), ""), Path("m.yaml"))
    filled = MacroPlans(house).document(macro, {"volume": str(level), "app": app}, "m")
    assert [step.inputs for step in filled.plan.steps] == [{"level": level}, {"app": app}]
