"""The one seam for what the grammar could not read: helpers propose goals in words, which are read like any others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Protocol

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.registry import Registry
from aura.contracts.goal import Question
from aura.contracts.problem import Problem
from aura.contracts.proposal import Proposal, ProposalRequest, Understood
from aura.language.decoding.decode import Decoded
from aura.language.grammar.actions import Action, command_of
from aura.language.slots.parts import Reading
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.runtime.choose import A_NAME
from aura.runtime.context import AmbientMemory
from aura.runtime.house import House
from aura.understanding.mentions import mentions_of
from aura.understanding.spoken import Piece, Spoken, pieces_of, stand_apart

JOINT, ABOUT = "; ", ":"
LOOKED_BACK = 5
DONE = ("completed", "answered")


class Proposer(Protocol):
    """Proposes what a sentence asks for; None where it has nothing to say, a Problem where it could not be asked."""

    def propose(self, request: ProposalRequest) -> Proposal | Problem | None: ...


class Proposed(Struct, frozen=True):
    """A proposal that held: who understood what, and the goals that its command must be read as.

    `makes` is whether one of them makes something that has a name, `sure` whether that is beyond doubt, and `beside`
    what was said besides.
    """

    understood: Understood
    goals: tuple[str, ...]
    makes: bool = False
    sure: bool = False
    beside: tuple[str, ...] = ()

    def settles(self, question: Question) -> bool:
        """Whether it needs no answer: it makes nothing that has a name, and says nothing of what is asked about.

        What is beyond doubt needs none but whether a new name is whole.
        """
        _, _, about = question.key.partition(ABOUT)
        if self.sure and not (self.makes and question.key.startswith(A_NAME)):
            return True
        return not self.makes and not {*about.lower().split()} & {*self.understood.command.lower().split()}

    def fits(self, decoded: Decoded, house: House) -> Decoded:
        """The readings of the command that ask for the proposed goals and for nothing else."""
        readings = [reading for reading in decoded.readings if goals_of(reading, house) == self.goals]
        return decoded._replace(readings=readings)


class Proposals:
    """Asks the helpers in order; the first proposal that holds against the user's words is taken."""

    def __init__(self, house: House, proposers: Sequence[Proposer]) -> None:
        self._house = house
        self._proposers = proposers

    def of(self, utterance: str, classification: str, decoded: Decoded) -> Proposed | Problem | None:
        """What a sentence asks for by a helper's lights; a Problem where no helper knew and one had trouble."""
        spoken = Spoken(decoded.lattice)
        if not self._proposers or not spoken.may_be_asked():
            return self.annotated(decoded.lattice)
        several = "multi" if "joint" in decoded.lattice.beginnings else classification
        known = self._verbs(decoded), self._recent(), self._names(decoded), mentions_of(decoded.lattice)
        request = ProposalRequest(utterance, several, *known)
        trouble: Problem | None = None
        for proposer in self._proposers:
            proposal = proposer.propose(request)
            if isinstance(proposal, Problem):
                trouble = trouble or proposal
            elif proposal is not None and (held := self._held(proposal, spoken, spoken.left_out)) is not None:
                return held
        return self.annotated(decoded.lattice) or trouble

    def annotated(self, lattice: Lattice, *, looks: bool = False) -> Proposed | None:
        """What the sentence encoder says that the words are for, held against all that is not beside the commands.

        Where only a look is meant, nothing is proposed that does more.
        """
        house = self._house
        if house.estimates.of(lattice) is None:
            return None
        from aura.understanding.annotated_helper import AnnotatedHelper

        may = partial(only_reads if looks else may_be_found, house.registry)
        destroys = partial(destroys_something, house.registry)
        proposal = AnnotatedHelper(house.estimates, house.actions.table, may, destroys).propose(lattice)
        if proposal is None:
            return None
        spoken = Spoken(lattice_of(house.grammar, proposal.rest))
        actions = [house.actions.table[goal.action] for goal in proposal.goals]
        reads = all(only_reads(house.registry, action) for action in actions)
        if (looks and not spoken.is_request()) or spoken.says_when() or (not reads and spoken.asks_whether()):
            return None
        meant = {action.goal for action in actions}
        if reads and spoken.orders_beyond(meant.union(self._goals(partial(only_reads, house.registry)))):
            return None
        lost = any(destroys(action) for action in actions)
        if lost and (spoken.waits() or spoken.tells()):
            return None
        if proposal.sure and not looks:
            return self._held(proposal, spoken, spoken.left_over if lost else spoken.unnamed)
        others = self._goals(may)
        if spoken.asks_more() or spoken.orders_beyond(meant.union(others)):
            return None
        return self._held(proposal, spoken, partial(spoken.unsaid, looks=reads))

    def _goals(self, may: Callable[[Action], bool]) -> Iterator[str]:
        """The goals of all actions that are of some kind."""
        return (action.goal for action in self._house.actions.table.values() if may(action))

    def _held(self, proposal: Proposal, spoken: Spoken, missing: Callable[[Iterable[Piece]], str]) -> Proposed | None:
        """A proposal as a plain command in the user's own words; None where it says what the user did not.

        Nor may any words be `missing` in it.
        """
        if not 0 < len(proposal.goals) <= self._house.settings.proposals.goals:
            return None
        commands, goals, used = [], [], list[tuple[Piece, ...]]()
        for goal in proposal.goals:
            action = self._house.actions.table.get(goal.action)
            pieces = pieces_of(action, goal.said, spoken, goal.pointed) if action is not None else None
            if action is None or pieces is None or not _may(action, pieces, spoken):
                return None
            pointing = next(iter(self._house.grammar.words["pointing"]))
            values = {slot: piece.text for slot, piece in pieces.items()}
            command = command_of(action, values | dict.fromkeys(goal.pointed, pointing))
            if command is None:
                return None
            commands.append(command)
            goals.append(action.goal)
            used.append(tuple(pieces.values()))
        if not stand_apart(used) or missing(chain.from_iterable(used)):
            return None
        makes = any(self._house.actions.table[goal.action].makes for goal in proposal.goals)
        understood = Understood(proposal.by, JOINT.join(commands))
        return Proposed(understood, tuple(goals), makes, proposal.sure, proposal.beside)

    # -- what a helper may see

    def _verbs(self, decoded: Decoded) -> tuple[tuple[str, str], ...]:
        """The goals of every verb of the grammar that stands in the sentence, whatever is said around it."""
        lattice, frames = decoded.lattice, self._house.grammar.frames
        names = (value.partition(" ")[0] for at in range(lattice.size) for _, _, value in lattice.at(at, "verb"))
        found = (frames[name] for name in names)
        return tuple(dict.fromkeys((frame.domain, frame.goal) for frame in found if frame.goal))

    def _recent(self) -> tuple[str, ...]:
        house = self._house
        if not (house.home / "journal.db").exists():
            return ()
        past = [one for one in house.journal.recent(LOOKED_BACK) if one.status in DONE]
        memory = AmbientMemory(past, house.settings.context.pronoun_expiry_seconds)
        return tuple(one.utterance for one in memory.snapshot(house.now()).recent)

    def _names(self, decoded: Decoded) -> tuple[str, ...]:
        known = decoded.lattice.known
        return tuple(sorted(known.folders | known.files))


