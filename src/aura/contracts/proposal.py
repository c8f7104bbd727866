"""What a helper makes of a sentence that the grammar could not read: goals in the user's own words, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field

CERTAIN = 0.9
"""How probable goals are at least in just these words to be certain."""
A_PLANNER = "a planner"
"""Who proposed a plan that does not say who did."""

MentionKind = Literal["thing", "place", "quoted"]


class ProposedGoal(Struct, frozen=True):
    """One goal in words: an action of the table, and for each of its slots what the user said.

    What is `pointed` at was said before: "open *it*".
    """

    action: str
    said: dict[str, str] = field(default_factory=dict)
    pointed: tuple[str, ...] = ()


class Proposal(Struct, frozen=True):
    """The goals that a helper understood, in order; `by` names the helper as a message does.

    `rest` is the sentence without what is `beside` its commands, where the helper found such. It is `sure` where the
    helper is beyond doubt that all this is asked for now, whatever words stand around it; `probability` is that of
    just these goals in these words, where the helper knows it.
    """

    goals: tuple[ProposedGoal, ...]
    by: str
    rest: str = ""
    beside: tuple[str, ...] = ()
    sure: bool = False
    probability: float = 0.0

    @property
    def is_certain(self) -> bool:
        """Whether just this is meant, so that it may be taken instead of what was read."""
        return self.sure and self.probability >= CERTAIN


class Mention(Struct, frozen=True):
    """A piece of a sentence that names something: a file, a place or folder, or words in quotes; its characters."""

    kind: MentionKind
    text: str
    start: int
    end: int


class ProposalRequest(Struct, frozen=True):
    """What a helper may see: the sentence, whether it asks one thing or several, and what surrounds it.

    `verbs` are the (domain, goal) of the verbs that stand in it, `recent` are earlier commands that have not
    expired, newest first; `names` are names that exist where the user looks and begin with a word of the sentence.
    `mentions` are the pieces of it that name something for sure, in order.
    """

    utterance: str
    classification: str
    verbs: tuple[tuple[str, str], ...] = ()
    recent: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()


class Understood(Struct, frozen=True):
    """A sentence that only a helper understood: who did, and the plain command that it stands for."""

    by: str
    command: str


class PlannedBy(Struct, frozen=True):
    """Where a plan comes from that no rule made: who proposed it, and for a fallback why, and what it leaves out.

    `unread` are words of the intent that have no part in it, `trouble` is why a model did not make it.
    """

    by: str
    fallback: bool = False
    unread: tuple[str, ...] = ()
    trouble: str = ""

    def as_json(self) -> dict[str, Any]:
        """What a response says beside the plan; a mark only where it is one."""
        plain = {"fallback": self.fallback, "unread": list(self.unread), "trouble": self.trouble}
        return {"proposed_by": self.by, **{name: value for name, value in plain.items() if value}}

    def told(self, count: int) -> str:
        """The sentences that say it of a plan of some steps."""
        steps = f"{count} step{'s' if count != 1 else ''}"
        left = f" It has no place for {', '.join(self.unread)}." if self.unread else ""
        why = f" {self.trouble}" if self.trouble else ""
        return f"A plan of {steps}, proposed by {self.by}; nothing was done yet.{left}{why}"


def proposer_of(response: Mapping[str, Any]) -> str:
    """Who proposed the plan of a response, as it says of itself; nothing where it was written by a person."""
    return str(response.get("proposed_by") or (A_PLANNER if response.get("fallback") else ""))
