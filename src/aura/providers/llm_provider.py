"""LLMProvider: Flowmind's client of a language model, over the one module that speaks to a vendor."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aura.capability.errors import ToolError
from aura.capability.ports import Message
from aura.config.load import default_home
from aura.config.settings import ModelSettings
from aura.contracts.problem import Problem
from aura.providers.endpoint import Endpoint, endpoint_of
from aura.providers.kept_replies import KeptReplies
from aura.providers.openai_compatible import OpenAICompatible

DEFAULT_MODEL = "gpt-4"
TEMPERATURE = 0.3
REPLIES = Path("cache", "replies.db")


class LLMProvider:
    """A language model behind any server of OpenAI's protocol.

    What is not given comes from OPENAI_API_KEY, OPENAI_MODEL and OPENAI_BASE_URL. A reply takes at most `timeout`
    seconds in all, tries again included, of which there are `retries` with longer and longer pauses. The key is in no
    message, log or error. `kept` is where a planner keeps the replies to what it asked.
    """

    def __init__(
        self,
        api_key: str | None = None,
        model: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 60.0,
        retries: int = 2,
        max_tokens: int = 2000,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        known = os.environ if environ is None else environ
        given = {"OPENAI_API_KEY": api_key, "OPENAI_MODEL": model, "OPENAI_BASE_URL": base_url}
        settings = ModelSettings(DEFAULT_MODEL, "", timeout, retries, max_tokens)
        endpoint = endpoint_of(settings, {**known, **{name: value for name, value in given.items() if value}}, None)
        self._endpoint = endpoint or Endpoint(DEFAULT_MODEL, "", "")
        self.kept = KeptReplies(default_home(known) / REPLIES)
        self._model = OpenAICompatible(self._endpoint, settings, self.kept)

    def __repr__(self) -> str:
        return f"LLMProvider({self._endpoint!r})"

    @property
    def name(self) -> str:
        """How messages call it."""
        return self._endpoint.name

    def call(self, prompt: str, system_prompt: str | None = None, **how: Any) -> str:
        """The model's reply as text; raises ToolError with the sentence where there is none.

        `how` are parameters of the protocol: `temperature` (0.3 if not said), `max_tokens`, `response_format`, ….
        """
        text: str = _or_raise(self._model.say(_messages(prompt, system_prompt), **{"temperature": TEMPERATURE, **how}))
        return text

    def completion(self, prompt: str, system_prompt: str | None = None, **how: Any) -> Any:
        """As `call`, but the client's whole ChatCompletion."""
        return _or_raise(
            self._model.completion(_messages(prompt, system_prompt), **{"temperature": TEMPERATURE, **how})
        )


def _messages(prompt: str, system_prompt: str | None) -> list[Message]:
    system = [Message("system", system_prompt)] if system_prompt else []
    return [*system, Message("user", prompt)]


def _or_raise(reply: Any) -> Any:
    if isinstance(reply, Problem):
        raise ToolError(reply.code, reply.message)
    return reply
