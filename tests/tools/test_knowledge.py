"""Sums, units and questions."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aura.capability.errors import ToolError
from aura.capability.registry import Registry
from aura.tools.memory.store import FactStore

TOOLS = Registry(package="aura.tools")


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("2+2", 4),
        ("15% of 80", 12),
        ("15 percent of eighty", 12),
        ("200 + 10%", 220),
        ("100 minus 20%", 80),
        ("0.1 + 0.2", 0.3),
        ("2 to the power of 10", 1024),
        ("square root of 16", 4),
        ("three squared", 9),
        ("two hundred and five plus twenty-one", 226),
        ("1,000 × 3", 3000),
        ("3 x 4", 12),
        ("what is 7 times 8?", 56),
        ("half of 30", 15),
        ("47 multiply on 36", 1692),
        ("12 multiplying with 3", 36),
        ("9 and then plus 4", 13),
        ("two point five times two", 5),
        ("5 million divided by 2", 2500000),
        ("10 mod 3", 1),
        ("-2²", -4),
        ("sqrt of 1764", 42),
        ("two thirds of 90", 60),
        ("5 eighths of 16", 10),
        ("the product of 3, 4 and 5", 60),
        ("average of 4, 8 and 12", 8),
        ("add 19 percent to 240", 285.6),
        ("add up 3, 4 and 5", 12),
        ("difference between 35 and 90", 55),
    ],
)
def test_a_formula_in_signs_or_words_has_its_value(said: str, value: float) -> None:
    assert TOOLS["knowledge.calculate"].call(expression=said).value == value


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("9**9**9", "TOO_LARGE"),
        ("9**9**9**9**9", "TOO_LARGE"),
        ("factorial(400) ** 99", "TOO_LARGE"),
        ("1/0", "DIVISION_BY_ZERO"),
        ("__import__('os').system('x')", "NOT_A_FORMULA"),
        ("(1).__class__", "NOT_A_FORMULA"),
        ("[1 for x in 'abc']", "NOT_A_FORMULA"),
        ("lambda: 1", "NOT_A_FORMULA"),
        ("", "NOT_A_FORMULA"),
        ("(" * 200, "NOT_A_FORMULA"),
        ("-" * 299 + "1" * 900, "NOT_A_FORMULA"),
        ("sqrt(-1)", "NOT_A_FORMULA"),
    ],
)
def test_what_is_no_sum_or_too_large_is_refused(said: str, code: str) -> None:
    with pytest.raises(ToolError) as refusal:
        TOOLS["knowledge.calculate"].call(expression=said)
    assert refusal.value.code == code


PIECES = st.lists(
    st.sampled_from(
        ["9", "**", "-", "(", ")", "%", "of", "sqrt", "e", ".", "1e9", "squared", "hundred", ",", "!", "\n"]
    ),
    max_size=25,
).map(" ".join)


@settings(deadline=None)
@given(PIECES | st.text(max_size=60))
def test_any_text_is_a_value_or_a_refusal(said: str) -> None:
    with contextlib.suppress(ToolError):
        TOOLS["knowledge.calculate"].call(expression=said)


@pytest.mark.parametrize(
    ("value", "start", "end", "expected"),
    [
        (20, "C", "F", 68),
        (-40, "degrees fahrenheit", "Celsius", -40),
        (5, "miles", "km", 8.04672),
        (1, "GB", "MB", 1000),
        (3, "feet", "inches", 36),
        (2, "pounds", "kg", 0.90718474),
        (60, "mph", "km/h", 96.56064),
        (36, "hours", "days", 1.5),
    ],
)
def test_an_amount_is_converted(value: float, start: str, end: str, expected: float) -> None:
    done = TOOLS["knowledge.convert"].call(value=value, from_unit=start, to_unit=end)
    assert done.value == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("start", "end", "code"),
    [
        ("dollars", "euros", "NO_RATES"),
        ("kg", "meters", "UNITS_DIFFER"),
        ("foo", "km", "UNKNOWN_UNIT"),
        ("((((", "km", "UNKNOWN_UNIT"),
        ("", "km", "UNKNOWN_UNIT"),
    ],
)
def test_what_cannot_be_converted_is_refused(start: str, end: str, code: str) -> None:
    with pytest.raises(ToolError) as refusal:
        TOOLS["knowledge.convert"].call(value=1, from_unit=start, to_unit=end)
    assert refusal.value.code == code


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=20), st.floats())
def test_any_unit_is_converted_or_refused(unit: str, value: float) -> None:
    with contextlib.suppress(ToolError):
        TOOLS["knowledge.convert"].call(value=value, from_unit=unit, to_unit="km")


class Said:
    def __init__(self, configured: bool) -> None:
        self.configured = configured

    def answer(self, question: str) -> str:
        return f"{question}: yes"


def test_without_a_model_an_answer_says_how_to_have_one(tmp_path: Path) -> None:
    tool, facts = TOOLS["knowledge.answer"], FactStore(tmp_path / "memory.db")
    said = tool.call(model=Said(False), facts=facts, question="why")
    assert "No language model is configured" in said.text
    assert not said.known
    assert tool.call(model=Said(True), facts=facts, question="why").text == "why: yes"


def test_without_a_model_a_question_is_answered_with_the_fact_that_has_its_words(tmp_path: Path) -> None:
    tool, facts = TOOLS["knowledge.answer"], FactStore(tmp_path / "memory.db")
    facts.add("1", "the code of the gate is 5512")
    assert tool.call(model=Said(False), facts=facts, question="what is the gate code?").text.endswith("5512")
    assert not tool.call(model=Said(False), facts=facts, question="what is the gate of heaven?").known
