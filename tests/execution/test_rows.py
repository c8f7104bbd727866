"""What is written down comes back exactly, whatever bytes a name is made of."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from aura.contracts.change import Move
from aura.execution.packing import MARK, pack, unpack, writable
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


@given(names, names)
def test_a_record_comes_back_as_it_was(source: str, destination: str) -> None:
    record = Record(Move(source, destination), "t")
    assert unpack(pack((record,)), tuple[Record, ...]) == (record,)


@given(names)
def test_a_message_can_be_written_down(text: str) -> None:
    writable(text).encode("utf-8")
    assert "\udce9" in text or any("\ud800" <= sign <= "\udfff" for sign in text) or writable(text) == text
