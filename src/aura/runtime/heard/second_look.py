"""A second look at an utterance that gave nothing, or rests on a slip of the hand or on what was taken back."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import islice

import msgspec

from aura.contracts.goal import Question
from aura.language.annotating.estimates import Estimates
from aura.language.decoding.account import free_tokens, text_tokens
from aura.language.decoding.decode import Decoded
from aura.language.decoding.phrases import Phrases
from aura.language.hearing.beside.setting_aside import surely_beside
from aura.language.hearing.corrections.retelling import retold
from aura.language.hearing.misheard.mishearing import reheard
from aura.language.hearing.misheard.respelling import respellings
from aura.language.slots.text_ends import TAKING_BACK
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.providers.known_words import is_anybodys, is_hardly
from aura.runtime.choosing.asked import asks_freely
from aura.runtime.choosing.choose import A_NAME, MARGIN, TWO_READINGS, Choice, Describe, Verdict, alike, asked, stops
from aura.runtime.choosing.trial import Planned
from aura.runtime.heard.hearings import Hearing, Hearings, Look, Seen, TakesAway, Way, looks_at
from aura.runtime.heard.respelled import (
    Decided,
    Respelling,
    accounted,
    by_a_slip,
    corrected_beside,
    corrected_without_verb,
    said_freely,
)
from aura.runtime.proposed.comparing import says_less

LEAST_BESIDE = 4
"""Words of names and texts among which some may be beside the command."""
DEAREST, FARTHER = 1000.0, 8.0
"""How much dearer a slip may be that means something else than one that does not."""
CLEARLY = 1.5
"""How much dearer another slip is at least that is not asked about."""
SHORTEST_SLIP = 4
"""Letters of a word that is no other than the one that it is a slip of."""


class SecondLook:
    """Looks at respelled utterances; `look` decodes a text and chooses among its readings, if it has any.

    Words of `names` are no slips: programs and sites are called so.
    """

    def __init__(
        self, look: Look, describe: Describe, takes_away: TakesAway, estimates: Estimates, names: Container[str] = ()
    ) -> None:
        self._look = look
        self._names = names
        self._describe = describe
        self._takes_away = takes_away
        self._estimates = estimates

    def at(self, decoded: Decoded, choice: Choice | None, answer: str | None) -> Hearing | None:
        """What is meant if words are slips, misheard, taken back or set aside; None where the first look holds.

        Where both could be done, and change something, that is a question.
        """
        again = self._reheard(decoded, choice)
        if again is None:
            return self._as_heard(decoded, choice, answer)
        anew = self._as_heard(*again, answer)
        if anew is None and again[1] is not None and isinstance(again[1].verdict, Planned):
            return _heard(again[0], again[1])
        return anew or self._as_heard(decoded, choice, answer)

    def _reheard(self, decoded: Decoded, choice: Choice | None) -> Seen | None:
        """The utterance with what is said twice said once, and letters joined, where the first look gave nothing.

        A question about anything at all gives way to what is less than that.
        """
        planned = choice is not None and isinstance(choice.verdict, Planned)
        if choice is not None and (stops(choice.verdict) or (planned and not asks_freely(decoded, choice.reading))):
            return None
        anew = reheard(decoded.lattice, accounted(decoded, choice.reading) if choice and not planned else ())
        seen = None if anew is None else self._look(anew)
        if planned and seen is not None and (seen[1] is None or asks_freely(seen[0], seen[1].reading)):
            return None
        return seen

    def _as_heard(self, decoded: Decoded, choice: Choice | None, answer: str | None) -> Hearing | None:
        """What the utterance means if a word of it is a slip, or some were taken back."""
        if choice is None or not isinstance(choice.verdict, Planned):
            if choice is not None and stops(choice.verdict):
                timed = self._time_told_anew(decoded, choice) if choice.is_timed else None
                return timed or (self._hearings().without_told_times(decoded) if choice.is_timed else None)
            return self._unless_slipped(self._hearings().of(decoded, choice), answer, decoded)
        if asks_freely(decoded, choice.reading) and (less := self._asked_for_less(decoded)) is not None:
            return less
        slipped = self._slipped(decoded, choice)
        if slipped is not None and slipped.anew:
            return self._if_slipped(decoded, choice, slipped, answer)
        within = said_freely(decoded, choice.reading) | corrected_without_verb(decoded.lattice, choice.reading)
        corrected = self._taken_back(decoded, within, corrected_beside(decoded.lattice, choice.reading))
        if corrected is not None and corrected[1]:
            return self._unless_slipped(_heard(*corrected[0]), answer)
        if corrected is not None:
            return self._rather(decoded, choice, corrected[0], answer)
        beside = self._said_beside(decoded, choice)
        if beside is not None:
            return self._unless_slipped(beside, answer, decoded)
        return None if slipped is None else self._if_slipped(decoded, choice, slipped, answer)

    def _unless_slipped(self, heard: Hearing | None, answer: str | None, said: Decoded | None = None) -> Hearing | None:
        """What was heard, or what is meant of that if a word of it is a slip, or the question which of the two.

        So may be a word that was left out of what was `said`: "delete a.txt, b.txt I *stdill* need".
        """
        if heard is None or not isinstance(heard.choice.verdict, Planned):
            return heard
        within, slip = heard.decoded, self._slipped(heard.decoded, heard.choice)
        if slip is None and said is not None and heard.way.asides:
            first, whole = heard.choice.verdict, self._heard(said, (), range(said.lattice.size))
            within, slip = said, _unlike(first, [*whole])
        word = "" if slip is None else within.lattice.low[slip.position]
        slipped = (
            None
            if slip is None
            else self._rather(heard.decoded, heard.choice, slip.meant, answer, word, counts=slip.counts_for(word))
        )
        return heard if slipped is None else msgspec.structs.replace(slipped, way=heard.way)

    def _if_slipped(self, decoded: Decoded, choice: Choice, slip: Respelling, answer: str | None) -> Hearing | None:
        """What is meant if a word is a slip, or the question whether it is one."""
        word, free = decoded.lattice.low[slip.position], free_tokens(choice.reading, decoded.lattice)
        beside = _is_among(slip.position, free) or (slip.position in free and slip.is_small)
        if slip.alone and beside and self._is_sure(decoded, choice, slip):
            return _heard(*slip.meant)
        if slip.position not in accounted(decoded, choice.reading) and self._is_dearer(choice, slip, word):
            return None
        return self._rather(decoded, choice, slip.meant, answer, word, counts=slip.counts_for(word))

    def _is_dearer(self, choice: Choice, slip: Respelling, word: str) -> bool:
        """Whether a word that was read as a slip of one already is less likely one of another: "*wit* the title"."""
        verdicts = (choice.verdict, slip.choice.verdict)
        looks = all(isinstance(one, Planned) and one.only_reads for one in verdicts)
        quiet = (slip.orders and not looks) or slip.counts_for(word) or slip.anew is not None
        read_as_slip = choice.reading.cost >= slip.cost - slip.choice.reading.cost
        return read_as_slip and not quiet and choice.reading.cost + CLEARLY < slip.cost

    def _rather(
        self,
        decoded: Decoded,
        choice: Choice,
        again: Decided,
        answer: str | None,
        slip: str = "",
        *,
        counts: bool = False,
    ) -> Hearing | None:
        """What was heard again, or the question which is meant where both could be done and change something.

        A slip of a word that `counts` is no number unasked. One that everybody knows is looked up as it stands, and is
        no slip where less would be said.
        """
        first, second = choice.verdict, again[1].verdict
        if not (isinstance(first, Planned) and isinstance(second, Planned)):
            return _heard(*again)
        if not counts and first.only_reads and second.only_reads:
            return None if slip and _is_known(slip) else _heard(*again)
        if not counts and (alike(first, second) or (is_anybodys(slip) and says_less(second, first))):
            return None
        picked = asked([first, second], self._describe, answer)
        if picked is second:
            return _heard(*again)
        return Hearing(decoded, Choice(picked, choice.reading, choice.tried), Way(decoded.lattice.text, 0.0), slip)

    def _hearings(self) -> Hearings:
        return Hearings(self._look, self._instead, self._takes_away, self._estimates)

    def _asked_for_less(self, decoded: Decoded) -> Hearing | None:
        """What a question about anything at all asks for that is known here, where something is set aside."""
        heard = self._hearings().of(decoded, None)
        if heard is None or not isinstance(heard.choice.verdict, Planned):
            return None
        low, vocabulary = heard.decoded.lattice.low, heard.decoded.lattice.grammar.vocabulary
        free = free_tokens(heard.choice.reading, heard.decoded.lattice)
        named = any(low[at] not in vocabulary and not low[at][0].isdigit() for at in free)
        less = not named and not asks_freely(heard.decoded, heard.choice.reading)
        return heard if less and heard.choice.verdict.only_reads else None

    def _taken_back(
        self, decoded: Decoded, within: Container[int], beside: Container[int] = ()
    ) -> tuple[Decided, bool] | None:
        """What can be done without the words that were taken back, and whether that is certain.

        What takes them back is among some tokens, or certainly among those `beside`.
        """
        tokens = decoded.lattice.tokens
        for one in retold(decoded.lattice, Numbers(decoded.lattice)):
            last = next((at for at in range(one.end - 1, 0, -1) if tokens[at].shape != "mark"), 0)
            taken_back = last in within or (one.certain and last in beside)
            seen = self._look(one.text) if taken_back else None
            if seen is not None and seen[1] is not None and isinstance(seen[1].verdict, Planned):
                return (seen[0], seen[1]), one.certain
        return None

    def _time_told_anew(self, decoded: Decoded, choice: Choice) -> Hearing | None:
        """What is kept in words with a time that takes the place of one: "yoga is on Tuesday, *sorry, on Thursday*".

        It begins as what it replaces does, so that no time is lost at which something is to be done.
        """
        for one in retold(decoded.lattice, Numbers(decoded.lattice)):
            again, told = self._look(one.text)
            if told is None or not isinstance(told.verdict, Planned) or self._takes_away(told.verdict):
                continue
            alike = again.lattice.low[one.start : one.start + 1] == decoded.lattice.low[one.start : one.start + 1]
            if alike and one.start in free_tokens(told.reading, again.lattice):
                return _heard(again, told)
        return None

    def _said_beside(self, decoded: Decoded, choice: Choice) -> Hearing | None:
        """What is meant without words that were taken for the end of a name or a text, and are surely beside it."""
        lattice = decoded.lattice
        free = free_tokens(choice.reading, lattice) | by_a_slip(lattice, choice.reading)
        if len(free) < LEAST_BESIDE:
            return None
        remarks = lambda: Phrases(lattice).remarks  # noqa: E731
        passed, written = accounted(decoded, choice.reading), text_tokens(choice.reading, lattice)
        rest = surely_beside(lattice, remarks, self._estimates, free, passed, written)
        seen = None if rest is None else self._look(rest.text)
        if rest is None or seen is None or seen[1] is None or not isinstance(seen[1].verdict, Planned):
            return None
        if rest.spares and self._takes_away(seen[1].verdict):
            return None
        way = Way(rest.text, 0.0, asides=rest.asides, apart=rest.starts)
        return Hearing(seen[0], seen[1], way)

    def _slipped(self, decoded: Decoded, choice: Choice) -> Respelling | None:
        """What is meant if a word is a slip, and that is something else.

        One that everybody knows is none of a word that changes nothing: "she sings second *alto*".
        """
        freely, low, first = said_freely(decoded, choice.reading), decoded.lattice.low, choice.verdict
        heard = self._heard(decoded, freely)
        apart = (one for one in heard if one.anew or not (one.is_asked and (one.position in freely or one.is_passed)))
        known = [one for one in apart if not (one.is_passed and _is_known(low[one.position]))]
        return _unlike(first, known)

    def _is_sure(self, decoded: Decoded, choice: Choice | None, one: Respelling) -> bool:
        """Whether a word in a name or a text is certainly a slip: nobody knows it, and nothing more is lost for it.

        One that orders something is none in the middle of a text: "a folder drafts and *mve* notes.txt into it".
        """
        verdict, low = one.choice.verdict, decoded.lattice.low[one.position]
        first = None if choice is None else choice.verdict
        harmless = isinstance(verdict, Planned) and (not self._takes_away(verdict) or _does_alike(first, verdict))
        quiet = one.orders or one.is_passed or one.counts_for(low)
        hardly = one.is_small and is_hardly(low, one.decoded.lattice.low[one.position])
        return harmless and not quiet and (_is_nobodys(low) or hardly)

    def _instead(self, decoded: Decoded, choice: Choice | None) -> Decided | None:
        """What is meant where the first look gave nothing; what may be a name is no misspelt verb.

        Where the words as they are mean two things that can be done, other words decide for one, and mean no third.
        Nor does a slip only tell something that may be one of what is done: "*cloes* firefox, actually minimize it".
        """
        first = None if choice is None else choice.verdict
        named = isinstance(first, Question) and first.key.startswith(A_NAME)
        asked_about = first.candidates if isinstance(first, Question) and first.key == TWO_READINGS else ()
        low = decoded.lattice.low
        told = [*self._heard(decoded, range(decoded.lattice.size))]
        used = {one.position for one in told if not one.is_told}
        slips = (one for one in told if not ((one.fills or one.orders_alone) and _is_known(low[one.position])))
        slips = (one for one in slips if not (one.is_told and one.position in used))
        heard = (one for one in slips if not one.counts_for(low[one.position]))
        sure = (one for one in heard if not (named and one.is_verb) or self._is_sure(decoded, choice, one))
        best = _likeliest([*sure])
        meant = None if best is None else best.choice.verdict
        if asked_about and isinstance(meant, Planned) and self._describe(meant) not in asked_about:
            return None
        return None if best is None else (best.decoded, best.choice)

    def _heard(
        self, decoded: Decoded, within: Container[int], free: Container[int] | None = None
    ) -> Iterator[Respelling]:
        """The respelled utterances that can be done, or must not be, and need the respelled word.

        One that stands for itself then is not needed, if it was `free` before as well.
        """
        low = decoded.lattice.low
        meant = (
            one
            for one in respellings(decoded.lattice, within, self._names, is_hardly)
            if not ((one.short or one.far) and is_anybodys(low[one.position]))
            or (one.short and is_hardly(low[one.position], one.word))
        )
        for one in islice(meant, looks_at(decoded.lattice)):
            again, choice = self._look(one.text)
            if choice is None or again.lattice.size != decoded.lattice.size:
                continue
            told = isinstance(choice.verdict, Planned) or stops(choice.verdict)
            if one.misheard and not _may_be_heard(choice, one.position):
                continue
            if _is_slip_again(again, choice, one.position):
                continue
            if _is_asked_of(again, choice, one.position) and not _takes_back(again.lattice, one.position):
                continue
            kept = one.misheard or one.position in (within if free is None else free)
            if told and not (kept and one.position in free_tokens(choice.reading, again.lattice)):
                cost, anew = choice.reading.cost + one.cost, self._without(again, choice, one.position)
                yield Respelling(again, choice, cost, one.position, anew)

    def _without(self, decoded: Decoded, choice: Choice, position: int) -> Decided | None:
        """What an utterance means without what the word at a position takes back, if it does."""
        if not _takes_back(decoded.lattice, position):
            return None
        corrected = self._taken_back(decoded, range(decoded.lattice.size))
        return None if corrected is None else corrected[0]


def _does_alike(first: Verdict | None, second: Planned) -> bool:
    """Whether two plans are of the same tools, so that nothing more is lost by one."""
    return isinstance(first, Planned) and [one.id for one in first.steps] == [one.id for one in second.steps]


def _is_known(word: str) -> bool:
    """Whether a word is one that everybody knows; of a few letters it may be only a piece of others."""
    return len(word) >= SHORTEST_SLIP and is_anybodys(word)


def _is_nobodys(word: str) -> bool:
    """Whether a word is long enough to be surely one that nobody knows."""
    return len(word) >= SHORTEST_SLIP and not is_anybodys(word)


def _is_among(position: int, free: Container[int]) -> bool:
    """Whether a token of a name or a text has others beside it; one by itself may be called anything."""
    return position in free and (position - 1 in free or position + 1 in free)


def _is_the_same(first: Verdict, second: Verdict) -> bool:
    return isinstance(first, Planned) and isinstance(second, Planned) and first.steps == second.steps


def _heard(decoded: Decoded, choice: Choice) -> Hearing:
    return Hearing(decoded, choice, Way(decoded.lattice.text, 0.0))


def _takes_back(lattice: Lattice, at: int) -> bool:
    """Whether a word is one of some that take back what was said before them."""
    begins = ((begin, category) for category in TAKING_BACK for begin in lattice.beginnings.get(category, ()))
    hits = ((begin, end) for begin, category in begins for end in lattice.ends(begin, category))
    return any(begin <= at < end for begin, end in hits)


def _may_be_heard(choice: Choice, position: int) -> bool:
    """Whether a word may be one that sounds like it: something is done with it, and nothing is lost by it."""
    passed = any(start <= position < end for _, start, end in choice.reading.notes)
    return isinstance(choice.verdict, Planned) and not choice.verdict.destroys and not passed


def _is_slip_again(decoded: Decoded, choice: Choice, position: int) -> bool:
    """Whether a word that was respelled is read only as a slip of another once more: "tne" is no "tone" for "none"."""
    lattice = decoded.lattice
    slipped = lattice.low[position] not in lattice.grammar.vocabulary and bool(lattice.corrected(position))
    return slipped and position not in accounted(decoded, choice.reading)


def _is_asked_of(decoded: Decoded, choice: Choice, position: int) -> bool:
    """Whether a word is of what is asked, which may be about anything: "what does the vagus *nerve* do"."""
    lattice, intents = decoded.lattice, decoded.lattice.grammar.intents
    asking = (one for one in choice.reading.clauses if one.intent >= 0 and intents[one.intent].alone)
    hits = ((clause, end) for clause in asking for end in lattice.ends(clause.start, "asks"))
    return any(end <= position < clause.end for clause, end in hits)


def _unlike(first: Verdict, heard: Sequence[Respelling]) -> Respelling | None:
    """The likeliest that means something else; none whose word much less dearly stands for one which means the same.

    It stands `alone` where the words near to it mean nothing else.
    """
    alike: dict[int, float] = {}
    for one in heard:
        if _is_the_same(first, one.meant[1].verdict):
            alike[one.position] = min(one.cost, alike.get(one.position, DEAREST))
    others = [one for one in heard if not _is_the_same(first, one.meant[1].verdict)]
    best = _likeliest([one for one in others if one.cost <= alike.get(one.position, DEAREST) + FARTHER])
    apart = [one for one in heard if best is not None and not _is_the_same(best.meant[1].verdict, one.meant[1].verdict)]
    return best if best is None or apart else msgspec.structs.replace(best, alone=True)


def _likeliest(heard: Sequence[Respelling]) -> Respelling | None:
    """The first that must not be done, else the cheapest; none where others as likely would do something else."""
    if not heard:
        return None
    best = next((one for one in heard if stops(one.choice.verdict)), min(heard, key=lambda one: one.cost))
    meant = best.meant[1].verdict
    near = [one.meant[1].verdict for one in heard if one.cost <= best.cost + MARGIN]
    agreed = all(isinstance(one, Planned) and isinstance(meant, Planned) and alike(meant, one) for one in near)
    return best if agreed or not isinstance(meant, Planned) else None
