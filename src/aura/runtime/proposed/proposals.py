"""The one seam for what the grammar could not read: helpers propose goals in words, which are read like any others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Protocol

import msgspec
from msgspec import Struct

from aura.contracts.problem import Problem
from aura.contracts.proposal import Proposal, ProposalRequest, Understood
from aura.language.decoding.decode import Decoded
from aura.language.grammar.actions import Action, command_of
from aura.language.utterance.lattice import Lattice
from aura.runtime.choosing.asked import goals_of
from aura.runtime.context import AmbientMemory
from aura.runtime.house import House
from aura.runtime.proposed.found_commands import (
    READ,
    UNDONE,
    UNREAD,
    Found,
    FoundCommands,
    destroys_something,
    only_reads,
)
from aura.runtime.vain.questions import told_elsewhere
from aura.understanding.leftovers import BY_WORD
from aura.understanding.mentions import mentions_of
from aura.understanding.spoken import Piece, Spoken, behind, pieces_of, stand_apart

JOINT = "; "
LOOKED_BACK = 5
DONE = ("completed", "answered")
RATHER = 0.2
"""How probable just the commands that were found are at least, to be held against others that were read."""


class Proposer(Protocol):
    """Proposes what a sentence asks for; None where it has nothing to say, a Problem where it could not be asked."""

    def propose(self, request: ProposalRequest) -> Proposal | Problem | None: ...


class Proposed(Struct, frozen=True):
    """A proposal that held: who understood what, and the goals that its command must be read as.

    `certain` is whether just this is meant, `surely` whether it may be taken instead of what was read, and `beside`
    what was said besides.
    """

    understood: Understood
    goals: tuple[str, ...]
    beside: tuple[str, ...] = ()
    certain: bool = False
    surely: bool = False

    def fits(self, decoded: Decoded, house: House) -> Decoded:
        """The readings of the command that ask for the proposed goals and for nothing else."""
        readings = [reading for reading in decoded.readings if goals_of(reading, house.grammar) == self.goals]
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
            return self.judged(decoded.lattice, UNREAD)
        several = "multi" if "joint" in decoded.lattice.beginnings else classification
        known = self._verbs(decoded), self._recent(), self._names(decoded), mentions_of(decoded.lattice)
        request = ProposalRequest(utterance, several, *known)
        trouble: Problem | None = None
        for proposer in self._proposers:
            proposal = proposer.propose(request)
            if isinstance(proposal, Problem):
                trouble = trouble or proposal
            elif (
                proposal is not None and (held := self._held(Found(proposal, spoken, BY_WORD, plain=False))) is not None
            ):
                return held
        return self.judged(decoded.lattice, UNREAD) or trouble

    def found(self, lattice: Lattice, *, looks: bool = False, hesitates: bool = False) -> Proposed | None:
        """What an encoder finds in a sentence that can be read, held against it; only a look where it `looks`."""
        found = FoundCommands(self._house, looks=looks, hesitates=hesitates).of(lattice)
        return None if found is None or (looks and self._is_elsewhere(found, lattice)) else self._held(found)

    def _is_elsewhere(self, found: Found, lattice: Lattice) -> bool:
        """Whether what is found only looks here, and a place elsewhere is named: "the time *in Tokyo*"."""
        actions = [self._house.actions.table.get(goal.action) for goal in found.proposal.goals]
        bare = not any(goal.said for goal in found.proposal.goals)
        looks = all(action is not None and only_reads(self._house.registry, action) for action in actions)
        return bare and looks and told_elsewhere(lattice, self._house.values.words)

    def judged(self, lattice: Lattice, stands: str) -> Proposed | None:
        """The commands that are likely in a sentence that could not be read or done; `stands` says which."""
        return next(self.likely(lattice, stands), None)

    def likely(self, lattice: Lattice, stands: str) -> Iterator[Proposed]:
        """The same, and then others that are nearly as likely, for where those cannot be done.

        Of each, what seems to be a thing in some place may be one thing as well, where nothing would be lost: "the
        invoice *from* the plumber".
        """
        for found in FoundCommands(self._house).judged(lattice, stands):
            held = self._held(found)
            if held is None or self._is_elsewhere(found, lattice):
                continue
            if found.around:
                yield msgspec.structs.replace(held, understood=Understood(held.understood.by, found.around))
            yield held
            whole = None if self._destroys(found) else self._held(found, whole=True)
            if whole is not None and whole != held:
                yield whole

    def _destroys(self, found: Found) -> bool:
        """Whether anything that was found destroys."""
        actions = (self._house.actions.table[goal.action] for goal in found.proposal.goals)
        return any(destroys_something(self._house.registry, action) for action in actions)

    def anew(self, lattice: Lattice, after: int) -> Proposed | None:
        """The commands that are likely where all was taken back before a token, if each is said on behind it."""
        said_on = FoundCommands(self._house).reach(lattice, after)
        return self.judged(lattice, UNDONE) if said_on else None

    def rather(self, lattice: Lattice) -> Proposed | None:
        """The commands of a sentence, where just these are so likely that they may be taken for what was read."""
        finder = FoundCommands(self._house)
        found = next(finder.judged(lattice, READ), None) if finder.is_long(lattice) else None
        return None if found is None or found.proposal.probability < RATHER else self._held(found)

    def _held(
        self,
        found: Found,
        *,
        whole: bool = False,
    ) -> Proposed | None:
        """A proposal as a plain command in the user's own words; None where it says what the user did not.

        Nor may words that matter by some measures be left over, nor, unless it is `plain`, its verbs be only spoken of.
        Where it is said `whole`, a thing with a preposition in its words is one name.
        """
        proposal, spoken = found.proposal, found.spoken
        if not 0 < len(proposal.goals) <= self._house.settings.proposals.goals:
            return None
        commands, goals, used, after = [], [], list[tuple[Piece, ...]](), 0
        lost = list[Piece]()
        for goal in proposal.goals:
            action = self._house.actions.table.get(goal.action)
            pieces = pieces_of(action, goal.said, spoken, goal.pointed, after) if action is not None else None
            if action is None or pieces is None or not (found.plain or _may(action, pieces, spoken)):
                return None
            told = spoken.pointing(after) if goal is proposal.goals[-1] and not pieces else ""
            pointing = told or next(iter(self._house.grammar.words["pointing"]))
            values = {slot: spoken.bare(piece, action.slots[slot]) for slot, piece in pieces.items()}
            names = [slot for slot, kind in action.slots.items() if kind == "thing" and slot in pieces]
            ones = {slot for slot in names if whole and spoken.is_led_within(pieces[slot])}
            ones |= {slot for slot, piece in pieces.items() if spoken.is_quoted(piece)}
            command = command_of(action, values | dict.fromkeys(goal.pointed, pointing), ones)
            if command is None:
                return None
            commands.append(command)
            goals.append(action.goal)
            used.append(tuple(pieces.values()))
            after = behind(used[-1], after)
            lost += pieces.values() if destroys_something(self._house.registry, action) else ()
            kinds = ("thing", "name") if action.makes else ("thing",)
            things = [piece for slot, piece in pieces.items() if action.slots[slot] in kinds]
            placed = any(action.slots[slot] == "place" for slot in goal.pointed)
            if not placed and any(map(spoken.is_placed, things)):
                return None
        if any(spoken.says_again(piece, chain.from_iterable(used)) or spoken.is_placed(piece) for piece in lost):
            return None
        if spoken.is_contrary(chain.from_iterable(used)):
            return None
        if not stand_apart(used) or spoken.leaves_over(chain.from_iterable(used), found.measures):
            return None
        understood = Understood(proposal.by, JOINT.join(commands))
        return Proposed(understood, tuple(goals), proposal.beside, proposal.is_certain, found.surely)

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


def _may(action: Action, pieces: Mapping[str, Piece], spoken: Spoken) -> bool:
    """Whether the sentence may ask for an action, and for what it would make."""
    named = [pieces[slot] for slot in pieces if action.slots[slot] == "name"]
    return spoken.may_ask_for(action.goal) and (not action.makes or spoken.may_make(action.goal, named))
