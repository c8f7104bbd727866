"""Lessons made of marked sentences, each with values of others in it."""

from __future__ import annotations

from random import Random

from aura.language.annotating.exchanges import exchanges
from aura.language.annotating.marks import Marked, Span, unmarked

MARKED = [
    unmarked(f"[[so]] {{add text}} add <text:{text}> to <what:{name}> [[she wants it]] {{open}} and <what:{other}>")
    for text, name, other in (
        ("buy milk", "list.txt", "red.pdf"),
        ("ring the plumber", "jobs", "blue.pdf"),
        ("no sugar left", "shop list", "green one"),
    )
]
SAID = {"add text": {"list.txt", "jobs", "shop list"}, "open": {"red.pdf", "blue.pdf", "green one"}}


def texts(one: Marked, spans: tuple[Span, ...]) -> list[str]:
    return [one.plain[span.start : span.end] for span in spans]


def test_each_sentence_is_said_with_values_of_others() -> None:
    made = [*exchanges(MARKED, Random(0))]
    assert len(made) == len(MARKED)
    assert all(one.plain != before.plain for one, before in zip(made, MARKED, strict=True))


def test_a_value_takes_the_place_of_one_of_the_same_action_only() -> None:
    for one in exchanges(MARKED, Random(0)):
        _, name, other = texts(one, one.slots)
        assert name in SAID["add text"] and other in SAID["open"]


def test_every_mark_stays_on_its_words() -> None:
    for one in exchanges(MARKED, Random(0)):
        assert texts(one, one.beside) == ["so", "she wants it"]
        assert [one.plain[action.start :].split()[0] for action in one.actions] == ["add", "and"]


def test_a_sentence_without_a_value_is_left_out() -> None:
    assert not [*exchanges([unmarked("{paste} paste it in [[please]]")], Random(0))]


def test_the_same_lessons_are_made_each_time() -> None:
    assert [*exchanges(MARKED, Random(0))] == [*exchanges(MARKED, Random(0))]
