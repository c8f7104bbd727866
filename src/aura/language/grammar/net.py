"""From a net of template pieces to a small net over words and slots.

From every word boundary of the net the words that can be spelled there (`fan[s]` spells fan and fans) are the arcs
of a word net, whose equal ends are merged. No net has a cycle. It is determinised where it is walked (`automaton`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

Label = tuple[str, str]
SPACE = " "
SLOT = "{"


class WordNet(NamedTuple):
    """A net over words: what leads on from each state, the labels that end there, and the states that are starts."""

    arcs: list[frozenset[tuple[str, int]]]
    labels: list[frozenset[Label]]
    starts: list[int]

    def row(self, state: int) -> dict[str, list[int]]:
        """What leads on from a state, by the word."""
        found: dict[str, list[int]] = {}
        for word, after in self.arcs[state]:
            found.setdefault(word, []).append(after)
        return found

    def words_from(self, starts: Iterable[int], without: Container[str] = ()) -> set[str]:
        """Every word that can be said from some of the starts, less those that only lead to labels of some kinds."""
        reached, stack = set[int](), [self.starts[start] for start in starts]
        while stack:
            state = stack.pop()
            if state not in reached:
                reached.add(state)
                stack.extend(after for _, after in self.arcs[state])
        leads: set[int] = set()
        said: set[str] = set()
        # A state is numbered after all that it leads to.
        for state in sorted(reached):
            on = {word for word, after in self.arcs[state] if after in leads}
            if on or any(category not in without for category, _ in self.labels[state]):
                leads.add(state)
            said |= on
        return {word for word in said if word[0] != SLOT}


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

    def of_words(self) -> WordNet:
        """The net of all words that can be spelled; this one, which is by far larger, is used up."""
        merging = _Merging(self)
        starts = [merging.merged(start) for start in range(self.starts)]
        self.arcs.clear()
        return WordNet(merging.arcs, merging.labels, starts)


class _Merging:
    """The net between word boundaries; states with the same words, ends and labels are one."""

    def __init__(self, net: Net) -> None:
        self._net = net
        self._numbers: dict[tuple[frozenset[tuple[str, int]], frozenset[Label]], int] = {}
        self._merged: dict[int, int] = {}
        self.arcs: list[frozenset[tuple[str, int]]] = []
        self.labels: list[frozenset[Label]] = []

    def merged(self, state: int) -> int:
        """The number of a boundary's state, which is above those of all that it leads to."""
        found = self._merged.get(state)
        if found is None:
            words, labels = self._spelled(state)
            key = frozenset((word, self.merged(after)) for word, after in sorted(words)), frozenset(labels)
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
                if symbol[:1] == SLOT:
                    words.add((spelled, state) if spelled else (symbol, after))
                    continue
                step = (after, spelled + symbol.strip())
                if step not in seen:
                    seen.add(step)
                    stack.append(step)
        return words, labels
