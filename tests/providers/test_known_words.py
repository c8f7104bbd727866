"""Words that anybody knows are no slips of the hand."""

from __future__ import annotations

import pytest

from aura.providers.known_words import is_anybodys


@pytest.mark.parametrize("word", ["kiln", "invoices", "mulch", "colour", "grey", "yolanda", "notepad", "waxed"])
def test_words_and_common_names_are_known(word: str) -> None:
    assert is_anybodys(word)


@pytest.mark.parametrize("word", ["thvs", "ceyl", "sbide", "wkith", "buttoqn", "kil", '"', ""])
def test_slips_are_not(word: str) -> None:
    assert not is_anybodys(word)
