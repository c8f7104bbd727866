"""Texts that may not be the ones that are meant: said to be looked up, said twice, slipped, or a time or place."""

from __future__ import annotations

from aura.language.decoding.account import free_tokens
from aura.language.hearing.corrections.denials import is_said_over
from aura.language.hearing.misheard.respelling import is_swapped
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.predicates import Predicates
from aura.runtime.choosing.trial import Planned
from aura.runtime.doubts.around_texts import may_hold_its_command
from aura.runtime.vain.view import COLON, TEXTUAL, View
from aura.understanding.spoken import last_times

KEYS, QUERY = "keys", "query"
"""The input that no text fills, and the one that is looked for."""
SUM, BEGUN, EARLIER = "sum", "begun", "earlier"
"""How what would have to be looked up is told."""
OPEN = (*TEXTUAL, QUERY)
"""Inputs that hold any words, and so a time as well."""


def is_doubtful(planned: Planned, lattice: Lattice) -> bool:
    """Whether a text may not be the one that is meant."""
    free = free_tokens(planned.reading, lattice)
    doubtful = _writes_what_is_looked_up(planned, lattice) or _holds_a_small_slip(planned, lattice)
    doubtful = doubtful or any(may_hold_its_command(text, lattice) for text in View(planned, lattice).texts)
    doubtful = doubtful or any(is_said_over(lattice, at, free) for at in free) or _ends_said_twice(lattice, free)
    return doubtful or _may_go_on_with_a_place(planned, lattice) or _takes_a_time(planned, lattice)


def _writes_what_is_looked_up(planned: Planned, lattice: Lattice) -> bool:
    """Whether a text only says what would have to be looked up or worked out: "add *today's date* to notes.txt".

    Or it breaks off before that: "put *the name of* this folder in notes.txt".
    """
    free = free_tokens(planned.reading, lattice)
    seen = list(zip(planned.steps, planned.previews, strict=True))
    inputs = (each for step, _ in seen for each in step.inputs.items())
    written = {value for name, value in inputs if isinstance(value, str) and name != KEYS}
    kept = {
        value for step, preview in seen if preview.changes for value in step.inputs.values() if isinstance(value, str)
    }
    for first in free.difference(at + 1 for at in free):
        behind = next((at for at in range(first, lattice.size) if at not in free), lattice.size)
        text = lattice.text_of(first, behind)
        if text in written:  # else it is a name, or one of several texts
            broken_off = behind > first + 1 and lattice.in_set(behind - 1, "never_last")
            begins = [at for at in (first, first - 1) if at >= 0]
            earlier = text in kept and any((behind, EARLIER) in _told_values(lattice, at) for at in begins)
            if broken_off or earlier or any(_is_looked_up(lattice, at, behind) for at in begins):
                return True
    return False


def _ends_said_twice(lattice: Lattice, free: frozenset[int]) -> bool:
    """Whether a name or a text ends in a word said twice, which may only hurry: "rename it to attic *chop chop*"."""
    last = lattice.size - 1
    return last > 1 and free.issuperset((last - 2, last - 1, last)) and lattice.low[last] == lattice.low[last - 1]


def _may_go_on_with_a_place(planned: Planned, lattice: Lattice) -> bool:
    """Whether what is written tells what somebody does, and may tell where, too: "saying we meet *in Downloads*"."""
    free, predicates = free_tokens(planned.reading, lattice), Predicates(lattice)
    for first in free.difference(at + 1 for at in free):
        behind = next((at for at in range(first, lattice.size) if at not in free), lattice.size)
        tells = lattice.in_set(first, "own_subject") and predicates.verb(first, behind) is not None
        place = behind + 1 + lattice.in_set(behind + 1, "determiner")
        if tells and lattice.class_name(behind) == "preposition" and lattice.at(place, "anchor"):
            return True
    return False


def _holds_a_small_slip(planned: Planned, lattice: Lattice) -> bool:
    """Whether a small word that slipped is one of several of a name or a text: "add *eggs ot notes.txt*".

    What follows an article is a noun: "behind *the urn*".
    """
    free = free_tokens(planned.reading, lattice)
    amid = (at for at in free if at + 1 in free or at - 1 in free)
    return any(is_swapped(lattice, at) and not lattice.in_set(at - 1, "determiner") for at in amid)


def _takes_a_time(planned: Planned, lattice: Lattice) -> bool:
    """Whether the last words say when, and are all of a text or end a name: "add thanks to a.txt *every monday*"."""
    for begin, _, end in last_times(lattice):
        said = lattice.text_of(begin, end)
        for text in View(planned, lattice).texts:
            led = not begin or lattice.low[begin - 1] == COLON or lattice.in_set(begin - 1, "text_intro")
            led = led or bool(lattice.at(begin - 1, "verb"))
            if (text.value == said and not led) if text.fills(*OPEN) else text.value.endswith(f" {said}"):
                return True
    return False


def _told_values(lattice: Lattice, start: int) -> list[tuple[int, str]]:
    """Where words end that begin at a token and say what would have to be looked up, and how they do."""
    return [(stop, sense) for stop, slipped, sense in lattice.at(start, "told_value") if not slipped]


def _is_looked_up(lattice: Lattice, start: int, end: int) -> bool:
    """Whether all words of a stretch say what would have to be looked up, or it begins with a result of a sum.

    Or it begins with what something has, and tells nothing of it: "the names of all files"; or it is a file that is
    there: "append *the draft* to notes.txt".
    """
    hits = _told_values(lattice, start)
    sums = (stop for stop, sense in hits if sense == SUM and stop < lattice.size)
    begun = (stop for stop, sense in hits if sense == BEGUN and stop < end)
    untold = any(Predicates(lattice).verb(stop, end) is None for stop in begun)
    return (end, "") in hits or untold or _is_a_file(lattice, start, end) or any(map(Numbers(lattice).sums, sums))


def _is_a_file(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words with an article are the name of a file that is there."""
    named = " ".join(lattice.low[start + 1 : end])
    return lattice.in_set(start, "definite") and named in lattice.known.files
