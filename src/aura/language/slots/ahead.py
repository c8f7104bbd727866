"""Whether what is said, in whatever order, can lead to the end of a sentence; where not, none is looked for."""

from __future__ import annotations

from functools import cached_property

from aura.language.grammar.pieces import Pieces
from aura.language.slots.fillers import Fillers
from aura.language.utterance.values import Values

NONE: list[str] = []


class Ahead:
    """What may come of the states of a grammar in one utterance; memoised by state."""

    def __init__(self, pieces: Pieces, fillers: Fillers, values: Values) -> None:
        self._automaton = fillers.lattice.grammar.automaton
        self._pieces = pieces
        self._fillers = fillers
        self._values = values
        self._ends: dict[int, bool] = {}
        self._kinds: dict[int, list[str]] = {}

    def ends(self, state: int) -> bool:
        """Whether words of the utterance, and slots that it may fill, lead from a state to the end of a sentence."""
        found = self._ends.get(state)
        if found is None:
            found = self._ends[state] = bool(self._automaton.labels[state]) or self._goes_on(state)
        return found

    def kinds(self, state: int) -> list[str]:
        """The kinds of slots with which a sentence goes on from a state."""
        found = self._kinds.get(state)
        if found is None:
            found = self._kinds[state] = self._filled(state)
        return found

    def _filled(self, state: int) -> list[str]:
        opened = self._values.opened(state)
        if opened is None:
            return NONE
        absent = self._fillers.kinds.absent
        return [kind for slots in opened for kind, _, after in slots if kind not in absent and self.ends(after)]

    def _goes_on(self, state: int) -> bool:
        row = self._automaton.arcs[state]
        for word in row.keys() & self._said:
            if self.ends(row[word]):
                return True
        return bool(self.kinds(state))

    @cached_property
    def _said(self) -> set[str]:
        """The words of the utterance, and those that they may be slips of the hand for."""
        lattice, values = self._fillers.lattice, self._values
        spelled = {word for edges in self._pieces.edges for word, _ in edges}
        said = spelled.union([word for at in range(lattice.size) for word, _ in lattice.words_for(at)])
        return said.union([meant for word in spelled for meant, _ in values.corrected(word)]) if values.words else said
