"""Whether what is said, in whatever order, can lead to the end of a sentence; where not, none is looked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from aura.language.grammar.grammar import LOADED
from aura.language.grammar.pieces import Pieces
from aura.language.slots.fillers import Fillers
from aura.language.utterance.values import Values


class Ahead:
    """What may come of the states of a grammar in one utterance; memoised by state."""

    def __init__(self, pieces: Pieces, fillers: Fillers, values: Values) -> None:
        self.automaton = fillers.lattice.grammar.automaton
        self.pieces = pieces
        self.fillers = fillers
        self.values = values
        self._ends: dict[int, bool] = {}
        self._kinds: dict[int, list[str]] = {}

    def may_begin(self, start: int, position: int) -> bool:
        """Whether the first word at a token, or a slot that may come first, lets anything begin that can also end.

        In loaded domains any word may be a slip of one of theirs.
        """
        row = self.automaton.arcs[start]
        if not row or start == LOADED:
            return bool(row)
        for word, _ in self.fillers.lattice.words_for(position):
            if word in row and self.ends(row[word]):
                return True
        place = self.pieces.place[position]
        return any(self.fillers.fill(kind, place) for kind in self.kinds(start))

    def ends(self, state: int) -> bool:
        """Whether words of the utterance, and slots that it may fill, lead from a state to the end of a sentence."""
        found = self._ends.get(state)
        if found is None:
            found = self._ends[state] = bool(self.automaton.labels[state]) or self._goes_on(state)
        return found

    def kinds(self, state: int) -> list[str]:
        """The kinds of slots with which a sentence goes on from a state."""
        found = self._kinds.get(state)
        if found is None:
            found = self._kinds[state] = list(self._filled(state))
        return found

    def _filled(self, state: int) -> Iterator[str]:
        opened = self.values.opened(state)
        if opened is None:
            return
        absent = self._absent
        for slots in opened:
            for kind, _, after in slots:
                if kind not in absent and self.ends(after):
                    yield kind

    def _goes_on(self, state: int) -> bool:
        row, said = self.automaton.arcs[state], self._said
        few, many = (row, said) if len(row) < len(said) else (said, row)
        for word in few:
            if word in many and self.ends(row[word]):
                return True
        return next(self._filled(state), None) is not None

    @cached_property
    def _absent(self) -> frozenset[str]:
        """The kinds of slots that nothing in the utterance can fill."""
        return self.fillers.kinds.absent

    @cached_property
    def _said(self) -> set[str]:
        """The words of the utterance, and those that they may be slips of the hand for."""
        lattice, values = self.fillers.lattice, self.values
        spelled = {word for edges in self.pieces.edges for word, _ in edges}
        said = spelled.union([word for at in range(lattice.size) for word, _ in lattice.words_for(at)])
        return said.union([meant for word in spelled for meant, _ in values.corrected(word)]) if values.words else said


class Spoken(Ahead):
    """The same where a slot of a list needs something that is in it: what ends nowhere then is not spoken of at all."""

    @cached_property
    def _absent(self) -> frozenset[str]:
        lists, said = self.values.lists, self.fillers.said
        unsaid = (name for name, entry in lists.items() if not entry.free and name not in said)
        return self.fillers.kinds.absent.union(unsaid)
