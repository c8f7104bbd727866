"""The story of one utterance: `Orchestrator.process`, one line a stage."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import msgspec

from aura.capability.errors import ToolError
from aura.capability.registry import Registry
from aura.contracts.outcome import RunResult
from aura.contracts.plan import Validation
from aura.contracts.problem import Problem
from aura.contracts.progress import Progress
from aura.execution.engines.engine import Errand
from aura.execution.events import Listener, ignore
from aura.language.words.tokens import legible
from aura.runtime.choosing.documents import prepared, verdict_on
from aura.runtime.comprehension import Comprehension
from aura.runtime.house import House
from aura.runtime.macros.filling import kept_macros, read_document
from aura.runtime.proposed.proposals import Proposer
from aura.runtime.runs.coordinator import ExecutionCoordinator
from aura.runtime.runs.going_on import GoingOn
from aura.runtime.runs.looking_back import told_run, whole_run
from aura.runtime.runs.timing import Timing
from aura.runtime.talk.continuing import Continuing
from aura.runtime.talk.dialogue import Answer, Approve, Channel, Dialogue
from aura.understanding.answers import YES

if TYPE_CHECKING:
    pass


class Orchestrator:
    """One session's whole runtime, wired by `assemble`."""

    def __init__(self, house: House, proposers: Sequence[Proposer] = ()) -> None:
        self._house = house
        self._coordinator = ExecutionCoordinator(house)
        self._going_on = GoingOn(house, self._coordinator)
        self.timing = Timing(house, self._coordinator, self._going_on)
        self._comprehension = Comprehension(house, proposers, self.timing)
        continuing = Continuing(house, self._comprehension.look)
        understand, replies = self._comprehension.planned, self._comprehension.replies
        self._dialogue = Dialogue(house, self._coordinator, understand, replies, continuing)

    # -- the story

    def process(
        self,
        utterance: str,
        *,
        approve: Approve | None = None,
        answer: Answer | None = None,
        dry_run: bool = False,
        on_event: Listener | None = None,
        stop: threading.Event | None = None,
        by: str = "",
    ) -> RunResult:
        """Understand, plan, check, approve and run an utterance; questions go to `answer`, if there is one."""
        channel = Channel(approve, answer, on_event or ignore, stop, by)
        with self._house.in_the_name_of(by):
            return self._dialogue.process(legible(utterance), channel, dry_run=dry_run)

    def plan(self, utterance: str) -> RunResult:
        """The plan of an utterance, resolved and checked; nothing is done."""
        return self._comprehension.planned(legible(utterance), {})

    # -- answers

    def answer(
        self,
        text: str,
        run_id: str | None = None,
        *,
        approve: Approve | None = None,
        answer: Answer | None = None,
        on_event: Listener | None = None,
        stop: threading.Event | None = None,
        by: str = "",
    ) -> RunResult:
        """Answer the pending question of a command, which then goes on; `by` is who answers, if not the user."""
        return self._dialogue.answer(legible(text), run_id, Channel(approve, answer, on_event or ignore, stop, by))

    # -- plan documents

    def read_document(self, text: str, where: str, given: Mapping[str, str]) -> object | Problem:
        """The plan document, or that of a macro, in a text of YAML; `given` are values of its parameters."""
        return read_document(self._house, text, where, given)

    def macros(self) -> list[dict[str, Any]]:
        """Every macro: its name, what it is for, its parameters with their defaults, its file."""
        return kept_macros(self._house)

    def validate_document(self, document: object) -> Validation:
        """Every error of a plan document at once."""
        return verdict_on(self._house, document)

    def run_document(
        self,
        document: object,
        *,
        approve: Approve | None = None,
        answer: Answer | None = None,
        on_event: Listener | None = None,
        stop: threading.Event | None = None,
        proposed_by: str = "",
        by: str = "",
    ) -> RunResult:
        """Validate, preview, approve and run a plan document; `proposed_by` is who made one that nobody wrote."""
        planned = prepared(self._house, document, proposed_by)
        if planned.status != "planned":
            return planned
        return self._carried_out(planned, Channel(approve, answer, on_event or ignore, stop, by))

    def _carried_out(self, planned: RunResult, channel: Channel) -> RunResult:
        with self._house.in_the_name_of(channel.by):
            done = self._coordinator.run(planned, channel.approve, channel.on_event, channel.stop, "")
        return self._dialogue.settled(done, channel)

    def accept(self, document: object, *, proposed_by: str = "", by: str = "") -> RunResult:
        """Validate and preview a plan document and keep it: what needs no yes is `accepted`, for `approve` to run."""
        planned = prepared(self._house, document, proposed_by)
        if planned.status != "planned":
            return planned
        with self._house.in_the_name_of(by):
            return self._coordinator.keep(planned)

    # -- intents over atoms

    def flow(
        self,
        intent: str,
        *,
        atoms: Collection[str] | None = None,
        run: bool = False,
        approve: Approve | None = None,
        answer: Answer | None = None,
        on_event: Listener | None = None,
        stop: threading.Event | None = None,
        by: str = "",
    ) -> RunResult:
        """The plan of an intent, over all atoms or those named, by the model or the intent's words.

        With `run` it is also approved and run.
        """
        planned = self._comprehension.flows.plan(RunResult("failed", "", legible(intent)), atoms, whole=run)
        if planned.status != "planned" or not run:
            return planned
        return self._carried_out(planned, Channel(approve, answer, on_event or ignore, stop, by))

    # -- looking back

    def explain(self, utterance: str) -> dict[str, Any]:
        """How an utterance is understood: tokens, readings with costs and fates, and the time each stage took."""
        from aura.runtime.explain import explained

        return explained(self._house, legible(utterance), self._comprehension)

    def undo(
        self, run_id: str | None = None, *, approve: Approve | None = None, answer: Answer | None = None
    ) -> RunResult:
        """Take a run back, or the last one that changed something."""
        return self._dialogue.undo(run_id, Channel(approve, answer))

    def resume(
        self,
        run_id: str | None = None,
        *,
        approve: Approve | None = None,
        on_event: Listener | None = None,
        stop: threading.Event | None = None,
    ) -> RunResult:
        """Finish a run that was killed or cancelled."""
        return self._going_on.resume(run_id, on_event or ignore, stop)

    def approve(
        self, run_id: str, *, by: str = "", named: str = "", on_event: Listener | None = None,
        stop: threading.Event | None = None,
    ) -> RunResult:  # fmt: skip
        """Say yes to a plan, or to a step of a run, that waits for it: to what has the mark that is `named`, if any."""
        if named and named != self.look(run_id).get("approval"):
            raise ToolError(
                "OTHER_PLAN", f"Run {run_id} waits for a yes to something else than that; look at it again."
            )
        if self._house.journal.pending(run_id) is not None:
            return self.answer(YES, run_id, on_event=on_event, stop=stop, by=by)
        return self._going_on.approve(run_id, by, on_event or ignore, stop, named)

    def cancel(self, run_id: str) -> RunResult:
        """Stop a run that is under way here or elsewhere, or that waits."""
        return self._going_on.cancel(run_id)

    def go_on(self, errand: Errand) -> RunResult:
        """Go on with a run that another process left or handed over."""
        return self._going_on.go_on(errand)

    def serving(self) -> AbstractContextManager[None]:
        """Be a worker for this AURA_HOME beside what else this process does, where the durable engine is there."""
        return self._house.engines.serving()

    def work(self, stop: threading.Event) -> None:
        """Be a worker for this AURA_HOME until told to stop: do what is handed over and what dead processes left."""
        self._house.engines.durable(serves=True).serve(stop)

    def history(self, count: int) -> Sequence[Any]:
        """The last commands, newest first."""
        return self._house.journal.runs(count)

    def show(self, run_id: str) -> dict[str, Any]:
        """One run: what was asked, its steps and their changes, in sentences."""
        return told_run(self._house, run_id)

    def look(self, run_id: str) -> dict[str, Any]:
        """One run as `show` tells it, with its plan and what it waits for."""
        return whole_run(self._house, run_id)

    def accepted(self) -> Sequence[str]:
        """The runs that were accepted in this folder by processes that died before they began them, oldest first."""
        return self._house.journal.accepted(self._house.paths.workspace)

    def standing(self, count: int) -> Sequence[Any]:
        """The last commands as `history` has them, each with how it stands now in place of how it was left."""
        journal = self._house.journal
        return [msgspec.structs.replace(run, status=journal.standing(run)) for run in journal.runs(count)]

    def progress(self, run_id: str) -> Progress:
        """How far a run has come, in whatever process."""
        return self._house.journal.progress(run_id)

    def golden(self, run_id: str) -> dict[str, Any]:
        """One run as a golden case, as far as the journal tells; raises ToolError where it cannot be one."""
        from aura.runtime.golden.saved import case_of

        return case_of(self._house, run_id)

    def tools(self) -> Registry:
        """Every tool there is, atoms too."""
        return self._house.registry

    def atom_problems(self, *, look: bool = False) -> tuple[Problem, ...]:
        """What is wrong with the atoms that were loaded; with `look`, also which of them have no function."""
        atoms = self._house.atoms
        if atoms is None:
            return ()
        return (*atoms.problems, *atoms.unresolved()) if look else atoms.problems
