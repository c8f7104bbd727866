"""Where what is beside the commands may part from a value, though no mark sets it apart."""

from __future__ import annotations

import math

import pytest

from aura.language.annotating.annotation import BESIDE, SAID
from aura.language.annotating.parting import NEVER, Parting
from aura.language.grammar.grammar import Grammar
from aura.language.utterance.lattice import lattice_of


def weight(grammar: Grammar, said: str, before: str = "text", after: str = BESIDE) -> float:
    """How improbable it is that labels part where a bar stands."""
    value, _, rest = said.partition(" | ")
    lattice = lattice_of(grammar, f"{value} {rest}")
    return Parting(lattice).weight(lattice_of(grammar, value).size, before, after)


@pytest.mark.parametrize(
    "said",
    ["bother the | bit", "we fix it free of | charge", "a bad left front | hoof since May", "under the | stairs"],
)
def test_a_text_never_parts_amid_a_phrase(grammar: Grammar, said: str) -> None:
    assert weight(grammar, said) == math.log(NEVER)


@pytest.mark.parametrize(
    "said",
    ["the code is 4411 | i always forget it", "how to tie a sling | because mine slips", "ring next door | thanks"],
)
def test_it_may_part_before_what_is_said_beside_it(grammar: Grammar, said: str) -> None:
    assert weight(grammar, said) == 0.0


def test_a_mark_parts_anything_and_one_label_parts_nothing(grammar: Grammar) -> None:
    assert weight(grammar, "bother the , | bit") == 0.0
    assert weight(grammar, "bother the | bit", BESIDE, BESIDE) == 0.0
    assert weight(grammar, "open the | bit", SAID, BESIDE) > -5.0
