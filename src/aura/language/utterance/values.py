"""What the lists of loaded domains hold in a session, and which words of theirs a misspelt word may stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from aura.language.grammar.grammar import Grammar, ListValue, SlotList
from aura.language.grammar.once import Once
from aura.language.grammar.packed import MOST_REMEMBERED, SHORTEST_MISSPELT, Slips
from aura.language.grammar.pieces import POSSESSIVE
from aura.language.utterance.slips import FIRST_LETTER
from aura.language.words.spelling import transposed

NUMBERS = ""
"""Under this name numbers that are spelled out are listed."""
LONGEST = 30
NEGATION = "negation"
KNOWN_WORD = 12.0
NEAR_OPPOSITE = 2
SHORTEST_FORM = 4
"""Letters of a slip that tells one form of a word from another: "mat" is as little "mate" as "mates"."""

Node = dict[str, Any]
Slot = tuple[str, str, int]
Corrected = list[tuple[str, float]]


class Filler(NamedTuple):
    """A value that may fill a slot of a list: what the slot gets, and what is then known."""

    list: str
    out: Any
    context: tuple[tuple[str, Any], ...]


class Opened(NamedTuple):
    """The slots that are open at a state: those of lists, those that take free text, those the language knows."""

    listed: list[Slot]
    free: list[Slot]
    built_in: list[Slot]


class Values:
    """The values of all lists as one tree of words, in whose nodes "" holds the values that end there.

    `lists` are given at run time, by their full names, and go over those of the files; `context` is what is known
    where the user is (such as the area).
    """

    def __init__(
        self, grammar: Grammar, lists: Mapping[str, SlotList] | None = None, context: Mapping[str, Any] | None = None
    ) -> None:
        self.lists = grammar.templates.lists | dict(lists or {})
        self.context = dict(context or {})
        self.open = [name for name, entry in self.lists.items() if entry.open]
        self.tree: Node = {}
        self._grammar = grammar
        for name, entry in self.lists.items():
            for value in entry.values:
                self._add(value.words, Filler(name, value.out, tuple(value.context.items())))
        for words, number in grammar.templates.numbers.items():
            self._add(words, Filler(NUMBERS, number, ()))
        self._number_words = {word for words in grammar.templates.numbers for word in words.split()}
        known = grammar.templates.words
        said = {word for words in self._said() for word in words.split()}
        self.words = said | known.keys()
        self._slips = Slips.of(said - known.keys())
        self._corrected: dict[str, Corrected] = {}
        self._opened: dict[int, Opened | None] = {}
        self._counted: dict[Any, list[tuple[str, Any]]] = {}

    def knowing(self, word: str) -> Values:
        """These values, and a word that is also one of every list that is open."""
        value = ListValue(word, word)
        more = {name: replace(entry, values=(*entry.values, value)) for name, entry in self.lists.items() if entry.open}
        return Values(self._grammar, self.lists | more, self.context)

    def opened(self, state: int) -> Opened | None:
        """The slots that are open at a state of the automaton, if there are any; lists that hold nothing are none."""
        try:
            return self._opened[state]
        except KeyError:
            found = self._opened[state] = self._sorted(self._grammar.automaton.slots[state])
            return found

    def _sorted(self, slots: Iterable[Slot]) -> Opened | None:
        opened = Opened([], [], [])
        for slot in slots:
            entry = self.lists.get(slot[0])
            if entry is not None:
                (opened.free if entry.free else opened.listed).append(slot)
            elif "/" not in slot[0]:
                opened.built_in.append(slot)
        return opened if any(opened) else None

    def _said(self) -> Iterable[str]:
        yield from (value.words for entry in self.lists.values() for value in entry.values)
        yield from self._grammar.templates.numbers

    def _add(self, words: str, filler: Filler) -> None:
        """Put a value into the tree; one that is a mark alone has no words, and nothing said is not that value."""
        node = self.tree
        for word in words.split():
            node = node.setdefault(word, {})
        if node is self.tree:
            return
        node.setdefault("", []).append(filler)

    def named_in(self, words: Sequence[str]) -> Iterator[tuple[str, Any]]:
        """The values of lists that are said among words, in order, each with the name of its list."""
        for start in range(len(words)):
            node, found = self.tree, None
            for word in words[start:]:
                node = node.get(word) or node.get(word.removesuffix(POSSESSIVE), {})
                found = node.get("") or found
            yield from ((filler.list, filler.out) for filler in found or () if filler.list != NUMBERS)

    def spelled(self, edges: Sequence[Sequence[tuple[str, int]]], start: int) -> Iterator[tuple[int, Filler]]:
        """The values of lists, and the numbers, that are spelled from a place on: (place after, value).

        `edges` are the words that lead on from each place, with the place after.
        """
        for word, after in edges[start]:
            if word[0].isdecimal() and word.replace(".", "", 1).isdecimal():
                yield after, Filler(NUMBERS, float(word) if "." in word else int(word), ())
        stack: list[tuple[Node, int]] = [(self.tree, start)]
        while stack:
            node, place = stack.pop()
            for filler in node.get("", ()):
                yield place, filler
            if place < len(edges):
                stack.extend([(node[word], after) for word, after in edges[place] if word in node])

    def counted(self, number: Any) -> list[tuple[str, Any]]:
        """The lists that a number is in, each with what its slots get: whole ones stay so."""
        found = self._counted.get(number)
        if found is None:
            if len(self._counted) > MOST_REMEMBERED:
                self._counted.clear()
            found = self._counted[number] = list(self._of_ranges(number))
        return found

    def _of_ranges(self, number: Any) -> Iterator[tuple[str, Any]]:
        for name, entry in self.lists.items():
            if entry.range is not None and entry.range.has(number):
                value = number * entry.range.multiplier
                yield name, int(value) if value == int(value) else value

    def corrected(self, word: str) -> Corrected:
        """The words of loaded domains that a word may be a slip of the hand for, with what believing it costs."""
        found = self._corrected.get(word)
        if found is None:
            if len(self._corrected) > MOST_REMEMBERED:
                self._corrected.clear()
            found = self._corrected[word] = list(self._corrections(word))
        return found

    def _corrections(self, said: str) -> Iterable[tuple[str, float]]:
        grammar = self._grammar
        if not SHORTEST_MISSPELT - 1 <= len(said) <= LONGEST or not said.isalpha():
            return
        structure = grammar.classes.get(said)
        denies = structure is not None and structure.name == NEGATION
        if said in self._number_words or said in grammar.opposites or denies:
            return
        known = KNOWN_WORD * (said in self.words or said in grammar.words["common"])
        counts = said in grammar.words["cardinal"]  # which is a slip of no other word: "that at eight" is not "right"
        for word, cost in (*grammar.templates.slips.near(said), *self._slips.near(said)):
            if self._may_be(said, word) and (not counts or word in grammar.words["ordinal"]):
                yield word, cost + known + FIRST_LETTER * (said[0] != word[0])

    def _may_be(self, said: str, word: str) -> bool:
        """Numbers and opposites are never guessed: only swapped letters, or what is far from the opposite."""
        if transposed(said, word):
            return True
        if word in self._number_words:
            return False
        return not near_to_opposite(self._grammar, said, word)


def near_to_opposite(grammar: Grammar, said: str, word: str) -> bool:
    """Whether a word a slip away from another is near to an opposite of that as well, or as near to another form of it.

    "umute" may be "unmute", "filex" may be "files"; "windo" is not "windows".
    """
    if word not in grammar.opposites:
        return False
    from rapidfuzz.distance import OSA

    long = len(said) >= SHORTEST_FORM
    forms = {other: long and (other.startswith(word) or word.startswith(other)) for other in grammar.opposites[word]}
    return any(OSA.distance(said, other) <= (1 if form else NEAR_OPPOSITE) for other, form in forms.items())


values_of = Once(Values)
"""What the lists of the grammar that is in use hold where none is given."""
