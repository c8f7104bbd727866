"""Whether a run is to stop: because somebody here says so, or because the journal says that somebody does elsewhere."""

from __future__ import annotations

import threading
import time

from aura.execution.journal import Journal

LOOKS_EVERY = 0.2


class Stop:
    """The wish to stop one run; the journal is looked into every so many seconds only."""

    def __init__(self, event: threading.Event | None, journal: Journal | None, run_id: str) -> None:
        self._event = event
        self._journal = journal
        self._run_id = run_id
        self._next = time.monotonic() + LOOKS_EVERY
        self._wanted = False

    @property
    def wanted(self) -> bool:
        """Whether the run is to stop now."""
        if not self._wanted:
            self._wanted = (self._event is not None and self._event.is_set()) or self._in_journal()
        return self._wanted

    def _in_journal(self) -> bool:
        now = time.monotonic()
        if self._journal is None or now < self._next:
            return False
        self._next = now + LOOKS_EVERY
        return self._journal.is_to_stop(self._run_id)
