"""A thread of its own for a library whose calls must all come from one, each with an end in time."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from typing import Any, TypeVar

from aura.capability.errors import ToolError

Given = TypeVar("Given")


class Worker:
    """Runs calls one after the other. After one that did not end in time it is lost, and takes no more."""

    def __init__(self, name: str) -> None:
        self._calls: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()
        self.lost = False

    def run(self, call: Callable[[], Given], seconds: float, what: str) -> Given:
        """What a call gives or raises; ToolError `NO_ANSWER`, naming `what`, when it takes longer."""
        future: Future[Given] = Future()
        self._calls.put((call, future))
        try:
            return future.result(seconds)
        except Late:
            if future.done():  # The call itself raised what looks like lateness.
                raise
            self.lost = True
            raise ToolError(
                "NO_ANSWER",
                f"{what} did not answer within {seconds:g} seconds; try again, or close the page.",
            ) from None

    def end(self, last: Callable[[], Any] | None = None) -> None:
        """Make a last call, if there is one, and take no more; nothing is waited for."""
        if last is not None:
            self._calls.put((last, Future()))
        self._calls.put(None)

    def _work(self) -> None:
        while (work := self._calls.get()) is not None:
            call, future = work
            try:
                future.set_result(call())
            except BaseException as error:
                future.set_exception(error)
