"""An approved plan whose time is yet to come is kept by the durable engine."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from aura.contracts.outcome import Preview, RunResult
from aura.contracts.plan import PlanBody, PlanDocument
from aura.contracts.when import When
from aura.execution.engines.engine import Timed
from aura.runtime.house import House

PLANNED = "planned"
LATE = timedelta(minutes=1)
"""What was to be done so long ago is done at once; saying yes takes its time, too."""


def keep_for_then(house: House, planned: RunResult, when: When, preview: Preview, run_id: str) -> RunResult:
    """Keep a plan for its time; one whose time went by while nobody said yes is not done at another."""
    from aura.understanding.moments import to_come

    coming = to_come(when, house.now().astimezone() - LATE)
    if coming is None:
        message = f"That was to be done {when_in_words(when)}, which is over, so nothing was done."
        house.journal.note(planned.utterance, "failed", message, run_id)
        return msgspec.structs.replace(planned, status="failed", message=message, run_id=run_id)
    durable = house.engines.durable()
    message = f"To be done {when_in_words(coming)}: {planned.target}."
    name = house.journal.note(planned.utterance, PLANNED, message, run_id)
    document = PlanDocument(planned.target, msgspec.convert(planned.plan, PlanBody, strict=False))
    durable.keep(
        Timed(
            name, coming.moment, coming.rule, planned.utterance, house.context.cwd,
            tuple(map(str, house.atom_folders)), document, losses_of(preview),
        )
    )  # fmt: skip
    message += f" A worker does it (`aura worker`); `aura schedule cancel {name}` drops it."
    return msgspec.structs.replace(planned, status=PLANNED, message=message, run_id=name)


def losses_of(preview: Preview) -> dict[str, str]:
    """What a plan would lose, each as it is now."""
    return {path: mark for step in preview.steps for path, mark in step.fingerprints.items()}


def when_in_words(when: When) -> str:
    """A moment as people say it, and how it comes again."""
    moment = datetime.fromisoformat(when.moment).astimezone()
    return f"on {moment:%A %d %B %Y at %H:%M}" + (f", and then {when.said}" if when.rule else "")
