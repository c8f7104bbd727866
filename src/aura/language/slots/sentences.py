"""Sentences with slots, whatever domain they are of: "convert 5 km to miles", "turn on the kitchen light"; times too.

From a token on, the automaton is searched cheapest first; what is dear (a misspelt word) waits until it is asked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import partial
from heapq import heappop, heappush
from typing import Any, NamedTuple

from aura.language.grammar.grammar import LOADED, TIMES, Intent
from aura.language.grammar.pieces import Pieces
from aura.language.slots.ahead import Ahead
from aura.language.slots.fillers import NONE_LISTED, Fillers, Priced
from aura.language.slots.kinds import Kinds
from aura.language.slots.parts import Thing
from aura.language.utterance.known import KnownNames
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import before_last_mark
from aura.language.utterance.values import Values
from aura.language.words.spelling import TRANSPOSITION

LEAST_FREE, LEAST_DEAR = 4.0, TRANSPOSITION
FREELY = LEAST_DEAR - 0.01
"""Up to this price every word of a sentence is as it is spelled."""
DEAREST = 60.0
UNLIKELY = 25.0
WHEN_IN_TEXT = 30.0
OWN_CONTEXT, HERE_CONTEXT = -0.15, 0.3
ALTERNATIVES = 4
MOST_STEPS = 4000
INFINITE = float("inf")
THERE = "there"
"""What a kind of files says where a bare name has to be that of one of them."""

Slots = tuple[tuple[str, Any], ...]
Context = tuple[tuple[str, Any], ...]
Stand = tuple[float, int, int, Slots, Context]
"""What was paid, a state of the automaton, a place, and what was filled on the way there."""


class Filled(NamedTuple):
    """A sentence that was read: the token after it, its price, its intent's number, its slots, and its template's."""

    end: int
    cost: float
    number: int
    slots: Slots
    template: int


class Times:
    """What says when in one utterance, by the token it begins at."""

    def __init__(self, ahead: Ahead) -> None:
        self._ahead = ahead
        self._found: dict[int, list[Filled]] = {}

    def at(self, position: int) -> list[Filled]:
        """The phrases that begin at a token and say when."""
        found = self._found.get(position)
        if found is None:
            found = self._found[position] = self._searched(position) if self._ahead.may_begin(TIMES, position) else []
        return found

    def _searched(self, position: int) -> list[Filled]:
        search = Search(self._ahead, self, TIMES, position)
        search.go_on(DEAREST)
        return search.found

    def end(self, place: int, end: int) -> bool:
        """Whether what lies between two places ends in words that say when."""
        token = self._ahead.pieces.token
        tokens = range(token[place] + 1, token[end])
        return any(time.end == tokens.stop for at in tokens for time in self.at(at))


class Slotted:
    """The sentences and times of one utterance, by the token they begin at."""

    def __init__(self, lattice: Lattice, kinds: Kinds, values: Values) -> None:
        self.pieces = Pieces(lattice.low)
        self.fillers = Fillers(lattice, self.pieces, kinds, values)
        self.lattice = lattice
        self.values = values
        self.ahead = Ahead(self.pieces, self.fillers, values)
        self._times = Times(self.ahead)
        self._sentences: dict[tuple[int, int], Search] = {}
        self._nothing = Search(self.ahead, self._times, None, 0)

    def sentences(self, start: int, position: int) -> Search:
        """The search for sentences from a start of the automaton that begin at a token."""
        found = self._sentences.get((start, position))
        if found is None:
            begun = self.ahead.may_begin(start, position)
            found = Search(self.ahead, self._times, start, position) if begun else self._nothing
            self._sentences[start, position] = found
        return found

    def times(self, position: int) -> list[Filled]:
        """The phrases that begin at a token and say when."""
        return self._times.at(position)

    def end_in_a_time(self) -> bool:
        """Whether an utterance ends in when it is to be done, as no name that is quoted may: "… days off *tonight*"."""
        last = before_last_mark(self.lattice)
        return any(time.end == last for at in range(last) for time in self.times(at))

    def begins(self, position: int) -> bool:
        """Whether a sentence of a loaded domain could begin at a token that is no part of a name before it."""
        grammar, words = self.lattice.grammar, self.pieces.edges[self.pieces.place[position]]
        row, targets = grammar.automaton.arcs[LOADED], grammar.templates.targets
        return any(word[0].isdigit() or (word in row and word not in targets) for word, _ in words)


def completed(intent: Intent, slots: Slots, context: Context, here: Mapping[str, Any]) -> tuple[float, Slots] | None:
    """What the context adds to the price of a sentence, and its slots with those from `here`; None where it forbids it.

    None too where a slot is filled twice.
    """
    price = _admitted(intent, context, here)
    if price is None or _says_otherwise(intent, slots):
        return None
    taken = [(key, here[key]) for key in intent.taken if key in here and key not in dict(slots)]
    return price, (*slots, *taken)


def _admitted(intent: Intent, context: Context, here: Mapping[str, Any]) -> float | None:
    """What the context says about an intent: None where it forbids it, else a price."""
    if not intent.requires and not intent.excludes:
        return 0.0
    own, price = dict(context), 0.0
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


def _says_otherwise(intent: Intent, slots: Slots) -> bool:
    """Whether a slot is filled twice, with something else, though it is none of which several may be said."""
    names = [name for name, _ in dict.fromkeys(slots) if name != intent.each]
    return len(names) > len({*names})


def _are_of_kind(intent: Intent, slots: Slots, lattice: Lattice) -> bool:
    """Whether the files that are named with an extension, or known to have one, are such that the sentence is about."""
    told = [(intent.things[name], value) for name, value in slots if name in intent.things]
    return all(
        value.is_of_kind(kinds) and _is_known_to_be(value, kinds, lattice.known) and _may_stand(value, kinds, lattice)
        for kinds, value in told
        if isinstance(value, Thing)
    )


def _may_stand(thing: Thing, kinds: str, lattice: Lattice) -> bool:
    """Whether a pronoun may stand for a file of one of these kinds: not where only others were named before it."""
    if thing.form != "pronoun" or "." not in kinds:
        return True
    named = [lattice.low[at] for at in range(thing.start) if lattice.tokens[at].shape == "file"]
    return not named or any(f".{name.rpartition('.')[2]}" in kinds.split() for name in named)


def _is_known_to_be(thing: Thing, kinds: str, known: KnownNames) -> bool:
    """Whether a name that is there without its extension is that of a file of one of these kinds.

    A bare one that is not there is none where that is asked for: "*siri* should now say hello".
    """
    name = thing.name
    if name is not None and not (name.exists or name.like_file or thing.kind) and THERE in kinds.split():
        return False
    if name is None or not name.exists or name.like_file or thing.place is not None or "." not in kinds:
        return True
    stem = name.text.lower()
    endings = {file.removeprefix(stem) for file in known.files if file.startswith(f"{stem}.")}
    return not endings.isdisjoint(kinds.split()) if endings else stem not in known.folders


class Search:
    """Every sentence from one token on, cheapest first, as far as it is asked for; none without a start."""

    def __init__(self, ahead: Ahead, times: Times, start: int | None, position: int) -> None:
        self._ahead, self._times = ahead, times
        self._pieces, self._fillers, self._values = ahead.pieces, ahead.fillers, ahead.values
        self._lattice, self._automaton = ahead.fillers.lattice, ahead.automaton
        self._first = ahead.pieces.place[position]
        self._steps = 0
        self._pushed = 0
        self._waiting: list[tuple[float, int, bool, Stand]] = []
        self._stood: deque[Stand] = deque()
        self._seen: dict[tuple[int, int], list[Slots]] = {}
        self._given: set[tuple[int, int, Slots]] = set()
        self.found: list[Filled] = []
        if start is not None:
            self._push((0.0, start, self._first, (), ()))

    def least(self) -> float:
        """What the next sentence costs at least."""
        waiting, stood = self._waiting, self._stood
        least = waiting[0][0] if waiting else INFINITE
        if stood and stood[0][0] + LEAST_DEAR < least:
            least = stood[0][0] + LEAST_DEAR
        return least if least <= DEAREST else INFINITE

    def go_on(self, price: float) -> None:
        """Find the sentences that cost no more, too."""
        waiting, stood = self._waiting, self._stood
        if not (waiting or stood):
            return
        price = min(price, DEAREST)
        while self._steps < MOST_STEPS:
            if stood and (not waiting or stood[0][0] + LEAST_DEAR < waiting[0][0]):
                if stood[0][0] + LEAST_DEAR > price:
                    return
                self._misspelt(*stood.popleft())
            elif waiting and waiting[0][0] <= price:
                _, _, free, stand = heappop(waiting)
                if free:
                    self._texts(*stand)
                else:
                    self._walk(stand)
            else:
                return

    def _walk(self, stand: Stand) -> None:
        """Stand at a state; words as they are spelled cost nothing, so they are gone on with at once.

        Every state that was stood at is kept, in the order of what was paid, for the misspelt words behind it.
        """
        automaton, seen, edges = self._automaton, self._seen, self._pieces.edges
        arcs, labels, last = automaton.arcs, automaton.labels, self._pieces.size
        steps = [stand]
        while steps:
            stand = steps.pop()
            cost, state, place, slots, context = stand
            known = seen.setdefault((state, place), [])
            if slots in known or len(known) == ALTERNATIVES:
                continue
            known.append(slots)
            self._steps += 1
            if labels[state]:
                self._end(cost, state, place, slots, context)
            if place == last:
                continue
            row = arcs[state]
            for word, after in edges[place]:
                if word in row:
                    steps.append((cost, row[word], after, slots, context))
            self._go_on_dearly(stand)
            if row:
                self._stood.append(stand)

    def _go_on_dearly(self, stand: Stand) -> None:
        """Go on with slots, and with words that say nothing; free text waits until it is asked for.

        What is in lists is found sooner than whether it leads anywhere; all else is dear to find.
        """
        cost, state, place, slots, context = stand
        fillers, opened = self._fillers, self._values.opened(state)
        if opened is not None:
            listed, free, built_in = opened
            leading = [slot for slot in built_in if self._ahead.ends(slot[2])] if built_in else built_in
            told = fillers.listed(place) if listed else NONE_LISTED
            found = [(told[kind], slot, after) for kind, slot, after in listed if kind in told] if told else []
            found += [(fillers.fill(kind, place), slot, after) for kind, slot, after in leading]
            for each, slot, after in found:
                for filler in each:
                    if self._goes_on(after, filler.end) or fillers.passable(filler.end):
                        self._fill(cost, filler, slot, after, slots, context)
            if free:
                self._push(stand, LEAST_FREE, free=True)
        if place > self._first:
            for after, price in fillers.passable(place):
                self._push((cost + price, state, after, slots, context))

    def _push(self, stand: Stand, more: float = 0.0, free: bool = False) -> None:
        self._pushed += 1
        heappush(self._waiting, (stand[0] + more, self._pushed, free, stand))

    def _end(self, cost: float, state: int, place: int, slots: Slots, context: Context) -> None:
        """Keep the sentences that end at a state."""
        end = self._pieces.token[place]
        if end < 0:
            return
        for category, value in self._automaton.labels[state]:
            if category != "intent":
                self.found.append(Filled(end, cost, -1, slots, -1))
                continue
            number, template = map(int, value.split("."))
            intent = self._lattice.grammar.intents[number]
            whole = completed(intent, slots, context, self._values.context)
            if whole is None or (intent.things and not _are_of_kind(intent, slots, self._lattice)):
                continue
            if (end, number, slots) in self._given:
                continue
            self._given.add((end, number, slots))
            self.found.append(Filled(end, cost + whole[0], number, whole[1], template))

    def _texts(self, cost: float, state: int, place: int, slots: Slots, context: Context) -> None:
        """Go on with free text; one that ends in words that say when is dear, so that a time is not lost in it.

        It bears out no word before it: there is none behind a word that would have to be a slip and is one itself.
        """
        if cost >= UNLIKELY:
            return
        opened = self._values.opened(state)
        for _, slot, after in opened.free if opened is not None else ():
            leads = partial(self._goes_on, after)
            for filler in self._fillers.free(place, leads) if self._ahead.ends(after) else ():
                late = WHEN_IN_TEXT if self._times.end(place, filler.end) else 0.0
                self._fill(cost + late, filler, slot, after, slots, context)

    def _misspelt(self, cost: float, state: int, place: int, slots: Slots, context: Context) -> None:
        """Go on with words that are one slip away."""
        fillers, edges = self._fillers, self._pieces.edges[place]
        row, opened = self._automaton.arcs[state], self._values.opened(state)
        for word, price in fillers.corrected(place):
            if word in row:
                for _, after in edges:
                    self._push((cost + price, row[word], after, slots, context))
        for kind, slot, after in opened.listed if opened is not None else ():
            for filler in fillers.misspelt(kind, place):
                self._fill(cost, filler, slot, after, slots, context)

    def _fill(self, cost: float, filler: Priced, slot: str, after: int, slots: Slots, context: Context) -> None:
        """Go on behind what fills a slot; in one without a name it says nothing."""
        known = (*context, *filler.context) if filler.context else context
        told = (*slots, (slot, filler.value)) if slot else slots
        self._push((cost + filler.cost, after, filler.end, told, known))

    def _goes_on(self, state: int, place: int) -> bool:
        """Whether a sentence may end behind what fills a slot, or go on there."""
        automaton, last = self._automaton, place == self._pieces.size
        if last or automaton.labels[state] or automaton.slots[state]:
            return not last or bool(automaton.labels[state])
        row = automaton.arcs[state]
        for word, _ in self._pieces.edges[place]:
            if word in row:
                return True
        return any(word in row for word, _ in self._fillers.corrected(place))
