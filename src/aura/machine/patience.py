"""An end in time for what has none: calls of libraries, and waiting for what is to be seen."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from aura.capability.errors import ToolError

Given = TypeVar("Given")
PAUSE = 0.02


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


def seen(looks_done: Callable[[], bool], seconds: float = 2.0) -> bool:
    """Whether something comes to be seen within some seconds, where the system takes its time."""
    end = time.monotonic() + seconds
    while not looks_done():
        if time.monotonic() > end:
            return False
        time.sleep(PAUSE)
    return True
