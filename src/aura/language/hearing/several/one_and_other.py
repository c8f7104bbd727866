"""Names of several words that are told of new things one by one, told apart by how many there are to be.

"Two text files, one called tea list and the other one days off" → "two text files, called "tea list" and "days off"".
"""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.decoding.phrases import Phrases
from aura.language.hearing.several.counted_names import LONGEST_NAME, how_many
from aura.language.utterance.described import begins_place
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import may_order

FIRST, OTHER, SEPARATED = "one_called", "other_called", ("item_separator", "joint")
OF_NO_NAME = frozenset(("joint", "negation", "later", "being", "pronoun"))
"""Classes of words that a name hardly has which is said to be one."""


def one_and_other(lattice: Lattice) -> str | None:
    """The utterance with each of its names in quotes; None where there are not just as many as it says."""
    for begin in sorted(lattice.beginnings.get(FIRST, ())):
        count = how_many(lattice, begin)
        hits = [(end, said) for end, cost, said in lattice.at(begin, FIRST) if not cost]
        if count is None or not hits:
            continue
        first, called = max(hits)
        names = [] if Phrases(lattice).slotted.end_in_a_time() else list(_names(lattice, first))
        if len(names) == count > 1 and all(_is_name(lattice, *name) for name in names):
            *before, last = (f'"{lattice.text_of(*name)}"' for name in names)
            text, tokens = lattice.text, lattice.tokens
            said = f"{text[: tokens[begin].start].rstrip()} {called} {', '.join(before)} and {last}"
            return said + text[tokens[names[-1][1] - 1].end :]
    return None


def _names(lattice: Lattice, start: int) -> Iterator[tuple[int, int]]:
    """The stretches of names from a token on, between what leads to another one and what ends them all."""
    begin = at = start
    while at < lattice.size and not _ends_all(lattice, at):
        leads = max(
            (end for gap in (at, *lattice.ends(at, *SEPARATED)) for end in lattice.ends(gap, OTHER)), default=at
        )
        if leads > at > begin:
            yield begin, at
            begin = leads
        at = max(at + 1, leads)
    yield begin, at


def _ends_all(lattice: Lattice, at: int) -> bool:
    """Whether what is named ends at a token: a place, a polite word, another command or the last mark."""
    last = at == lattice.size - 1 and lattice.tokens[at].shape == "mark"
    ordered = any(may_order(lattice, end) for end in lattice.ends(at, "joint") if end < lattice.size)
    return last or ordered or begins_place(lattice, at) or lattice.in_set(at, "polite")


def _is_name(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words may be a name and nothing else: "days off", but not "for milk" and not "inside it"."""
    words = range(start, end)
    plain = all(lattice.tokens[at].shape == "word" and lattice.class_name(at) not in OF_NO_NAME for at in words)
    return plain and 0 < len(words) <= LONGEST_NAME and lattice.class_name(start) != "preposition"
