"""A line on the terminal while something takes long; nothing at all where it does not."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

from aura.surfaces.cli.terminal import Terminal

PATIENCE_SECONDS = 0.5
BETWEEN_SECONDS = 0.1
CLEAR = "\r\x1b[K"


class Progress:
    """Shows how far long work is, on stderr, if that is a terminal; used as a context manager."""

    def __init__(self, terminal: Terminal) -> None:
        self._stream = terminal.stderr if terminal.stderr.isatty() else None
        self._next = time.monotonic() + PATIENCE_SECONDS
        self._shown = False
        terminal.before_hearing = self.stop

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def on_event(self, event: Any) -> None:
        """Take one event of the executor: `done` of `total` changes of a step are made."""
        now = time.monotonic()
        if self._stream is None or now < self._next:
            return
        self._next = now + BETWEEN_SECONDS
        self._stream.write(f"{CLEAR}{_line(event)}")
        self._stream.flush()
        self._shown = True

    def stop(self) -> None:
        """Take the line away for good: something else is to be seen now."""
        self.clear()
        self._stream = None

    def clear(self) -> None:
        """Take the line away again."""
        if self._shown and self._stream is not None:
            self._stream.write(CLEAR)
            self._stream.flush()
            self._shown = False


def _line(event: Any) -> str:
    if not event.total:
        return f"{event.atom_id} …"
    return f"{event.atom_id}: {event.done} of {event.total} ({100 * event.done // event.total} %)"
