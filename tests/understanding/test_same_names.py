"""Names that mean the same in another order of their words, and the other one of a kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aura.understanding.others_of_a_kind import others_of_a_kind
from aura.understanding.same_names import in_turn, unmarked, unowned

WORDS = st.lists(
    st.sampled_from(["packing", "list", "izmir", "bursa", "tide", "2024"]), min_size=2, max_size=5, unique=True
)


@given(WORDS, st.integers(0, 4))
def test_a_name_said_from_another_of_its_words_on_is_the_same(words: list[str], at: int) -> None:
    turned = words[at % len(words) :] + words[: at % len(words)]
    assert in_turn(" ".join(words)) == in_turn(" ".join(turned))
    assert in_turn(" ".join(words) + ".pdf") == in_turn("_".join(turned) + ".pdf")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("london to paris", "paris to london"),
        ("report 11 5", "5 11 report"),
        ("list.txt", "list.pdf"),
        ("a b c", "a c b"),
    ],
)
def test_what_two_numbers_say_or_stands_around_another_word_is_not(one: str, other: str) -> None:
    assert in_turn(one) != in_turn(other)


def test_whose_it_is_may_be_left_out_or_written_without_its_mark() -> None:
    assert unowned("Tuner's bill.pdf") == "tuner bill.pdf"
    assert unmarked("dad's will.docx") == "dads will.docx"


@given(WORDS, st.sampled_from(["march", "april"]), st.sampled_from(["may", "june"]))
def test_the_other_one_of_a_kind_differs_by_what_is_told_alone(kind: list[str], one: str, other: str) -> None:
    before, there = (f"{' '.join([first, *kind])}.txt" for first in (one, other))
    beside = f"{' '.join([other, *kind, 'old'])}.txt"
    assert others_of_a_kind(other, [before], [before, there, beside]) == [there]
    assert others_of_a_kind(one, [before], [before, there, beside]) == []
    assert others_of_a_kind("july", [before], [before, there, beside]) == []
