"""Cells that are written with more than the digits of a number, as they stand: "-900", "10:30", "01234", "14 May"."""

from __future__ import annotations

import re

from aura.language.slots.cells import Cell, number_of
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.stretches import is_ended

LED_BY_NOUGHT = re.compile(r"0\d")
DATE, DAY = re.compile(r"\d+(?:[-.]\d+){2}"), re.compile(r"(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?")
YEAR = re.compile(r"[12]\d{3}")
WITHIN, MINUS = (":", "/"), ("-", "−")
"""What may stand within a time or a date, and before a number below nought."""
LEADING = ("joint", "preposition")


def written_at(lattice: Lattice, numbers: Numbers, at: int) -> tuple[int, Cell] | None:
    """The token after such a cell that begins at a token, and what it is: a number below nought, else a text."""
    low = lattice.low
    if low[at] in MINUS and _touches(lattice, at) and not (at and _touches(lattice, at - 1)):
        number = numbers.at(at + 1) if low[at + 1][:1].isdigit() else None
        return (number[0], -number_of(number[1])) if number is not None else None
    if not low[at][:1].isdigit():
        return None
    end = at + 1
    while end + 1 < lattice.size and low[end] in WITHIN and low[end + 1].isdigit() and _touches(lattice, end - 1, end):
        end += 2
    code = end == at + 1 and low[at].isdigit() and LED_BY_NOUGHT.match(low[at])
    while code and end < lattice.size and low[end].isdigit():
        end += 1
    dated = _date_end(lattice, at)
    whole = code or end > at + 1 or DATE.fullmatch(low[at]) or dated > end
    end = max(end, dated)
    return (end, lattice.text_of(at, end)) if whole else None


def _date_end(lattice: Lattice, at: int) -> int:
    """The token after a day with its month that is a cell by itself, "14 May" or "14 May 2027"; else where it begins.

    "Jan 14 feb 20" are as many cells.
    """
    led = not at or lattice.tokens[at - 1].shape == "mark" or lattice.class_name(at - 1) in LEADING
    if not (led and DAY.fullmatch(lattice.low[at]) and lattice.in_set(at + 1, "month")):
        return at
    end = at + 2
    end += end < lattice.size and YEAR.fullmatch(lattice.low[end]) is not None
    return end if is_ended(lattice, end) else at


def _touches(lattice: Lattice, *places: int) -> bool:
    """Whether no space stands behind any of some tokens, and none of them is the last."""
    tokens = lattice.tokens
    return all(at + 1 < len(tokens) and tokens[at].end == tokens[at + 1].start for at in places)
