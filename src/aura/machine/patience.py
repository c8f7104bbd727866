"""An end in time for calls of libraries that have none."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from aura.capability.errors import ToolError

Given = TypeVar("Given")


def within(seconds: float, what: str, call: Callable[[], Given]) -> Given:
    """What `call` gives or raises; ToolError `NO_ANSWER`, naming `what`, when it takes longer."""
    given: list[Given] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            given.append(call())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if raised:
        raise raised[0]
    if not given:
        raise ToolError("NO_ANSWER", f"{what} did not answer within {seconds:g} seconds; try again, or restart it.")
    return given[0]
