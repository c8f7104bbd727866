"""Two commands of one utterance, each of which is done unasked where it is said alone.

They take away the doubt about the plan of the whole, choose between two readings of it, and are read in turn where it
was not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice

import msgspec

from aura.capability.effect import Effect
from aura.contracts.goal import Question
from aura.contracts.outcome import RunResult, StepPreview
from aura.contracts.problem import Problem
from aura.language.decoding.decode import Decoded
from aura.language.hearing.several.ones_of_the_kind import another_of_the_kind
from aura.language.hearing.told.until_then import until_then
from aura.language.utterance.lattice import lattice_of
from aura.language.utterance.stretches import is_out_of_order, says_next
from aura.runtime.choosing.alone import Alone, Understand
from aura.runtime.choosing.choose import TWO_READINGS, Describe
from aura.runtime.choosing.documents import checked, stopped
from aura.runtime.choosing.questions import is_question, last_stretch
from aura.runtime.choosing.trial import Planned
from aura.runtime.doubts.aims import does_an_aim_too
from aura.runtime.doubts.doubtful_texts import BEGUN, EARLIER, SUM
from aura.runtime.doubts.former_ones import loses_a_former_one
from aura.runtime.doubts.misgivings import NOW, misgiving
from aura.runtime.doubts.objections import takes_away
from aura.runtime.doubts.otherwise import may_be_a_name
from aura.runtime.house import House
from aura.runtime.parted.asking import AROUND, Steps
from aura.runtime.parted.compared import asks_less, covers, says_longer, tells_story
from aura.runtime.parted.dropped import dropped, is_swallowed
from aura.runtime.parted.going_on import question_goes_on, stands_apart
from aura.runtime.parted.halves import (
    Half,
    Halves,
    as_it_stands,
    asks_in_words,
    ends_in_words,
    goes_on,
    left_out,
    may_be_asked_of_nobody,
    may_be_one,
    more_said,
    names_its_loss,
    only_states,
    partings,
    parts_plainly,
    points_back,
    speaks_of_before,
    steps_in,
    steps_of,
    tells,
    turns_between,
    waits,
    wholest,
)
from aura.runtime.parted.one_after_another import lets_go_of_a_result, makes_what_is_named, one_after_another
from aura.runtime.parted.weighed import (
    asks_apart,
    asks_at_the_beginning,
    asks_before,
    asks_beside,
    asks_what_was_left_out,
    holds_more,
    is_looked_up,
    is_of_a_phrase,
    leans_on_the_first,
    passes_over,
    swallows_an_order,
    takes_back,
    told_around,
)
from aura.runtime.vain.view import COLON
from aura.understanding.spoken import last_times

MOST_HALVES, LONGEST, MOST_TOKENS = 6, 45, 80
"""In so many places an utterance is parted in two at most, if it has no more tokens than these; tokens that are looked
at anew in all."""
LEFT_OUT = "LEFT_OUT"
DOUBTED, ANEW = "doubted", "anew"
"""Why an utterance is parted."""


class SaidInTurn:
    """Looks at each half of an utterance; `understand` plans a text, `decode` reads it."""

    def __init__(self, house: House, understand: Understand, decode: Callable[[str], Decoded]) -> None:
        self._house = house
        self._understand = understand
        self._decode = decode
        self._looking: frozenset[str] = frozenset()
        self._known: dict[str, Half | None] = {}

    def doubt(
        self, planned: Planned, decoded: Decoded, base: RunResult, describe: Describe, beside: Sequence[str]
    ) -> Question | None:
        """The question whether a plan is meant, unless two halves come to it that are each done unasked.

        What may be a name is a command in a half, too, and what was there before in the other half is not known there.
        """
        asked = misgiving(planned, decoded, base, describe, self._house, beside)
        wanted = steps_of(planned)
        lattice = decoded.lattice
        of_both = may_be_a_name(planned) or loses_a_former_one(planned, lattice) or does_an_aim_too(planned, lattice)
        if asked is None or len(wanted) < 2 or DOUBTED in self._looking or of_both:
            return asked
        with self._while(DOUBTED):
            said = [halves.steps for halves in self._halves(base.utterance)]
        return None if said and all(steps == wanted for steps in said) else asked

    def settled(self, found: Alone, replies: Mapping[str, str]) -> RunResult | None:
        """What an utterance comes to where two halves of it are clear alone and say better what is meant; else nothing.

        Of two readings that one is meant which comes to the steps of both. What was not read is planned as one half
        after the other, and so is what was passed over beside the other half, or doubted where two are plainly said.
        """
        result, key = found.result, "" if found.result.question is None else found.result.question.key
        if (
            replies
            or result.run_id
            or key in (SUM, BEGUN, EARLIER)
            or result.status == "refused"
            or ANEW in self._looking
        ):
            return None
        with self._while(ANEW):
            meant = [*(self._between(result) if key == TWO_READINGS else ())]
            meant = meant or [*self._in_turn(found, doubted=key == NOW)]
        meant = [one for one in meant if steps_in(one) is not None] or meant
        meant = [one for one in meant if one.understood is None] or meant
        return meant[0] if meant and all(steps_in(one) == steps_in(meant[0]) for one in meant) else None

    @contextmanager
    def _while(self, *why: str) -> Iterator[None]:
        """While halves are looked at, so that nothing is parted again for the same reason."""
        before, self._looking = self._looking, self._looking.union(why)
        try:
            yield
        finally:
            self._looking = before
            if not before:
                self._known.clear()

    def _between(self, result: RunResult) -> Iterator[RunResult]:
        """The readings that are asked about and that halves come to."""
        candidates = () if result.question is None else result.question.candidates
        told = [self._understand(result.utterance, {TWO_READINGS: candidate}).result for candidate in candidates]
        for halves in wholest(self._halves(result.utterance)):
            yield from (each for each in told if steps_in(each) == halves.steps)

    def _in_turn(self, found: Alone, *, doubted: bool) -> Iterator[RunResult]:
        """What the halves come to one after the other, if none come to what was planned.

        What was turned down as it stands is not done so, nor what is `doubted`, not plainly two and changes something.
        Where something is planned, and nothing was passed over or asked in free words beside it, only what two come to
        that are joined by a word that says so is held against it.
        """
        before, turned_down = steps_in(found.result), [*map(steps_of, found.turned_down)]
        accounted = before is not None and not asks_in_words(before) and told_around(found) == ""
        parted = [*self._halves(found.result.utterance, anew=True, joined=accounted)]
        every = wholest(parted)
        every = [halves for halves in every if halves.plainly or halves.only_reads or not doubted]
        borne_out = any(each.steps == before for each in every if each.as_said or found.result.understood is None)
        for halves in () if borne_out else every:
            lost = None if before is None else left_out(halves, before) or more_said(halves, before, found.result)
            lost = halves.two if before is not None and is_swallowed(halves, before) else lost
            meant = self._is_clear(halves) if before is None else self._says_better(halves, before, found)
            one, two = halves.one.planned, halves.two.planned
            planned, shorter = None, before is not None and asks_less(halves.steps, before)
            follows = shorter or self._may_follow(halves)
            if (meant or lost is not None) and halves.steps not in turned_down and follows:
                planned = one_after_another(one, two, self._house, in_order=halves.plainly)
            if planned is not None and not makes_what_is_named(one, halves.two.text):
                yield self._as_one(found.result, halves, planned)
            elif lost is not None:
                yield self._without(lost, found.result)
        if before is not None and not borne_out:
            yield from (self._without(half, found.result) for half in self._lost(found, before, parted))

    def _lost(self, found: Alone, before: Steps, every: Sequence[Halves]) -> Iterator[Half]:
        """The halves that are left out by what was planned of the whole."""
        yield from (lost for halves in every if (lost := left_out(halves, before)) is not None)
        if found.result.understood is not None:
            said, registry = lattice_of(self._house.grammar, found.result.utterance), self._house.registry
            yield from dropped(said, before, self._read_alone, lambda tool: registry[tool].verb)

    def _read_alone(self, text: str) -> Half | None:
        """A text that is read as it stands and done unasked."""
        return self._half(text) if self._decode(text).readings else None

    def _without(self, lost: Half, result: RunResult) -> RunResult:
        """The answer that a half would be left out."""
        why = f'"{lost.text.strip(AROUND)}" would be left out, so nothing was done; say one after the other.'
        base = RunResult("failed", "", result.utterance, "multi", run_id=result.run_id)
        return stopped(self._house, base, Problem(LEFT_OUT, why))

    def _is_clear(self, halves: Halves) -> bool:
        """Whether halves are planned where the whole is not: two of different kinds, or that are plainly two.

        A question about anything goes before what is only looked at, or does not go on with what is ordered; what is
        answered by yes or no may do so behind "and then", too: "did I tell you to ring Tom *and then lock it*".
        """
        goes_on, yes_or_no = question_goes_on(halves), not is_question(halves.one.decoded.lattice)
        states = only_states(halves.one) or only_states(halves.two)
        unclear = goes_on or states or may_be_one(halves) or waits(halves.two)
        return not ((goes_on and yes_or_no) if halves.plainly else unclear)

    def _may_follow(self, halves: Halves) -> bool:
        """Whether nothing that is told in one half may be of the other, and no question holds an order.

        Beside a half that loses or ends something the other one asks nothing in free words and the first ends in no
        text; unless a word says what comes next, the first tells nothing and none was put in other words.
        """
        both = one, two = halves.one, halves.two
        acts = not (one.planned.only_reads and two.planned.only_reads)
        back = points_back(two, joined=halves.joined, asked=one.asks)
        if back or not names_its_loss(two) or (acts and self._holds_an_order(halves)):
            return False
        loses = [takes_away(half.planned, self._house.registry) for half in both]
        if ends_in_words(one) and (loses[1] or COLON in one.text):
            return False
        told = loses[1] and (tells(one) or bool(one.told))
        asks = any(half.asks for half, lost in zip(both, loses, strict=True) if not lost)
        put = any(half.result.understood is not None for half in both)
        return not (any(loses) and (asks or (not halves.joined and (told or put))))

    def _holds_an_order(self, halves: Halves) -> bool:
        """Whether the end of what is asked is a command by itself: "what rhymes with *lock the screen*".

        Of what may go on with an order, all is one that is read: "how do I *open a file*".
        """
        goes_on = question_goes_on(halves)
        for half in (one for one in (halves.one, halves.two) if one.asks):
            lattice = lattice_of(self._house.grammar, half.text)
            begins = filter(lattice.begins_clause, range(last_stretch(lattice) + 2, lattice.size - 1))
            ends = [lattice.text_of(at, lattice.size) for at in begins]
            if any(self._decode(end).readings if goes_on else self._is_ordered(end) for end in ends):
                return True
        return False

    def _is_ordered(self, text: str) -> bool:
        """Whether a text is done unasked that asks for something else than words: "lock the screen"."""
        half = self._read_alone(text)
        return half is not None and not half.asks

    def _as_one(self, result: RunResult, halves: Halves, planned: Planned) -> RunResult:
        """The checked plan of both, with what was put in other words of either."""
        one, two = halves.one.result, halves.two.result
        put = [half.understood for half in (one, two) if half.understood is not None]
        commands = [half.utterance if half.understood is None else half.understood.command for half in (one, two)]
        understood = msgspec.structs.replace(put[0], command=". ".join(commands)) if put else None
        base = RunResult(
            "failed", "", result.utterance, "multi", run_id=result.run_id, intent=one.intent, understood=understood
        )
        return checked(self._house, base, planned, (*halves.one.told, *halves.two.told))

    def _says_better(self, halves: Halves, before: Steps, found: Alone) -> bool:
        """Whether halves are meant rather than what was planned of the whole; nothing more may be lost or ended so."""
        one, two, steps = halves.one, halves.two, halves.steps
        more = [step for step in steps if step not in before]
        taking = {seen.atom_id for half in (one, two) for seen in half.planned.previews if self._takes_away(seen)}
        if not taking.isdisjoint(tool for tool, _ in more) or lets_go_of_a_result(steps, before):
            return False
        if tells_story(steps, before) or (halves.plainly and (says_longer(steps, before) or takes_back(found))):
            return True
        if halves.joined and halves.as_said and not (told_around(found) and any(map(tells, (one, two)))):
            return not (is_of_a_phrase(found, halves) or leans_on_the_first(found) or speaks_of_before(two))
        if halves.as_said and asks_beside(halves, before):
            return True
        put = found.result.understood is not None and (halves.as_said or halves.plainly)
        if (
            put
            and not may_be_asked_of_nobody(halves)
            and steps != before
            and covers(steps, before, lambda tool: self._house.registry[tool].verb)
        ):
            return True
        if may_be_one(halves) or not (asks_in_words(before) or passes_over(found, halves)):
            return False
        return (
            asks_less(steps, before)
            or (halves.as_said and asks_what_was_left_out(halves, before))
            or asks_apart(two, steps, before)
            or swallows_an_order(halves, before)
            or is_looked_up(halves, before)
            or asks_at_the_beginning(halves, before)
            or (holds_more(halves, before) and not tells(one) and not tells(two))
            or asks_before(one, steps, before)
        )

    def _takes_away(self, seen: StepPreview) -> bool:
        return seen.effect == Effect.DESTROYS or self._house.registry[seen.atom_id].ends

    def _halves(self, text: str, *, anew: bool = False, joined: bool = False) -> Iterator[Halves]:
        """The ways to part a text in two that are each done unasked where they are said alone, with no time behind.

        What is plainly two is parted before others are tried, of which there may be too many. Of what is planned `anew`
        both must be read by the grammar, so that no helper is asked about a half; `joined` are those with a word
        between them that says what comes next.
        """
        lattice = lattice_of(self._house.grammar, text)
        if (named := another_of_the_kind(lattice)) is not None and not self._decode(text).readings:
            text, lattice = named, lattice_of(self._house.grammar, named)
        if lattice.size > LONGEST or is_out_of_order(lattice) or until_then(lattice) is not None:
            return
        timed = bool(last_times(lattice))
        most = max(1, min(MOST_HALVES, MOST_TOKENS // max(lattice.size, 1)))
        parted = [at for at in partings(lattice) if not joined or says_next(lattice, at[1])]
        parted.sort(key=lambda at: not parts_plainly(lattice, *at))
        for end, begin in islice(parted, most if anew else MOST_HALVES):
            first, second = text[: lattice.tokens[end].start].strip(), text[lattice.tokens[begin].start :]
            read = not anew or all(self._decode(half).readings for half in (first, second))
            one = self._half(first) if read else None
            two = self._half(second) if one is not None else None
            if one is None or two is None or (timed and asks_in_words(two.steps)):
                continue  # "Create a folder x, how do geysers erupt *in ten minutes*" may mean both.
            plainly = parts_plainly(lattice, end, begin)
            put = one.result.understood is not None or two.result.understood is not None
            joins = says_next(lattice, begin)
            slips = (one.put_right or two.put_right) and not (anew and joins)
            strays = not joins and goes_on(two)
            if not (slips or strays) and (plainly or not ends_in_words(one)) and (anew or not put):
                turned = turns_between(lattice, end, begin)
                yield Halves(one, two, plainly, turned, joins, stands_apart(lattice, end, begin))

    def _half(self, text: str) -> Half | None:
        """A text that is said alone, if it is done unasked and each of its words as it stands."""
        if text not in self._known:
            with self._while(DOUBTED, ANEW):
                self._known[text] = as_it_stands(text, self._understand(text, {}), self._decode)
        return self._known[text]
