"""Whether what is said, in whatever order, can lead to the end of a sentence; where not, none is looked for."""

from __future__ import annotations

from functools import cached_property

from aura.language.fillers import Fillers
from aura.language.pieces import Pieces
from aura.language.values import Values


class Ahead:
    """What may come of the states of a grammar in one utterance; memoised by state."""

    def __init__(self, pieces: Pieces, fillers: Fillers, values: Values) -> None:
        self._grammar = fillers.lattice.grammar
        self._pieces = pieces
        self._fillers = fillers
        self._values = values
        self._ends: dict[int, bool] = {}
        self._kinds: dict[int, list[str]] = {}

    def ends(self, state: int) -> bool:
        """Whether words of the utterance, and slots that it may fill, lead from a state to the end of a sentence."""
        found = self._ends.get(state)
        if found is None:
            found = self._ends[state] = bool(self._grammar.labels[state]) or self._goes_on(state)
        return found

    def kinds(self, state: int) -> list[str]:
        """The kinds of slots with which a sentence goes on from a state."""
        found = self._kinds.get(state)
        if found is None:
            opened, absent = self._values.opened(state) or (), self._fillers.texts.absent
            slots = (slot for each in opened for slot in each)
            found = [kind for kind, _, after in slots if kind not in absent and self.ends(after)]
            self._kinds[state] = found
        return found

    def _goes_on(self, state: int) -> bool:
        row = self._grammar.arcs[state]
        return any(self.ends(row[word]) for word in row.keys() & self._said) or bool(self.kinds(state))

    @cached_property
    def _said(self) -> set[str]:
        """The words of the utterance, and those that they may be slips of the hand for."""
        said = {word for edges in self._pieces.edges for word, _ in edges}
        return said.union(word for place in range(self._pieces.size) for word, _ in self._fillers.corrected(place))
