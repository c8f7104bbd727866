"""What is told while a plan runs, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct, field

from aura.contracts.goal import Question
from aura.contracts.outcome import StepResult

EventKind = Literal["step_started", "progress", "step_again", "step_ended"]
ExecutionStatus = Literal["completed", "answered", "failed", "cancelled", "clarification", "confirmation", "refused"]


class Event(Struct, frozen=True):
    """Something happened to a step: `done` of `total` changes are made, or attempts used; `result` once it ended."""

    kind: EventKind
    step_id: str
    atom_id: str
    done: int = 0
    total: int = 0
    result: StepResult | None = None


class Execution(Struct, frozen=True):
    """How a run went, and what its plan gives; a `question` means that it waits for somebody's answer to it."""

    status: ExecutionStatus
    message: str
    steps: tuple[StepResult, ...] = ()
    run_id: str = ""
    question: Question | None = None
    outputs: dict[str, Any] = field(default_factory=dict)


Listener = Callable[[Event], None]


def ignore(event: Event) -> None:
    """Listen to nothing."""
