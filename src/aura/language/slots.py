"""Phrases with slots, whatever domain they are of: "convert 5 km to miles", "at 9:30 pm"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.lattice import Lattice
from aura.language.texts import Texts

Slots = tuple[tuple[str, str], ...]
Filled = tuple[int, float, str, Slots]

SLOTTED = ("intent", "time")
NONE: list[Filled] = []


class Slotted:
    """Phrases of the lexicon and the domains in one utterance, their slots filled; memoised by position."""

    def __init__(self, lattice: Lattice, texts: Texts) -> None:
        self.lattice = lattice
        self.texts = texts
        self._kinds = [kind for kind, _, _ in lattice.slots_of(0)]
        self._found: dict[int, dict[str, list[Filled]]] = {}

    def at(self, start: int, category: str) -> list[Filled]:
        """Phrases of a category that begin at a token, with slots or without: (end, cost, value, slots)."""
        found = self._found.get(start)
        if found is None:
            found = self._found[start] = self._all(start)
        return found.get(category, NONE)

    def _all(self, start: int) -> dict[str, list[Filled]]:
        found: dict[str, list[Filled]] = {}
        hits = self.lattice.hits[start]
        for category in SLOTTED:
            if category in hits:
                found[category] = [(end, cost, value, ()) for end, cost, value in hits[category]]
        if start in self.lattice.open_slots or self._opens(start):
            for category, filled in self._filled(start):
                found.setdefault(category, []).append(filled)
        return found

    def _opens(self, start: int) -> bool:
        """Whether a token may fill a slot that a phrase begins with."""
        return any(self.texts.fill(kind, start) for kind in self._kinds)

    def _filled(self, start: int) -> Iterator[tuple[str, Filled]]:
        lattice = self.lattice
        stack: list[tuple[int, int, float, Slots]] = [(0, start, 0.0, ())]
        stack.extend((*reached, ()) for reached in lattice.open_slots.get(start, ()))
        while stack:
            state, at, cost, slots = stack.pop()
            for kind, slot, after in lattice.slots_of(state):
                for end, price in self.texts.fill(kind, at):
                    filled = (*slots, (slot, lattice.text_of(at, end)))
                    for reached, stop, more, labels in lattice.walk_from(after, end):
                        total = cost + price + more
                        yield from ((label, (stop, total, value, filled)) for label, value in labels)
                        if lattice.slots_of(reached):
                            stack.append((reached, stop, total, filled))
