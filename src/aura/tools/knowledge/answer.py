"""Questions for a language model, if there is one."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.ports import Facts, Model
from aura.capability.semantic import Text
from aura.capability.tool import tool

NO_MODEL = (
    "No language model is configured, so this question cannot be answered;"
    " ask about files, sums, units, this computer, or what I was told to remember."
)


class Answer(Struct, frozen=True):
    """What the model said, or why nothing was."""

    text: Annotated[Text, "The answer."]
    known: Annotated[bool, "Whether the text is an answer."] = True


@tool(verb="answer", effect=Effect.READS)
def answer(model: Model, facts: Facts, question: Annotated[Text, "The question."]) -> Answer:
    """Answer a question with the language model that is configured; without one, with the facts that have its words."""
    if model.configured:
        return Answer(model.answer(question))
    told = [fact.text for fact in facts.telling_of(question)]
    return Answer("\n".join(told)) if told else Answer(NO_MODEL, known=False)
