"""The automaton over words and slots, determinised as far as it is walked.

The net it is made of is a tenth of its size: a state here is a set of states there, numbered when it is first reached.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from aura.language.grammar.net import SLOT, Label, WordNet
from aura.language.grammar.packed import Rows

Arcs = dict[str, int]
Labels = list[Label]
Slots = list[tuple[str, str, int]]
Made = TypeVar("Made")
Packed = tuple[list[int], Any, Any, Any]


class Automaton:
    """Arcs, labels and slots of every state; the first states are the starts, in their order.

    A slot that is open at a state is (kind, name, state after). Arcs are kept as pairs of numbers: words that lead to
    one state, and that state.
    """

    def __init__(self, starts: list[int], words: Rows[list[str]], leads: Rows[list[int]], ends: Rows[Labels]) -> None:
        self.packed: Packed = starts, words.packed, leads.packed, ends.packed
        self._words, self._leads, self._ends = words, leads, ends
        self._sets = [frozenset((start,)) for start in starts]
        self._numbers: dict[frozenset[int], int] = {}
        self._lock = Lock()
        self.arcs: dict[int, Arcs] = _Made(self._row)
        self.labels: dict[int, Labels] = _Made(self._labelled)
        self.slots: dict[int, Slots] = _Made(self._opened)

    @classmethod
    def of(cls, net: WordNet) -> Automaton:
        """What walks a net."""
        numbers: dict[tuple[str, ...], int] = {}
        leads = []
        for arcs in net.arcs:
            together: dict[int, list[str]] = {}
            for word, after in arcs:
                together.setdefault(after, []).append(word)
            ends = ((after, tuple(sorted(together[after]))) for after in sorted(together))
            leads.append(
                [number for after, words in ends for number in (numbers.setdefault(words, len(numbers)), after)]
            )
        return cls(
            net.starts,
            Rows.of(list[str], map(list, numbers)),
            Rows.of(list[int], leads),
            Rows.of(Labels, map(sorted, net.labels)),
        )

    @classmethod
    def unpacked(cls, packed: Packed) -> Automaton:
        """One that was kept."""
        starts, words, leads, ends = packed
        return cls(starts, Rows(list[str], *words), Rows(list[int], *leads), Rows(Labels, *ends))

    @property
    def count(self) -> int:
        """How many states its net has."""
        return self._leads.count

    def _row(self, number: int) -> Arcs:
        found: dict[str, list[int]] = {}
        for state in self._sets[number]:
            row = iter(self._leads[state])
            for words, after in zip(row, row, strict=True):
                for word in self._words[words]:
                    found.setdefault(word, []).append(after)
        return {word: self._number(frozenset(after)) for word, after in found.items()}

    def _number(self, states: frozenset[int]) -> int:
        found = self._numbers.get(states)
        if found is None:
            with self._lock:
                found = self._numbers.setdefault(states, len(self._sets))
                if found == len(self._sets):
                    self._sets.append(states)
        return found

    def _labelled(self, number: int) -> Labels:
        return sorted({label for state in self._sets[number] for label in self._ends[state]})

    def _opened(self, number: int) -> Slots:
        row = self.arcs[number]
        slots = sorted(symbol for symbol in row if symbol[0] == SLOT)
        cut = ((symbol, symbol.strip("{}").partition(":")) for symbol in slots)
        return [(kind, name, row[symbol]) for symbol, (kind, _, name) in cut]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Automaton) and self.packed == other.packed

    __hash__ = object.__hash__


class _Made(dict[int, Made]):
    """What each state has, made when it is first asked for."""

    def __init__(self, make: Callable[[int], Made]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> Made:
        made = self[number] = self._make(number)
        return made
