"""Numbers in names that were dictated are in figures; numbers that are meant as such stay as they are."""

from __future__ import annotations

import pytest

from aura.language.grammar.grammar import Grammar
from aura.language.hearing.figures import in_figures
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
