"""Sentences in which is marked what their words are for, as the annotator learns from them.

    [[hygienist's gone up again so]] {set a cell} <cell:B4> in <spreadsheet:fees.xlsx> wants to be <value:115> now

`{action}` stands where the words of a command begin, `<slot:words>` around what fills a slot of it, and `[[words]]`
around what is beside the commands. Actions and slots are those of the table of actions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

MARK = re.compile(r"\[\[|\]\]|\{[^}]+\}|<[a-z_ ]+:|>")
OPEN, CLOSE, ACTION, SLOT = "[[", "]]", "{", "<"


class Span(NamedTuple):
    """Characters of a sentence, from one to before another, and what they are."""

    name: str
    start: int
    end: int


class Marked(NamedTuple):
    """A sentence without its marks, and what these say."""

    plain: str
    slots: tuple[Span, ...]
    actions: tuple[Span, ...]
    beside: tuple[Span, ...]


class Change(NamedTuple):
    """What stands in the place of some characters."""

    start: int
    end: int
    said: str


def changed(one: Marked, changes: Sequence[Change]) -> Marked:
    """A sentence with some characters said otherwise, in order, and every mark where it stands then.

    What is put in where one stretch ends and another begins stands between them; a mark without words stands behind it.
    """

    def moved(at: int, *, ends: bool) -> int:
        behind = at
        for change in changes:
            if change.end <= at and not (ends and change.start == change.end == at):
                behind += len(change.said) - (change.end - change.start)
            elif change.start < at:
                behind -= at - change.start
        return behind

    plain, at = "", 0
    for change in changes:
        plain, at = plain + one.plain[at : change.start] + change.said, change.end
    spans = (
        tuple(
            Span(span.name, moved(span.start, ends=False), moved(span.end, ends=span.start < span.end)) for span in kind
        )
        for kind in (one.slots, one.actions, one.beside)
    )
    return Marked(plain + one.plain[at:], *spans)


def unmarked(sentence: str) -> Marked:
    """A sentence and its marks; raises ValueError for a mark that is not closed, or closes nothing."""
    sentence = sentence.strip()
    plain, at, opened = "", 0, list[tuple[str, int]]()
    found: dict[str, list[Span]] = {OPEN: [], ACTION: [], SLOT: []}
    for mark in MARK.finditer(sentence):
        plain, at = plain + sentence[at : mark.start()], mark.end()
        if mark[0][0] == ACTION:
            found[ACTION].append(Span(mark[0][1:-1], len(plain), len(plain)))
            at += sentence[at : at + 1] == " " and plain[-1:] in ("", " ")
        elif mark[0] == OPEN or mark[0][0] == SLOT:
            opened.append((mark[0].strip("<:"), len(plain)))
        else:
            if not opened:
                raise ValueError(f"a mark closes nothing: {sentence}")
            name, start = opened.pop()
            kind = OPEN if name == OPEN else SLOT
            found[kind].append(Span("" if name == OPEN else name, start, len(plain)))
    if opened:
        raise ValueError(f"a mark is not closed: {sentence}")
    return Marked(plain + sentence[at:], *(tuple(found[kind]) for kind in (SLOT, ACTION, OPEN)))
