"""What is said to be done later: kept as an approved plan, run at its time with a fresh look, listed, dropped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import msgspec

from aura.capability.errors import ToolError
from aura.contracts.outcome import Preview, RunResult
from aura.contracts.when import When
from aura.execution.engines.engine import Errand, Timed
from aura.execution.events import ignore
from aura.execution.rows import RunRow
from aura.language.decoding.decode import Decoded
from aura.language.slots.parts import Reading
from aura.planning.preview import play
from aura.planning.validate import validate
from aura.runtime.house import House
from aura.runtime.runs.coordinator import ExecutionCoordinator, planned_again
from aura.runtime.runs.going_on import GoingOn
from aura.runtime.runs.keeping import PLANNED, losses_of, when_in_words

Approve = Callable[[Preview], bool | None]

TIME = "time"


class Timing:
    """The plans of one AURA_HOME that wait for their time; where the durable engine is not to be had there are none."""

    def __init__(self, house: House, coordinator: ExecutionCoordinator, going_on: GoingOn) -> None:
        self._house = house
        self._coordinator = coordinator
        self._going_on = going_on

    def said(self, reading: Reading | None, decoded: Decoded) -> tuple[str, When] | None:
        """What is to be done, without the words that say when, and the moment; None where it can only be done now.

        A time is taken for all that is said, so it stands before it all, or there is only one thing to do.
        """
        if reading is None or not self._house.engines.can_wait:
            return None
        from aura.understanding.moments import moment_of

        spans = [(start, end) for kind, start, end in reading.notes if kind == TIME]
        if len(reading.clauses) != 1 and [start for start, _ in spans] != [0]:
            return None
        words = " ".join(decoded.lattice.text_of(start, end) for start, end in spans)
        when = moment_of(words, self._house.now().astimezone())
        return (_without(decoded, spans), when) if when is not None else None

    def after(self, timed: Timed) -> Timed | None:
        """What comes after something that is done at its time, if it comes again."""
        return next_of(timed, self._house.now().astimezone())

    def at_time(self, timed: Timed) -> str:
        """Run a plan whose time has come; what would now lose something that was not approved waits for a person."""
        run, schedule = self._run(timed.run_id), self._run(timed.schedule)
        if schedule is not None and schedule.status == "cancelled":
            return schedule.status
        if run is not None and run.status == "running":
            return self._going_on.go_on(Errand(timed.run_id)).status
        if run is not None and run.status != PLANNED:
            return run.status
        return self._run_now(timed)

    def _run_now(self, timed: Timed) -> str:
        house, document = self._house, timed.document
        atoms = {
            step.id: house.registry[step.id].as_atom() for step in document.plan.steps if step.id in house.registry
        }
        validation = validate(document.as_json(), atoms)
        problem = validation.errors[0] if validation.errors else None
        if problem is None:
            preview = play(document, validation.execution_order, house.registry, house.overlay(), house.ports)
            problem = preview.problems[0] if preview.problems else None
        if problem is not None:
            message = house.paths.in_words(problem.message)
            house.journal.note(timed.said, "failed", message, timed.run_id)
            return "failed"
        planned = planned_again(timed.said, document, validation.execution_order)
        planned = msgspec.structs.replace(planned, preview=preview)
        return self._coordinator.run(planned, _no_more_than(timed.losses), ignore, None, timed.run_id).status

    def kept(self) -> list[Timed]:
        """What waits for its time, soonest first."""
        return sorted(self._house.engines.durable().kept(), key=lambda timed: datetime.fromisoformat(timed.moment))

    def drop(self, name: str) -> RunResult:
        """Do not do, now or later, what was kept under a name."""
        if not self._house.engines.durable().drop(name):
            return RunResult("failed", f"Nothing is kept under {name}; `aura schedule list` shows what is.")
        run = self._run(name)
        said = run.utterance if run is not None else ""
        self._house.journal.note(said, "cancelled", "Dropped before its time.", name)
        return RunResult("completed", f'Dropped: "{said}".', said, run_id=name)

    def _run(self, run_id: str) -> RunRow | None:
        try:
            return self._house.journal.run(run_id)
        except ToolError:
            return None


def for_then(result: RunResult, utterance: str, when: When) -> RunResult:
    """What came of the words without those that say when, with them."""
    message = f"To be done {when_in_words(when)}. {result.message}" if result.status == PLANNED else result.message
    return msgspec.structs.replace(result, utterance=utterance, when=when, message=message)


def next_of(timed: Timed, now: datetime) -> Timed | None:
    """What comes after what is kept, by its rule."""
    from aura.understanding.moments import next_after

    found = next_after(timed.rule, datetime.fromisoformat(timed.moment), now) if timed.rule else None
    if found is None:
        return None
    return msgspec.structs.replace(timed, moment=found.isoformat(timespec="seconds"), number=timed.number + 1)


def _without(decoded: Decoded, spans: list[tuple[int, int]]) -> str:
    """The utterance without some of its tokens."""
    tokens, text = decoded.lattice.tokens, decoded.lattice.text
    for start, end in reversed(spans):
        text = f"{text[: tokens[start].start]} {text[tokens[end - 1].end :]}"
    return text.strip(" ,")


def _no_more_than(approved: Mapping[str, Any]) -> Approve:
    """The yes to what would lose only what was approved, as it was then."""

    def approve(preview: Preview) -> bool | None:
        return True if losses_of(preview).items() <= approved.items() else None

    return approve
