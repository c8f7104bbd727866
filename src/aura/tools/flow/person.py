"""Ask a person for something to know, or for a yes; the run waits for it, also over a restart."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.ports import Person
from aura.capability.semantic import Text
from aura.capability.tool import tool
from aura.contracts.goal import APPROVAL, WAITING, Question

YES, NO = "yes", "no"


class Answered(Struct, frozen=True):
    """What a person answered."""

    answer: Annotated[Text, "What was answered, in the person's words or as one of the candidates."]
    by: Annotated[str, "Who answered; empty where that is not known."]


class Approved(Struct, frozen=True):
    """A yes."""

    by: Annotated[str, "Who approved; empty where that is not known."]


@tool(verb="ask", object="person", effect=Effect.READS)
def needs_input(
    question: Annotated[str, "What the person is asked, as one sentence."],
    person: Person,
    candidates: Annotated[list[str], "The answers there are to choose from; any answer where there are none."] = [],  # noqa: B006
) -> Answered:
    """Ask a person and wait for the answer."""
    asked = Question(question, tuple(candidates), WAITING)
    reply = person.reply(asked)
    chosen = _chosen(reply.text.strip(), candidates)
    if not chosen:
        person.ask_again(asked)
    return Answered(chosen, reply.by)


@tool(verb="approve", object="plan", effect=Effect.READS)
def approval(
    subject: Annotated[str, "What is to be approved, as one sentence."],
    person: Person,
    approver: Annotated[str, "The name of the only person who may approve; anybody where it is empty."] = "",
) -> Approved:
    """Wait for a person's yes; after a no, what needs this step is not done."""
    asked = Question(f"{subject} ({approver} is to approve)" if approver else subject, (YES, NO), APPROVAL, approver)
    reply = person.reply(asked)
    said = reply.text.strip().lower()
    if said not in (YES, NO) or (approver and reply.by.casefold() != approver.casefold()):
        person.ask_again(asked)
    if said == NO:
        by = f" by {reply.by}" if reply.by else ""
        raise ToolError("NOT_APPROVED", f"“{subject}” was declined{by}, so what needs it is not done.")
    return Approved(reply.by)


def _chosen(said: str, candidates: list[str]) -> str:
    """The candidate that was named by itself or its number; anything where there is nothing to choose from."""
    if not candidates:
        return said
    named = (name for number, name in enumerate(candidates, 1) if said.lower() in (name.lower(), str(number)))
    return next(named, "")
