"""Questions and their answers: what a command asks back, what is said to it, and what waits for a later reply."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from aura.capability.ports import Reply
from aura.contracts.approval import mark_of
from aura.contracts.back import Back
from aura.contracts.goal import Goal, Question
from aura.contracts.outcome import Preview, RunResult
from aura.contracts.proposal import Understood
from aura.execution.events import Listener, ignore
from aura.execution.rows import Pending, RunRow
from aura.runtime.choosing.choose import WITHDRAWN
from aura.runtime.house import House
from aura.runtime.runs.coordinator import APPROVE, ExecutionCoordinator
from aura.runtime.runs.going_on import GoingOn, is_decision, waiting_step
from aura.runtime.talk.continuing import Continued, Continuing
from aura.runtime.talk.replies import ACTION, Replies
from aura.runtime.talk.taking_back import TakingBack
from aura.understanding.answers import DECIDED, NO, YES, answer_of

Approve = Callable[[Preview], bool | None]
Answer = Callable[[Question], str | None]
Understand = Callable[[str, Mapping[str, str], str], RunResult]

MOST_QUESTIONS = 12
UNDO, IT, OF_KIND = "undo", "it", "kind:"
BEFORE = "the command before"
"""What a command was made a whole one with."""
LONGEST_WITHDRAWAL = 4
"""Words that only take back what was said."""


class Channel(Struct, frozen=True):
    """Who is there, `by` name: to approve (None from it where nobody can say), to answer, to be told, to stop it."""

    approve: Approve | None = None
    answer: Answer | None = None
    on_event: Listener = ignore
    stop: threading.Event | None = None
    by: str = ""


class Dialogue:
    """One session's questions; `understand` makes a checked plan, or a question, of an utterance and its answers."""

    def __init__(
        self,
        house: House,
        coordinator: ExecutionCoordinator,
        understand: Understand,
        replies: Callable[[], Replies],
        continuing: Continuing,
    ) -> None:
        self._house = house
        self._coordinator = coordinator
        self._understand = understand
        self._replies = replies
        self._continuing = continuing
        self._going_on = GoingOn(house, coordinator)
        self._taking_back = TakingBack(house, self._going_on)

    def process(self, utterance: str, channel: Channel, *, dry_run: bool = False) -> RunResult:
        """Understand an utterance, asking what is missing, then approve and run it."""
        return self._go_on(Pending("", utterance, {}, Question("")), channel, dry_run)

    def _go_on(self, pending: Pending, channel: Channel, dry_run: bool = False) -> RunResult:
        """Go on with a command and the answers that it has; what still is to be asked waits for its answer."""
        answers, asked, unclear = dict(pending.answers), pending.question, ""
        for _ in range(MOST_QUESTIONS):
            result = self._understand(pending.utterance, answers, pending.run_id)
            if result.back is not None and not dry_run:
                return self._take_back(result, result.back, channel)
            if result.question is not None and _is_same(result.question, asked, answers):
                result = _not_taken(result, answers[asked.key])
            if result.question is None or channel.answer is None:
                break
            asked = result.question
            said = channel.answer(msgspec.structs.replace(asked, text=f"{unclear} {asked.text}".strip()))
            if said is None:
                break
            reply = self._replies().read(said, asked, pending.utterance)
            unclear = reply.text if reply.kind == "unclear" else ""
            if unclear:
                continue
            if reply.kind != "answer":
                dropped = self._dropped(result, pending.run_id, dry_run)
                return self.process(reply.text, channel, dry_run=dry_run) if reply.kind == "command" else dropped
            answers[asked.key] = reply.text
        if (whole := self._continued(pending, result)) is not None:
            return self._carry_on(whole, channel, dry_run)
        if not dry_run and (done := self._taken_back_too_late(pending, result)) is not None:
            text = f'"{done.utterance}" was done already. Should it be taken back?'
            return self._ask_to_take_back(text, done.run_id, pending.utterance, channel)
        if result.status != "planned" or dry_run:
            return self._remembered(result, answers, pending.run_id, dry_run)
        return self._run(result, answers, channel, pending.run_id)

    def _continued(self, pending: Pending, result: RunResult) -> Continued | None:
        """The whole command that is meant where what was said is none by itself, and was not asked about yet.

        A question about anything at all may be one about what was asked before: "what is half of that?".
        """
        if pending.run_id or pending.answers:
            return None
        if result.status == "planned":
            if result.goals and all(map(self._asks_freely, result.goals)):
                return self._continuing.of(pending.utterance, pending.run_id, tells=True)
            return self._continuing.of_result(pending.utterance, pending.run_id)
        key = "" if result.question is None else result.question.key
        stands_for = key == IT or key.startswith(OF_KIND)
        if result.status == "unsupported" or stands_for:
            return self._continuing.of(pending.utterance, pending.run_id)
        return None

    def _taken_back_too_late(self, pending: Pending, result: RunResult) -> RunRow | None:
        """The command before that changed something, where a few words only take back what is said: "no, leave it"."""
        short = len(pending.utterance.split()) <= LONGEST_WITHDRAWAL
        if pending.run_id or not (short and result.message.endswith(WITHDRAWN)):
            return None
        before = self._continuing.before(pending.run_id)
        undoable = before is not None and before.run_id == self._house.journal.undoable()
        return before if undoable else None

    def _asks_freely(self, goal: Goal) -> bool:
        intents = self._house.grammar.intents
        return any(one.alone and one.whole and (one.domain, one.goal) == (goal.domain, goal.verb) for one in intents)

    def _carry_on(self, whole: Continued, channel: Channel, dry_run: bool) -> RunResult:
        """Carry out a whole command, once the one whose place it takes is taken back."""
        undone: RunResult | None = None
        if whole.corrects and not dry_run and whole.before.run_id == self._house.journal.undoable():
            undone = self._going_on.undo(whole.before.run_id)
            if undone.status != "completed":
                return undone
        done = self.process(whole.utterance, channel, dry_run=dry_run)
        if done.understood is None:
            done = msgspec.structs.replace(done, understood=Understood(BEFORE, whole.utterance))
        return done if undone is None else msgspec.structs.replace(done, message=f"{undone.message} {done.message}")

    def _run(self, result: RunResult, answers: Mapping[str, str], channel: Channel, run_id: str) -> RunResult:
        done = self._coordinator.run(result, channel.approve, channel.on_event, channel.stop, run_id)
        if done.question is not None and done.question.key.startswith(f"{APPROVE}:"):
            self._ask(done, answers)
        return self.settled(done, channel)

    def settled(self, done: RunResult, channel: Channel) -> RunResult:
        """A run whose steps have asked whoever is there, as long as somebody answers."""
        for _ in range(MOST_QUESTIONS):
            question = done.question
            if channel.answer is None or question is None or waiting_step(question) is None:
                break
            said = channel.answer(question)
            pending = self._house.journal.pending(done.run_id)
            if said is None or pending is None:
                break
            done = self._reply(pending, said, channel)
        return done

    def _reply(self, pending: Pending, text: str, channel: Channel) -> RunResult:
        """What was said to a step that waits; to drop the question stops its run."""
        said = self._replies().read(text, pending.question)
        if said.kind == "drop":
            return self._going_on.cancel(pending.run_id)
        self._house.journal.answered(pending.run_id)
        answer = Reply(said.text if said.kind == "answer" else text, channel.by or self._house.context.user)
        return self._kept(pending, self._going_on.reply(pending, answer, channel.on_event, channel.stop))

    def _kept(self, pending: Pending, done: RunResult) -> RunResult:
        """What came of an answer; the question stays where its run could not be gone on with."""
        journal = self._house.journal
        waits = done.status == "failed" and journal.run(pending.run_id).status == "interrupted"
        if waits and journal.pending(pending.run_id) is None:
            journal.ask(pending)
        return done

    # -- replies to what was asked before

    def answer(self, text: str, run_id: str | None, channel: Channel) -> RunResult:
        """A reply to the pending question of a command, which then goes on, is dropped, or makes room for another."""
        pending = self._house.journal.pending(run_id)
        if pending is None:
            return self._to_a_plan(text, run_id, channel)
        if pending.workspace not in ("", self._house.paths.workspace):
            where = f"That was asked in {pending.workspace}"
            return RunResult("failed", f"{where}: answer it there, or with --workspace and that folder.", text)
        if waiting_step(pending.question) is not None:
            return self.settled(self._reply(pending, text, channel), channel)
        reply = self._replies().read(text, pending.question, pending.utterance)
        if reply.kind == "unclear":
            again = msgspec.structs.replace(pending.question, text=f"{reply.text} {pending.question.text}")
            return RunResult("clarification", again.text, pending.utterance, run_id=pending.run_id, question=again)
        self._house.journal.answered(pending.run_id)
        if reply.kind == "drop":
            return RunResult("cancelled", "Nothing was done, and the question is dropped.", pending.utterance)
        if reply.kind == "command":
            return self.process(reply.text, channel)
        if is_decision(pending.question):
            return self._kept(pending, self._going_on.decide(pending, reply.text, channel.on_event, channel.stop))
        key, _, about = pending.question.key.partition(":")
        if key in (APPROVE, UNDO) and tuple(pending.question.candidates) == DECIDED:
            return self._decided(pending, key, about, reply.text, channel)
        answers = {**pending.answers, pending.question.key: reply.text}
        if pending.question.key == ACTION:
            return self.process(f"{pending.utterance.rstrip(' .')}. {reply.text}", channel)
        return self._go_on(msgspec.structs.replace(pending, answers=answers), channel)

    def _to_a_plan(self, text: str, run_id: str | None, channel: Channel) -> RunResult:
        """A yes or no to a plan that waits for it, where that is named."""
        said = answer_of(text, Question("", DECIDED), self._house.grammar.words) if run_id else ""
        if run_id and said == YES:
            return self.settled(self._going_on.approve(run_id, channel.by, channel.on_event, channel.stop), channel)
        if run_id and said == NO:
            return self._going_on.cancel(run_id)
        return RunResult("failed", "No question is waiting for an answer.", text)

    def _decided(self, pending: Pending, key: str, about: str, said: str, channel: Channel) -> RunResult:
        """A yes or no to a plan that was shown, or to taking a command back."""
        if said != YES:
            message = "Nothing was done."
            self._house.journal.note(pending.utterance, "cancelled", message, pending.run_id)
            return RunResult("cancelled", message, pending.utterance, run_id=pending.run_id)
        if key == UNDO:
            undone = self._going_on.undo(about)
            self._house.journal.note(pending.utterance, undone.status, undone.message, pending.run_id)
            return undone
        approved = msgspec.structs.replace(
            channel, approve=lambda preview: mark_of(preview) == about or _ask_of(channel, preview)
        )
        return self._go_on(msgspec.structs.replace(pending, question=Question("")), approved)

    # -- taking back

    def undo(self, run_id: str | None, channel: Channel) -> RunResult:
        """Take a run back.

        After a command that was to change something and did not, or did what cannot be taken back, the one before is
        asked about.
        """
        journal = self._house.journal
        if run_id:
            return self._going_on.undo(run_id)
        target = journal.undoable()
        newest = next((run for run in journal.runs(MOST_QUESTIONS) if self._counts(run)), None)
        if newest is None or newest.run_id == target:
            return self._going_on.undo(None)
        why = self._going_on.why_not_back(newest)
        if target is None:
            left = f"{why} No command before it is left to take back."
            return RunResult("failed", left) if why else self._going_on.undo(None)
        said = journal.run(target).utterance
        why = why or f'The last command, "{newest.utterance}", changed nothing.'
        return self._ask_to_take_back(f'{why} Take back the one before it, "{said}"?', target, "undo", channel)

    def _counts(self, run: RunRow) -> bool:
        """Whether a command is one to take back: none that answered, was taken back, or only asked about that."""
        if run.status == "answered" or run.undo:
            return False
        left = self._house.journal.pending(run.run_id)
        return left is None or not left.question.key.startswith(f"{UNDO}:")

    def _take_back(self, result: RunResult, back: Back, channel: Channel) -> RunResult:
        """What a sentence wants taken back; a command that is not the last to change something is asked about."""
        count = self._taking_back.in_turn() if back.sense == "each" else back.count
        other = self._taking_back.of_another_deed(result.utterance) if back.sense == "last" else None
        if other is not None:
            asked = f'The last command, "{other.utterance}", did not do that. Take it back all the same?'
            return self._ask_to_take_back(asked, other.run_id, result.utterance, channel)
        if back.sense == "last" or count > 1:
            undone = self.undo(None, channel) if count == 1 else self._taking_back.several(count)
            return msgspec.structs.replace(undone, utterance=result.utterance)
        found = self._taking_back.that_lost(back.name)
        if found is None:
            return self._remembered(result, {}, "", False)
        meant, whole = found
        newest = meant.run_id == self._house.journal.undoable()
        if newest and whole:
            return msgspec.structs.replace(self._going_on.undo(meant.run_id), utterance=result.utterance)
        why = "That was not the only thing that the command did." if newest else "The last command did not do that."
        text = f'{why} Take back all of "{meant.utterance}"?'
        return self._ask_to_take_back(text, meant.run_id, result.utterance, channel)

    def _ask_to_take_back(self, text: str, target: str, said: str, channel: Channel) -> RunResult:
        question = Question(text, DECIDED, f"{UNDO}:{target}")
        asked = self._remembered(RunResult("clarification", text, said, question=question), {}, "", False)
        reply = channel.answer(question) if channel.answer is not None else None
        return asked if reply is None else self.answer(reply, asked.run_id, channel)

    # -- what is kept

    def _remembered(self, result: RunResult, answers: Mapping[str, str], run_id: str, dry_run: bool) -> RunResult:
        """Commands that ran nothing are in the history too; a question waits for its answer."""
        if dry_run:
            return result
        run_id = self._house.journal.note(result.utterance, result.status, result.message, run_id)
        result = msgspec.structs.replace(result, run_id=run_id)
        if result.question is not None:
            self._ask(result, answers)
        return result

    def _ask(self, result: RunResult, answers: Mapping[str, str]) -> None:
        assert result.question is not None
        workspace = self._house.paths.workspace
        self._house.journal.ask(Pending(result.run_id, result.utterance, dict(answers), result.question, workspace))

    def _dropped(self, result: RunResult, run_id: str, dry_run: bool) -> RunResult:
        message = "Nothing was done, and the question is dropped."
        dropped = msgspec.structs.replace(result, status="cancelled", message=message, question=None)
        return self._remembered(dropped, {}, run_id, dry_run)


def _ask_of(channel: Channel, preview: Preview) -> bool | None:
    return channel.approve(preview) if channel.approve is not None else None


def _is_same(question: Question, asked: Question, answers: Mapping[str, str]) -> bool:
    """Whether a question is put again though its answer was one that it offers, or could be anything."""
    if question != asked or asked.key not in answers:
        return False
    return not asked.candidates or answers[asked.key] in asked.candidates


def _not_taken(result: RunResult, said: str) -> RunResult:
    message = f'"{said}" does not answer that, so nothing was done; say the whole command again.'
    return msgspec.structs.replace(result, status="failed", message=message, question=None)
