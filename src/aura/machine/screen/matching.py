"""A text that is looked for among pieces of text with places: words of a line, slips of the eye allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from aura.machine.screen.port import Found
from aura.machine.windows.port import Box

ALIKE = 80.0
"""How like what was looked for a text must be, in percent: a machine reads `l` for `I` and `rn` for `m`."""
SHORTEST_ALIKE = 4
PART_OF_A_WORD = 0.9


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box with all of some boxes in it."""
    boxes = list(boxes)
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    return Box(x, y, right - x, bottom - y)


def part_of(box: Box, length: int, start: int, end: int) -> Box:
    """Where some characters of a line stand, were all equally wide."""
    left, right = round(box.width * start / length), round(box.width * end / length)
    return Box(box.x + left, box.y, max(1, right - left), box.height)


def joined(words: Sequence[Found]) -> Found:
    """Words of a line as one piece."""
    sure = sum(word.confidence for word in words) / len(words)
    return Found(" ".join(word.text for word in words), around(word.box for word in words), sure)


def found_in(lines: Iterable[Sequence[Found]], text: str) -> list[Found]:
    """Where a text stands among lines of words: as it is, inside a word, or nearly so; the surest first."""
    wanted = " ".join(text.split()).casefold()
    hits = [hit for line in lines for hit in _in_line(line, wanted)]
    exact = [hit for hit, is_exact in hits if is_exact]
    return best_first(exact or [hit for hit, _ in hits])


def best_first(found: Iterable[Found]) -> list[Found]:
    """The surest first, those as sure as each other from top to bottom."""
    return sorted(found, key=lambda each: (-round(each.confidence, 2), each.box.y, each.box.x))


def _in_line(line: Sequence[Found], wanted: str) -> Iterator[tuple[Found, bool]]:
    from rapidfuzz.fuzz import ratio

    count = len(wanted.split())
    for start in range(len(line) - count + 1):
        piece = joined(line[start : start + count])
        said = piece.text.casefold()
        at = said.find(wanted)
        if at >= 0:
            whole = len(said) == len(wanted)
            box = piece.box if whole else part_of(piece.box, len(said), at, at + len(wanted))
            yield Found(piece.text, box, piece.confidence * (1 if whole else PART_OF_A_WORD)), True
        elif len(wanted) >= SHORTEST_ALIKE and (like := ratio(said, wanted)) >= ALIKE:
            yield Found(piece.text, piece.box, piece.confidence * like / 100), False
