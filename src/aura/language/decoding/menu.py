"""The parts that a clause may take next, for one utterance; memoised by token."""

from __future__ import annotations

from aura.language.decoding.fit import Fit
from aura.language.decoding.phrases import Phrases
from aura.language.decoding.standing import Choice, Offer, State


class Menu:
    """The courses that the clauses of one utterance may choose from."""

    def __init__(self, fit: Fit, phrases: Phrases) -> None:
        self._fit = fit
        self._phrases = phrases
        self._found: dict[tuple[int, str, int, int], list[Offer]] = {}

    def choices(self, position: int, state: State, dear: bool) -> list[Choice]:
        """The categories that a clause may take beside what it has, and of which a part may begin at a token.

        Those of which every part is dear are apart from the others.
        """
        choices = self._fit.choices[state.frame]
        if not choices:
            return choices
        filled = state.filled
        begun = self._phrases.dear(position) if dear else self._phrases.beginning(position)
        return [
            choice
            for choice in choices
            if choice.bit & begun and not filled & choice.forbids and filled & choice.requires == choice.requires
        ]

    def has_dear(self, position: int, state: State) -> bool:
        """Whether there are dear ones too."""
        return bool(self._fit.choices[state.frame]) and bool(self._phrases.dear(position))

    def offers(self, position: int, state: State, choice: Choice) -> list[Offer]:
        """What a clause may take of a choice at a token; made when it is first wanted."""
        key = (position, state.frame, state.verb, choice.bit)
        found = self._found.get(key)
        if found is None:
            frame = self._fit.frames[state.frame] if state.frame else None
            parts = self._phrases.at(position, choice.category)
            found = self._found[key] = self._fit.offers(frame, state.verb, choice, parts)
        return found
