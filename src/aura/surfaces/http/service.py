"""What the HTTP door needs from the runtime, and the one call that gets it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from aura.capability.registry import Registry
from aura.contracts.outcome import Preview, RunResult
from aura.contracts.plan import Validation
from aura.contracts.progress import Progress

Approve = Callable[[Preview], bool | None]


class Orchestrator(Protocol):
    """The runtime as seen from this door; one of them is never used by two threads."""

    def process(
        self, utterance: str, *, approve: Approve | None = None, stop: threading.Event | None = None, by: str = ""
    ) -> RunResult: ...

    def flow(self, intent: str, *, atoms: Collection[str] | None = None) -> RunResult: ...

    def validate_document(self, document: object) -> Validation: ...

    def run_document(
        self, document: object, *, stop: threading.Event | None = None, proposed_by: str = "", by: str = ""
    ) -> RunResult: ...

    def accept(self, document: object, *, proposed_by: str = "", by: str = "") -> RunResult: ...

    def approve(
        self, run_id: str, *, by: str = "", named: str = "", stop: threading.Event | None = None
    ) -> RunResult: ...

    def answer(
        self, text: str, run_id: str | None = None, *, stop: threading.Event | None = None, by: str = ""
    ) -> RunResult: ...

    def cancel(self, run_id: str) -> RunResult: ...

    def resume(self, run_id: str | None = None, *, stop: threading.Event | None = None) -> RunResult: ...

    def undo(self, run_id: str | None = None) -> RunResult: ...

    def accepted(self) -> Sequence[str]: ...

    def standing(self, count: int) -> Sequence[Any]: ...

    def look(self, run_id: str) -> dict[str, Any]: ...

    def progress(self, run_id: str) -> Progress: ...

    def tools(self) -> Registry: ...

    def serving(self) -> AbstractContextManager[None]: ...


def open_orchestrator(
    workspace: Path, environ: Mapping[str, str], atoms: Sequence[Path], model: str | None
) -> Orchestrator:
    """Wire the runtime once more, for a thread of its own."""
    from aura.runtime.assemble import assemble

    orchestrator: Orchestrator = assemble(workspace, environ, model=model, atoms=atoms)
    return orchestrator
