"""Parts of a document that are counted and told one by one, each in quotes: "two slides: *what it is*, *why it is*".

So they are where each has its number before it ("the first one is …"), or where some would be questions by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aura.language.decoding.phrases import Phrases
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers

INTRODUCING, COMMA, QUOTE = ":", ",", '"'
Span = tuple[int, int]


def told_in_order(lattice: Lattice) -> str | None:
    """The utterance with its counted parts in quotes; None where they are not as many, or may be told as they stand."""
    numbers = Numbers(lattice)
    for at in range(1, lattice.size - 2):
        number = numbers.at(at)
        if number is None or not number[1].isdecimal() or not lattice.in_set(number[0], "part_of_document"):
            continue
        noun, count = number[0] + 1, int(number[1])
        items = _numbered(lattice, noun, count) or _questions(lattice, noun, count)
        if items and not Phrases(lattice).slotted.end_in_a_time():
            said = ", ".join(f"{QUOTE}{lattice.text_of(*item)}{QUOTE}" for item in items)
            last, tokens = items[-1][1], lattice.tokens
            behind = lattice.text[tokens[last].start :] if last < lattice.size else ""
            return f"{lattice.text[: tokens[noun - 1].end]}{INTRODUCING} {said}{behind}"
    return None


def _numbered(lattice: Lattice, start: int, count: int) -> list[Span]:
    """The parts where each has its number before it, in order: "*the first one is* reds *the second* whites"."""
    ordinals = lattice.grammar.words["ordinal"]
    values = ((at, ordinals[lattice.low[at]]) for at in range(start, lattice.size) if lattice.low[at] in ordinals)
    counting = [(at, value) for at, value in values if not lattice.in_set(at, "one_of_them") or value != 1]
    leads = [lead for at, _ in counting if (lead := _lead(lattice, at)) is not None]
    if [value for _, value in counting] != [*range(1, count + 1)] or len(leads) != count:
        return []
    opened = all(_says_little(lattice, at) for at in range(start, leads[0][0]))
    last = leads[-1][1]
    over = next((at for at in range(last, lattice.size) if lattice.is_over(at)), lattice.size)
    ends = [*(begin for begin, _ in leads[1:]), over]
    items = [_bare(lattice, begin, end) for (_, begin), end in zip(leads, ends, strict=True)]
    return items if opened and _are_told(lattice, items) else []


def _lead(lattice: Lattice, at: int) -> Span | None:
    """Where the number of a part begins and the part itself: "*the second one is* …"; None of a word of the part."""
    begin = at - 1 if at and lattice.in_set(at - 1, "definite") else at
    noun = at + 1
    noun += lattice.in_set(noun, "one_of_them") or lattice.in_set(noun, "part_of_document")
    being = noun + lattice.in_set(noun, "finite")
    return None if begin == at and being == at + 1 else (begin, being)


def _questions(lattice: Lattice, start: int, count: int) -> list[Span]:
    """The parts behind a colon, with commas between, of which some would be questions: "*what they are*, *why* …"."""
    if start >= lattice.size or lattice.low[start] != INTRODUCING:
        return []
    stops = (at for at in range(start + 1, lattice.size) if lattice.is_over(at) and lattice.low[at] != COMMA)
    over = next(stops, lattice.size)
    ends = [at for at in range(start + 1, over) if lattice.low[at] == COMMA]
    begins = [start + 1, *(at + 1 for at in ends)]
    if len(begins) == count - 1:
        joint = next((at for at in range(begins[-1], over) if lattice.in_set(at, "coordinating")), 0)
        ends, begins = [*ends, joint], [*begins, joint + 1]
    if len(begins) != count:
        return []
    items = [_bare(lattice, begin, end) for begin, end in zip(begins, [*ends, over], strict=True)]
    asked = _are_told(lattice, items) and any(lattice.begins(begin, "asks") for begin, _ in items)
    return items if asked else []


def _bare(lattice: Lattice, begin: int, end: int) -> Span:
    """A part without joints, marks and hesitations around it: "the second one *um* what we sing *and*"."""
    while begin < end and _says_little(lattice, begin):
        begin += 1
    while begin < end and _says_little(lattice, end - 1):
        end -= 1
    return begin, end


def _says_little(lattice: Lattice, at: int) -> bool:
    return lattice.tokens[at].shape == "mark" or lattice.in_set(at, "hesitation") or lattice.in_set(at, "coordinating")


def _are_told(lattice: Lattice, items: Sequence[Span]) -> bool:
    """Whether all are words that say something, without marks, and no command is joined to them."""
    return all(begin < end and not any(_breaks(lattice, begin, end)) for begin, end in items)


def _breaks(lattice: Lattice, begin: int, end: int) -> Iterator[bool]:
    """Whether what a part says is over at one of its tokens: a mark, or what is done then."""
    for at in range(begin, end):
        ordered = at > begin and lattice.ended(at, "joint") and lattice.begins(at, "verb")
        yield lattice.tokens[at].shape != "word" or QUOTE in lattice.tokens[at].text or ordered
