"""What an utterance says where numbers in names are dictated: "scan zero zero one dot pdf" → "scan 001 dot pdf".

Digits one by one, the two halves of a year, and a digit behind letters stand together in names. Which of these is
meant shows in what is there, so it is only looked for where nothing is called as it was said. Behind a word for several
things each number is of one of them: "make folders one two three".
"""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers

DIGIT, HALF, JOINING = range(10), range(10, 100), "_"


def in_figures(lattice: Lattice, numbers: Numbers) -> str | None:
    """The utterance with such numbers in figures; None where it has none."""
    text, done = "", 0
    for start, end, figures in _numbers(lattice, numbers):
        text += lattice.text[done : lattice.tokens[start].start] + figures
        done = lattice.tokens[end - 1].end
    return text + lattice.text[done:] if done else None


def _numbers(lattice: Lattice, numbers: Numbers) -> Iterator[tuple[int, int, str]]:
    """Where such numbers begin and end, and their figures."""
    at = 0
    while at < lattice.size:
        led, first = _begun(lattice, at)
        values, end = _in_a_row(lattice, numbers, at + len(first))
        values = [*first, *values]
        last, extension = _in_file(lattice, end)
        values, end = [*values, *last], end + len(last)
        together = len(values) > 1 and (all(one in DIGIT for one in values) or (_is_year(values)))
        together = bool(first) or (together and not lattice.ended(at, "kinds"))
        if together:
            yield at, end, led + "".join(map(str, values)) + extension
        elif at > 0 and len(values) == 1 and values[0] in DIGIT and _is_short(lattice, at - 1, values[0]):
            yield at - 1, end, f"{lattice.tokens[at - 1].text}{values[0]}{extension}"
        at = max(end, at + 1)


def _begun(lattice: Lattice, at: int) -> tuple[str, list[int]]:
    """What a digit in words is joined to by a mark, and the digit, where others may follow: "*scan_zero* one four"."""
    led, mark, digit = lattice.low[at].rpartition(JOINING)
    value = lattice.grammar.words["cardinal"].get(digit) if mark else None
    return ("", []) if value is None or value not in DIGIT else (led + mark, [int(value)])


def _in_a_row(lattice: Lattice, numbers: Numbers, at: int) -> tuple[list[int], int]:
    """The numbers in words that follow each other from a token on, and where they end; how often is none of them."""
    values, last = list[int](), at
    while at < lattice.size and lattice.low[at].isalpha() and (found := numbers.at(at)) is not None:
        value = float(found[1])
        if not value.is_integer():
            break
        values.append(int(value))
        last, at = at, found[0]
    often = len(values) > 1 and lattice.in_set(at, "times_over")  # "Press f five *three times*".
    return (values[:-1], last) if often else (values, at)


def _in_file(lattice: Lattice, at: int) -> tuple[list[int], str]:
    """The number in words that the name of a file at a token is, if it is one, and the extension: "one.pdf"."""
    if at >= lattice.size or lattice.tokens[at].shape != "file":
        return [], ""
    stem, dot, extension = lattice.low[at].rpartition(".")
    value = lattice.grammar.words["cardinal"].get(stem)
    return ([], "") if value is None else ([int(value)], dot + extension)


def _is_year(values: list[int]) -> bool:
    return len(values) == 2 and all(one in HALF for one in values)


def _is_short(lattice: Lattice, at: int, digit: int) -> bool:
    """Whether a token is a letter, or letters that are a kind of file with a digit behind them: "v two", "mp three"."""
    token = lattice.tokens[at]
    kind = f"{token.low}{digit}" in lattice.grammar.words["extension"]
    return token.shape == "word" and token.low.isalpha() and (kind or len(token.low) == 1)
