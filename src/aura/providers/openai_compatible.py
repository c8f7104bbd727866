"""Any server that speaks OpenAI's protocol, through the official client; every trouble is one plain sentence."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from aura.capability.errors import ToolError
from aura.capability.ports import Message
from aura.config.settings import ModelSettings
from aura.contracts.problem import Problem
from aura.providers.endpoint import Endpoint
from aura.providers.kept_replies import KeptReplies

PAUSE_SECONDS = 0.5
NOT_INSTALLED = "cannot be asked: install the client with pip install aura[model]"
ANSWERING = "Answer in a few plain sentences, as text without markup. If you do not know, say so."
REFUSALS: tuple[tuple[Sequence[int], str, str], ...] = (
    ((401, 403), "MODEL_KEY", "does not take the key; set OPENAI_API_KEY to a valid one"),
    ((404,), "MODEL_UNKNOWN", "is not there; correct OPENAI_MODEL or OPENAI_BASE_URL"),
    ((429,), "MODEL_BUSY", "is asked too often, or its quota is used up; try again later"),
    (range(300, 400), "MODEL_MOVED", "is somewhere else now; set OPENAI_BASE_URL to its own address"),
    (range(500, 600), "MODEL_FAILED", "has trouble of its own; try again later"),
)
"""What an HTTP status means, in words."""

Given = TypeVar("Given")
Hear = Callable[[str], None]
Ask = Callable[[Any, float], Any]


class OpenAICompatible:
    """One model behind one address. `hear` gets an answer's text as it comes, where somebody is watching."""

    configured = True

    def __init__(
        self, endpoint: Endpoint, settings: ModelSettings, kept: KeptReplies, hear: Hear | None = None
    ) -> None:
        self._endpoint = endpoint
        self._settings = settings
        self._kept = kept
        self._hear = hear

    @property
    def name(self) -> str:
        """How messages call the model."""
        return self._endpoint.name

    def complete(
        self, messages: Sequence[Message], schema: Mapping[str, Any], *, temperature: float = 0
    ) -> str | Problem:
        """The model's reply as JSON text of a schema, as it claims; a Problem in one sentence where there is none."""
        strict = is_closed(schema)
        form = {"type": "json_schema", "json_schema": {"name": "goals", "strict": strict, "schema": schema}}

        def ask(client: Any, left: float) -> str | Problem:
            return self._whole(self._created(client, messages, left, temperature=temperature, response_format=form))

        return self._remembered(messages, {**form, "temperature": temperature} if temperature else form, ask)

    def answer(self, question: str) -> str:
        """The model's answer in text, told as it comes; raises ToolError when it cannot be had."""
        messages = (Message("system", ANSWERING), Message("user", question))
        told: list[str] = []
        over = threading.Event()

        def hear(text: str) -> None:
            told.append(text)
            if self._hear is not None and not over.is_set():
                self._hear(text)

        def ask(client: Any, left: float) -> str | Problem:
            return self._streamed(self._created(client, messages, left, stream=True), hear)

        reply = self._remembered(messages, {}, ask)
        if isinstance(reply, Problem):
            over.set()  # a server that is left behind may still send
            raise ToolError(reply.code, reply.message)
        if not told:
            hear(reply)
        return reply

    def say(self, messages: Sequence[Message], **how: Any) -> str | Problem:
        """What the model says now, as text; `how` are parameters of the protocol."""
        reply: str | Problem = self._asked(
            lambda client, left: self._whole(self._created(client, messages, left, **how))
        )
        return reply

    def completion(self, messages: Sequence[Message], **how: Any) -> Any:
        """The client's own object for a whole reply, or a Problem; `how` are parameters of the protocol."""
        return self._asked(lambda client, left: self._created(client, messages, left, **how))

    # -- asking

    def _remembered(self, messages: Sequence[Message], form: Mapping[str, Any], ask: Ask) -> str | Problem:
        """What was replied to the same before, else what is replied now."""
        end = self._endpoint
        asked = hashlib.sha256(msgspec.json.encode([end.model, end.url, messages, form])).hexdigest()
        kept = self._kept.get(asked)
        if kept is not None:
            return kept
        reply: str | Problem = self._asked(ask)
        if isinstance(reply, str):
            self._kept.keep(asked, reply)
        return reply

    def _asked(self, ask: Ask) -> Any:
        """Ask, again where that may help, and never longer than the settings say."""
        try:
            import openai
        except ImportError:
            return self._trouble("MODEL_CLIENT_MISSING", NOT_INSTALLED)
        key = self._endpoint.key
        if not key or not key.isascii() or not key.isprintable():
            return self._trouble("MODEL_KEY", "needs a key; set OPENAI_API_KEY to a valid one")
        deadline = time.monotonic() + self._settings.total_seconds
        reply: Any = self._too_late()
        for attempt in range(self._settings.retries + 1):
            pause = attempt * PAUSE_SECONDS
            left = deadline - time.monotonic() - pause
            if left <= 0:
                break
            time.sleep(pause)
            heard = _within(left, lambda left=left: self._once(openai, ask, left))  # type: ignore[misc]
            reply, again = heard or (self._too_late(), False)
            if not again:
                break
        return reply

    def _once(self, openai: Any, ask: Ask, left: float) -> tuple[Any, bool]:
        """One attempt: what came of it, and whether another may do better."""
        try:
            with self._client(openai, left) as client:
                return ask(client, left), False
        except openai.APITimeoutError:
            return self._too_late(), False
        except openai.APIConnectionError:
            return self._trouble("MODEL_UNREACHABLE", "cannot be reached; start it, or correct OPENAI_BASE_URL"), True
        except openai.APIStatusError as error:
            return self._refused(error.status_code), error.status_code == 429 or error.status_code >= 500
        except Exception:  # Clients raise anything at all over garbage on the line; the sentence is the same.
            return self._garbage(), False

    def _client(self, openai: Any, left: float) -> Any:
        """A client that tries once and follows no redirect, which could lead the key elsewhere."""
        end = self._endpoint
        http = openai.DefaultHttpxClient(follow_redirects=False, timeout=left)
        return openai.OpenAI(api_key=end.key, base_url=end.url, max_retries=0, timeout=left, http_client=http)

    def _created(self, client: Any, messages: Sequence[Message], left: float, **more: Any) -> Any:
        return client.chat.completions.create(
            model=self._endpoint.model,
            messages=[msgspec.to_builtins(message) for message in messages],
            timeout=left,
            **{"temperature": 0, "max_tokens": self._settings.most_tokens, **more},
        )

    # -- what came back

    def _whole(self, reply: Any) -> str | Problem:
        choices = getattr(reply, "choices", None)
        if not choices or choices[0].message is None:
            return self._garbage()
        message = choices[0].message
        return self._ended(choices[0].finish_reason, message.content, message.refusal)

    def _streamed(self, stream: Any, hear: Hear) -> str | Problem:
        """A reply that comes in pieces, each told at once."""
        text, reason = "", None
        for piece in stream:
            for choice in piece.choices[:1]:
                reason = choice.finish_reason or reason
                if choice.delta is not None and choice.delta.content:
                    text += choice.delta.content
                    hear(choice.delta.content)
        if text and reason is None:
            return self._trouble("MODEL_CUT_SHORT", "broke off before the end of its answer; try again")
        return self._ended(reason, text, None)

    def _ended(self, reason: str | None, text: str | None, refusal: str | None) -> str | Problem:
        """A reply that has come to its end, if it is one."""
        if reason == "length":
            return self._trouble("MODEL_CUT_SHORT", "was cut short; ask for less, or raise model.most_tokens")
        if refusal or reason == "content_filter":
            return self._trouble("MODEL_REFUSED", "refuses to say anything about that; say it in other words")
        if not isinstance(text, str) or not text.strip():
            return self._trouble("MODEL_EMPTY", "said nothing; try again, or take another model")
        return text.strip()

    def _refused(self, status: int) -> Problem:
        for known, code, what in REFUSALS:
            if status in known:
                return self._trouble(code, what)
        return self._trouble("MODEL_FAILED", f"did not take the request (error {status}); check OPENAI_MODEL")

    def _garbage(self) -> Problem:
        return self._trouble("MODEL_GARBAGE", "gave no reply that can be read; check OPENAI_BASE_URL")

    def _too_late(self) -> Problem:
        within = f"{self._settings.total_seconds:g} s"
        return self._trouble(
            "MODEL_TIMEOUT", f"did not answer within {within}; try again, or raise model.total_seconds"
        )

    def _trouble(self, code: str, what: str) -> Problem:
        return Problem(code, f"T{self.name[1:]} {what}.")


def is_closed(schema: Any) -> bool:
    """Whether every object in a schema says all that it may have, as a strict reply needs."""
    if isinstance(schema, Mapping):
        if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
            return False
        return all(map(is_closed, schema.values()))
    return all(map(is_closed, schema)) if isinstance(schema, list | tuple) else True


def _within(seconds: float, work: Callable[[], Given]) -> Given | None:
    """What some work gives, or None where that takes longer; a server that sends on for ever is left behind."""
    given: list[Given] = []
    worker = threading.Thread(target=lambda: given.append(work()), daemon=True)
    worker.start()
    worker.join(seconds)
    return given[0] if given else None
