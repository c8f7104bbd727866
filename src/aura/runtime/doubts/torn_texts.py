"""What was left out of an utterance right behind a text, and may be the end of it."""

from __future__ import annotations

from collections.abc import Sequence

from aura.language.hearing.beside.text_goes_on import TOLD, goes_on_with_text
from aura.language.slots.text_wholes import answers_on
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.passages import passages, words_of
from aura.runtime.choosing.trial import Planned
from aura.runtime.vain.view import TEXTUAL, View

QUERY = "query"
LISTS = ("items", "slides", "columns")
"""Inputs that hold one thing after another."""


def tears_a_text(planned: Planned, whole: Lattice, asides: Sequence[str]) -> bool:
    """Whether words that were left out may go on with a text: "write lock the shed *the fox got in*".

    So may what an answer goes on with: "type hold on *i am looking for it*".
    """
    for text in View(planned, whole).texts:
        sought, written = text.fills(QUERY), text.fills(*TEXTUAL)
        for start, end in passages(words_of(text.value, whole), whole):
            cut = (sought or written) and _begins_one(whole, end, asides)
            if answers_on(whole, start, end) or (cut and goes_on_with_text(whole, end, sought=sought)):
                return True
    return False


def _begins_one(whole: Lattice, at: int, asides: Sequence[str]) -> bool:
    """Whether some of the words that were left out begin at a token."""
    return at < whole.size and any(whole.text.startswith(said, whole.tokens[at].start) for said in asides if said)


def cuts_a_list(planned: Planned, whole: Lattice, asides: Sequence[str]) -> bool:
    """Whether what was left out may be of a list: "with the slides habitat*, food and why they live on*"."""
    for step in planned.steps:
        listed = [value for name in LISTS for value in (step.inputs.get(name) or ())[-1:]]
        for start, end in (span for value in listed for span in passages(words_of(str(value), whole), whole)):
            behind = [end, *whole.ends(end, "item_separator")]
            if start > 0 and any(_begins_one(whole, at, asides) and not _is_told(whole, at) for at in behind):
                return True
    return False


def _is_told(lattice: Lattice, at: int) -> bool:
    """Whether what was left out tells something or where, by how it begins: ", *I need it*", ", *right here*"."""
    here = any(lattice.begins(word, "here") for word in (at, at + 1))
    return here or any(lattice.in_set(at, name) for name in TOLD) or lattice.begins(at, "remark_lead")
