"""How far a run has come, as the journal tells it to any process."""

from __future__ import annotations

from msgspec import Struct

OPEN = frozenset(("accepted", "running", "confirmation", "clarification", "interrupted"))
"""What the status of a run is that has not ended."""


class StepProgress(Struct, frozen=True):
    """One step that was begun: its place in the order of execution, and how it stands."""

    position: int
    step_id: str
    atom_id: str
    status: str
    error: str | None = None


class Progress(Struct, frozen=True):
    """A run at one moment; `status` is `interrupted` where nobody works on it any more though it has not ended."""

    run_id: str
    status: str
    message: str
    steps: tuple[StepProgress, ...] = ()

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will come of it by itself."""
        return self.status not in OPEN
