"""The annotator as a helper: the commands that it finds in a sentence, each in the user's own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aura.contracts.proposal import Proposal, ProposedGoal
from aura.language.annotating.commands import Commanded, commands_of
from aura.language.annotating.estimates import ByEncoder
from aura.language.decoding.phrases import Phrases
from aura.language.grammar.actions import Action
from aura.language.hearing.setting_aside import rest_of
from aura.language.hearing.staying import Staying
from aura.language.utterance.lattice import Lattice

BY = "an encoder that learned from sentences"
LEAST_WORDS = 8
"""Words of a sentence in which commands are looked for: a shorter one says what it says."""
LIKELY, SURE_OF_ACTION = 0.1, 0.7
"""How probable just these commands are at least, and each action among all of them."""


class AnnotatedHelper:
    """Proposes the commands of a sentence; `may` says which actions may be guessed."""

    def __init__(self, estimates: ByEncoder, table: Mapping[str, Action], may: Callable[[Action], bool]) -> None:
        self._estimates = estimates
        self._table = table
        self._may = may

    def propose(self, lattice: Lattice) -> Proposal | None:
        """The goals of all commands; nothing where that is not probable enough, or what is beside them matters."""
        words = sum(token.shape != "mark" for token in lattice.tokens)
        annotation = self._estimates.of(lattice) if words >= LEAST_WORDS else None
        found = None if annotation is None else commands_of(lattice, annotation)
        if found is None or found.probability < LIKELY:
            return None
        staying = Staying(lattice, Phrases(lattice).remarks, self._estimates)
        if any(staying.says_for_sure(*stretch) for stretch in found.beside) or not self._estimates.certain(
            lattice, 1.0
        ):
            return None
        goals = [self._goal(lattice, command) for command in found.commands]
        held = tuple(goal for goal in goals if goal is not None)
        rest = rest_of(lattice, found.beside).text if found.beside else lattice.text
        return Proposal(held, BY, rest) if len(held) == len(goals) else None

    def _goal(self, lattice: Lattice, command: Commanded) -> ProposedGoal | None:
        """A command as a goal; None where its action may not be guessed, or has not just its slots."""
        action = self._table.get(command.action)
        if action is None or not self._may(action) or command.probability < SURE_OF_ACTION:
            return None
        if not {*action.required} <= command.slots.keys() <= action.slots.keys():
            return None
        return ProposedGoal(command.action, {slot: lattice.text_of(*span) for slot, span in command.slots.items()})
