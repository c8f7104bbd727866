"""What takes the place of something like it before a correction: "5 into c7, no, 6", "the left … no, the right half".

A file takes the place of a file, a quotation of a quotation, a cell of a cell, a sum of a sum, a number of the same
things or the only one, and what has an article that of what has the same noun.
"""

from __future__ import annotations

import re

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.language.words.tokens import CELL

FARTHEST = 8
"""Tokens before a correction among which something like what is said anew is looked for."""
LONGEST_HEADED, LONGEST_NOUN = 4, 3
CERTAIN = ("quoted", "file")
FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
OF_RANGE = (":", "-", "–")
"""Signs between the first and the last cell of a range."""

SIGN = "operator"
Stretches = tuple[int, int, int]
"""Where what is replaced begins and ends, and where what is said anew ends."""


def replaced_by_its_like(lattice: Lattice, numbers: Numbers, at: int, end: int) -> Stretches | None:
    """What is replaced by what is said anew behind a correction that begins and ends at tokens, if it is like it."""
    return (
        _alike(lattice, at, end)
        or day_anew(lattice, at, end)
        or _cell_anew(lattice, numbers, at, end)
        or _sum_anew(lattice, numbers, at, end)
        or _part_of_sum_anew(lattice, numbers, at, end)
        or _signed_anew(lattice, at, end)
        or _counted(lattice, numbers, at, end)
        or _figure_anew(lattice, numbers, at, end)
        or _headed(lattice, at, end)
    )


def _alike(lattice: Lattice, at: int, end: int) -> Stretches | None:
    """The last quotation or file before a correction, where another is said; of other names it could be any."""
    tokens, shape = lattice.tokens, lattice.tokens[end].shape
    if shape not in CERTAIN or tokens[at - 1].shape == shape:
        return None
    word = next((word for word in range(at - 1, -1, -1) if tokens[word].shape == shape), None)
    return None if word is None else (word, word + 1, end + 1)


def day_anew(lattice: Lattice, at: int, end: int) -> Stretches | None:
    """A day before a correction, where another is said anew: "on *thursday*, no wait, *friday*"."""
    days = all(lattice.in_set(word, "when") and lattice.tokens[word].shape == "word" for word in (at - 1, end))
    return (at - 1, at, end + 1) if days and lattice.low[at - 1] != lattice.low[end] else None


def _cell_anew(lattice: Lattice, numbers: Numbers, at: int, end: int) -> Stretches | None:
    """The last cells before a correction, where others are said anew, or the last one, where one is."""
    anew, several = cell_at(lattice, numbers, end), cells_at(lattice, numbers, end)
    ways = (cells_at, cell_at) if several else (cell_at,)
    said = ((word, find(lattice, numbers, word)) for find in ways for word in range(at - 1, -1, -1))
    return next(((word, stop, several or anew) for word, stop in said if anew and stop and stop <= at), None)


def cells_at(lattice: Lattice, numbers: Numbers, at: int) -> int | None:
    """Where a range of cells ends that begins at a token: "b2 to b7", "b two to b seven", "B2:B7"."""
    first = cell_at(lattice, numbers, at)
    if first is None or first + 1 >= lattice.size:
        return None
    ranged = lattice.is_word(first, *OF_RANGE) or lattice.in_set(first, "cells_between")
    return cell_at(lattice, numbers, first + 1) if ranged else None


def cell_at(lattice: Lattice, numbers: Numbers, at: int) -> int | None:
    """Where a cell ends that begins at a token: "b4", "b four"."""
    if CELL.fullmatch(lattice.tokens[at].low):
        return at + 1
    row = numbers.at(at + 1) if len(lattice.low[at]) == 1 and lattice.low[at].isalpha() else None
    return None if row is None else row[0]


def _sum_anew(lattice: Lattice, numbers: Numbers, at: int, end: int) -> Stretches | None:
    """The sum that ends at a correction, where another is said anew: "what is *4 plus 9*, sorry, *4 plus 8*"."""
    anew = max((stop for stop, *_ in numbers.sums(end)), default=0)
    worked_out = anew > end + 1 and numbers.at(end) is not None
    begins = (begin for begin in range(at) if any(stop == at for stop, *_ in numbers.sums(begin)))
    begin = next(begins, None) if worked_out else None
    return None if begin is None or begin + 1 >= at else (begin, at, anew)


def _part_of_sum_anew(lattice: Lattice, numbers: Numbers, at: int, end: int) -> Stretches | None:
    """The last part of a sum before a correction, where a sign leads to another: "20 *minus 5*, no, *minus 6*"."""
    led = numbers.at(end) is None and lattice.begins(end, SIGN) and numbers.at(at - 1) is not None
    anew = numbers.at(end + 1) if led and end + 1 < lattice.size else None
    signs = [one for one in range(1, at) if lattice.begins(one, SIGN)] if anew is not None else []
    same = [one for one in signs if lattice.low[one] == lattice.low[end]]
    return (max(same or signs), at, anew[0]) if anew is not None and signs else None


