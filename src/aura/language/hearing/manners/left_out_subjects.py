"""What an utterance says with a subject that was left out: "is raining, mute the tv" → "it is raining, mute the tv".

Some who learned English do without it, as in their own language. A question names its subject behind the verb.
"""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark, past_mark
from aura.language.utterance.stretches import beyond

MEANT = "impersonal"
"""The set of the word that such a verb has for a subject."""
SO, TIMES = ("condition", "ended"), ("when", "time_of_day")
"""Sets of words for how something is, and for when it is."""
LEADS = ("joint", "conclusion", "request", "filler")
ASKED, WORD = "?", "word"


def with_subject(lattice: Lattice) -> str | None:
    """The utterance with the first subject that was left out; None where there is none."""
    for at in range(lattice.size - 2):
        said = lattice.in_set(at, "being_so") or lattice.in_set(at, "been_so")
        begins = not at or lattice.tokens[at - 1].shape == "mark"
        if said and begins and (_tells(lattice, at) or _tells_how(lattice, at)):
            start, subject = lattice.tokens[at].start, next(iter(lattice.grammar.words[MEANT]))
            return f"{lattice.text[:start]}{subject} {lattice.tokens[at].low}{lattice.text[lattice.tokens[at].end :]}"
    return None


def _tells(lattice: Lattice, at: int) -> bool:
    """Whether what goes on behind a verb, or why something is, follows it, and nobody of whom that could be asked."""
    after = lattice.tokens[at + 2].shape == "mark" or not lattice.ends_like(at + 2, "past")
    return bool(lattice.at(at + 1, "cause")) or (lattice.ends_like(at + 1, "judged") and after)


def _tells_how(lattice: Lattice, at: int) -> bool:
    """Whether only how or when it is follows a verb, and behind a mark an order: "is *very late*, mute the tv"."""
    end = next_mark(lattice, at)
    if end >= lattice.size or lattice.low[end] == ASKED:
        return False
    how = lattice.skip(at + 1, "degree")
    so = any(lattice.in_set(how, name) for name in (*SO, *TIMES)) or (how > at + 1 and lattice.low[how].isalpha())
    plain = all(lattice.tokens[word].shape == WORD and not _names(lattice, word) for word in range(at + 1, end))
    order = beyond(lattice, past_mark(lattice, end), *LEADS, marks=True)
    return so and how < end and plain and lattice.begins_clause(order)


def _names(lattice: Lattice, at: int) -> bool:
    """Whether a word may name what is asked about: "is *Chrome* open", and not "is *Monday*"."""
    named = lattice.stands_out[at] and not any(lattice.in_set(at, name) for name in TIMES)
    return named or lattice.begins(at, "kind", "kinds", "anchor", "it") or lattice.in_set(at, "own_subject")
