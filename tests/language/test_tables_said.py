"""What is said of tables: items, rows of cells, cells and ranges, as slots of a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

import aura.language
import aura.tools.knowledge
from aura.language.decoding.decode import decode
from aura.language.grammar.compile import compile_grammar
from aura.language.grammar.grammar import Grammar
from aura.language.slots.parts import Ways

SENTENCES = """
domain: tables
intents:
  make:
    goal: make
    category: office_operation
    sentences: ["draw columns {items:columns}"]
  add:
    goal: add
    category: office_operation
    sentences: ["attach row {rows:rows}"]
  look:
    goal: look
    category: office_operation
    sentences: ["peek at {range:range}"]
  mark:
    goal: mark
    category: office_operation
    sentences: ["tick {cell:cell}"]
"""


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    """The lexicon, how numbers are said, and the sentences above."""
    language, knowledge = Path(aura.language.__path__[0]), Path(aura.tools.knowledge.__path__[0])
    files = (language / "lexicon.en.yaml", knowledge / "arithmetic.en.yaml")
    return compile_grammar(
        [*((file.name, file.read_bytes()) for file in files), ("sentences.en.yaml", SENTENCES.encode())]
    )


def said(grammar: Grammar, text: str, slot: str) -> object:
    """What fills a slot in the cheapest reading."""
    readings = decode(grammar, text).readings
    assert readings, text
    return dict(readings[0].clauses[0].slots)[slot]


def ways(grammar: Grammar, text: str, slot: str) -> tuple[object, ...]:
    found = said(grammar, text, slot)
    assert isinstance(found, Ways)
    return found.values


@pytest.mark.parametrize(
    ("spoken", "items"),
    [
        ("item and cost", ("item", "cost")),
        ("name, age, city", ("name", "age", "city")),
        ("first name, last name and e-mail", ("first name", "last name", "e-mail")),
        ("column item and column price", ("item", "price")),
        ("date, open, amount", ("date", "open", "amount")),
        ('"net, gross" and tax', ("net, gross", "tax")),
    ],
)
def test_items_are_told_apart_by_commas_and_joints(grammar: Grammar, spoken: str, items: tuple[str, ...]) -> None:
    found = ways(grammar, f"draw columns {spoken}", "columns")
    assert found[0] == items and len(found) == 1


@pytest.mark.parametrize("spoken", ["name age city", "unit price and quantity"])
def test_items_that_run_together_may_be_one_or_several(grammar: Grammar, spoken: str) -> None:
    assert len(ways(grammar, f"draw columns {spoken}", "columns")) == 2


@pytest.mark.parametrize(
    ("spoken", "rows"),
    [
        ("rent 900", (("rent", 900),)),
        ("rent, 900", (("rent", 900),)),
        ("rent and 900", (("rent", 900),)),
        ("rent nine hundred", (("rent", 900),)),
        ("rent 900 and food 250", (("rent", 900), ("food", 250))),
        ("rent 900, food 250", (("rent", 900), ("food", 250))),
        ("rent, 900; food, 250", (("rent", 900), ("food", 250))),
        ("anna 12 berlin and ben 14 rome", (("anna", 12, "berlin"), ("ben", 14, "rome"))),
        ("new york 2.5", (("new york", 2.5),)),
        ("rent 900 and another row food 250", (("rent", 900), ("food", 250))),
    ],
)
def test_rows_are_told_apart_by_what_stands_between_them(
    grammar: Grammar, spoken: str, rows: tuple[object, ...]
) -> None:
    assert ways(grammar, f"attach row {spoken}", "rows") == (rows,)


@pytest.mark.parametrize("spoken", ["rent, 900, food, 250", "rent 900 and food", "anna berlin engineer"])
def test_what_cannot_be_told_apart_has_more_than_one_way(grammar: Grammar, spoken: str) -> None:
    assert len(ways(grammar, f"attach row {spoken}", "rows")) == 2


@pytest.mark.parametrize(("spoken", "cell"), [("B2", "B2"), ("b 2", "B2"), ("b two", "B2"), ("aa10", "AA10")])
def test_a_cell_may_be_dictated(grammar: Grammar, spoken: str, cell: str) -> None:
    assert said(grammar, f"tick {spoken}", "cell") == cell


@pytest.mark.parametrize(
    ("spoken", "cells"),
    [("a1 to c3", "A1:C3"), ("A1:C3", "A1:C3"), ("a one to b two", "A1:B2"), ("a1-b2", "A1:B2"), ("b4", "B4")],
)
def test_a_range_is_its_first_and_last_cell(grammar: Grammar, spoken: str, cells: str) -> None:
    assert said(grammar, f"peek at {spoken}", "range") == cells


def test_a_word_is_no_cell(grammar: Grammar) -> None:
    assert not decode(grammar, "tick bananas").readings
