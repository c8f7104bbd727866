"""What is written down comes back exactly, whatever bytes a name is made of."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aura.contracts.change import Move
from aura.execution.packing import LONG, MANY, MARK, Packed, pack, packed, unpack, writable
from aura.execution.records import Record

names = st.binary(max_size=12).map(lambda raw: raw.decode("utf-8", "surrogateescape")) | st.text(
    st.sampled_from(["a", MARK, "\udce9", "\U0010f880"]), max_size=6
)
values = st.recursive(
    names | st.integers(-5, 5) | st.none() | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_any_value_comes_back_as_it_was(value: Any) -> None:
    assert unpack(pack(value), Any) == value


@pytest.mark.parametrize(
    "value",
    [
        {"rows": [[number, f"é{number}", None, number / 7] for number in range(2 * MANY + 1)], "columns": ["a"]},
        {"text": "é\U0001f600" * LONG, "none": None},
        (b"x" * (LONG + 1), None),
        {"steps": [{"inputs": {"deep": [{"all": list(range(MANY + 1))}]}}]},
        [Move(str(number), "b") for number in range(MANY + 1)],
    ],
)
def test_a_large_value_comes_back_from_its_pieces(value: Any) -> None:
    large = packed(value)
    assert isinstance(large, Packed)
    whole = b"".join(large.pieces())
    assert len(whole) == large.size
    assert unpack(whole, Any) == unpack(pack(value), Any)
    assert max(map(len, large.pieces())) < large.size


def test_a_large_value_with_a_name_that_is_not_utf_8_comes_back_too() -> None:
    value = {"names": ["a.txt", "\udce9"] * MANY}
    whole = packed(value)
    assert isinstance(whole, bytes) and unpack(whole, Any) == value


@given(values)
def test_a_small_value_is_in_one_piece(value: Any) -> None:
    assert packed(value) == pack(value)


@given(names, names)
def test_a_record_comes_back_as_it_was(source: str, destination: str) -> None:
    record = Record(Move(source, destination), "t")
    assert unpack(pack((record,)), tuple[Record, ...]) == (record,)


@given(names)
def test_a_message_can_be_written_down(text: str) -> None:
    writable(text).encode("utf-8")
    assert "\udce9" in text or any("\ud800" <= sign <= "\udfff" for sign in text) or writable(text) == text
