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
from aura.language.utterance.predicates import is_strange

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
        kept = any(staying.says_for_sure(*one) or _is_amid(staying, *one) for one in found.beside)
        if kept or not self._estimates.certain(lattice, 1.0):
            return None
        goals = [self._goal(lattice, command) for command in found.commands]
        held = tuple(goal for goal in goals if goal is not None)
        rest = rest_of(lattice, found.beside).text if found.beside else lattice.text
        return Proposal(held, BY, rest) if len(held) == len(goals) else None

    def _goal(self, lattice: Lattice, command: Commanded) -> ProposedGoal | None:
        """A command as a goal; None where no action has just its slots for sure, or one does that nobody may guess."""
        fitting = {name: share for name, share in command.actions.items() if self._takes(name, command)}
        name, share = next(iter(fitting.items()), ("", 0.0))
        action = self._table.get(name)
        if action is None or not self._may(action) or not {*action.required} <= command.slots.keys():
            return None
        if share < SURE_OF_ACTION * sum(fitting.values()):
            return None
        valued = (span for slot, span in command.slots.items() if action.slots[slot] == "words")
        if any(_is_described(lattice, *span) for span in valued):
            return None
        return ProposedGoal(name, {slot: lattice.text_of(*span) for slot, span in command.slots.items()})

    def _takes(self, name: str, command: Commanded) -> bool:
        """Whether an action may have the slots of a command; one that nobody can propose may."""
        action = self._table.get(name)
        return action is None or command.slots.keys() <= action.slots.keys()


def _is_amid(staying: Staying, start: int, end: int) -> bool:
    """Whether words stand without a mark amid others, and state nothing: "one desktop to the left is *my* mail"."""
    return not (staying.is_apart(start) or staying.states(start, end))


def _is_described(lattice: Lattice, start: int, end: int) -> bool:
    """Whether known words only tell what something behind them is like: "enter the *proper* amount"."""
    led = start > 0 and lattice.class_name(start - 1) == "article"
    goes_on = end < lattice.size and lattice.tokens[end].shape == "word" and not lattice.class_name(end)
    known = (lattice.tokens[at].shape == "word" and not is_strange(lattice, at) for at in range(start, end))
    return led and goes_on and all(known)
