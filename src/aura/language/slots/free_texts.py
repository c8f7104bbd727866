"""A text without quotes from one token on: what its words cost and where it may end, as far as that is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.slots.text_ends import TextEnds
from aura.language.slots.text_wholes import splits_what_is_named
from aura.language.utterance.whens import only_says_when
from aura.language.words.tokens import FACE, VERBS

STOPS, NEVER_FIRST, INTRODUCING = ".;!?", ",;:", ":"
QUESTION_INSIDE = 24.0
LONGEST_MARKER = 4
SWALLOWED = 12.0
WITHIN, THERE = 6.0, 1.0
"""What it costs that a text ends in "in there", or an announced one in "there", which may greet: "saying hi there"."""


class FreeText:
    """The text that begins at one token; `introduced` by a colon, "hello there" is all text."""

    def __init__(self, ends: TextEnds, start: int, opening: float, introduced: bool) -> None:
        self._ends, self._lattice = ends, ends.lattice
        self._start = start
        self._introduced = introduced
        self._costs = [opening]
        self._prices: dict[int, float | None] = {}

    def spans(self) -> Iterator[tuple[int, float]]:
        """Every token before which it may end, with its price."""
        for end in range(self._start + 1, self._lattice.size + 1):
            price = self.price(end)
            if price is not None:
                yield end, price

    def price(self, end: int) -> float | None:
        """What it costs up to before a token; None where it does not end there."""
        if end not in self._prices:
            self._prices[end] = self._cost(end) + self._end_cost(end - 1) if self._may_end(end) else None
        return self._prices[end]

    def _cost(self, end: int) -> float:
        """What its words cost up to before a token."""
        costs, start = self._costs, self._start
        while len(costs) <= end - start:
            costs.append(costs[-1] + self._word_cost(start + len(costs) - 1))
        return costs[end - start]

    def _may_end(self, end: int) -> bool:
        start = self._start
        goes_on = (self._introduced and self._lattice.at(end, "there")) or self._is_face(end)
        if goes_on or self._ends.leaves_a_word(start, end) or splits_what_is_named(self._lattice, start, end):
            return False
        return not (self._only_leads_to_name(end) or self._goes_on_with_now(end))

    def _goes_on_with_now(self, end: int) -> bool:
        """Whether the last word says that a time told before it is another one: "type we meet at half six *now*"."""
        lattice, last = self._lattice, end - 1
        now = lattice.in_set(end, "at_once") and lattice.in_set(end, "leading_now")
        if not now or end + 1 != lattice.size or last - 1 <= self._start:
            return False
        led = any(lattice.class_name(at) == "preposition" for at in (last - 2, last - 1))
        counted = lattice.low[last][:1].isdigit() or lattice.in_set(last, "number")
        return (counted and led) or only_says_when(lattice, last, end)

    def _only_leads_to_name(self, end: int) -> bool:
        """Whether words only say that a file is called what follows: "a note *called* list.txt"."""
        lattice = self._lattice
        if end >= lattice.size or lattice.tokens[end].shape not in ("file", "path"):
            return False
        return end in lattice.ends(self._start, "called")

    def _word_cost(self, position: int) -> float:
        lattice, start = self._lattice, self._start
        token, structure = lattice.tokens[position], lattice.class_name(position)
        if self._is_face(position):
            return 1.0
        if token.shape == "mark":
            if token.low == "?":
                return 0.0 if self._asks_before(position) else QUESTION_INSIDE
            if position == start and token.low in NEVER_FIRST:
                return SWALLOWED
            return 8.0 if token.low in STOPS else 4.0 if token.low != ":" or position > start + 4 else 7.0
        if token.shape in ("file", "path"):
            return 10.0
        if structure == "joint":
            return 4.0
        if structure == "quantifier" and position > start and lattice.at(position - 1, "joint"):
            return 9.0
        if structure in VERBS:
            joined = position > 0 and lattice.at(position - 1, "joint")
            return 12.0 if joined else 6.0
        if structure in ("filler", "pronoun"):
            return 3.0
        if structure == "kind":
            return 16.0 if position == start else 7.0
        if structure or not lattice.near(position):
            return 1.0
        return lattice.price(position)[0] if position <= start + 1 else 12.0

    def _asks_before(self, mark: int) -> bool:
        """Whether a text, or what stands behind its last mark, is a question: "hello, *how are you?*"."""
        lattice, start = self._lattice, self._start
        begun = next((at + 1 for at in range(mark - 1, start, -1) if lattice.tokens[at].shape == "mark"), start)
        return self._ends.asks(start) or self._ends.asks(begun)

    def _is_face(self, position: int) -> bool:
        """Whether a token is a face made of marks, which is of the text before it: "see you :)"."""
        lattice = self._lattice
        return position < lattice.size and lattice.low[position] == FACE != lattice.tokens[position].text

    def _end_cost(self, position: int) -> float:
        """Text seldom ends in a joint, a preposition, a polite word, or where it says what something is."""
        if self._introduced:
            return 0.0
        lattice, start = self._lattice, self._start
        structure = lattice.class_name(position)
        cost = 6.0 if structure in ("joint", "being") else 4.0 if structure in ("preposition", "article") else 0.0
        if lattice.in_set(position, "speaker") and position > start:
            favour = lattice.class_name(position - 1) == "preposition" and not lattice.in_set(
                position - 1, "infinitive"
            )
            cost = 4.0 if favour else 0.0
        told = lattice.ending(position + 1, "end_of")
        if any(max(start + 1, position - LONGEST_MARKER) <= begin < position and sense for begin, _, sense in told):
            return cost + SWALLOWED
        if structure == "pronoun" and position > start and lattice.class_name(position - 1) == "preposition":
            cost = 6.0
        last = max(start + 1, position - 2)
        within = [begin for begin, _, _ in lattice.ending(position + 1, "there") if begin >= last]
        if within:
            greets = min(within) == position and bool(lattice.ending(start, "text"))
            return cost + (THERE if greets else WITHIN)
        first = max(start + 1, position - 3)
        fillers = lattice.ending(position + 1, "filler")
        if any(begin >= first and lattice.in_set(begin, "polite") for begin, _, _ in fillers):
            return cost + 4.0
        return cost