def may_be_guessed(registry: Registry, action: Action) -> bool:
    """Whether nothing that does an action destroys, or waits for the user's own words."""
    return may_be_found(registry, action) and not destroys_something(registry, action)


def may_be_found(registry: Registry, action: Action) -> bool:
    """Whether an action may be found among a sentence's words: nothing that does it waits for just the right ones."""
    return not any(tool.locked for tool in registry.all_for(action.domain, action.goal))


def destroys_something(registry: Registry, action: Action) -> bool:
    """Whether anything that does an action destroys."""
    return any(tool.effect is Effect.DESTROYS for tool in registry.all_for(action.domain, action.goal))


def only_reads(registry: Registry, action: Action) -> bool:
    """Whether all that does an action only looks."""
    return all(tool.effect is Effect.READS for tool in registry.all_for(action.domain, action.goal))


def _may(action: Action, pieces: Mapping[str, Piece], spoken: Spoken) -> bool:
    """Whether the sentence may ask for an action, and for what it would make."""
    named = [pieces[slot] for slot in pieces if action.slots[slot] == "name"]
    return spoken.may_ask_for(action.goal) and (not action.makes or spoken.may_make(action.goal, named))


def goals_of(reading: Reading, house: House) -> tuple[str, ...]:
    """What the clauses of a reading ask for, in order."""
    grammar = house.grammar
    asked = (
        grammar.intents[clause.intent].goal if clause.intent >= 0 else grammar.frames[clause.frame].goal
        for clause in reading.clauses
    )  # fmt: skip
    return tuple(goal for goal in asked if goal)
