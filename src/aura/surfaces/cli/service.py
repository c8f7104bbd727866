"""What the command line needs from the runtime, and the one call that gets it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from aura.capability.registry import Registry
from aura.contracts.goal import Question
from aura.contracts.outcome import Preview, RunResult
from aura.contracts.plan import Validation
from aura.contracts.problem import Problem
from aura.surfaces.cli.arguments import Invocation

Approve = Callable[[Preview], bool | None]
Answer = Callable[[Question], str | None]
OnEvent = Callable[[Any], None]


class Door(Protocol):
    """Another way in, opened from the command line; it says where it is, and returns an exit code."""

    def __call__(
        self,
        workspace: Path,
        environ: Mapping[str, str],
        *,
        host: str | None,
        port: int | None,
        atoms: Sequence[Path],
        model: str | None,
        person: str | None,
        say: Callable[[str], None],
    ) -> int: ...


class Replayed(Protocol):
    """A golden case that was replayed, and what did not come out as it says."""

    @property
    def say(self) -> str: ...

    @property
    def faults(self) -> Sequence[str]: ...


class Timing(Protocol):
    """What waits for its time, as seen from a door."""

    def kept(self) -> Sequence[Any]: ...

    def drop(self, name: str) -> RunResult: ...


class Orchestrator(Protocol):
    """The runtime as seen from a door."""

    @property
    def timing(self) -> Timing: ...

    def process(
        self,
        utterance: str,
        *,
        approve: Approve | None = None,
        answer: Answer | None = None,
        dry_run: bool = False,
        on_event: OnEvent | None = None,
        stop: threading.Event | None = None,
    ) -> RunResult: ...

    def plan(self, utterance: str) -> RunResult: ...

    def answer(
        self,
        text: str,
        run_id: str | None = None,
        *,
        approve: Approve | None = None,
        answer: Answer | None = None,
        on_event: OnEvent | None = None,
        stop: threading.Event | None = None,
    ) -> RunResult: ...

    def explain(self, utterance: str) -> dict[str, Any]: ...

    def run_document(
        self,
        document: object,
        *,
        approve: Approve | None = None,
        answer: Answer | None = None,
        on_event: OnEvent | None = None,
        stop: threading.Event | None = None,
    ) -> RunResult: ...

    def read_document(self, text: str, where: str, given: Mapping[str, str]) -> object | Problem: ...

    def macros(self) -> Sequence[Mapping[str, Any]]: ...

    def validate_document(self, document: object) -> Validation: ...

    def flow(
        self,
        intent: str,
        *,
        run: bool = False,
        approve: Approve | None = None,
        answer: Answer | None = None,
        on_event: OnEvent | None = None,
        stop: threading.Event | None = None,
    ) -> RunResult: ...

    def undo(
        self, run_id: str | None = None, *, approve: Approve | None = None, answer: Answer | None = None
    ) -> RunResult: ...

    def resume(
        self,
        run_id: str | None = None,
        *,
        approve: Approve | None = None,
        on_event: OnEvent | None = None,
        stop: threading.Event | None = None,
    ) -> RunResult: ...

    def cancel(self, run_id: str) -> RunResult: ...

    def work(self, stop: threading.Event) -> None: ...

    def history(self, count: int) -> Sequence[Any]: ...

    def show(self, run_id: str) -> dict[str, Any]: ...

    def golden(self, run_id: str) -> dict[str, Any]: ...

    def tools(self) -> Registry: ...

    def atom_problems(self, *, look: bool = False) -> Sequence[Problem]: ...


def open_orchestrator(
    workspace: Path, environ: Mapping[str, str], asked: Invocation, hear: Callable[[str], None] | None = None
) -> Orchestrator:
    """Wire the runtime for one workspace; `hear` gets a model's answer as it comes."""
    from aura.config.settings import LoadedDomain
    from aura.runtime.assemble import assemble

    domains = {}
    if asked.intents is not None:
        domains[asked.intents.stem] = LoadedDomain(str(asked.intents), str(asked.lists) if asked.lists else "")
    orchestrator: Orchestrator = assemble(
        workspace, environ, model=asked.model, hear=hear, domains=domains, atoms=asked.atoms, engine=asked.engine
    )
    return orchestrator


def keep_golden(session: Orchestrator, run_id: str, file: Path) -> str:
    """Save a run as a golden case; returns the sentence that says so."""
    from aura.runtime.golden.keep import keep

    return keep(session.golden(run_id), session.show(run_id), session.tools(), file)


def replay_golden(path: Path) -> list[Replayed]:
    """Replay the golden cases of a file or folder."""
    from aura.runtime.golden.keep import replayed

    return list(replayed(path))
