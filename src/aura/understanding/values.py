"""What fills the slots of a domain's sentences, where it was said before: "open the editor and maximise *it*"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aura.contracts.goal import Output
from aura.language.grammar import Intent
from aura.language.parts import Clause, Pronoun
from aura.understanding.discourse import Discourse

TEXT = "text"


class SpokenValues:
    """The values that the sentences of one utterance are about."""

    def __init__(self, discourse: Discourse) -> None:
        self._discourse = discourse

    def of(self, intent: Intent, clause: Clause) -> tuple[dict[str, Any], list[str]]:
        """What fills a sentence's slots, and the goals that it comes after.

        A word that stands for nothing that was said fills none, so that what is needed is asked for.
        """
        slots: dict[str, Any] = {}
        after: list[str] = []
        for name, value in clause.slots:
            meant, goal = self._meant(intent.refers.get(name, (name,))) if isinstance(value, Pronoun) else (value, "")
            if meant is not None:
                slots[name] = meant
                after += [goal] if goal else []
        return slots, after

    def keep(self, slots: Mapping[str, Any], goal_id: str) -> None:
        """Remember what a goal is about, for words that stand for it later."""
        for name, value in slots.items():
            if isinstance(value, str) and name != TEXT:
                self._discourse.values[name] = value, goal_id

    def _meant(self, kinds: tuple[str, ...]) -> tuple[Any, str]:
        """The value of these kinds said last, here or in an earlier command, and the goal here that was about it."""
        discourse = self._discourse
        if TEXT in kinds:
            return self._text()
        here = [found for kind, found in discourse.values.items() if kind in kinds]
        if here:
            return here[-1]
        earlier = discourse.earlier.value(kinds)
        discourse.recalled += ["it"] if earlier is not None else []
        return earlier, ""

    def _text(self) -> tuple[Any, str]:
        """The text that an earlier goal gives, or that an earlier command gave."""
        goal = self._discourse.text_goal
        if goal is not None:
            return Output(goal), goal
        return (None if self._discourse.spoke_of("file") else self._discourse.earlier.text()), ""
