"""What may fill a slot of a sentence, and what may be passed over inside one; memoised by place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from aura.language.grammar.pieces import Pieces, pieces_of
from aura.language.slots.announced import announced_from
from aura.language.slots.kinds import Kinds
from aura.language.utterance.lattice import WORD_INSIDE, Lattice
from aura.language.utterance.predicates import begins_a_name, tells_on
from aura.language.utterance.values import NUMBERS, Filler, Node, Values

SKIP, COMMA, FILLER, JOINING = 2.0, 3.0, 2.0, 2.5
CORRECTED, LONGEST_CHORD = 1.0, 4
VALUE, NUMBER, FREE, NEAR_IN_TEXT = 0.2, 0.1, 1.0, 8.0
DEAREST_VALUE = 34.0
COINED = "program"
"""What may be in a list that is open, though it is not known here."""
EXACT, LASTING = frozenset(("cell", "range", "figure", "seconds")), "seconds"
"""Slots of the language that may be corrected as values of lists are."""


class Priced(NamedTuple):
    """Something that may fill a slot: the place after it, its price, what the slot gets, what is then known."""

    end: int
    cost: float
    value: Any
    context: tuple[tuple[str, Any], ...] = ()


NOTHING: list[Priced] = []
Listed = dict[str, list[Priced]]
"""What may fill slots of lists, by the list."""
NONE_LISTED: Listed = {}
Span = tuple[int, float, Filler]
NO_SPANS: list[Span] = []


class Fillers:
    """The fillers of slots in one utterance."""

    def __init__(self, lattice: Lattice, pieces: Pieces, kinds: Kinds, values: Values) -> None:
        self.lattice = lattice
        self.pieces = pieces
        self.kinds = kinds
        self.values = values
        self._fills: dict[tuple[str, int], list[Priced]] = {}
        self._exact: list[list[Span] | None] = [None] * pieces.size
        self._listed: list[Listed | None] = [None] * pieces.size
        self._corrects = "correction" in lattice.beginnings
        self._near: dict[int, Listed] = {}
        self._corrected: dict[int, list[tuple[str, float]]] = {}
        self._passable: list[list[tuple[int, float]] | None] = [None] * (pieces.size + 1)

    def fill(self, kind: str, place: int) -> list[Priced]:
        """What may fill a slot of a kind from a place on, every word as it is spelled."""
        entry = self.values.lists.get(kind)
        if entry is not None and not entry.free:
            return self.listed(place).get(kind, NOTHING)
        if entry is None and kind in self.kinds.absent:
            return NOTHING
        key = (kind, place)
        found = self._fills.get(key)
        if found is None:
            found = list(self._built_in(kind, place) if entry is None else self.free(place, lambda _: True))
            if self._corrects and kind in EXACT:
                found += list(self._said_again(kind, place, found))
            self._fills[key] = found
        return found

    def free(self, place: int, leads: Callable[[int], bool]) -> Iterator[Priced]:
        """Free text from a place to each that `leads` on; a word that may be misspelt is dear in it."""
        pieces, texts, dear = self.pieces, self.kinds.texts, 0.0
        token = pieces.token[place]
        start = announced_from(self.lattice, token, "") if token >= 0 else self.lattice.size
        for at in range(start, self.lattice.size):
            near, end = bool(self.corrected(pieces.place[at])), pieces.place[at + 1]
            wanted = leads(end)
            price = texts.price(start, at + 1) if near or wanted else None
            if price is None:
                continue
            dear += NEAR_IN_TEXT * near
            if wanted:
                yield Priced(end, price * 0.5 + FREE + dear, self.lattice.text_of(start, at + 1))

    def listed(self, place: int) -> Listed:
        """What may fill slots of lists from a place on, every word as it is spelled."""
        found = self._listed[place]
        if found is None:
            found = self._listed[place] = by_list(self.spans(place), self.values)
            for kind, made in found.items() if self._corrects else ():
                made += list(self._said_again(kind, place, made))
        return found

    def misspelt(self, kind: str, place: int) -> list[Priced]:
        """The values of a list that were said with a slip of the hand."""
        return NOTHING if self.values.lists[kind].exact else self._slipped(place).get(kind, NOTHING)

    def _slipped(self, place: int) -> Listed:
        """What may fill slots of lists from a place on, with a slip of the hand."""
        found = self._near.get(place)
        if found is None:
            spans = [span for span in self._walk(place) if span[1]]
            found = self._near[place] = by_list(spans, self.values)
        return found

    @cached_property
    def said(self) -> frozenset[str]:
        """The lists of which something is said, slips of the hand and all."""
        places = range(self.pieces.size)
        return frozenset().union(*map(self.listed, places), *map(self._slipped, places))

    def corrected(self, place: int) -> list[tuple[str, float]]:
        """The words that the piece at a place may be a slip of the hand for."""
        found = self._corrected.get(place)
        if found is None:
            found = self._corrected[place] = list(self._corrections(place))
        return found

    def passable(self, place: int) -> list[tuple[int, float]]:
        """What may be passed over inside a sentence at a place: (place after, price)."""
        found = self._passable[place]
        if found is None:
            found = self._passable[place] = list(self._passed(place))
        return found

    # -- slots

    def _built_in(self, kind: str, place: int) -> Iterator[Priced]:
        """Kinds of slots that the language itself knows."""
        token = self.pieces.token[place]
        if token < 0:
            return
        for end, price, value in self.kinds.fill(kind, token):
            yield Priced(self.pieces.place[end], price, value)

    def _said_again(self, kind: str, place: int, made: list[Priced]) -> Iterator[Priced]:
        """ "firefox, no wait, I meant chrome": what is said last holds."""
        lattice, pieces = self.lattice, self.pieces
        for first in (*made, *self._unmeasured(kind, place)):
            for begin, more, _ in lattice.at(pieces.token[first.end], "correction"):
                if begin == lattice.size or self._begins_before(place, begin):
                    continue
                for again in self.fill(kind, pieces.place[begin]):
                    yield again._replace(cost=first.cost + more + CORRECTED + again.cost)

    def _begins_before(self, place: int, begin: int) -> bool:
        """Whether more than a value is said anew, from a word before it on: "*control and* p, no, *control and* f"."""
        lattice, start = self.lattice, self.pieces.token[place]
        alone = start < 2 or lattice.low[begin] not in lattice.low[max(0, start - LONGEST_CHORD) : start]
        return not alone and lattice.tokens[begin].shape == "word"

    def _unmeasured(self, kind: str, place: int) -> Iterator[Priced]:
        """ "In five, no, make it ten minutes": a number that is taken back before it was said of what."""
        token = self.pieces.token[place]
        if kind == LASTING and token >= 0 and (number := self.kinds.numbers.at(token)) is not None:
            yield Priced(self.pieces.place[number[0]], 0.0, number[1])

    def spans(self, place: int) -> list[Span]:
        """Everything that is in any list, and every number, as it is spelled from a place on."""
        spans = self._exact[place]
        if spans is None:
            begun = any(word in self.values.tree or word[0].isdigit() for word, _ in self.pieces.edges[place])
            listed = self._exactly(place) if begun else ()
            spans = [*listed, *self._spelled(place)] or list(self._coined(place))
            self._exact[place] = spans or NO_SPANS
        return spans

    def _spelled(self, place: int) -> list[Span]:
        """The number that is spelled out from a place on, where no list says how numbers are."""
        token = self.pieces.token[place]
        if not 0 <= token < self.lattice.size or self.lattice.grammar.templates.numbers:
            return NO_SPANS
        number = self.kinds.numbers.at(token)
        if number is None or self.lattice.low[token][0].isdigit():
            return NO_SPANS
        value = float(number[1])
        return [(self.pieces.place[number[0]], 0.0, Filler(NUMBERS, int(value) if value.is_integer() else value, ()))]

    def _coined(self, place: int) -> Iterator[Span]:
        """What may be a value of an open list though it is not known here."""
        for kind in self.values.open:
            for end, cost, name, _ in self._built_in(COINED, place):
                yield end, cost, Filler(kind, name, ())

    def _exactly(self, start: int) -> Iterator[Span]:
        """The values, and numbers in digits or words, that begin at a place, as they are spelled."""
        token = self.pieces.token[start]
        if token >= 0 and self.lattice.tokens[token].shape == "quoted":
            yield from self._quoted(start, token)
        else:
            yield from ((end, 0.0, filler) for end, filler in self.values.spelled(self.pieces.edges, start))

    def _walk(self, start: int) -> Iterator[Span]:
        """The values that begin at a place, also with slips of the hand: (place after, price, value)."""
        token = self.pieces.token[start]
        if token >= 0 and self.lattice.tokens[token].shape == "quoted":
            return
        edges = self.pieces.edges
        stack: list[tuple[Node, int, float]] = [(self.values.tree, start, 0.0)]
        while stack:
            node, place, cost = stack.pop()
            for filler in node.get("", ()):
                yield place, cost, filler
            if place == self.pieces.size:
                continue
            for word, after in edges[place]:
                if word in node:
                    stack.append((node[word], after, cost))
            for word, price in self.corrected(place):
                if word in node and cost + price <= DEAREST_VALUE:
                    stack.extend((node[word], after, cost + price) for _, after in edges[place])

    def _quoted(self, start: int, token: int) -> Iterator[Span]:
        """A value in quotes is exactly that value."""
        node = self.values.tree
        for word in pieces_of(self.lattice.low[token]):
            node = node.get(word, {})
        yield from ((self.pieces.place[token + 1], 0.0, filler) for filler in node.get("", ()))

    # -- words

    def _joins(self, start: int, end: int) -> bool:
        """Whether words behind a mark rather join the next command with it: "press ctrl*, then* enter"."""
        marked = start > 0 and self.lattice.tokens[start - 1].shape == "mark"
        return marked and any(stop == end for stop, _, _ in self.lattice.at(start - 1, "joint"))

    def _corrections(self, place: int) -> Iterator[tuple[str, float]]:
        if place == self.pieces.size:
            return
        token = self.pieces.token[place]
        prices: dict[str, float] = {}
        if token >= 0:
            if self.lattice.tokens[token].shape == "quoted":
                return
            prices.update(self.lattice.corrected(token))
        for word, _ in self.pieces.edges[place]:
            for meant, price in self.values.corrected(word):
                prices[meant] = max(price, prices.get(meant, price))
        yield from prices.items()

    def _passed(self, place: int) -> Iterator[tuple[int, float]]:
        """Words that say nothing: polite ones, those that the files say may be skipped, known fillers, commas."""
        pieces, token = self.pieces, self.pieces.token[place]
        if token < 0 or token == self.lattice.size:
            return
        if self.lattice.may_stand_inside(token):
            yield pieces.place[token + 1], WORD_INSIDE
        if not self.values.lists:
            return
        for word, _ in pieces.edges[place]:
            for phrase in self.lattice.grammar.templates.skips.get(word, ()):
                length = phrase.count(" ") + 1
                if self.lattice.low[token : token + length] == phrase.split():
                    yield pieces.place[token + length], SKIP
            if word == ",":
                yield pieces.place[token + 1], COMMA
        for end, cost, where in self.lattice.at(token, "filler"):
            if where == "anywhere" and not (tells_on(self.lattice, token) or begins_a_name(self.lattice, token)):
                yield pieces.place[end], FILLER + cost + JOINING * self._joins(token, end)


def by_list(spans: Iterable[Span], values: Values) -> Listed:
    """What may fill slots of lists, by the list: the values that were said, and each number for every list it is in."""
    found: Listed = {}
    for end, cost, filler in spans:
        if filler.list != NUMBERS:
            found.setdefault(filler.list, []).append(Priced(end, cost + VALUE, filler.out, filler.context))
            continue
        for kind, number in values.counted(filler.out):
            found.setdefault(kind, []).append(Priced(end, cost + NUMBER, number))
    return found
