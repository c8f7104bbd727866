"""WebDriver BiDi: commands to a browser and what it tells meanwhile, each awaited to an end in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from aura.machine.browser.wire import Wire

PATH = "/session"
SANDBOX = "aura"
"""Scripts run beside those of the page, which so can neither see nor change them."""


class RefusedError(Exception):
    """The browser does not do it: `code` is the protocol's name for why, the text what it says."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code = code


class LateError(Exception):
    """What was asked got no answer in time."""


class Bidi:
    """A connection. Raises RefusedError, LateError, and OSError where the browser has gone."""

    def __init__(self, port: int, seconds: float) -> None:
        self._wire = Wire(port, PATH, seconds)
        self._number = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._awaited: set[int] = set()
        self._listeners: dict[str, Callable[[dict[str, Any]], None]] = {}
        self.seconds = seconds

    def close(self) -> None:
        """Say no more; a session that was not ended goes on."""
        self._wire.close()

    def on(self, event: str, listener: Callable[[dict[str, Any]], None]) -> None:
        """Have a listener called for each event of a name; it may `tell`, and asks nothing."""
        self._listeners[event] = listener

    def tell(self, method: str, **params: Any) -> None:
        """Give a command whose answer is of no interest."""
        self._number += 1
        self._wire.send(self._number, method, params)

    def begin(self, method: str, **params: Any) -> int:
        """Give a command whose answer is asked for later, by its number."""
        self.tell(method, **params)
        self._awaited.add(self._number)
        return self._number

    def ask(self, method: str, seconds: float = 0.0, **params: Any) -> dict[str, Any]:
        """What the browser answers to a command."""
        return self.result(self.begin(method, **params), seconds or self.seconds)

    def result(self, number: int, seconds: float) -> dict[str, Any]:
        """What the browser answers to a command that was given."""
        if not self.wait(lambda: number in self._answers, seconds):
            self._awaited.discard(number)
            raise LateError
        answer = self._answers.pop(number)
        if answer.get("type") == "error":
            raise RefusedError(str(answer.get("error")), str(answer.get("message")))
        result: dict[str, Any] = answer["result"]
        return result

    def wait(self, come: Callable[[], bool], seconds: float) -> bool:
        """Listen until something has come; whether it did in time."""
        end = time.monotonic() + seconds
        while not come():
            try:
                self._hear(self._wire.said(end))
            except TimeoutError:
                return come()
        return True

    def _hear(self, said: dict[str, Any]) -> None:
        number = said.get("id")
        if number in self._awaited:
            self._awaited.discard(number)
            self._answers[number] = said
        listener = self._listeners.get(said.get("method", ""))
        if listener is not None:
            listener(said["params"])

    # -- scripts

    def begin_script(self, context: str, function: str, *given: dict[str, Any]) -> int:
        """Call a function with arguments on a page, as `script` does; its answer is asked for by `told`."""
        return self.begin(
            "script.callFunction",
            functionDeclaration=function,
            arguments=list(given),
            awaitPromise=False,
            target={"context": context, "sandbox": SANDBOX},
            serializationOptions={"maxDomDepth": 0},
        )

    def told(self, number: int, seconds: float = 0.0) -> Any:
        """What a function that was called gives, as `value` reads it; raises RefusedError where it failed."""
        result = self.result(number, seconds or self.seconds)
        if result["type"] == "exception":
            raise RefusedError("script", str(result["exceptionDetails"].get("text", "")))
        return value(result["result"])

    def script(self, context: str, function: str, *given: dict[str, Any]) -> Any:
        """What a function gives on a page: plain values, and nodes by what the protocol shares of them."""
        return self.told(self.begin_script(context, function, *given))


def value(remote: dict[str, Any]) -> Any:
    """A value of a page as one of ours; a node is the id that the protocol shares."""
    kind = remote["type"]
    if kind == "array":
        return [value(each) for each in remote["value"]]
    if kind == "object":
        return {str(name): value(each) for name, each in remote["value"]}
    if kind == "node":
        return remote["sharedId"]
    return remote.get("value")


def given(plain: str | int | bool) -> dict[str, Any]:
    """A plain value as an argument of a function on a page."""
    if isinstance(plain, str):
        return {"type": "string", "value": plain}
    return {"type": "boolean" if isinstance(plain, bool) else "number", "value": plain}
