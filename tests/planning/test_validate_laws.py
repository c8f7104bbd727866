"""Laws of the validator: it never raises, finds an order exactly when there is one, in bounded time."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from aura.contracts.plan import plan_hash
from aura.contracts.reference import read_text
from aura.planning.graph import cycles, topological_order, without_path
from aura.planning.validate import validate

ATOMS: dict[str, dict[str, Any]] = {
    "a": {"inputs": {"x": {}, "n": {"type": "integer"}}, "outputs": {"y": {"type": "string"}}}
}

KEYS = st.sampled_from(["target", "plan", "steps", "outputs", "id", "step_id", "inputs", "depends_on", "x", "n"])
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.binary(max_size=3)
    | st.sampled_from(["a", "0", "1", "${0.outputs.y}", "${1.outputs}", "${", "${0.outputs.z}", object()])
)
GARBAGE = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.integers() | st.none(), inner, max_size=6),  # type: ignore[arg-type]
    max_leaves=30,
)
STEPS = st.lists(
    GARBAGE
    | st.fixed_dictionaries(
        {"id": st.just("a"), "target": st.just("t"), "inputs": st.dictionaries(KEYS, GARBAGE, max_size=3)},
        optional={
            "step_id": st.sampled_from(["0", "1", "b"]) | GARBAGE,
            "depends_on": st.lists(LEAVES) | GARBAGE,
        },
    ),
    max_size=5,
)
NEEDS = st.integers(1, 12).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, size - 1), max_size=4, unique=True).map(sorted), min_size=size, max_size=size
    )
)


@given(GARBAGE)
def test_any_garbage_gets_a_verdict(document: object) -> None:
    verdict = validate(document, ATOMS)
    assert verdict.valid or verdict.errors


@given(STEPS, GARBAGE, st.booleans())
def test_garbage_inside_a_plan_gets_a_verdict_and_what_is_valid_can_be_hashed(
    steps: list[object], outputs: object, strict: bool
) -> None:
    document = {"target": "t", "plan": {"steps": steps, "outputs": outputs}}
    verdict = validate(document, ATOMS, strict=strict)
    assert verdict == validate(document, ATOMS, strict=strict)
    if verdict.valid:
        assert sorted(verdict.execution_order) == sorted(
            step.get("step_id", str(at))
            for at, step in enumerate(steps)  # type: ignore[attr-defined]
        )
        assert plan_hash(
            {
                "target": "t",
                "plan": {
                    "steps": [
                        {key: step[key] for key in ("id", "target", "inputs")}
                        for step in steps  # type: ignore[index]
                    ]
                },
            }
        )


@given(NEEDS)
def test_an_order_holds_every_step_after_its_needs_and_is_whole_unless_there_is_a_cycle(
    needs: list[list[int]],
) -> None:
    order = topological_order(needs)
    place = {at: position for position, at in enumerate(order)}
    assert all(place[need] < place[at] for at in order for need in needs[at])
    found = cycles(needs)
    assert (len(order) == len(needs)) == (not found)
    for cycle in found:
        assert all(after in needs[at] for at, after in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
        assert len(set(cycle)) == len(cycle)


@given(NEEDS, st.data())
def test_paths_are_found_as_a_plain_search_finds_them(needs: list[list[int]], data: st.DataObject) -> None:
    acyclic = [[need for need in needed if need < at] for at, needed in enumerate(needs)]
    positions = st.integers(0, len(needs) - 1)
    pairs = [pair for pair in data.draw(st.lists(st.tuples(positions, positions))) if pair[0] != pair[1]]

    def reaches(at: int, earlier: int) -> bool:
        return any(need == earlier or reaches(need, earlier) for need in acyclic[at])

    expected = {(earlier, later) for earlier, later in pairs if not reaches(later, earlier)}
    assert without_path(acyclic, range(len(needs)), pairs) == expected


@given(st.text(alphabet="${}.outpsab[0]1 ", max_size=40) | st.text(max_size=20))
def test_reading_references_never_fails_and_whole_means_the_whole(text: str) -> None:
    parts = read_text(text)
    assert all(reference.text in text for reference in parts.references)
    assert not parts.whole or parts.references[0].text == text


def nested(depth: int) -> Any:
    value: Any = "x"
    for _ in range(depth):
        value = [value]
    return value


def test_bottomless_and_self_containing_values_are_refused() -> None:
    loop: list[Any] = []
    loop.extend([loop, loop, {"again": loop}])
    for value in (nested(100_000), loop):
        document = {"target": "t", "plan": {"steps": [{"id": "a", "target": "t", "inputs": {"x": value}}]}}
        verdict = validate(document, ATOMS)
        assert [problem.code for problem in verdict.errors] == ["INVALID_INPUT_VALUE"]
        document["plan"]["outputs"] = {"o": value}  # type: ignore[index]
        assert not validate(document, ATOMS).valid


def test_a_long_text_of_broken_references_is_read_once() -> None:
    for text in ("${" * 200_000, "${a.outputs" * 100_000, "${" + "a.outputs-" * 100_000 + "}", "}" * 300_000):
        assert len(read_text(text).references) == 0


def test_a_chain_and_a_fan_of_many_steps_are_ordered_and_their_cycle_is_found() -> None:
    size = 5_000
    chain = [[at - 1] if at else [] for at in range(size)]
    assert topological_order(chain) == list(range(size))
    chain[0] = [size - 1]
    assert [len(cycle) for cycle in cycles(chain)] == [size]
