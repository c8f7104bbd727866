"""What speaks for and against commands that an encoder found, weighed and added up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aura.runtime.proposed.found_commands import ASKED, SAYS_WHEN, UNDONE, UNREAD
from aura.understanding.found_signs import MEASURES, learned, probability

SIGNS = sorted(learned().signs)
AMOUNTS = st.floats(-6, 6)


@pytest.mark.parametrize("sign", [UNREAD, ASKED, UNDONE, SAYS_WHEN, *(f"left: {name}" for name in MEASURES)])
def test_what_may_be_seen_around_commands_was_weighed(sign: str) -> None:
    assert sign in learned().signs


@given(st.dictionaries(st.sampled_from(SIGNS), AMOUNTS), st.sampled_from(SIGNS), st.floats(0.1, 6))
def test_more_of_what_speaks_for_commands_makes_them_no_less_probable(
    signs: dict[str, float], sign: str, more: float
) -> None:
    less = probability(signs)
    richer = probability(signs | {sign: signs.get(sign, 0.0) + more})
    assert richer >= less if learned().signs[sign] >= 0 else richer <= less


@given(st.dictionaries(st.sampled_from(SIGNS), AMOUNTS))
def test_how_probable_something_is_lies_between_never_and_always(signs: dict[str, float]) -> None:
    assert 0 <= probability(signs) <= 1


def test_a_sign_that_nothing_was_learned_of_weighs_nothing() -> None:
    assert probability({"never seen": 5.0}) == probability({})
