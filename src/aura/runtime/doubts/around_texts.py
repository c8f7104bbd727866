"""Texts that may hold words of their command, or what is to be worked out: "write *only* shut", "… *in the chat*"."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.passages import passages, words_of
from aura.language.utterance.predicates import Predicates
from aura.runtime.vain.view import TEXTUAL, Text

LONGEST_PLACE = 4
"""Words that say where something is typed: "into the open chat"."""
SAYING = ("says_it", "quoting")


def may_hold_its_command(text: Text, lattice: Lattice) -> bool:
    """Whether a text may begin in what says that it is all, end in where it is typed, or be yet to be worked out."""
    doubtful = _begins_as_all(text, lattice) or _ends_where_typed(text) or _is_to_be_worked_out(text)
    return text.fills(*TEXTUAL) and doubtful


def _begins_as_all(text: Text, lattice: Lattice) -> bool:
    """Whether "only" stands between the verb that writes a text and the rest of it: "write *only* closed"."""
    if len(text.low) < 2 or not text.said.in_set(0, "solely"):
        return False
    begins = (start for start, _ in passages(words_of(text.value, lattice), lattice) if start)
    led = (lattice.ended(at, "verb") or any(lattice.in_set(at - 1, name) for name in SAYING) for at in begins)
    return any(led)


def _ends_where_typed(text: Text) -> bool:
    """Whether the last words of a text that is typed may say where: "good morning *in the chat*"."""
    said = text.said
    if text.seen.changes or not said.size or not text.fills("text"):
        return False
    if not said.in_set(said.size - 1, "typed_into"):
        return False
    last = range(max(1, said.size - LONGEST_PLACE), said.size - 1)
    return any(said.class_name(at) == "preposition" and said.in_set(at + 1, "determiner") for at in last)


def _is_to_be_worked_out(text: Text) -> bool:
    """Whether a text names what numbers come to, and tells nothing of it: "write *the total of 3 and 4* in a.txt"."""
    said, numbers, predicates = text.said, Numbers(text.said), Predicates(text.said)
    first = (numbers.at(stop) for stop in said.ends(0, "sum_told") if stop < said.size)
    counted = any(number is not None and said.begins(number[0], "item_separator") for number in first)
    return counted and not any(said.class_name(at) == "being" or predicates.is_aux(at) for at in range(said.size))
