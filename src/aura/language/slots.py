"""Sentences with slots, whatever domain they are of: "convert 5 km to miles", "turn on the kitchen light"; times too.

From a token on, the automaton is searched cheapest first; what is dear (a misspelt word) waits until it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any, NamedTuple

from aura.language.fillers import Fillers, Priced
from aura.language.grammar import LOADED, TIMES, Intent
from aura.language.lattice import Lattice
from aura.language.pieces import Pieces
from aura.language.spelling import TRANSPOSITION
from aura.language.texts import Texts
from aura.language.values import Values

FREE_TEXT, MISSPELT = 1, 2
LEAST_FREE, LEAST_DEAR = 4.0, TRANSPOSITION
DEAREST = 60.0
WHEN_IN_TEXT = 30.0
OWN_CONTEXT, HERE_CONTEXT = -0.15, 0.3
ALTERNATIVES = 4
MOST_STEPS = 4000

Slots = tuple[tuple[str, Any], ...]
Context = tuple[tuple[str, Any], ...]


class Filled(NamedTuple):
    """A sentence that was read: the token after it, its price, its intent's number, its slots, and its template's."""

    end: int
    cost: float
    number: int
    slots: Slots
    template: int


class Slotted:
    """The sentences and times of one utterance, by the token they begin at."""

    def __init__(self, lattice: Lattice, texts: Texts, values: Values) -> None:
        self.pieces = Pieces(lattice.tokens, lattice.low)
        self.fillers = Fillers(lattice, self.pieces, texts, values)
        self.lattice = lattice
        self.values = values
        self._sentences: dict[tuple[int, int], Search] = {}
        self._times: dict[int, list[Filled]] = {}

    def sentences(self, start: int, position: int) -> Search:
        """The search for sentences from a start of the automaton that begin at a token."""
        found = self._sentences.get((start, position))
        if found is None:
            found = self._sentences[start, position] = Search(self, start, position)
        return found

    def times(self, position: int) -> list[Filled]:
        """The phrases that begin at a token and say when."""
        found = self._times.get(position)
        if found is None:
            search = Search(self, TIMES, position)
            search.go_on(DEAREST)
            found = self._times[position] = search.found
        return found

    def begins(self, position: int) -> bool:
        """Whether a sentence of a loaded domain could begin at a token that is no part of a name before it."""
        grammar, words = self.lattice.grammar, self.pieces.edges[self.pieces.place[position]]
        row, targets = grammar.arcs[LOADED], grammar.templates.targets
        return any(word[0].isdigit() or (word in row and word not in targets) for word, _ in words)

    def says_when(self, place: int, end: int) -> bool:
        """Whether what lies between two places ends in words that say when."""
        tokens = range(self.pieces.token[place] + 1, self.pieces.token[end])
        return any(time.end == tokens.stop for at in tokens for time in self.times(at))

    def admits(self, intent: Intent, context: Context) -> float | None:
        """What the context says about an intent: None where it forbids it, else a price."""
        if not intent.requires and not intent.excludes:
            return 0.0
        own, here, price = dict(context), self.values.context, 0.0
        for key, allowed in intent.requires.items():
            value = own.get(key, here.get(key))
            if value is None or (allowed and value not in allowed):
                return None
            price += OWN_CONTEXT if key in own else HERE_CONTEXT
        for key, allowed in intent.excludes.items():
            value = own.get(key, here.get(key))
            if value is not None and (not allowed or value in allowed):
                return None
        return price


class Search:
    """Every sentence from one token on, cheapest first, as far as it is asked for."""

    def __init__(self, slotted: Slotted, start: int, position: int) -> None:
        self._slotted = slotted
        self._grammar = slotted.lattice.grammar
        self._fillers = slotted.fillers
        self._pieces = slotted.pieces
        self._first = self._pieces.place[position]
        self._steps = 0
        self._free_steps: list[tuple[float, int, int, Slots, Context]] = []
        self.found: list[Filled] = []
        self._given: set[tuple[int, int, Slots]] = set()
        self._seen: dict[tuple[int, int], list[Slots]] = {}
        self._heap: list[tuple[float, int, int, int, int, Slots, Context]] = []
        if start == LOADED or self._may_begin(start, position):
            self._push(0.0, start, self._first, (), ())

    def least(self) -> float:
        """What the next sentence costs at least."""
        return self._heap[0][0] if self._heap and self._heap[0][0] <= DEAREST else float("inf")

    def go_on(self, price: float) -> None:
        """Find the sentences that cost no more, too."""
        heap = self._heap
        while heap and heap[0][0] <= price and self._steps < MOST_STEPS:
            cost, _, dear, state, place, slots, context = heappop(heap)
            if dear == FREE_TEXT:
                self._texts(cost - LEAST_FREE, state, place, slots, context)
                continue
            if dear == MISSPELT:
                self._misspelt(cost - LEAST_DEAR, state, place, slots, context)
                continue
            steps = self._free_steps
            steps.append((cost, state, place, slots, context))
            while steps:
                self._step(*steps.pop())

    def _step(self, cost: float, state: int, place: int, slots: Slots, context: Context) -> None:
        """Stand at a state; words as they are spelled cost nothing, so they are gone on with at once."""
        known = self._seen.setdefault((state, place), [])
        if slots in known or len(known) == ALTERNATIVES:
            return
        known.append(slots)
        self._steps += 1
        if self._grammar.labels[state]:
            self.found.extend(self._ended(cost, state, place, slots, context))
        self._extend(cost, state, place, slots, context)

    def _may_begin(self, start: int, position: int) -> bool:
        """Whether the first word, or a slot that may come first, lets anything begin."""
        row = self._grammar.arcs[start]
        if any(word in row for word, _ in self._slotted.lattice.words_for(position)):
            return True
        return any(self._fillers.fill(kind, self._first) for kind, _, _ in self._grammar.slots.get(start, ()))

    def _push(self, cost: float, state: int, place: int, slots: Slots, context: Context, dear: int = 0) -> None:
        heappush(self._heap, (cost, len(self._heap) + 64 * self._steps, dear, state, place, slots, context))

    def _ended(self, cost: float, state: int, place: int, slots: Slots, context: Context) -> Iterator[Filled]:
        end = self._pieces.token[place]
        if end < 0:
            return
        slotted = self._slotted
        for category, value in self._grammar.labels[state]:
            if category != "intent":
                yield Filled(end, cost, -1, slots, -1)
                continue
            number, template = map(int, value.split("."))
            intent = self._grammar.intents[number]
            price = slotted.admits(intent, context)
            if price is None or (end, number, slots) in self._given:
                continue
            self._given.add((end, number, slots))
            here = slotted.values.context
            taken = ((key, here[key]) for key in intent.taken if key in here and key not in dict(slots))
            yield Filled(end, cost + price, number, (*slots, *taken), template)

    def _extend(self, cost: float, state: int, place: int, slots: Slots, context: Context) -> None:
        if place == self._pieces.size:
            return
        row, push = self._grammar.arcs[state], self._push
        for word, after in self._pieces.edges[place]:
            if word in row:
                self._free_steps.append((cost, row[word], after, slots, context))
        open_slots = self._grammar.slots.get(state, ())
        free = False
        for kind, slot, after in open_slots:
            if self._fillers.is_free(kind):
                free = True
                continue
            for filler in self._fillers.fill(kind, place):
                self._fill(cost, filler, slot, after, slots, context)
        if free:
            push(cost + LEAST_FREE, state, place, slots, context, FREE_TEXT)
        if place > self._first:
            for after, price in self._fillers.passable(place):
                push(cost + price, state, after, slots, context)
        if row and cost + LEAST_DEAR <= DEAREST:
            push(cost + LEAST_DEAR, state, place, slots, context, MISSPELT)

    def _texts(self, cost: float, state: int, place: int, slots: Slots, context: Context) -> None:
        """Go on with free text; one that ends in words that say when is dear, so that a time is not lost in it."""
        for kind, slot, after in self._grammar.slots[state]:
            if not self._fillers.is_free(kind):
                continue
            for filler in self._fillers.fill(kind, place):
                if self._goes_on(after, filler.end):
                    late = WHEN_IN_TEXT if self._slotted.says_when(place, filler.end) else 0.0
                    self._fill(cost + late, filler, slot, after, slots, context)

    def _misspelt(self, cost: float, state: int, place: int, slots: Slots, context: Context) -> None:
        """Go on with words that are one slip away."""
        row = self._grammar.arcs[state]
        for word, price in self._fillers.corrected(place):
            if word in row:
                for _, after in self._pieces.edges[place]:
                    self._push(cost + price, row[word], after, slots, context)
        for kind, slot, after in self._grammar.slots.get(state, ()):
            for filler in self._fillers.misspelt(kind, place):
                self._fill(cost, filler, slot, after, slots, context)

    def _fill(self, cost: float, filler: Priced, slot: str, after: int, slots: Slots, context: Context) -> None:
        known = (*context, *filler.context) if filler.context else context
        self._push(cost + filler.cost, after, filler.end, (*slots, (slot, filler.value)), known)

    def _goes_on(self, state: int, place: int) -> bool:
        """Whether a sentence may end behind free text, or go on there."""
        if self._grammar.labels[state] or place == self._pieces.size or state in self._grammar.slots:
            return True
        row = self._grammar.arcs[state]
        return any(word in row for word, _ in (*self._pieces.edges[place], *self._fillers.corrected(place)))
