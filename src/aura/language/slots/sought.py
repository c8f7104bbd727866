"""What is searched for, and what something on a page is called: any words, few rather than many."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.slots.free_texts import STOPS
from aura.language.slots.text_ends import TextEnds
from aura.language.slots.text_wholes import answers_on
from aura.language.slots.texts import Ended
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_ended

SOUGHT = ("sought", "after_its_name", "caption")
"""Kinds of slots; one that stands right after the name of a site begins with nothing that leads on from it."""
SOUGHT_WORD, LED, PLACED, TAKEN_BACK = 1.2, 3.0, 8.0, 20.0
FACT, FACT_JOINT, FACT_STOP, ANOTHER_CLAUSE, MANNERS = 2.0, 2.0, 4.0, 8.0, 6.0
"""What words of one's own cost, a joint and a stop in them, the beginning of a command, and good manners at the end."""
TELLING = ("statement_verb", "telling")
ASKED, INTRODUCING, LATER = "?", ":", "later"


class Sought:
    """What may be searched for in one utterance."""

    def __init__(self, lattice: Lattice, ends: TextEnds) -> None:
        self._lattice = lattice
        self._ends = ends

    def at(self, start: int, kind: str) -> Iterator[Ended]:
        """What is searched for, or what something on a page is called: any words, verbs too, few rather than many."""
        lattice, is_caption = self._lattice, kind == "caption"
        if lattice.tokens[start].shape == "quoted":
            yield start + 1, FACT
            return
        led = self._led(start, kind)
        if led is None:
            return
        cost = FACT + led
        for at in range(start, lattice.size):
            retracted = at > start and self._ends.takes_back(at)
            asks = self._only_asks(at) and not answers_on(lattice, start, at)
            if asks or lattice.low[at] == ASKED or (is_caption and retracted):
                return
            if at > start and (self._does_with_it(at) or (is_caption and self._tells_when(at))):
                return
            token, joint = lattice.tokens[at], bool(lattice.at(at, "joint"))
            mark, structure = token.shape == "mark", lattice.class_name(at)
            cost += FACT_STOP if mark and token.low in STOPS else FACT_JOINT if joint else SOUGHT_WORD
            cost += ANOTHER_CLAUSE if at > start and self._ends.begins_clause(at) else 0.0
            cost += TAKEN_BACK if retracted or (at > start and self._ends.tells_why(at)) else 0.0
            cost += PLACED if structure == "preposition" and at > start and lattice.at(at + 1, "anchor") else 0.0
            how = any(lattice.in_set(word, "infinitive") for word in range(start, at - 1))
            done_with = how and at + 1 == lattice.size
            alone = (
                lattice.class_name(at + 1) == "pronoun" if is_caption else structure == "preposition" and not done_with
            )
            leads = structure == "article" and not lattice.in_set(at, "speaker")
            again = not is_caption and lattice.in_set(at + 1, "asked_again")
            if not (mark or joint or alone or leads or again or self._ends.leaves_a_word(start, at + 1)):
                yield at + 1, cost + (MANNERS if not is_caption and self._ends_mannerly(start, at) else 0.0)

    def _ends_mannerly(self, start: int, at: int) -> bool:
        """Whether what is searched for would end in mere manners; "again" is none: "google hello *again*"."""
        return self._ends.is_manners(start, at) and not self._lattice.in_set(at, "asked_again")

    def _only_asks(self, at: int) -> bool:
        """Whether a polite word is none of what is searched for: "*please*", and "thank you" at the end."""
        lattice = self._lattice
        last = any(is_ended(lattice, end) for end in lattice.ends(at, "filler"))
        behind = last and not self._ends.leaves_a_word(at, at)
        return lattice.in_set(at, "polite") and (behind or lattice.in_set(at, "pleading"))

    def _does_with_it(self, at: int) -> bool:
        """Whether something is done behind a joint with what is found: "songs *and play the first one*"."""
        lattice = self._lattice
        done_to = (end + 1 for end in lattice.ends(at, "joint") if end + 1 < lattice.size)
        return any(lattice.at(to, "of_those_found") for to in done_to)

    def _tells_when(self, at: int) -> bool:
        """Whether somebody tells from a token on when something is to be: "close the shop tab *before I* buy more"."""
        return self._lattice.class_name(at) == LATER and self._lattice.in_set(at + 1, "own_subject")

    def _led(self, start: int, kind: str) -> float | None:
        """More for words that begin as if they stood behind others; None for such as no name begins with.

        What tells of something is searched for only as a question: "is it raining".
        """
        lattice = self._lattice
        if lattice.at(start, "joint") or self._only_asks(start) or lattice.low[start] == INTRODUCING:
            return None
        if kind == "caption":
            return None if lattice.in_set(start, "determiner") else LED * self._is_led(start)
        told = any(lattice.in_set(start, telling) for telling in TELLING)
        asks = lattice.in_set(start + 1, "determiner") or lattice.class_name(start + 1) == "pronoun"
        strictly = kind == "after_its_name"
        if (told and (strictly or not asks)) or (strictly and lattice.ends_like(start, "past")):
            return None
        if strictly and self._is_led(start):
            return None
        if self._says_where(start + lattice.in_set(start, "speaker")):
            return None
        hearer = lattice.in_set(start, "speaker") and bool(lattice.at(start, "filler")) and not self._is_led(start + 1)
        return LED * (self._is_led(start) or hearer)

    def _says_where(self, at: int) -> bool:
        """Whether a place of this computer follows a preposition: "*in the documents* all the pdf files"."""
        return self._is_led(at) and bool(
            self._lattice.at(at + 1 + self._lattice.in_set(at + 1, "determiner"), "anchor")
        )

    def _is_led(self, start: int) -> bool:
        return self._lattice.class_name(start) == "preposition"
