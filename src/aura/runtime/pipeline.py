"""The story of one utterance: `Orchestrator.process`, one line a stage."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from aura.capability.errors import ToolError
from aura.capability.registry import Registry
from aura.contracts.goal import Decision, Question
from aura.contracts.outcome import RunResult
from aura.contracts.plan import Validation
from aura.contracts.problem import Problem
from aura.contracts.progress import Progress
from aura.execution.engines.engine import Errand
from aura.execution.events import Listener, ignore
from aura.language.decode import Decoded, decode, decode_lattice
from aura.language.parts import Reading
from aura.language.tokens import legible
from aura.runtime.choose import MISREAD, TIMED, Choice, Verdict, choose, said_time
from aura.runtime.context import known_names
from aura.runtime.coordinator import ExecutionCoordinator
from aura.runtime.dialogue import Answer, Approve, Channel, Dialogue
from aura.runtime.documents import checked, prepared, stopped, verdict_on
from aura.runtime.explain import explanation
from aura.runtime.going_on import GoingOn
from aura.runtime.house import House
from aura.runtime.looking_back import told_run, whole_run
from aura.runtime.played import Played
from aura.runtime.proposals import Proposals, Proposer
from aura.runtime.recent import earlier_commands
from aura.runtime.replies import Replies
from aura.runtime.second_look import SecondLook
from aura.runtime.taking_back import NOTHING, said_to_take_back
from aura.runtime.timing import Timing, for_then
from aura.runtime.trial import Planned, Trial
from aura.understanding.answers import YES
from aura.understanding.classify import classify
from aura.understanding.discourse import Discourse
from aura.understanding.intent import IntentAgent

if TYPE_CHECKING:
    from aura.runtime.flow_planning import Flows


class Orchestrator:
    """One session's whole runtime, wired by `assemble`."""

    def __init__(self, house: House, proposers: Sequence[Proposer] = ()) -> None:
        self._house = house
        self._proposals = Proposals(house, proposers)
        self._coordinator = ExecutionCoordinator(house)
        self._going_on = GoingOn(house, self._coordinator)
        self.timing = Timing(house, self._coordinator, self._going_on)
        self._dialogue = Dialogue(house, self._coordinator, self._understood, self._replies)

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
        return self._understood(legible(utterance), {})

    def _understood(self, utterance: str, replies: Mapping[str, str], run_id: str = "") -> RunResult:
        """From words to a checked plan: status `planned`, or what stands in its way."""
        if len(utterance) > self._house.settings.limits.utterance_characters:
            message = "That is too long to be one command, so nothing was done; say it in several."
            return RunResult("failed", message, utterance[:200], "single", "direct")
        decoded = self._decode(utterance, replies.values())
        classification = classify(self._house.grammar, decoded)
        base = RunResult("failed", "", utterance, classification, run_id=run_id)
        result = self._read(base, decoded, replies)
        covered = result.status != "unsupported" or self._house.atoms is None
        return result if covered else self._flows.instead(result, decoded)

    def _read(self, base: RunResult, decoded: Decoded, replies: Mapping[str, str]) -> RunResult:
        """The checked plan that the readings of an utterance, or helpers, and the rules make, or what is in its way."""
        if not decoded.readings:
            again = self._look_again(decoded, None, replies, base.run_id)
            if again is not None:
                return self._chosen(base, *again, replies)
            return self._proposed(base, decoded, replies)
        back = said_to_take_back(self._house.grammar, decoded)
        if back is not None:
            return msgspec.structs.replace(self._not_understood(base, decoded), message=NOTHING, back=back)
        return self._decided(base, decoded, replies)

    def _proposed(self, base: RunResult, decoded: Decoded, replies: Mapping[str, str]) -> RunResult:
        """What the grammar could not read, as a helper puts it; the offline answer where none can."""
        offline = self._not_understood(base, decoded)
        proposed = self._proposals.of(base.utterance, base.classification, decoded)
        if isinstance(proposed, Problem):
            return msgspec.structs.replace(offline, message=f"{offline.message} {proposed.message}")
        if proposed is None:
            return offline
        fitting = proposed.fits(self._decode(proposed.understood.command), self._house)
        if not fitting.readings:
            return offline
        return self._decided(msgspec.structs.replace(base, understood=proposed.understood), fitting, replies)

    def _decided(
        self, base: RunResult, decoded: Decoded, replies: Mapping[str, str], *, settled: bool = False
    ) -> RunResult:
        """The checked plan of the reading that is meant, or what stands in its way.

        Where it is `settled` what the words are about, no reading is turned down for that.
        """
        settled = settled or base.understood is not None
        choice = self._choose(decoded, replies, base.run_id, settled=settled)
        again = None if settled else self._look_again(decoded, choice, replies, base.run_id)
        if again is None and isinstance(choice.verdict, Problem) and choice.verdict.code == MISREAD:
            return self._reread(base, decoded, replies)
        return self._chosen(base, *(again or (decoded, choice)), replies)

    def _look_again(
        self, decoded: Decoded, choice: Choice | None, replies: Mapping[str, str], run_id: str
    ) -> tuple[Decoded, Choice] | None:
        """What the utterance means if a word of it is a slip of the hand."""

        def look(text: str) -> tuple[Decoded, Choice] | None:
            again = self._decode(text, replies.values())
            return (again, self._choose(again, {}, run_id)) if again.readings else None

        return SecondLook(look, self._describe).at(decoded, choice, replies.get("reading"))

    def _chosen(self, base: RunResult, decoded: Decoded, choice: Choice, replies: Mapping[str, str]) -> RunResult:
        """The checked plan that was decided on, or what stands in its way."""
        decision: Decision = "ask" if isinstance(choice.verdict, Question) else "act"
        failed = isinstance(choice.verdict, Problem)
        base = msgspec.structs.replace(base, intent=self._agent(decoded).of(choice.reading, decision, failed=failed))
        if isinstance(choice.verdict, Question):
            return msgspec.structs.replace(
                base, status="clarification", message=choice.verdict.text, question=choice.verdict
            )
        if isinstance(choice.verdict, Problem):
            if choice.verdict.code == TIMED and (later := self.timing.said(choice.reading, decoded)):
                return for_then(self._understood(later[0], replies, base.run_id), base.utterance, later[1])
            return stopped(self._house, base, choice.verdict)
        return checked(self._house, base, choice.verdict)

    def _reread(self, base: RunResult, decoded: Decoded, replies: Mapping[str, str]) -> RunResult:
        """What is about something else than its verbs seem to say: a fixed phrase, or what a helper makes of it."""
        fixed = decode_lattice(self._house.grammar, decoded.lattice, self._house.values, fixed=True)
        if fixed.readings:
            return self._decided(base, fixed, replies, settled=True)
        return self._proposed(base, fixed, replies)

    def _decode(self, utterance: str, answers: Iterable[str] = ()) -> Decoded:
        """The readings of an utterance; names that its answers may mean are known too."""
        grammar = self._house.grammar
        said = " ".join((utterance, *answers))
        known = known_names(self._house.paths, self._house.overlay(), said, grammar.spelling)
        return decode(grammar, utterance, known, self._house.values)

    def _choose(
        self, decoded: Decoded, replies: Mapping[str, str], run_id: str = "", *, settled: bool = False
    ) -> Choice:
        agent = IntentAgent(self._house.grammar, decoded.lattice)
        overlay, earlier, played = self._house.overlay(), earlier_commands(self._house, run_id), Played()

        def attempt(reading: Reading) -> Verdict:
            if when := said_time(reading, decoded):
                said = f'"{when}" says when, and I can only do things now, so nothing was done'
                return Problem(TIMED, f"{said}; say it without that to have it done now.")
            if not settled and not replies and agent.misread(reading):
                return Problem(MISREAD, f"the words are about something else ({agent.guesses[0].category})")
            discourse = Discourse(dict(replies), earlier)
            house = self._house
            trial = Trial(
                house.grammar, house.settings, house.registry, house.ports, house.paths, overlay.fork(), discourse,
                house.words, played,
            )  # fmt: skip
            return trial.run(reading, decoded.lattice)

        return choose(decoded.readings, attempt, self._describe, replies.get("reading"))

    def _replies(self) -> Replies:
        return Replies(self._house.grammar, self._decode, lambda decoded: self._choose(decoded, {}))

    def _describe(self, planned: Planned) -> str:
        """A plan in a few words, so that two can be told apart: what each step is for, and what it writes."""
        texts = [step.inputs.get("content", "") for step in planned.steps]
        said = [f" ← {self._house.words(text)}" if isinstance(text, str) and text else "" for text in texts]
        return "; ".join(step.target + text for step, text in zip(planned.steps, said, strict=True))

    def _not_understood(self, base: RunResult, decoded: Decoded) -> RunResult:
        """The fallback route answers and never acts."""
        clause = decoded.furthest
        where = f' I did not understand "{clause}".' if clause and clause != base.utterance else ""
        message = f"That is not something I can do, so nothing was done.{where}"
        intent = self._agent(decoded).of(None, "ask")
        return msgspec.structs.replace(base, status="unsupported", message=message, mode="orchestrated", intent=intent)

    def _agent(self, decoded: Decoded) -> IntentAgent:
        return IntentAgent(self._house.grammar, decoded.lattice, self._house.meaning)

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
        planned = self._flows.plan(RunResult("failed", "", legible(intent)), atoms, whole=run)
        if planned.status != "planned" or not run:
            return planned
        return self._carried_out(planned, Channel(approve, answer, on_event or ignore, stop, by))

    @cached_property
    def _flows(self) -> Flows:
        from aura.runtime.flow_planning import Flows

        return Flows(self._house, self._by_rules)

    def _by_rules(self, part: str) -> RunResult:
        """The plan of a sentence that the grammar reads and the rules cover; no helper is asked."""
        decoded = self._decode(part)
        base = RunResult("unsupported", "", part, classify(self._house.grammar, decoded))
        if not decoded.readings or said_to_take_back(self._house.grammar, decoded) is not None:
            return base
        return self._decided(base, decoded, {})

    # -- looking back

    def explain(self, utterance: str) -> dict[str, Any]:
        """How an utterance is understood: tokens, readings with costs and fates, and the time each stage took."""
        return explanation(self._house, legible(utterance), self._choose, self._describe)

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
