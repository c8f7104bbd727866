"""Ctrl-C: the first finishes the step and stops, the second ends at once."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from aura.contracts.outcome import EXIT_CODES

SIGNALS = tuple(number for name in ("SIGINT", "SIGTERM") if (number := getattr(signal, name, None)) is not None)


class Interrupt:
    """The wish to stop, as the executor reads it between steps."""

    def __init__(self) -> None:
        self.wanted = threading.Event()
        self._asking = False

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Take the signals for the time of one command."""
        before = {number: signal.signal(number, self._on_signal) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def asking(self) -> Iterator[None]:
        """While a person is asked, Ctrl-C takes back the command instead of waiting for a step."""
        self._asking = True
        try:
            yield
        finally:
            self._asking = False

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.wanted.is_set():
            _tell("Stopped at once; `aura resume` finishes the command.")
            os._exit(EXIT_CODES["cancelled"])
        self.wanted.set()
        if self._asking:
            raise KeyboardInterrupt
        _tell("Stopping after this step; press Ctrl-C again to stop at once.")


def _tell(sentence: str) -> None:
    """Straight to the descriptor: a handler may run in the middle of a write to the stream."""
    with contextlib.suppress(OSError):
        os.write(2, f"{sentence}\n".encode())
