"""A language model as a helper: asked for one goal as by IntentAgent, or several as by GoalInterpreter, in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import jsonschema_rs
import msgspec
from msgspec import Struct

from aura.capability.ports import Message, Model
from aura.contracts.problem import Problem
from aura.contracts.proposal import Proposal, ProposalRequest, ProposedGoal
from aura.language.grammar.actions import Action, Actions, Example
from aura.language.words.tokens import tokenize

NO_ACTION = "no_action"
ACTION = "action"
MOST_CANDIDATES = 8
VERB_COUNTS = 5
UNREADABLE = "MODEL_BROKEN"

TASK = """You turn one sentence of a user into goals for a computer assistant. Reply with JSON only.
Each goal is one of the possible actions with its slots filled. Copy every slot word for word from the sentence; \
never add, correct or translate a word, and leave a slot null where the sentence says nothing for it.
Give the goals in the order in which they are to be done, and leave nothing out that the sentence asks for.
Where the sentence asks for nothing (a report, a wish for later, a question about how, something that must not be \
done) or for something that no action does, the only goal is no_action."""


class ModelHelper:
    """Proposes what a language model makes of a sentence; `model` is any that can be asked."""

    def __init__(self, model: Model, actions: Actions, most_goals: int) -> None:
        self._model = model
        self._actions = actions
        self._most = most_goals

    def propose(self, request: ProposalRequest) -> Proposal | Problem | None:
        """The goals that the model finds in a sentence; None where it finds nothing to do."""
        candidates = narrowed(self._actions, request)
        schema = schema_of(candidates, 1 if request.classification == "single" else self._most)
        reply = self._model.complete(messages_of(self._actions, candidates, request), schema)
        if isinstance(reply, Problem):
            return reply
        goals = _goals(reply, schema)
        if goals is None:
            return Problem(UNREADABLE, f"{_capital(self._model.name)} gave no JSON of the form that was asked for.")
        return Proposal(goals, self._model.name) if goals else None


def narrowed(actions: Actions, request: ProposalRequest) -> list[Action]:
    """The likeliest actions: those of the verbs that stand in the sentence first, then those whose words do."""
    said = _words(request.utterance)
    heard = {name: _words(action.command) for name, action in actions.table.items()}
    for example in actions.examples:
        for goal in example.goals:
            heard[goal.action] |= _words(example.say)
    scores = {
        name: len(said & heard[name]) + VERB_COUNTS * ((action.domain, action.goal) in request.verbs)
        for name, action in actions.table.items()
    }
    return sorted(actions.table.values(), key=lambda action: -scores[action.name])[:MOST_CANDIDATES]


def schema_of(candidates: Sequence[Action], most: int) -> dict[str, Any]:
    """The JSON Schema of a reply: at most so many goals, each a candidate with its slots, or no_action."""
    forms = [_object({ACTION: {"const": NO_ACTION}}), *(_form(action) for action in candidates)]
    goals = {"type": "array", "items": {"anyOf": forms}, "minItems": 1, "maxItems": most}
    return _object({"goals": goals})


def _form(action: Action) -> dict[str, Any]:
    required = action.required
    text: dict[str, Any] = {"type": "string"}
    maybe: dict[str, Any] = {"type": ["string", "null"]}
    slots = {slot: text if slot in required else maybe for slot in action.slots}
    return _object({ACTION: {"const": action.name}, **slots})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def messages_of(actions: Actions, candidates: Sequence[Action], request: ProposalRequest) -> list[Message]:
    """The task, the examples, and last what is particular to this sentence, so that a server can keep the rest."""
    messages = [Message("system", TASK)]
    for example in actions.examples:
        messages.append(Message("user", example.say))
        messages.append(Message("assistant", _reply(actions.table, example)))
    known = [
        "Possible actions: " + "; ".join(f"{action.name} ({action.shown})" for action in candidates),
        *(["Names that exist: " + ", ".join(request.names)] if request.names else ()),
        *(["Done shortly before: " + "; ".join(request.recent)] if request.recent else ()),
        "Sentence: " + request.utterance,
    ]
    return [*messages, Message("user", "\n".join(known))]


def _reply(table: Mapping[str, Action], example: Example) -> str:
    """What a model should have replied to an example, in the form of the schema."""
    goals: list[dict[str, str | None]] = [
        {ACTION: goal.action, **{slot: goal.said.get(slot) for slot in table[goal.action].slots}}
        for goal in example.goals
    ]
    return json.dumps({"goals": goals or [{ACTION: NO_ACTION}]}, ensure_ascii=False)


class _Reply(Struct, frozen=True):
    goals: tuple[dict[str, str | None], ...]


def _goals(reply: str, schema: dict[str, Any]) -> tuple[ProposedGoal, ...] | None:
    """The goals of a reply, none for no_action; None where the reply is not what was asked for."""
    try:
        plain = msgspec.json.decode(reply)
    except (msgspec.DecodeError, RecursionError):
        return None
    if not jsonschema_rs.is_valid(schema, plain):
        return None
    found = msgspec.convert(plain, _Reply).goals
    return tuple(
        ProposedGoal(str(goal[ACTION]), {slot: value for slot, value in goal.items() if slot != ACTION and value})
        for goal in found
        if goal[ACTION] != NO_ACTION
    )  # fmt: skip


def _words(text: str) -> set[str]:
    return {token.low for token in tokenize(text) if token.shape == "word"}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
