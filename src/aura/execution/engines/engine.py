"""What an engine is: it carries out a run, and it may stand around the call of each step."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from msgspec import Struct, field

from aura.capability.ports import Reply
from aura.contracts.plan import PlanDocument
from aura.execution.events import Execution
from aura.execution.inflight import Decision

Around = Callable[[str, Callable[[], Awaitable[object]]], Awaitable[None]]
"""Awaits the work of a step, which is named by its id."""


class Errand(Struct, frozen=True):
    """A run, and what another process needs to go on with it: where it works, and what was said to its steps."""

    run_id: str
    workspace: str = ""
    atoms: tuple[str, ...] = ()
    decisions: dict[str, Decision] = field(default_factory=dict)
    replies: dict[str, Reply] = field(default_factory=dict)


class Timed(Struct, frozen=True):
    """An approved plan that waits for its time, and what it may lose: paths, each as it was then.

    `schedule` is the name of it all, `number` counts how often it has come; `said` is the whole sentence.
    """

    schedule: str
    moment: str
    rule: str
    said: str
    workspace: str
    atoms: tuple[str, ...]
    document: PlanDocument
    losses: dict[str, str] = field(default_factory=dict)
    number: int = 0

    @property
    def run_id(self) -> str:
        """The run that it is when its time comes."""
        return f"{self.schedule}.{self.number + 1}" if self.rule else self.schedule


Work = Callable[[], Execution]


class Engine(Protocol):
    """Carries out runs; one that `outlives` its process must be told the name of a run before the run begins."""

    @property
    def outlives(self) -> bool: ...

    def carry_out(self, errand: Errand, work: Work) -> Execution:
        """Do the work of a run and return how it went."""
        ...

    def around(self, order: Sequence[str]) -> Around | None:
        """What stands around each step of the run that is being carried out, given in order; None for nothing."""
        ...


class Inline:
    """Carries out runs in this process and thread; what it is killed in is finished by `aura resume`."""

    outlives = False

    def carry_out(self, errand: Errand, work: Work) -> Execution:
        """Just do it."""
        return work()

    def around(self, order: Sequence[str]) -> None:
        """Nothing."""
        return None


INLINE = Inline()
