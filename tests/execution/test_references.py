"""References are replaced by what earlier steps gave, and never by anything else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aura.capability.errors import ToolError
from aura.execution.references import referenced, resolve

OUTPUTS = {"s": {"place": {"latitude": 47.5}, "rows": [{"id": 3}, {"id": [1, 2]}], "text": "hi", "none": None}}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("${s.outputs.place.latitude}", 47.5),
        ("${s.outputs.rows[0].id}", 3),
        ("${s.outputs.rows[1].id[1]}", 2),
        ("${s.outputs}", OUTPUTS["s"]),
        ("${s.outputs.none}", None),
        ("at ${s.outputs.place.latitude} north: ${s.outputs.text}", "at 47.5 north: hi"),
        ("all: ${s.outputs.rows}", 'all: [{"id":3},{"id":[1,2]}]'),
        ("$ {s.outputs.text} $5", "$ {s.outputs.text} $5"),
    ],
)
def test_a_reference_becomes_its_value(text: str, value: Any) -> None:
    assert resolve(text, OUTPUTS) == value


def test_references_inside_lists_and_dicts_are_replaced() -> None:
    assert resolve({"a": ["${s.outputs.text}", {"b": "${s.outputs.rows[0]}"}]}, OUTPUTS) == {
        "a": ["hi", {"b": {"id": 3}}]
    }


def test_what_nothing_is_put_into_is_the_same_and_not_a_copy() -> None:
    rows = [["a", 1, None]] * 3
    found = resolve({"rows": rows, "name": "${s.outputs.text}"}, OUTPUTS)
    assert found == {"rows": rows, "name": "hi"} and found["rows"] is rows


@pytest.mark.parametrize(
    "text",
    [
        "${t.outputs.x}",
        "${s.outputs.missing}",
        "${s.outputs.rows[9]}",
        "${s.outputs.text.more}",
        "${s.outputs.none.x}",
    ],
)
def test_what_is_not_there_is_an_unresolved_reference(text: str) -> None:
    with pytest.raises(ToolError) as raised:
        resolve(text, OUTPUTS)
    assert raised.value.code == "UNRESOLVED_REF" and text in raised.value.message


def test_a_value_that_looks_like_a_reference_is_not_resolved_again() -> None:
    assert resolve("${s.outputs.x} and more", {"s": {"x": "${s.outputs.y}"}}) == "${s.outputs.y} and more"


def test_the_steps_that_are_referred_to_are_named() -> None:
    assert list(referenced({"a": "${x.outputs.b} ${y.outputs.c}", "d": [1, "${z.outputs}"]})) == [
        "x",
        "y",
        "z",
    ]


@given(st.recursive(st.none() | st.integers() | st.text().filter(lambda text: "${" not in text), st.lists))
def test_what_holds_no_reference_is_unchanged(value: Any) -> None:
    assert resolve(value, OUTPUTS) == value
