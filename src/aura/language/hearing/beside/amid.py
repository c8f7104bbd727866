"""An utterance without words between two commas amid a command: "open, *for my sins*, the minutes".

What a person may put there is in no list. It is told by where it stands: the command goes on behind it, in another of
its parts, and all of it is read without it; and by what it is not: a name, a figure, a time, an order, or a denial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from aura.language.asides.harmless import PURPOSE, Harmless
from aura.language.decoding.decode import Decoded
from aura.language.hearing.beside.setting_aside import rest_of
from aura.language.slots.parts import Thing
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import is_amid_a_list
from aura.language.utterance.predicates import Predicates

MARK = ","
FEWEST, FEWEST_TOLD, MOST, MOST_MARKS = 2, 4, 14, 5
"""Words between two commas, also where they tell something, and commas of an utterance, that are looked at."""
PASSED = ("exclaimed", "filler")
"""What is passed over wherever it is said."""
GOING_ON = ("joint", "negation")


class Amid(NamedTuple):
    """An utterance without such words, the words on both sides of where they stood, and those words."""

    text: str
    around: tuple[str, str]
    said: str


def without_asides(
    lattice: Lattice, harmless: Harmless, decode: Callable[[str], Decoded], *, surely: bool
) -> Iterator[Amid]:
    """The utterance without words between two of its commas, if a command goes on behind them.

    What can be read as it stands goes without them only where it shows that they are `surely` said beside.
    """
    marks = [at for at, low in enumerate(lattice.low) if low == MARK]
    for first, last in combinations(marks, 2) if len(marks) <= MOST_MARKS else ():
        if not 0 < first < last < lattice.size - 1 or is_amid_a_list(lattice, first + 1, last):
            continue
        led = _leads_on(lattice, first, last) and not _turns(lattice, harmless, first + 1, last)
        if not (led or _says_nothing(lattice, harmless, first + 1, last)):
            continue
        if surely and not (led or _is_beside(lattice, first + 1)):
            continue
        rest = rest_of(lattice, [(first, last + 1)]).text
        decoded = decode(rest)
        read = bool(decoded.readings) and decoded.lattice.size > first
        if read and _goes_on(decoded, first) and not _may_select(lattice, decoded, first):
            yield Amid(rest, (lattice.low[first - 1], lattice.low[last + 1]), lattice.text_of(first + 1, last))


def _leads_on(lattice: Lattice, first: int, last: int) -> bool:
    """Whether a verb stands alone before words, and behind them what it leads to: "remember, *as ever*, that …"."""
    told = lattice.in_set(first + 2, "own_subject") or bool(lattice.at(first + 1, "remark_lead"))
    led = lattice.begins_clause(first - 1) and lattice.in_set(last + 1, "relative")
    return told and led and last - first - 1 <= MOST


def _turns(lattice: Lattice, harmless: Harmless, start: int, end: int) -> bool:
    """Whether words order, forbid or take back something, or name what is here."""
    ordered = any(map(harmless.is_order, (start, *_behind_manners(lattice, start, end))))
    return ordered or harmless.turns(start) or any(map(harmless.names.exists_at, range(start, end)))


def _says_nothing(lattice: Lattice, harmless: Harmless, start: int, end: int) -> bool:
    """Whether words name nothing that is here, and neither order, deny, delay nor narrow anything.

    What tells of something, or why, may deny and narrow what it tells: "*since one shelf no longer suffices*".
    """
    words = range(start, end)
    fewest = 1 if Predicates(lattice).is_adverb(start) else FEWEST
    if not fewest <= end - start <= MOST or lattice.class_name(start) in GOING_ON:
        return False
    if end in lattice.ends(start, *PASSED):
        return True
    if any(lattice.tokens[at].shape != "word" or harmless.names.exists_at(at) or harmless.delays(at) for at in words):
        return False
    if _tells(lattice, start):
        return end - start >= FEWEST_TOLD
    if any(lattice.class_name(at) == "joint" for at in words) and not lattice.in_set(start, "occasioning"):
        return False
    placed = lattice.class_name(start) == "preposition" and not lattice.in_set(start, "occasioning")
    ordered = any(map(harmless.is_order, (start, *_behind_manners(lattice, start, end))))
    if placed or ordered or harmless.turns(start) or harmless.doubted(start, end, sure=True):
        return False
    return not any(harmless.keeps_out(at) or harmless.narrows(at) for at in words)


def _behind_manners(lattice: Lattice, start: int, end: int) -> list[int]:
    """Where what is polite before an order ends: "*please* remember that", "*could you* mute it"."""
    asked = [stop for stop, _, _ in lattice.at(start, "request") if stop < end]
    return [lattice.skip(start, "polite"), *asked]


def _tells(lattice: Lattice, start: int) -> bool:
    """Whether words tell why, or more of what stands before them."""
    reason = any(not cost and sense != PURPOSE for _, cost, sense in lattice.at(start, "remark_lead"))
    return reason or lattice.in_set(start, "telling_of")


def _is_beside(lattice: Lattice, start: int) -> bool:
    """Whether what words begin with shows that they are beside a command: "*like* I said", "*strictly* for us"."""
    told = _tells(lattice, start) and lattice.class_name(start + 1) != "being"
    told = told or any(lattice.at(start, kind) for kind in PASSED)
    return told or lattice.in_set(start, "occasioning") or Predicates(lattice).is_adverb(start)


def _may_select(lattice: Lattice, decoded: Decoded, mark: int) -> bool:
    """Whether words behind a mark may say which of several are meant: "all files, *which are older than a week*"."""
    if not (lattice.in_set(mark + 1, "telling_of") or lattice.in_set(mark + 1, "occasioning")):
        return False
    clauses = decoded.readings[0].clauses
    things = [thing for clause in clauses for thing in clause.things()]
    things += [value for clause in clauses for _, value in clause.slots if isinstance(value, Thing)]
    several = any(thing.plural or thing.everything or thing.globs or thing.count > 1 for thing in things)
    return several or any(lattice.class_name(at) == "quantifier" for at in range(mark))


def _goes_on(decoded: Decoded, at: int) -> bool:
    """Whether one command has words on both sides of a token's beginning, in two of its parts, or a place behind it."""
    reading = decoded.readings[0]
    if any(start < at < end for _, start, end in reading.notes):
        return False
    clause = next((one for one in reading.clauses if one.start < at < one.end), None)
    placed = decoded.lattice.class_name(at) == "preposition"
    return clause is not None and (placed or not any(part.start < at < part.end for part in clause.parts))
