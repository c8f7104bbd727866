"""A run's events, made from what the journal says: so they are the same in any process, and after a restart.

An event's id says all that was told up to it, so that a stream goes on where another one broke off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from aura.contracts.progress import Progress, StepProgress

RUNNING = "running"
BEGUN, ENDED = "b", "e"
CURSOR = re.compile(r"(?P<status>[a-z]*)-(?P<ended>\d{1,9})(?P<rest>(?:\.\d{1,9}[be]){0,4000})")


class Event(Struct, frozen=True):
    """One event: its kind (`run`, `step` or `end`), its id, and what is told."""

    kind: str
    id: str
    data: Mapping[str, Any]


class Told(Struct):
    """What a listener knows: the run's status, that the first `ended` steps ended, and how later ones stand."""

    status: str = ""
    ended: int = 0
    later: dict[int, str] = field(default_factory=dict)

    @property
    def cursor(self) -> str:
        """All of it as the id of an event."""
        return f"{self.status}-{self.ended}" + "".join(f".{place}{how}" for place, how in sorted(self.later.items()))

    def news(self, run: Progress) -> Iterator[Event]:
        """What has happened since, each event once; the last one of a run that has ended is its end."""
        if not run.has_ended and run.status != self.status:
            yield self._of_run("run", run)
        for step in run.steps:
            how = BEGUN if step.status == RUNNING else ENDED
            if step.position >= self.ended and self.later.get(step.position) not in (how, ENDED):
                self._note(step.position, how)
                yield Event("step", self.cursor, _step(run.run_id, step))
        if run.has_ended:
            yield self._of_run("end", run)

    def _of_run(self, kind: str, run: Progress) -> Event:
        self.status = run.status
        return Event(kind, self.cursor, {"run_id": run.run_id, "status": run.status, "message": run.message})

    def _note(self, position: int, how: str) -> None:
        self.later[position] = how
        while self.later.get(self.ended) == ENDED:
            del self.later[self.ended]
            self.ended += 1


def told_until(cursor: str) -> Told:
    """What was told up to an event; nothing where that is no id of ours."""
    found = CURSOR.fullmatch(cursor)
    if found is None:
        return Told()
    later = {int(part[:-1]): part[-1] for part in found["rest"].split(".")[1:]}
    return Told(found["status"], int(found["ended"]), later)


def _step(run_id: str, step: StepProgress) -> dict[str, Any]:
    told = {"run_id": run_id, "step_id": step.step_id, "atom_id": step.atom_id, "status": step.status}
    return told | ({"error": step.error} if step.error else {})
