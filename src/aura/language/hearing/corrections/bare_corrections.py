"""What is corrected by little more than a word: "focus chrome *no* firefox", "to Old, *better* archive".

Such a word may be said for many a reason, so it corrects only where either would be the same command of another value.
A sentence that only forbids what the next one orders of something else says no more than that: "*Don't open Word.*
Open Excel".
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import pairwise

from aura.language.hearing.corrections.contrasts import LONGEST, SHORTEST_COMMAND, Contrast, Span, is_alike, names
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import before_last_mark
from aura.language.utterance.stretches import past

RATHER, FORBIDDEN, STOPS = "rather_than_before", "forbidden", (".", ";", "!")


def bare_corrections(lattice: Lattice, words: Container[str]) -> Iterator[Contrast]:
    """The utterance with what ends it in the place of each stretch before such a word; `words` are those of domains."""
    text, tokens = lattice.text, lattice.tokens
    last = before_last_mark(lattice)
    for at in lattice.beginnings.get(RATHER, ()):
        begin = past(lattice, at, RATHER)
        if not SHORTEST_COMMAND <= at < begin < last <= begin + LONGEST or not names(lattice, (begin, last), words):
            continue
        before, anew = text[: tokens[at - 1].end], text[tokens[begin].start :]
        for first in range(at - 1, max(at - LONGEST, 1) - 1, -1):
            if is_alike(lattice, (first, at), (begin, last)):
                yield Contrast(text[: tokens[first].start] + anew, (before,))
        for first, end in _led_alike(lattice, at, (begin, last)):
            yield Contrast(
                text[: tokens[first].start] + anew + text[tokens[end - 1].end : tokens[at - 1].end], (before,)
            )


def _led_alike(lattice: Lattice, at: int, anew: Span) -> Iterator[Span]:
    """What another preposition follows, and the same one leads to: "put 5 *in b2* of a.xlsx, better in b3"."""
    if lattice.class_name(anew[0]) != "preposition":
        return
    prepositions = [lead for lead in range(1, at) if lattice.class_name(lead) == "preposition"]
    for first, end in pairwise(prepositions):
        if is_alike(lattice, (first, end), anew):
            yield first, end


def forbidden_before(lattice: Lattice) -> Contrast | None:
    """The order of a second sentence, and what the first one forbids: "No, don't open Word. *Open Excel*"."""
    text, tokens = lattice.text, lattice.tokens
    start = 0
    while start < lattice.size and (lattice.in_set(start, "retracting") or tokens[start].shape == "mark"):
        start += 1
    verb = max(lattice.ends(start, FORBIDDEN), default=lattice.size) if start < lattice.size else lattice.size
    stops = (at for at in range(verb + 1, lattice.size - 1) if lattice.low[at] in STOPS)
    stop = next(stops, None) if verb < lattice.size and lattice.begins_clause(verb) else None
    if stop is None or not lattice.begins_clause(stop + 1):
        return None
    return Contrast(text[tokens[stop + 1].start :], (text[tokens[verb].start : tokens[stop - 1].end],))
