"""From words to a checked plan: read, tried, chosen; what was not read is put to helpers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

import msgspec

from aura.contracts.goal import Decision, Question
from aura.contracts.outcome import RunResult
from aura.contracts.problem import Problem
from aura.language.decoding.decode import Decoded, decode, decode_lattice
from aura.language.decoding.plainest import plainest
from aura.language.hearing.agreement import contradicted, passes_over
from aura.language.slots.parts import Reading
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.runtime.choosing.alone import Alone, OnceMore
from aura.runtime.choosing.asked import asks_freely, goals_of, joins
from aura.runtime.choosing.choose import (
    MARGIN,
    MISREAD,
    NOT_WANTED,
    TIMED,
    TWO_READINGS,
    Choice,
    Verdict,
    choose,
    said_time,
    stops,
    waits,
)
from aura.runtime.choosing.describing import described
from aura.runtime.choosing.documents import asking, checked, stopped
from aura.runtime.choosing.played import Played
from aura.runtime.choosing.trial import Planned, Trial
from aura.runtime.context import known_names
from aura.runtime.doubts.called_off import called_off, only_told
from aura.runtime.doubts.left_out import swallowed
from aura.runtime.doubts.misgivings import NOW
from aura.runtime.doubts.objections import held_against, objection, spared_in_vain, takes_away, told_beside
from aura.runtime.doubts.slips import guessed_loss
from aura.runtime.doubts.waiting_for import only_now, unread
from aura.runtime.heard.complaints import Complaints
from aura.runtime.heard.contrasted import Contrasted
from aura.runtime.heard.hearings import Hearing, Seen
from aura.runtime.heard.plain_words import in_plain_words
from aura.runtime.heard.put_right import PutRight
from aura.runtime.heard.second_look import SecondLook
from aura.runtime.heard.strange_programs import StrangePrograms
from aura.runtime.heard.topics_first import TopicsFirst
from aura.runtime.heard.unfilled import Unfilled
from aura.runtime.house import House
from aura.runtime.macros.filling import MacroPlans
from aura.runtime.parted.said_in_turn import SaidInTurn
from aura.runtime.proposed.comparing import doubted, gives_way, holds_word, misses, only_by_another_verb, says_around
from aura.runtime.proposed.found_commands import UNDONE, UNREAD, FoundCommands, standing
from aura.runtime.proposed.proposals import Proposals, Proposed, Proposer
from aura.runtime.runs.timing import Timing, for_then
from aura.runtime.talk.recent import earlier_commands
from aura.runtime.talk.replies import Replies
from aura.runtime.talk.taking_back import NOTHING, said_to_take_back
from aura.runtime.vain.checks import done_in_vain, unless_written_in_vain
from aura.understanding.answers import YES
from aura.understanding.classify import classify
from aura.understanding.discourse import Discourse
from aura.understanding.intent import IntentAgent
from aura.understanding.spoken import last_times

if TYPE_CHECKING:
    from aura.runtime.flow.planning import Flows


class Comprehension:
    """Understands utterances in a session; nothing is done, asked or written down."""

    def __init__(self, house: House, proposers: Sequence[Proposer], timing: Timing) -> None:
        self._house = house
        self._proposals = Proposals(house, proposers)
        self._timing = timing
        self._right = OnceMore(PutRight(house, self._understood).of)
        self._turns = SaidInTurn(house, self._understood, self._decode)
        again, topics = (house, self._understood), TopicsFirst(house, self._decode, self._understood)
        self._once_more = [OnceMore(one.of) for one in (topics, Complaints(*again), StrangePrograms(*again))]
        self._contrasted = Contrasted(house, self._decode, self._understood)
        self._unfilled = Unfilled(house, self._decode, self._understood, self.describe)
        self._chose: tuple[Decoded | None, Planned | None] = (None, None)
        self._turned_down: list[Planned] = []

    def read_as(self, utterance: str) -> tuple[RunResult, Decoded | None]:
        """The plan of an utterance, and what was decided on: its own words, or others that it was heard as."""
        with self._house.at_one_moment():
            found = self._understood(utterance, {})
        return found.result, None if found.result.when is not None else found.decoded

    def planned(self, utterance: str, replies: Mapping[str, str], run_id: str = "") -> RunResult:
        """From words to a checked plan: status `planned`, or what stands in its way."""
        with self._house.at_one_moment():
            result = self._understood(utterance, replies, run_id).result
        if result.status != "unsupported" or self._house.atoms is None:
            return result
        return self.flows.instead(result, self._decode(utterance, replies.values()))

    def _understood(self, utterance: str, replies: Mapping[str, str], run_id: str = "") -> Alone:
        """What an utterance comes to without those who plan flows."""
        if len(utterance) > self._house.settings.limits.utterance_characters:
            message = "That is too long to be one command, so nothing was done; say it in several."
            return Alone(RunResult("failed", message, utterance[:200], "single", "direct"))
        decoded = self._decode(utterance, replies.values())
        base = RunResult("failed", "", utterance, classify(self._house.grammar, decoded, utterance), run_id=run_id)
        if (told := only_told(decoded, self._decode)) is not None:
            return Alone(stopped(self._house, base, told))
        if (bare := self._unfilled.of(base, decoded, replies)) is not None:
            return bare
        outer, self._chose, self._turned_down = self._turned_down, (None, None), []
        found = Alone(self._read(base, decoded, replies), *self._chose, tuple(self._turned_down))
        self._turned_down = outer
        in_turn, said = self._turns.settled(found, replies), cache(partial(lattice_of, self._house.grammar, utterance))
        found = self._right.settled(found, said, replies) if in_turn is None else Alone(in_turn)
        for once_more in self._once_more:
            found = once_more.settled(found, said, replies)
        return self._contrasted.settled(found, said, replied=bool(replies))

    def _read(self, base: RunResult, decoded: Decoded, replies: Mapping[str, str]) -> RunResult:
        """The checked plan that the readings of an utterance, or helpers, and the rules make, or what is in its way."""
        if (off := called_off(decoded, self._decode)) is not None:
            found = None if replies else self._proposals.anew(decoded.lattice, off.anew)
            if found is not None and (instead := self._put(base, found)) is not None:
                return instead
            return stopped(self._house, base, off.problem)
        if not decoded.readings:
            again = self._look_again(decoded, None, replies, base.run_id)
            if again is None:
                return self._proposed(base, decoded, replies)
            return self._heard(base, decoded, again, replies)
        back = said_to_take_back(self._house.grammar, decoded)
        if back is not None:
            return msgspec.structs.replace(self._not_understood(base, decoded), message=NOTHING, back=back)
        return self._decided(base, decoded, replies)

    def _proposed(self, base: RunResult, decoded: Decoded, replies: Mapping[str, str]) -> RunResult:
        """What the grammar could not read, as a helper puts it; the offline answer where none can."""
        offline = self._not_understood(base, decoded)
        if base.understood is not None:
            return offline
        proposed = self._proposals.of(base.utterance, base.classification, decoded)
        if isinstance(proposed, Problem):
            return msgspec.structs.replace(offline, message=f"{offline.message} {proposed.message}")
        if proposed is None:
            return offline
        fitting = proposed.fits(self._decode(proposed.understood.command), self._house)
        if not fitting.readings:
            return self._likely(base, decoded, UNREAD) or offline
        put = msgspec.structs.replace(base, understood=proposed.understood)
        result = self._decided(put, fitting, replies, beside=proposed.beside)
        settled = result.plan is not None or result.status == "refused" or replies
        return result if settled else self._likely(base, decoded, UNREAD) or result

    def _decided(
        self,
        base: RunResult,
        decoded: Decoded,
        replies: Mapping[str, str],
        *,
        settled: bool = False,
        beside: Sequence[str] = (),
    ) -> RunResult:
        """The checked plan of the reading that is meant, or what stands in its way, as may what was said `beside` it.

        Where it is `settled` what the words are about, no reading is turned down for that.
        """
        settled, house = settled or base.understood is not None, self._house
        choice = self.choose(decoded, replies, base.run_id, settled=settled)
        again = None if settled else self._look_again(decoded, choice, replies, base.run_id)
        if again is not None:
            return self._heard(base, decoded, again, replies)
        if isinstance(choice.verdict, Problem) and choice.verdict.code == MISREAD:
            return self._proposed(base, decoded, replies) if settled else self._reread(base, decoded, replies)
        instead = None if settled or replies else self._annotated(base, decoded, choice, decoded)
        put = [lattice_of(house.grammar, base.utterance)] if base.understood is not None else []
        if base.understood is not None:
            choice = unless_written_in_vain(choice, base.utterance, decoded.lattice, house.values.words)
        held = self._held(choice, decoded.lattice, beside, put)
        return instead or self._chosen(base, decoded, held, replies, beside)

    def _annotated(self, base: RunResult, decoded: Decoded, choice: Choice, read: Decoded) -> RunResult | None:
        """The checked plan of what the words are for, where what was read of them cannot be done or says less of it."""
        if stops(choice.verdict) and not (choice.is_timed and not last_times(decoded.lattice)):
            return None
        verdict = choice.verdict
        if not isinstance(verdict, Planned):
            return self._likely(base, decoded, standing(choice))
        proposed = self._instead(decoded, read, verdict)
        if proposed is None:
            return self._outdone(base, decoded, verdict)
        result = self._put(base, proposed)
        if result is None or result.plan is None or only_by_another_verb(verdict, result.plan):
            return None
        if verdict.only_reads and proposed.goals == goals_of(choice.reading, self._house.grammar):
            return result if says_around(verdict, result.plan) else self._outdone(base, decoded, verdict)
        return result

    def _likely(self, base: RunResult, decoded: Decoded, stands: str) -> RunResult | None:
        """The checked plan of what is likely in an utterance, or of what is nearly so where that cannot be done."""
        tried = (self._tried(base, each) for each in self._proposals.likely(decoded.lattice, stands))
        result = next((one for one in tried if one is not None and one.status in ("planned", "refused")), None)
        return result if result is not None and result.plan is not None else None

    def _outdone(self, base: RunResult, decoded: Decoded, planned: Planned) -> RunResult | None:
        """The checked plan of what is found in an utterance, where it says better what is meant than what was read."""
        found = self._proposals.rather(decoded.lattice)
        result = None if found is None else self._put(base, found)
        if result is None or result.plan is None:
            return None
        said, surely = decoded.lattice.text, found is not None and found.surely
        return result if gives_way(planned, result.plan, said, self._house, surely=surely) else None

    def _put(self, base: RunResult, proposed: Proposed) -> RunResult | None:
        """The checked plan of what was put in other words, if there is one."""
        result = self._tried(base, proposed)
        return result if result is not None and result.status == "planned" and result.plan is not None else None

    def _tried(self, base: RunResult, proposed: Proposed) -> RunResult | None:
        """What comes of what was put in other words; None where they do not ask for that."""
        fitting = proposed.fits(self._decode(proposed.understood.command), self._house)
        if not fitting.readings:
            return None
        base = msgspec.structs.replace(base, understood=proposed.understood)
        return self._decided(base, fitting, {}, beside=proposed.beside)

    def _instead(self, decoded: Decoded, read: Decoded, planned: Planned) -> Proposed | None:
        """What is found in the words of an utterance and taken instead of a plan that was read of it.

        That is what is likely where anything at all was asked, a look that is certain where what was read could have
        been found as well, what holds no foreign words, and what certainly holds a command that was passed over.
        """
        estimates, goals = self._house.estimates, goals_of(planned.reading, self._house.grammar)
        if planned.only_reads:
            look, freely = self._proposals.found(decoded.lattice, looks=True), asks_freely(read, planned.reading)
            if look is None and freely and not estimates.hardly_asked(decoded.lattice):
                look = self._proposals.judged(decoded.lattice, UNDONE)
            beside = freely and not joins(read, planned.reading)
            if look is None or len(look.goals) < len(goals) - beside:
                return None
            if look.goals == goals:
                return look if look.certain else None
            rather = look.certain and FoundCommands(self._house).knows(planned.reading)
            return look if rather or freely else None
        if contradicted(planned.reading, read.lattice, estimates):
            if FoundCommands(self._house).cuts_short(decoded.lattice):
                return None
            found = self._proposals.found(decoded.lattice) or self._proposals.judged(decoded.lattice, UNDONE)
            less = found is not None and misses(planned.reading, decoded.lattice, found.goals, self._house)
            return None if less else found
        if not passes_over(planned.reading, read.lattice, decoded.lattice, estimates):
            return None
        more = self._proposals.found(decoded.lattice, hesitates=True)
        return more if more is not None and more.certain and len(more.goals) > len(goals) else None

    def _heard(self, base: RunResult, said: Decoded, hearing: Hearing, replies: Mapping[str, str]) -> RunResult:
        """The checked plan of an utterance that was heard in some way, or of what its words are for rather.

        What was left out of what was `said` is told.
        """
        instead = None if replies else self._annotated(base, said, hearing.choice, hearing.decoded)
        if instead is not None and not holds_word(instead.plan, hearing.slip):
            return instead
        if hearing.way.asides:
            base = msgspec.structs.replace(base, understood=hearing.way.understood)
        choice = self._held(hearing.choice, hearing.decoded.lattice, hearing.way.beside, ())
        return self._chosen(base, hearing.decoded, choice, replies, hearing.way.asides)

    def _held(self, choice: Choice, heard: Lattice, beside: Iterable[str], put: Iterable[Lattice]) -> Choice:
        """What was decided on what was heard, held against what was said beside it, or put otherwise."""
        held = held_against(choice, heard, [self._decode(one).lattice for one in beside], put, self._house.registry)
        self._turned_down += [choice.verdict] if held is not choice and isinstance(choice.verdict, Planned) else []
        return held

    def _look_again(
        self, decoded: Decoded, choice: Choice | None, replies: Mapping[str, str], run_id: str
    ) -> Hearing | None:
        """What the utterance means if it is heard otherwise than it stands there."""
        answers, house = {key: said for key, said in replies.items() if key != TWO_READINGS}, self._house
        looking = SecondLook(
            lambda text: self.look(text, answers, run_id, guessed=True), self.describe,
            lambda planned: takes_away(planned, house.registry), house.estimates, house.values.words,
        )  # fmt: skip
        return looking.at(decoded, choice, replies.get(TWO_READINGS))

    def look(self, text: str, replies: Mapping[str, str] = {}, run_id: str = "", *, guessed: bool = False) -> Seen:
        """A text as it is read, and what is decided on that."""
        again = self._decode(text, replies.values())
        return again, self.choose(again, replies, run_id, guessed=guessed) if again.readings else None

    def _chosen(
        self, base: RunResult, decoded: Decoded, choice: Choice, replies: Mapping[str, str], beside: Sequence[str] = ()
    ) -> RunResult:
        """The checked plan that was decided on, or what stands in its way; words may have been left out `beside` it."""
        if isinstance(choice.verdict, Planned) and replies.get(NOW) != YES:
            doubt = self._turns.doubt(choice.verdict, decoded, base, self.describe, beside)
            unwanted = Problem(NOT_WANTED, "So nothing was done.") if NOW in replies else doubt
            choice = choice if unwanted is None else msgspec.structs.replace(choice, verdict=unwanted)
        if isinstance(choice.verdict, Planned) and base.understood is None and replies.get(NOW) != YES:
            slip = guessed_loss(choice.verdict, decoded.lattice, base.utterance, self._house.registry)
            base = msgspec.structs.replace(base, understood=slip)
        self._chose = decoded, choice.verdict if isinstance(choice.verdict, Planned) else None
        decision: Decision = "ask" if isinstance(choice.verdict, Question) else "act"
        failed = isinstance(choice.verdict, Problem)
        base = msgspec.structs.replace(base, intent=self._agent(decoded).of(choice.reading, decision, failed=failed))
        if isinstance(choice.verdict, Question):
            return asking(base, choice.verdict)
        if isinstance(choice.verdict, Problem):
            if choice.verdict.code == TIMED and (later := self._timing.said(choice.reading, decoded)):
                return for_then(self.planned(later[0], replies, base.run_id), base.utterance, later[1])
            return stopped(self._house, base, choice.verdict)
        return checked(self._house, base, choice.verdict, told_beside(choice.reading, decoded.lattice))

    def _reread(self, base: RunResult, decoded: Decoded, replies: Mapping[str, str]) -> RunResult:
        """What is about something else than its verbs seem to say: a fixed phrase, or what a helper makes of it."""
        fixed = decode_lattice(self._house.grammar, decoded.lattice, self._house.values, fixed=True)
        if fixed.readings:
            return self._decided(base, fixed, replies, settled=True)
        return self._proposed(base, fixed, replies)

    def _decode(self, utterance: str, answers: Iterable[str] = ()) -> Decoded:
        """The readings of an utterance; names that its answers may mean are known too."""
        grammar = self._house.grammar
        known = known_names(self._house.paths, self._house.overlay(), " ".join((utterance, *answers)), grammar)

        def read(text: str) -> Decoded:
            return decode(grammar, text, known, self._house.values)

        return in_plain_words(read(utterance), utterance, read)

    def choose(
        self,
        decoded: Decoded,
        replies: Mapping[str, str],
        run_id: str = "",
        *,
        settled: bool = False,
        guessed: bool = False,
    ) -> Choice:
        """What is decided on the readings; of what is only `guessed` to have been said, none gives way to another."""
        agent, house = IntentAgent(self._house.grammar, decoded.lattice), self._house
        overlay, earlier, played = house.overlay(), earlier_commands(house, run_id), Played()

        def attempt(reading: Reading) -> Verdict:
            if when := said_time(reading, decoded) or waits(reading, decoded):
                return only_now(when)
            if not settled and not replies and agent.misread(reading):
                return Problem(MISREAD, f"the words are about something else ({agent.guesses[0].category})")
            discourse = Discourse(dict(replies), earlier, named_in=house.values.named_in)
            trial = Trial(
                house.grammar, house.settings, house.registry, house.ports, house.paths, overlay.fork(), discourse,
                house.words, played, MacroPlans(house).steps,
            )  # fmt: skip
            verdict = trial.run(reading, decoded.lattice)
            if not isinstance(verdict, Planned):
                return verdict
            against = objection(verdict, decoded.lattice, house.registry) or spared_in_vain(verdict, decoded.lattice)
            against = against or swallowed(verdict, decoded.lattice, house)
            against = against or done_in_vain(verdict, decoded.lattice, house.values.words)
            self._turned_down += [verdict] if against is not None else []
            return against or verdict

        readings = plainest(decoded.readings, decoded.lattice, MARGIN)
        against = (lambda _: False) if guessed else partial(doubted, decoded.lattice, house)
        return choose(readings, attempt, self.describe, replies.get("reading"), against)

    def replies(self) -> Replies:
        return Replies(self._house.grammar, self._decode, lambda decoded: self.choose(decoded, {}))

    def describe(self, planned: Planned) -> str:
        """A plan in a few words, so that two can be told apart."""
        return described(planned, self._house.words)

    def _not_understood(self, base: RunResult, decoded: Decoded) -> RunResult:
        """The fallback route answers and never acts."""
        told = unread(decoded, base.utterance, self._decode)
        intent = self._agent(decoded).of(None, "ask")
        return msgspec.structs.replace(base, status="unsupported", message=told, mode="orchestrated", intent=intent)

    def _agent(self, decoded: Decoded) -> IntentAgent:
        return IntentAgent(self._house.grammar, decoded.lattice, self._house.meaning)

    def by_rules(self, part: str) -> RunResult:
        """The plan of a sentence that the grammar reads and the rules cover; no helper is asked."""
        decoded = self._decode(part)
        base = RunResult("unsupported", "", part, classify(self._house.grammar, decoded, part))
        if not decoded.readings or said_to_take_back(self._house.grammar, decoded) is not None:
            return base
        return self._decided(base, decoded, {})

    @cached_property
    def flows(self) -> Flows:
        from aura.runtime.flow.planning import Flows

        return Flows(self._house, self.by_rules)
