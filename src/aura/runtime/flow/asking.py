"""A plan for Python callers: whatever they have for a model is asked, else the words of the intent."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from aura.capability.errors import ToolError
from aura.capability.ports import Message
from aura.contracts.problem import Problem
from aura.planning.flow import FlowPlanner, FlowSettings
from aura.planning.validate import validate_plan
from aura.providers.llm_provider import LLMProvider
from aura.providers.openai_compatible import is_closed

SPOKEN = {"user": "", "assistant": "You replied:\n"}


class CalledModel:
    """Anything with a `call(prompt, system_prompt, …)` as a Model; what it raises is its trouble.

    What an LLMProvider replied is kept, so that the same question gets the same plan.
    """

    configured = True

    def __init__(self, provider: Any) -> None:
        self._provider = provider
        self._kept = provider.kept if isinstance(provider, LLMProvider) else None

    @property
    def name(self) -> str:
        """How messages call it."""
        named = self._provider.name if isinstance(self._provider, LLMProvider) else ""
        return named or f"the language model of {type(self._provider).__name__}"

    def complete(
        self, messages: Sequence[Message], schema: Mapping[str, Any], *, temperature: float = 0
    ) -> str | Problem:
        """What the call gives, the conversation so far in one prompt; only what the call takes is given to it."""
        form = {"type": "json_schema", "json_schema": {"name": "plan", "strict": is_closed(schema), "schema": schema}}
        prompt = "\n\n".join(f"{SPOKEN[message.role]}{message.content}" for message in messages[1:])
        given = {"system_prompt": messages[0].content, "temperature": temperature, "response_format": form}
        asked = hashlib.sha256(msgspec.json.encode([self.name, prompt, given])).hexdigest()
        kept = self._kept.get(asked) if self._kept is not None else None
        if kept is not None:
            return kept
        reply = self._called(prompt, given)
        if self._kept is not None and isinstance(reply, str):
            self._kept.keep(asked, reply)
        return reply

    def _called(self, prompt: str, given: dict[str, Any]) -> str | Problem:
        try:
            reply = self._provider.call(prompt, **_taken(self._provider.call, given))
        except ToolError as error:
            return Problem(error.code, error.message)
        except Exception as error:  # The caller's own code, which may raise anything.
            return Problem("MODEL_FAILED", f"T{self.name[1:]} raised {type(error).__name__}.")
        return reply if isinstance(reply, str) else Problem("MODEL_GARBAGE", f"T{self.name[1:]} gave no text.")

    def answer(self, question: str) -> str:
        """The answer to a question in text."""
        return str(self._provider.call(question))


def proposed_response(
    intent: str, atoms: Mapping[str, Mapping[str, Any]], provider: object, temperature: float
) -> dict[str, Any]:
    """The response for an intent; where nothing fits, a plan without steps and the verdict that says so."""
    model = CalledModel(provider) if provider is not None else None
    planner = FlowPlanner(atoms, model, FlowSettings(temperature=temperature))
    found = planner.plan(intent)
    if not isinstance(found, Problem):
        return found.as_json()
    empty = {"target": intent, "plan": {"steps": [], "outputs": {}}}
    return {**empty, "validation": validate_plan(empty, atoms), "fallback": True, "trouble": found.message}


def _taken(call: Any, given: dict[str, Any]) -> dict[str, Any]:
    """Of some arguments those that a callable takes."""
    try:
        parameters = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):
        return given
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return given
    named = {parameter.name for parameter in parameters}
    return {name: value for name, value in given.items() if name in named}
