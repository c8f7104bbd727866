"""Lessons made of marked sentences in which something is said first and taken back."""

from __future__ import annotations

from aura.language.annotating.marks import Marked, Span, unmarked
from aura.language.annotating.restarts import PHRASES, WRONG, restarts

MARKED = [
    unmarked(
        f"[[boss wants quiet]] {{set the volume}} put the volume at <level:{level}> {{open}} open <what:{level}.txt>"
    )
    for level in ("ten", "twenty", "thirty", "forty")
]
MARKED += [unmarked("{set the volume} put it at <level:ten>"), unmarked("{open} open <what:ten.txt>")]
VALUES = {text for one in MARKED for slot in one.slots for text in [one.plain[slot.start : slot.end]]}


def texts(one: Marked, spans: tuple[Span, ...]) -> list[str]:
    return [one.plain[span.start : span.end] for span in spans]


def test_every_line_says_once_or_twice_what_is_taken_back() -> None:
    lines = PHRASES.read_text("utf-8").splitlines()
    assert lines and all(line.count(WRONG) in (1, 2) for line in lines)
    assert len(lines) == len(set(lines))


def test_what_is_marked_stays_on_its_words() -> None:
    made = [*restarts(MARKED)]
    assert made and all({*texts(one, one.slots)} <= VALUES for one in made)
    begun = {one.plain[action.start :].split()[0] for one in made for action in one.actions}
    assert begun == {"put", "open"}


def test_what_is_taken_back_is_beside_the_commands_and_the_rest_is_as_it_was() -> None:
    plain = {one.plain for one in MARKED}
    for one in restarts(MARKED):
        added = one.beside[-1]
        assert f"{one.plain[: added.start]}{one.plain[added.end + 1 :]}" in plain


def test_the_same_lessons_are_made_each_time() -> None:
    assert [*restarts(MARKED)] == [*restarts(MARKED)]
