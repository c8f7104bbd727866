"""From a net of template pieces to one minimal, deterministic automaton over words and slots.

From every word boundary of the net the words that can be spelled there (`fan[s]` spells fan and fans) are the arcs
of a word net, whose equal ends are merged; it is determinised and then minimised bottom-up. No net has a cycle.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

Label = tuple[str, str]
SPACE = " "
States = frozenset[int]
Labels = frozenset[Label]


class Automaton(NamedTuple):
    """Arcs and labels of every state; the first states are the starts, in their order."""

    arcs: list[dict[str, int]]
    labels: list[list[Label]]


class Net:
    """A nondeterministic automaton under construction: arcs are pieces of text, spaces, slots or nothing.

    The first states are its starts. A slot is a symbol in braces.
    """

    def __init__(self, starts: int) -> None:
        self.starts = starts
        self.arcs: list[list[tuple[str, int]]] = [[] for _ in range(starts)]
        self.labels: dict[int, set[Label]] = {}

    def state(self) -> int:
        """A new state."""
        self.arcs.append([])
        return len(self.arcs) - 1

    def arc(self, start: int, symbol: str) -> int:
        """A new state behind an arc."""
        end = self.state()
        self.arcs[start].append((symbol, end))
        return end

    def minimal(self) -> Automaton:
        """The minimal automaton of all words that can be spelled; the net, which is by far larger, is used up."""
        words = _WordNet(self)
        starts = [words.merged(start) for start in range(self.starts)]
        self.arcs.clear()
        return _minimise(*_determinise(words, starts))


class _WordNet:
    """The net between word boundaries; states with the same words, ends and labels are one."""

    def __init__(self, net: Net) -> None:
        self._net = net
        self._numbers: dict[tuple[frozenset[tuple[str, int]], Labels], int] = {}
        self._merged: dict[int, int] = {}
        self.arcs: list[frozenset[tuple[str, int]]] = []
        self.labels: list[Labels] = []

    def merged(self, state: int) -> int:
        """The number of a boundary's state."""
        found = self._merged.get(state)
        if found is None:
            words, labels = self._spelled(state)
            key = frozenset((word, self.merged(after)) for word, after in words), frozenset(labels)
            found = self._numbers.setdefault(key, len(self.arcs))
            if found == len(self.arcs):
                self.arcs.append(key[0])
                self.labels.append(key[1])
            self._merged[state] = found
        return found

    def _spelled(self, boundary: int) -> tuple[set[tuple[str, int]], set[Label]]:
        """The words and slots that can follow a boundary, with the states after them, and the labels met."""
        words: set[tuple[str, int]] = set()
        labels: set[Label] = set()
        stack = [(boundary, "")]
        seen = set(stack)
        while stack:
            state, spelled = stack.pop()
            if not spelled:
                labels |= self._net.labels.get(state, set())
            for symbol, after in self._net.arcs[state]:
                if symbol == SPACE and spelled:
                    words.add((spelled, after))
                    continue
                if symbol.startswith("{"):
                    words.add((spelled, state) if spelled else (symbol, after))
                    continue
                step = (after, spelled + symbol.strip())
                if step not in seen:
                    seen.add(step)
                    stack.append(step)
        return words, labels


def _determinise(net: _WordNet, starts: list[int]) -> tuple[list[dict[str, int]], list[Labels], int]:
    numbers: dict[States, int] = {}
    queue: list[States] = [frozenset((start,)) for start in starts]
    for number, states in enumerate(queue):
        numbers[states] = number
    arcs: list[dict[str, int]] = []
    labels: list[Labels] = []
    for states in queue:
        words: dict[str, set[int]] = {}
        met: set[Label] = set()
        for state in states:
            met |= net.labels[state]
            for word, after in net.arcs[state]:
                words.setdefault(word, set()).add(after)
        row: dict[str, int] = {}
        for word in sorted(words):
            target = frozenset(words[word])
            if target not in numbers:
                numbers[target] = len(queue)
                queue.append(target)
            row[word] = numbers[target]
        arcs.append(row)
        labels.append(frozenset(met))
    return arcs, labels, len(starts)


def _minimise(arcs: list[dict[str, int]], labels: list[Labels], starts: int) -> Automaton:
    """Merge states with the same future, deepest first."""
    merged: dict[int, int] = {}
    classes: dict[tuple[frozenset[tuple[str, int]], Labels, int], int] = {}
    order = _deepest_first(arcs, reversed(range(starts)))
    for state in order:
        future = frozenset((word, merged[after]) for word, after in arcs[state].items())
        signature = (future, labels[state], min(state, starts))
        merged[state] = classes.setdefault(signature, len(classes))
    places = _starts_first(merged, starts, len(classes))
    new_arcs: list[dict[str, int]] = [{} for _ in places]
    new_labels: list[list[Label]] = [[] for _ in places]
    for state in order:
        place = places[merged[state]]
        new_arcs[place] = {word: places[merged[after]] for word, after in arcs[state].items()}
        new_labels[place] = sorted(labels[state])
    return Automaton(new_arcs, new_labels)


def _deepest_first(arcs: list[dict[str, int]], starts: Iterable[int]) -> list[int]:
    order: list[int] = []
    seen: set[int] = set()
    stack = [(start, False) for start in starts]
    while stack:
        state, done = stack.pop()
        if done:
            order.append(state)
        elif state not in seen:
            seen.add(state)
            stack.append((state, True))
            stack.extend((after, False) for after in arcs[state].values())
    return order


def _starts_first(merged: dict[int, int], starts: int, count: int) -> list[int]:
    """A place for every class: the starts keep their numbers, the others follow in their order."""
    first = [merged[start] for start in range(starts)]
    places = {found: number for number, found in enumerate(first)}
    rest: Iterable[int] = (number for number in range(count) if number not in places)
    places.update({found: starts + number for number, found in enumerate(rest)})
    return [places[number] for number in range(count)]


def words_from(automaton: Automaton, starts: Iterable[int], without: Container[str] = ()) -> set[str]:
    """Every word that can be said from the starts, less those that only lead to labels of some categories."""
    arcs, labels = automaton
    waiting, seen = list(starts), set(starts)
    while waiting:
        fresh = set(arcs[waiting.pop()].values()) - seen
        seen |= fresh
        waiting.extend(fresh)
    leads: set[int] = set()
    for state in _deepest_first(arcs, seen):
        if any(category not in without for category, _ in labels[state]) or not leads.isdisjoint(arcs[state].values()):
            leads.add(state)
    said = (word for state in seen for word, after in arcs[state].items() if after in leads)
    return {word for word in said if not word.startswith("{")}
