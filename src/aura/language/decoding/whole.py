"""What is surely one sentence of a loaded domain, with free text in it, from its first word to its last.

It is told of only where every other reading costs more: all others pass words over, join clauses or correct a word, and
here nothing begins that may be passed over for little. What says when is dear beside a sentence of a loaded domain.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from aura.language.decoding.standing import Node
from aura.language.decoding.verbatim import MOST_REQUIRED, Found, Stand, Walk, spelling_of
from aura.language.grammar.grammar import TIMES
from aura.language.slots.announced import announced_from
from aura.language.slots.fillers import FREE, Priced
from aura.language.slots.sentences import OWN_CONTEXT
from aura.language.slots.texts import Texts
from aura.language.utterance.lattice import COUNTING, Lattice
from aura.language.utterance.values import Slot, Values

DEAREST = 5.0
"""Any other reading costs more: the cheapest remark 6, what a time is said beside 24, two texts 8, a slip 10."""
MOST_TAKEN_OFF = -MOST_REQUIRED * OWN_CONTEXT
"""So much may the context take off what was paid."""
LONGEST = 3
"""More words in a text cost more than that."""
PASSED = frozenset(("beforehand", "joint", "correction"))
"""Phrases that are passed over, join clauses, or correct something, for less."""
AT_START = "start"
"""Where a filler stands that is passed over at the start of a clause only."""
NUMBERS = (*COUNTING, "single", "negative")
"""Sets of words with which a number begins."""


def said_whole(lattice: Lattice, values: Values) -> Node | None:
    """The history of the cheapest reading, if it is a whole sentence; None where that is not sure."""
    sure = spelling_of(lattice.grammar).decides and not values.open and _holds_together(lattice)
    return _FreeWalk(lattice, values).history() if sure else None


def _holds_together(lattice: Lattice) -> bool:
    """Whether all tokens are words, none is said twice over, and none begins what may be passed over for little."""
    repeated = any(one == other for one, other in pairwise(lattice.low))
    if repeated or any(token.shape != "word" for token in lattice.tokens):
        return False
    if not PASSED.isdisjoint(lattice.beginnings) or any(map(lattice.may_stand_inside, range(lattice.size))):
        return False
    fillers = ((at, where) for at in lattice.beginnings.get("filler", ()) for _, _, where in lattice.at(at, "filler"))
    return all(at and where == AT_START for at, where in fillers) and not _skips(lattice)


def _skips(lattice: Lattice) -> bool:
    """Whether words are said that the files of a domain say may be skipped: "can you"."""
    skips, low = lattice.grammar.templates.skips, lattice.low
    said = ((at, phrase.split()) for at, word in enumerate(low) if word in skips for phrase in skips[word])
    return any(low[at : at + len(words)] == words for at, words in said)


class _FreeWalk(Walk):
    """The sentences that one utterance is, each with words as they are spelled and some in free text."""

    def __init__(self, lattice: Lattice, values: Values) -> None:
        super().__init__(lattice.grammar, lattice.low, values, DEAREST)
        self._lattice = lattice
        self._content = Texts(lattice)
        self._unsure = False
        self._doubted: set[str] = set()

    def cheapest(self) -> Found | None:
        """The cheapest; None where a text in it may be dearer than it looks."""
        found = super().cheapest()
        if found is None or self._unsure:
            return None
        return None if any(isinstance(value, str) and value in self._doubted for _, value in found[3]) else found

    def _behind_texts(self, stand: Stand, free: list[Slot]) -> list[Stand]:
        """Where free text leads to from where a sentence stands."""
        cost, _, place, slots, context = stand
        self._unsure = self._unsure or not all(slot for _, slot, _ in free)
        return [
            (cost + filler.cost, after, filler.end, (*slots, (slot, filler.value)), context)
            for _, slot, after in free
            for filler in self._free(place, after)
            if cost + filler.cost <= DEAREST + MOST_TAKEN_OFF
        ]

    def _free(self, place: int, after: int) -> Iterator[Priced]:
        """Free text from a place to each from which a state leads on."""
        pieces, lattice = self._pieces, self._lattice
        begin = pieces.token[place]
        start = announced_from(lattice, begin, "") if begin >= 0 else lattice.size
        last = min(start + LONGEST, lattice.size)
        ends = [end for end in range(start + 1, last + 1) if self._leads(after, pieces.place[end])]
        text = self._content.free(start) if ends else None
        if text is None:
            return
        for end in ends:
            price = text.price(end)
            if price is None:
                continue
            said = lattice.text_of(start, end)
            if self._may_be_dear(begin, end):
                self._doubted.add(said)
            yield Priced(pieces.place[end], price * 0.5 + FREE, said)

    def _leads(self, state: int, place: int) -> bool:
        """Whether a sentence ends with the utterance at a state, or may go on from there."""
        automaton, pieces = self._grammar.automaton, self._pieces
        if place == pieces.size:
            return bool(automaton.labels[state])
        row = automaton.arcs[state]
        for word, _ in pieces.edges[place]:
            if word in row:
                return True
        slotted = self._values.opened(state)
        if slotted is None or slotted.free:
            return slotted is not None
        told = self._at(place)
        return any(kind in told for kind, _, _ in slotted.listed)

    def _may_be_dear(self, begin: int, end: int) -> bool:
        """Whether a text costs more: where a word may be a slip of the hand, or one behind its first says when."""
        slips = any(map(self._may_be_slip, range(begin, end)))
        return slips or any(map(self._may_say_when, range(begin + 1, end)))

    def _may_be_slip(self, at: int) -> bool:
        pieces = self._pieces.edges[self._pieces.place[at]]
        return bool(self._lattice.corrected(at)) or any(self._values.corrected(word) for word, _ in pieces)

    def _may_say_when(self, at: int) -> bool:
        """Whether words that say when could begin at a token: such a word, or a number."""
        lattice, low = self._lattice, self._lattice.low[at]
        counts = not low.isalpha() or any(lattice.in_set(at, name) for name in NUMBERS)
        return counts or low in self._grammar.automaton.arcs[TIMES]
