"""Words of a sentence that stand in no value of what a helper makes of it, though by some measure they matter.

A measure says where what matters ends, for each token at which such a thing begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from aura.language.decoding.phrases import Phrases
from aura.language.slots.parts import DRIVE
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import is_strange

NAMING = ("file", "quoted", "path", "glob", "extension")
"""Shapes of what names a thing."""
UNASKED = ("negation", "later", "day")
NARROWING = ("loose", "quantifier", *UNASKED)
MARKING = ("anchor", "except", "prefix", "suffix", "infix", "in_name", "group", "groups", "negation", "time")
ENDING = ("joint", "preposition")
"""Classes of words before which what is named is over."""
DECIDING = ("except", "condition_lead", "time", "negation", "retraction")

Measure = Callable[[Phrases, int], Iterator[int]]


def is_unasked(lattice: Lattice, at: int) -> bool:
    """Whether a word makes what is said no request: it denies, says when, or tells of something."""
    return tells(lattice, at) or lattice.class_name(at) in UNASKED


def tells(lattice: Lattice, at: int) -> bool:
    """Whether a word tells of something: what somebody said, what was, what may be."""
    token = lattice.tokens[at]
    return token.shape == "word" and token.low in lattice.grammar.words["unasked"]


def names(phrases: Phrases, at: int) -> Iterator[int]:
    """A name of a thing that was not said before."""
    if phrases.lattice.tokens[at].shape in NAMING and not phrases.lattice.said_before(at, at + 1):
        yield at + 1


def orders(phrases: Phrases, at: int) -> Iterator[int]:
    """What says that something comes before or after."""
    yield from _said(phrases.lattice, at, "time")


def leads(phrases: Phrases, at: int) -> Iterator[int]:
    """What leads to where something should be."""
    if phrases.lattice.at(at, "to"):
        yield at + 1


def narrows(phrases: Phrases, at: int) -> Iterator[int]:
    """What narrows or places something, unless it was said before or only points at what was."""
    lattice = phrases.lattice
    pointing = any(at < end for begin in range(at + 1) for end, _, _ in lattice.at(begin, "it"))
    if pointing or lattice.said_before(at, at + 1):
        return
    if lattice.tokens[at].low.isdecimal() or lattice.in_set(at, "quality") or lattice.class_name(at) in NARROWING:
        yield at + 1
    yield from _said(lattice, at, *MARKING)


def decides(phrases: Phrases, at: int) -> Iterator[int]:
    """What counts, denies, says when, excepts something, takes it back or makes it a condition."""
    lattice = phrases.lattice
    if any(character.isdigit() for character in lattice.tokens[at].low) or lattice.class_name(at) in UNASKED:
        yield at + 1
    times = (time.end for time in phrases.slotted.times(at))
    for end in (*times, *_said(lattice, at, *DECIDING)):
        if not lattice.in_set(end, "own_subject"):  # "but it has gone": no exception.
            yield end


def counts(phrases: Phrases, at: int) -> Iterator[int]:
    """A figure that was not said before."""
    figures = any(character.isdigit() for character in phrases.lattice.tokens[at].low)
    if figures and not phrases.lattice.said_before(at, at + 1):
        yield at + 1


def repeats(phrases: Phrases, at: int) -> Iterator[int]:
    """How often something is to be done: "twice", "four times"."""
    lattice = phrases.lattice
    if lattice.in_set(at, "repeated"):
        yield at + 1
    elif lattice.in_set(at + 1, "times_over") and lattice.in_set(at, "number"):
        yield at + 2


def denies(phrases: Phrases, at: int) -> Iterator[int]:
    """What denies, or says when."""
    if phrases.lattice.class_name(at) in UNASKED:
        yield at + 1
    yield from (time.end for time in phrases.slotted.times(at))


def takes_back(phrases: Phrases, at: int) -> Iterator[int]:
    """What takes something back, or says it otherwise."""
    yield from _said(phrases.lattice, at, "retraction", "correction")


def excepts(phrases: Phrases, at: int) -> Iterator[int]:
    """What excepts something, or makes it a condition."""
    yield from _said(phrases.lattice, at, "except", "condition_lead")


def points(phrases: Phrases, at: int) -> Iterator[int]:
    """What points at a place that was said before: "there"."""
    yield from _said(phrases.lattice, at, "there")


def reports(phrases: Phrases, at: int) -> Iterator[int]:
    """A word of telling."""
    if tells(phrases.lattice, at):
        yield at + 1


def estranges(phrases: Phrases, at: int) -> Iterator[int]:
    """A word that stands in no list of words, and so may be a name."""
    if is_strange(phrases.lattice, at):
        yield at + 1


def drives(phrases: Phrases, at: int) -> Iterator[int]:
    """A drive that something is of: "how much room has *D:*"."""
    anchors = phrases.lattice.at(at, "anchor")
    yield from (end for end, cost, where in anchors if not cost and where.startswith(DRIVE))


def belongs(phrases: Phrases, at: int) -> Iterator[int]:
    """A window or tab that something is of, and of which nothing is told: "a shot *of this window*"."""
    lattice = phrases.lattice
    if at == 0 or not (lattice.class_name(at - 1) == "preposition" or lattice.in_set(at - 1, "adverb")):
        return
    pane = lattice.skip(lattice.skip(at, "definite"), "adjective")
    named = pane > at and lattice.in_set(at, "definite") and lattice.in_set(pane, "panes")
    if named and (lattice.is_over(pane + 1) or lattice.class_name(pane + 1) in ENDING):
        yield pane + 1


def forms(phrases: Phrases, at: int) -> Iterator[int]:
    """In which form or style something is to be: "*as bullets*", "*in bold*", "*on two lines*"."""
    lattice, led = phrases.lattice, at + 1
    if lattice.in_set(at, "as_what"):
        noun = lattice.skip(led, "determiner")
        if lattice.in_set(noun, "forms_of_texts"):
            yield noun + 1
    elif lattice.in_set(at, "inwards") and lattice.in_set(led, "style"):
        yield led + 1
    yield from _said(lattice, at, "lines_apart")


def calls(phrases: Phrases, at: int) -> Iterator[int]:
    """What something is to be called, with the first word of its name: "*let its name be rent* contract"."""
    yield from (end + 1 for end in phrases.lattice.ends(at, "called") if at + 1 < end < phrases.lattice.size)


def works_out(phrases: Phrases, at: int) -> Iterator[int]:
    """What says that several things are to be worked out: "*the sum of* 12 and 30", but not "the mean of all weeks"."""
    lattice = phrases.lattice
    ends = _said(lattice, at, "result_of")
    yield from (end for end in ends if lattice.begins(lattice.skip(end, "determiner") + 1, "item_separator"))


BY_LOSS: Final = (names, orders, narrows, leads, belongs)
"""What may not be left over where something would be lost."""
BY_DOUBT: Final = (names, decides, reports, estranges, forms)
"""What may not be left over where it is not sure that anything is asked for."""
BY_LOOK: Final = (names, decides, estranges)
"""The same where only a look is meant: words of telling and asking are no report."""
BY_NAME: Final = (names, calls, orders, repeats, belongs, drives, forms, works_out)
"""What may never be left over."""
BY_FIGURE: Final = (counts, calls, orders, repeats, belongs, drives, forms, works_out)
"""What may not be left over where nothing is lost and all else was weighed."""
BY_WORD: Final = (names, narrows, belongs, forms)
"""What may not be left over where a helper chose the words of its values itself."""


def leaves_over(phrases: Phrases, used: Iterable[range], measures: Iterable[Measure]) -> bool:
    """Whether anything that matters by a measure is left over, some stretches being used."""
    free = {*range(phrases.lattice.size)}.difference(*used)
    ends = ((at, end) for measure in measures for at in sorted(free) for end in measure(phrases, at))
    return any(free.issuperset(range(at, end)) for at, end in ends)


def _said(lattice: Lattice, at: int, *categories: str) -> Iterator[int]:
    """Where what is said just so at a token ends."""
    yield from lattice.ends(at, *categories)
