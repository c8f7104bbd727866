"""Numbers in names that were dictated are in figures; numbers that are meant as such stay as they are."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from aura.language.grammar.grammar import Grammar
from aura.language.hearing.misheard.figures import in_figures
from aura.language.utterance.lattice import lattice_of
from aura.language.utterance.numbers import Numbers


@pytest.mark.parametrize(
    ("said", "figures"),
    [
        ("rename scan zero zero one dot pdf", "rename scan 001.pdf"),
        ("copy tax twenty twenty four", "copy tax 2024"),
        ("open v two dot docx", "open v2.docx"),
        ("open report nineteen ninety nine", "open report 1999"),
    ],
)
def test_numbers_in_names_stand_together(grammar: Grammar, said: str, figures: str) -> None:
    lattice = lattice_of(grammar, said)
    assert in_figures(lattice, Numbers(lattice)) == figures


@pytest.mark.parametrize("said", ["set the volume to twenty", "press tab two times", "the old one is there", "", "one"])
def test_other_numbers_stay(grammar: Grammar, said: str) -> None:
    lattice = lattice_of(grammar, said)
    assert in_figures(lattice, Numbers(lattice)) is None


@given(figure=st.integers(0, 10**9).map(str))
@example(figure="1000")
def test_a_figure_is_never_heard_as_another_one(grammar: Grammar, figure: str) -> None:
    assert lattice_of(grammar, f"the sum of 5 and {figure}").low[-1] == figure


@given(number=st.integers(1, 20), parts=st.sampled_from(["thirds", "quarters", "fifths", "tenths"]))
def test_a_fraction_keeps_both_of_its_numbers(grammar: Grammar, number: int, parts: str) -> None:
    lattice = lattice_of(grammar, f"{number} {parts} times 2")
    (formula,) = {formula for end, _, formula in Numbers(lattice).sums(0) if end == lattice.size}
    assert formula.startswith(f"({number} / ") and formula.endswith(") times 2")
