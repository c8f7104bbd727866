"""Halves of an utterance that are dropped by what was understood of it in other words, or swallowed by a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import says_next
from aura.runtime.parted.asking import AROUND, ASKED, Steps
from aura.runtime.parted.halves import (
    Half,
    Halves,
    asks_in_words,
    ends_in_words,
    orders,
    partings,
    parts_plainly,
    points_back,
    turns_between,
)
from aura.runtime.vain.view import COLON

MOST_PARTINGS = 6
"""In so many places what was put in other words is parted at most."""


def dropped(
    utterance: Lattice, before: Steps, said_alone: Callable[[str], Half | None], does: Callable[[str], str]
) -> Iterator[Half]:
    """The beginnings and ends of an utterance that order what was not planned: "*leave it* and off I go, lock it".

    `does` gives what a tool does, which one may do to more than another: "*a new table I need*, name it camel". None is
    said alone where words between take something back, nor where it may go on with a text that ends before it, or
    speaks of what was said. What an utterance begins with may be asked of nobody.
    """
    for end, begin in islice(partings(utterance), MOST_PARTINGS):
        if turns_between(utterance, end, begin):
            continue
        one = said_alone(utterance.text_of(0, end).strip(AROUND))
        two = said_alone(utterance.text_of(begin, utterance.size))
        if one is not None and (says_next(utterance, begin) or not one.asks) and _says_more(one, before, does):
            yield one
        text = one is not None and ends_in_words(one) and not parts_plainly(utterance, end, begin)
        if two is not None and not text and not points_back(two) and _says_more(two, before, does):
            yield two


def is_swallowed(halves: Halves, before: Steps) -> bool:
    """Whether all was taken for one question, whose end orders something: "who is it *and full brightness*".

    What stands behind a colon is one text: "what rhymes with this: sun, *mute*".
    """
    one, two = halves.one, halves.two
    acts = not two.planned.only_reads and two.result.understood is None and not asks_in_words(two.steps)
    asked = [str(inputs[name]) for _, inputs in before for name in ASKED if name in inputs]
    held = len(before) == 1 and bool(asked) and two.text.split()[0] in asked[0].split()
    return held and acts and one.asks and COLON not in one.text


def _says_more(half: Half, before: Steps, does: Callable[[str], str]) -> bool:
    """Whether a half as it stands orders what was not planned, or what was only with less that it is told."""
    told = dict[str, int]()
    for tool, inputs in before:
        told[does(tool)] = max(len(inputs), told.get(does(tool), 0))
    more = any(len(inputs) > told.get(does(tool), -1) for tool, inputs in half.steps)
    return more and half.result.understood is None and orders(half, short=True)
