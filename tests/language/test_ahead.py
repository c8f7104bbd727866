"""Sentences are looked for only where the words of one are said, and never missed where they are."""

from __future__ import annotations

import pytest
from small_home import home

from aura.language.decoding.phrases import Phrases
from aura.language.grammar.grammar import FIXED, LOADED, TIMES, Grammar
from aura.language.slots.ahead import Spoken
from aura.language.slots.sentences import DEAREST, Filled, Search
from aura.language.utterance.lattice import lattice_of


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (FIXED, "what time is it"),
        (FIXED, "waht time is it"),
        (FIXED, "convert 10 km to mlies"),
        (FIXED, "please convert ten miles to kilometers"),
        (TIMES, "in ten minutes"),
        (TIMES, "in ten mintues"),
    ],
)
def test_a_sentence_may_begin_where_its_words_are_said_slips_and_all(grammar: Grammar, start: int, said: str) -> None:
    slotted = Phrases(lattice_of(grammar, said)).slotted
    begins = [position for position in range(slotted.lattice.size) if slotted.ahead.may_begin(start, position)]
    assert any(_found(slotted.sentences(start, position)) for position in begins)


@pytest.mark.parametrize(
    ("start", "said"),
    [(FIXED, "delete the reports"), (FIXED, "divide the reports"), (TIMES, "in the reports folder")],
)
def test_none_may_begin_where_its_other_words_are_not_said(grammar: Grammar, start: int, said: str) -> None:
    assert not Phrases(lattice_of(grammar, said)).slotted.ahead.may_begin(start, 0)


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("turn on the fan", True),
        ("trun on teh kicthen lamp", True),
        ("turn on the oven", False),
        ("what a lovely day", False),
    ],
)
def test_a_loaded_domain_is_spoken_of_only_where_something_of_its_lists_is_said(said: str, ends: bool) -> None:
    grammar, values = home()
    slotted = Phrases(lattice_of(grammar, said), values).slotted
    assert Spoken(slotted.pieces, slotted.fillers, values).ends(LOADED) == ends


def _found(search: Search) -> list[Filled]:
    search.go_on(DEAREST)
    return search.found