def _signed_anew(lattice: Lattice, at: int, end: int) -> Stretches | None:
    """The last figure with the same sign before a correction: "what is *15%* of 80, I mean *20%*"."""
    sign = FIGURE.sub("", lattice.low[end])
    if not sign or sign == lattice.low[end] or any(letter.isalnum() for letter in sign):
        return None
    said = (word for word in range(at - 1, -1, -1) if FIGURE.sub("", lattice.low[word]) == sign != lattice.low[word])
    return next(((word, word + 1, end + 1) for word in said), None)


def _counted(lattice: Lattice, numbers: Numbers, at: int, end: int) -> Stretches | None:
    """The last number of the same things before a correction: "two times" where "three times" is said anew."""
    anew = numbers.at(end)
    if anew is None or anew[0] >= lattice.size or numbers.at(anew[0] + 1) is not None:
        return None
    things = lattice.low[anew[0]]
    for begin in range(at - 1, max(0, at - FARTHEST) - 1, -1):
        number = numbers.at(begin)
        if number is not None and number[0] < at and lattice.low[number[0]] == things:
            whole = min(one for one in range(begin + 1) if (numbers.at(one) or (0,))[0] == number[0])
            return whole, number[0] + 1, anew[0] + 1
    return None


def _figure_anew(lattice: Lattice, numbers: Numbers, at: int, end: int) -> Stretches | None:
    """The only figure before a correction, where one is said anew and a place stands between: "5 into c7, no, 6"."""
    anew = numbers.at(end)
    if anew is None or not lattice.is_over(anew[0]):
        return None
    said = [(begin, number[0]) for begin in range(at) if (number := numbers.at(begin)) is not None]
    said = [figure for figure in said if not _is_row_of_a_cell(lattice, figure[0])]
    return (*said[0], anew[0]) if len(said) == 1 and said[0][1] < at else None


def _is_row_of_a_cell(lattice: Lattice, at: int) -> bool:
    """Whether a number is said with its column, so that it is no figure by itself: "six in cell c *four*"."""
    if at < 2 or len(lattice.low[at - 1]) != 1 or not lattice.low[at - 1].isalpha():
        return False
    return lattice.class_name(at - 1) != "article" or lattice.class_name(at - 2) == "preposition"


def _headed(lattice: Lattice, at: int, end: int) -> Stretches | None:
    """What has the same noun before a correction: "the left half" of the screen where "the right half" is said anew."""
    last = next((word for word in range(end, lattice.size) if lattice.tokens[word].shape != "word"), lattice.size)
    if lattice.class_name(end) != "article" or not end + 1 < last <= end + LONGEST_HEADED:
        return None
    for noun in range(at - 1, max(0, at - FARTHEST) - 1, -1):
        begin = next((word for word in range(noun, -1, -1) if lattice.class_name(word) == "article"), noun)
        if lattice.low[noun] == lattice.low[last - 1] and 0 < noun - begin < LONGEST_HEADED and noun + 1 < at:
            return begin, noun + 1, last
    return None


def numbered_anew(lattice: Lattice, numbers: Numbers, at: int, end: int) -> int | None:
    """The noun of a number before a correction, where it is said anew within more words: "virtual desktop two"."""
    for begin in range(at - 1, max(1, at - FARTHEST) - 1, -1):
        number = numbers.at(begin)
        if number is not None and number[0] == at:
            behind = range(end + 1, min(end + LONGEST_NOUN, lattice.size - 1))
            again = any(lattice.low[word] == lattice.low[begin - 1] and numbers.at(word + 1) for word in behind)
            return begin - 1 if again else None
    return None


def ends_alike(lattice: Lattice, at: int, end: int) -> bool:
    """Whether what is said anew ends in the word before the correction: "*alto rota* no make it *tenor rota*".

    Either may be a file's name with its extension.
    """
    last = _without_extension(lattice, at - 1)
    for word in range(end, min(end + LONGEST_HEADED, lattice.size)):
        if word > end and _without_extension(lattice, word) == last:
            return True
        if not is_plain(lattice, word) or lattice.class_name(word):
            return False
    return False


def _without_extension(lattice: Lattice, at: int) -> str:
    return lattice.low[at].rpartition(".")[0] if lattice.tokens[at].shape == "file" else lattice.low[at]


def is_plain(lattice: Lattice, at: int) -> bool:
    """Whether a word is of a name or describes one, and neither says what to do nor where."""
    if lattice.tokens[at].shape != "word" or lattice.class_name(at) or lattice.in_set(at, "number"):
        return lattice.class_name(at) == "article"
    said = (hit for category in ("verb", "anchor", "joint") for hit in lattice.at(at, category))
    return all(cost for _, cost, _ in said)
