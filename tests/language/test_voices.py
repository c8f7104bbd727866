"""Lessons made of marked sentences, each in another voice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from aura.language.annotating.marks import Marked, Span, unmarked
from aura.language.annotating.voices import voices
from aura.language.grammar.grammar import Grammar

SENTENCE = (
    "[[Oh well,]] {open} please open the file <what:Tax_2024.pdf>, {set a cell} and put <value:8.75> in <cell:B4>!"
)
TIMES = 200


def texts(one: Marked, spans: tuple[Span, ...]) -> list[str]:
    return [one.plain[span.start : span.end] for span in spans]


@pytest.fixture(scope="module")
def said(grammar: Grammar) -> list[Marked]:
    return [*voices(grammar, [unmarked(SENTENCE)] * TIMES, Random(0))]


def dictated(said: list[Marked]) -> Iterator[Marked]:
    return (one for one in said if one.plain.islower() and "," not in one.plain)


def test_each_sentence_is_said_once_and_some_as_they_are(said: list[Marked]) -> None:
    assert len(said) == TIMES
    assert unmarked(SENTENCE) in said
    assert len({one.plain for one in said}) > 3


def test_what_is_dictated_has_no_capitals_and_its_marks_are_spoken(said: list[Marked]) -> None:
    heard = [*dictated(said)]
    assert heard
    for one in heard:
        assert texts(one, one.slots) == ["tax underscore 2024 dot pdf", "8.75", "b4"]
        assert "!" not in one.plain


def test_a_learner_leaves_out_articles_and_no_value(said: list[Marked]) -> None:
    plainly = "Oh well, please open file Tax_2024.pdf, and put 8.75 in B4!"
    assert plainly in {one.plain for one in said}


def test_haste_changes_no_value(said: list[Marked]) -> None:
    for one in said:
        values = [value.lower() for value in texts(one, one.slots)]
        assert values[0] in ("tax_2024.pdf", "tax underscore 2024 dot pdf") and values[1:] == ["8.75", "b4"]


def test_every_mark_stays_on_its_words(said: list[Marked]) -> None:
    for one in said:
        assert texts(one, one.beside)[0].lower().startswith("oh")
        assert [action.name for action in one.actions] == ["open", "set a cell"]
        assert all(one.plain[: action.start][-1:] == " " for action in one.actions)


@pytest.mark.parametrize(
    ("sentence", "heard", "values"),
    [
        ("{type text} type <text::)>", "type :)", [":)"]),
        ("{open} open <what:.bashrc>", "open dot bashrc", ["dot bashrc"]),
        ("{open} Open <what:bill.pdf>...[[well]]", "open bill dot pdf well", ["bill dot pdf"]),
        (
            "{open a web page} Go to <url:http://a.be>",
            "go to http colon slash slash a dot be",
            ["http colon slash slash a dot be"],
        ),
    ],
)
def test_marks_are_said_where_they_say_something(
    grammar: Grammar, sentence: str, heard: str, values: list[str]
) -> None:
    said = [one for one in voices(grammar, [unmarked(sentence)] * TIMES, Random(0)) if one.plain == heard]
    assert said
    assert {tuple(texts(one, one.slots)) for one in said} == {tuple(values)}
