"""The sentence encoder as a helper: a sentence that means the same as indirect ones stands for their action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from aura.contracts.proposal import Mention, Proposal, ProposalRequest, ProposedGoal
from aura.language.grammar.actions import Action
from aura.language.grammar.indirect import NAMED_AS
from aura.understanding.meaning import NOTHING, Meaning
from aura.understanding.mentions import without_names

BY = "the sentence encoder"
SURE = 0.7


class IndirectHelper:
    """Proposes the action that a sentence stands for, with what it names; `may` says which may be guessed."""

    def __init__(self, meaning: Meaning, table: Mapping[str, Action], may: Callable[[Action], bool]) -> None:
        self._meaning = meaning
        self._table = table
        self._may = may

    def propose(self, request: ProposalRequest) -> Proposal | None:
        """One goal; nothing where no action that takes what the sentence names is sure enough."""
        if request.classification != "single":
            return None
        learned = self._meaning.learned
        filled = {name: self._filled(name, ways, request.mentions) for name, ways in learned.slots.items()}
        if not any(said is not None for said in filled.values()):
            return None
        shares = self._meaning.actions(without_names(request.utterance, request.mentions, learned.stands_for))
        fitting = {name: share for name, share in shares.items() if name == NOTHING or filled.get(name) is not None}
        name = max(fitting, key=lambda name: fitting[name])
        said = filled.get(name)
        if said is None or fitting[name] < SURE * sum(fitting.values()) or not self._may(self._table[name]):
            return None
        return Proposal((ProposedGoal(name, said),), BY)

    def _filled(self, name: str, ways: Sequence[Sequence[str]], mentions: Sequence[Mention]) -> dict[str, str] | None:
        """The slots of an action with what is named; None where it takes more, or less, or two of a kind are named."""
        named = {mention.kind: mention.text for mention in mentions}
        if len(named) < len(mentions):
            return None
        slots = self._table[name].slots
        for way in ways:
            kinds = {slot: NAMED_AS[slots[slot]] for slot in way}
            if len(kinds) == len(named) and set(kinds.values()) == named.keys():
                return {slot: named[kind] for slot, kind in kinds.items()}
        return None
