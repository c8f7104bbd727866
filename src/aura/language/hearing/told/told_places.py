"""What an utterance says where its command points at a place that was told of before it.

"My son has filled my Downloads again, so delete every gif in there" → "delete every gif in my Downloads".
"""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.asides.remarks import Remarks
from aura.language.hearing.told.taking_up import TakenUp
from aura.language.utterance.lattice import Lattice

THERE, MARK, FILE = "there", "mark", "file"
LONGEST_TOLD = 14
FOLLOWING = ("preposition", "joint")
"""Classes of words with which a command goes on behind a place: "every gif in there *to* Old", "*and* …"."""


def placed_there(lattice: Lattice, remarks: Remarks) -> Iterator[TakenUp]:
    """The utterance with the one place that its first statement tells of where its command points at a place."""
    text, tokens = lattice.text, lattice.tokens
    for mark in range(2, min(lattice.size - 2, LONGEST_TOLD)):
        begin = _behind(lattice, mark) if tokens[mark].shape == MARK else None
        if begin is None or not _only_tells(lattice, remarks, mark):
            continue
        places = _as_one(lattice, [(at, end) for at in range(mark) if (end := _place_end(lattice, at)) is not None])
        pointing = _pointing(lattice, begin)
        if len(places) == 1 and pointing is not None:
            first, last = places[0]
            named = lattice.text_of(first - (first > 0 and lattice.in_set(first - 1, "determiner")), last)
            point = pointing - 1
            led = "" if lattice.class_name(point - 1) == "preposition" else f"{min(lattice.grammar.words['inwards'])} "
            before = text[tokens[begin].start : tokens[point].start] + led
            said = before + named + text[tokens[point].end :]
            yield TakenUp(said, len(before), len(before) + len(named), sure=True, told=lattice.text_of(0, mark))


def _behind(lattice: Lattice, mark: int) -> int | None:
    """Where a command begins behind a mark, or what leads to it there: ", so *delete* …"."""
    ends = [*lattice.ends(mark, "conclusion")]
    begin = max(ends, default=mark + 1)
    return begin if lattice.begins_clause(begin) else None


def _only_tells(lattice: Lattice, remarks: Remarks, end: int) -> bool:
    """Whether the words up to a token are one statement, of no file, that neither orders nor delays nor doubts."""
    statements = remarks.statements
    verb = statements.verb(0, end)
    if verb is None or lattice.begins_clause(0) or remarks.harmless.doubted(0, end):
        return False
    plain = (lattice.tokens[at].shape not in (MARK, FILE) for at in range(end))
    denied = (lattice.class_name(at) == "negation" or remarks.harmless.narrows(at) for at in range(end))
    return all(plain) and not any(denied)


def _place_end(lattice: Lattice, at: int) -> int | None:
    """Where a place ends that the language knows, or a folder that is there, by its name."""
    ends = [*lattice.ends(at, "anchor")]
    named = at + 1 if lattice.low[at] in lattice.known.folders else None
    return max(ends, default=named)


def _as_one(lattice: Lattice, places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places of which the first is in the second, as one: "*the Tours folder in my Documents* came from Ann, …"."""
    if len(places) != 2:
        return places
    (first, end), (begin, last) = places
    between = [at for at in range(end, begin) if not lattice.in_set(at, "determiner")]
    within = bool(between) and lattice.in_set(between[-1], "inwards")
    return [(first, last)] if within and all(lattice.class_name(at) == "kind" for at in between[:-1]) else places


def _pointing(lattice: Lattice, begin: int) -> int | None:
    """Where words end that point at a place, the only one of a command so far: "delete every gif *in there* and …"."""
    starts = [at for at in sorted(lattice.beginnings.get(THERE, ())) if at > begin]
    ends = [end for end, cost, value in lattice.at(starts[0], THERE) if not cost and value == THERE] if starts else []
    last = max(ends, default=0)
    if not last or any(_place_end(lattice, at) is not None for at in range(begin, starts[0])):
        return None
    again = any(start >= last for start in starts)
    followed = lattice.class_name(last) in FOLLOWING or lattice.begins(last, "to", "joint")
    return last if lattice.is_over(last) or (followed and not again) else None
