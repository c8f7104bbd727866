"""An utterance without words that say nothing, at its beginning or its end: "*my goodness* mute it", "… *chop chop*".

What a person may open with is in no list. So it is told by what it is not: nobody who does something, no condition or
denial, no time, and nothing that is here; then what it asks for is what is asked for without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from aura.language.annotating.estimates import Estimates
from aura.language.asides.remarks import REPEATED, Remarks
from aura.language.decoding.account import free_tokens
from aura.language.decoding.decode import Decoded
from aura.language.decoding.phrases import Phrases
from aura.language.hearing.beside.setting_aside import rest_of
from aura.language.hearing.misheard.respelling import is_swapped
from aura.language.slots.parts import Reading
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import colon_before

MOST_WORDS, MOST_TAGGINGS, LEAST_LEFT = 5, 6, 1
APART = (",", ":")
"""Marks that set such words apart; what stands before a colon may as well say what follows is: "bad habits: …"."""
TEXTS = ("text", "bare_text", "replacement", "about")
IDLE_CLASSES = frozenset(("", "article", "filler", "preposition", "loose", "day"))
NEVER_IDLE = (
    "spoken_of", "speaker", "object_form", "reporting", "quoting", "quoted_from", "commanding_others", "intending",
    "wishing", "modal", "conditional", "excluding", "retracting", "contrasting", "narrowing", "selecting", "unsettling",
    "merely", "states", "statement_verb", "infinitive", "indefinite", "relative", "wondering", "unasked",
)  # fmt: skip
"""Sets of words with which somebody does, wishes or tells something, or which say what is meant."""
TURNING = ("correction", "retraction", "forbidden", "doubt", "except", "condition_lead", "remark_lead", "asks")


class Bare(NamedTuple):
    """An utterance without such words; `surely` where these could be nobody who does what follows.

    Where they were `guessed` to be that, they may still say of what is told that it is so: "common mistake delete it".
    """

    text: str
    surely: bool
    guessed: bool = False


class Fillers:
    """What is said without meaning at the edges of one utterance; `decode` reads what is left."""

    def __init__(self, lattice: Lattice, estimates: Estimates, decode: Callable[[str], Decoded]) -> None:
        self._lattice, self._estimates, self._decode = lattice, estimates, decode
        self._remarks: Remarks = Phrases(lattice).remarks
        self.harmless = self._remarks.harmless

    def bare(self) -> Iterator[Bare]:
        """The utterance without its opening, then without its ending, if it has any."""
        lattice = self._lattice
        if not lattice.size:
            return
        begin = self._remarks.without_fillers()
        for end, surely, guessed in self._openings(begin):
            if end + LEAST_LEFT <= lattice.size:
                yield Bare(rest_of(lattice, [(begin, end)]).text, surely, guessed and end > begin + 1)
        for start, guessed in self._endings():
            if colon_before(lattice, start):
                continue  # What a colon announces may end in any words.
            yield Bare(rest_of(lattice, [(start, lattice.size)]).text, surely=True, guessed=guessed)

    # -- openings

    def _openings(self, begin: int) -> Iterator[tuple[int, bool, bool]]:
        led = {end for end, _ in self._remarks.opening(begin, freely=True) if not self.harmless.doubted(begin, end)}
        yield from (
            (self._past_mark(end), True, False)
            for end in sorted(led)
            if not (self._goes_on(end) or self._says_when(begin, end))
        )
        ends = list(self._runs(begin))
        if not ends:
            return
        yield from ((end, True, not self._is_short(begin, end)) for end in ends if self._is_exclaimed(begin, end))
        taggings = self._estimates.taggings(self._lattice, MOST_TAGGINGS)
        for end in ends:
            spans = ((0, end), (begin, end), (begin, self._past_mark(end)))
            mass = sum(one.probability for one in taggings if one.stretches[0] in spans)
            if self._estimates.certain(self._lattice, mass):
                yield self._past_mark(end), not self._may_do(begin, end), not self._is_wish(begin, end)

    def _runs(self, begin: int) -> Iterator[int]:
        """Where a few words end that say nothing here, before anything that somebody could ask for."""
        lattice = self._lattice
        if lattice.begins(begin, "exclaimed"):
            return  # The decoder passes it over.
        for at in range(begin, min(lattice.size - 1, begin + MOST_WORDS)):
            if not self._is_idle(begin, at):
                return
            after = self._past_mark(at + 1)
            small = lattice.class_name(at) in ("article", "preposition")
            if after < lattice.size and not small and not self._is_told(after):
                yield at + 1

    def _goes_on(self, end: int) -> bool:
        """Whether what follows belongs to what was said: "for the love *of* …", "between you *and* …"."""
        lattice = self._lattice
        return end < lattice.size and lattice.class_name(end) in ("joint", "preposition")

    def _past_mark(self, at: int) -> int:
        return at + (at < self._lattice.size and self._lattice.low[at] in APART)

    def _is_idle(self, begin: int, at: int) -> bool:
        """Whether a word names nothing that is here, and neither tells, denies, delays nor narrows anything."""
        lattice = self._lattice
        low = lattice.low[at]
        if lattice.tokens[at].shape != "word" or not low.isalpha() or low in lattice.grammar.opposites:
            return False
        if lattice.near_class(at, "negation") or is_swapped(lattice, at):
            return False
        if lattice.class_name(at) not in IDLE_CLASSES or any(lattice.in_set(at, name) for name in NEVER_IDLE):
            return False
        if at > begin and lattice.in_set(at - 1, "well_wishing") and lattice.in_set(at, "when"):
            return True
        if lattice.begins(at, "verb", *TURNING):
            return False
        owned = lattice.in_set(at, "possessive")
        small = owned or lattice.class_name(at) == "preposition" or lattice.in_set(at, "adjective")
        if lattice.class_name(at) == "article" and not owned:
            return False
        if self.harmless.delays(at) or lattice.in_set(at, "when") or self.harmless.tells_more(at):
            return False
        if not small and self.harmless.keeps_out(at):
            return False
        return small or at > begin or not lattice.begins_clause(at) or self.harmless.is_strange(at)

    def _is_told(self, at: int) -> bool:
        """Whether a verb at a token tells what somebody does, and orders nothing: "the cat *closes* it"."""
        lattice = self._lattice
        third = lattice.ends_like(at, "subject") and lattice.low[at][:-1] in lattice.grammar.vocabulary
        third = third and not lattice.at(at, "asks")
        return third and lattice.begins(at, "verb")

    def _may_do(self, begin: int, end: int) -> bool:
        """Whether words may be somebody who does what follows, or say where: "*my friends* delete", "*at work* close".

        What is exclaimed, or set apart, is nobody; nor is what is like something: "my good*ness*".
        """
        lattice, last = self._lattice, end - 1
        apart = end < lattice.size and lattice.low[end] in APART
        if self._is_wish(begin, end):
            return False
        if lattice.class_name(begin) == "preposition" or any(map(self._is_of_list, range(begin, end))):
            return True
        if apart or lattice.ends_like(last, "no_doer"):
            return False
        several = lattice.ends_like(last, "subject") and not lattice.ends_like(last, "no_subject")
        if several or lattice.in_set(last, "many_people"):
            return True
        said = lattice.in_set(last, "adjective") or lattice.ends_like(last, "adverb")
        return not said and any(lattice.in_set(at, "possessive") for at in range(begin, end))

    def _is_exclaimed(self, begin: int, end: int) -> bool:
        """Whether words can only be exclaimed before what surely is said to the hearer: "my good*ness* how big is it".

        So can what says in short how something is: "long story *short*".
        """
        lattice, last = self._lattice, end - 1
        short = self._is_short(begin, end)
        like = lattice.ends_like(last, "no_doer") and lattice.in_set(begin, "possessive")
        if self._may_do(begin, end) or not (short or like):
            return False
        said = lattice.begins(end, "verb", "asks", "filler")
        counted = lattice.low[end][:1].isdigit()
        told = counted or lattice.in_set(end, "speaking") or lattice.tokens[end].shape not in ("word", "mark")
        return said or told or self.harmless.is_order(end) or (short and lattice.begins_clause(end))

    def _is_of_list(self, at: int) -> bool:
        """Whether a word is one of those that domains speak of, as programs and units are."""
        lattice = self._lattice
        plain = lattice.in_set(at, "adjective") or lattice.in_set(at, "possessive")
        return not plain and lattice.low[at] in self.harmless.slotted.values.words

    def _is_short(self, begin: int, end: int) -> bool:
        """Whether words say in short how something is, behind what it is: "*long story short*"."""
        lattice, last = self._lattice, end - 1
        return end - begin > 2 and lattice.in_set(last, "adjective") and not lattice.in_set(last - 1, "adjective")

    def _is_wish(self, begin: int, end: int) -> bool:
        """Whether words are exclaimed, or wish a good day, whatever follows: "*oh my days*", "*happy monday*"."""
        lattice, last = self._lattice, end - 1
        wished = end - begin > 1 and lattice.in_set(last - 1, "well_wishing") and lattice.in_set(last, "when")
        return wished or lattice.in_set(begin, "exclaiming") or self._is_short(begin, end)

    # -- endings

    def _endings(self) -> Iterator[tuple[int, bool]]:
        """Where words begin that end an utterance and say nothing, and whether that is only guessed."""
        lattice, size = self._lattice, self._lattice.size
        for start in range(2, size):
            repeated = [cost == REPEATED for end, cost in self._remarks.closing(start) if end == size]
            exclaimed = [end for end in lattice.ends(start, "exclaimed") if end == size]
            known = bool(repeated or exclaimed) and not self.harmless.doubted(start, size)
            if known and self._is_passed(start) and self._is_whole(start, names=not any(repeated)):
                yield start, False
                return
        ended = lattice.tokens[size - 1].shape == "word" and self.harmless.is_strange(size - 1)
        first = size - 1
        while ended and first > max(2, size - MOST_WORDS) and self._ends_idly(first - 1):
            first -= 1
        if ended and first < size - 1 and self._is_whole(first, names=False):
            taggings = self._estimates.taggings(lattice, MOST_TAGGINGS)
            mass = sum(one.probability for one in taggings if one.stretches[-1] == (first, size))
            if self._estimates.certain(lattice, mass):
                yield first, True

    def _ends_idly(self, at: int) -> bool:
        """Whether a word before the last that nobody knows says as little as that."""
        known = self._lattice.class_name(at) not in ("", "filler")
        return self.harmless.is_strange(at) or (not known and self._is_idle(at, at))

    def _is_passed(self, start: int) -> bool:
        """Whether the words from a token on are none of a name, a text or a number where the utterance can be read.

        No time is among them, which may be that of the order: "move it or my boss gets mad *at 9*".
        """
        if self._says_when(start, self._lattice.size):
            return False
        decoded = self._decode(self._lattice.text)
        if not decoded.readings:
            return True
        return any(begin <= start and end >= self._lattice.size for _, begin, end in decoded.readings[0].notes)

    def _says_when(self, start: int, end: int) -> bool:
        words = range(start, end)
        return any(self.harmless.delays(at) or self._lattice.in_set(at, "when") for at in words)

    def _is_whole(self, start: int, *, names: bool) -> bool:
        """Whether an utterance is read up to a token, and ends in no text, nor in a name where that may go on."""
        decoded = self._decode(rest_of(self._lattice, [(start, self._lattice.size)]).text)
        if not decoded.readings:
            return False
        reading, last = decoded.readings[0], decoded.lattice.size - 1
        if last in free_tokens(reading, decoded.lattice) and decoded.lattice.tokens[last].shape == "word":
            return names and not _ends_in_text(reading, last)
        return True


def _ends_in_text(reading: Reading, last: int) -> bool:
    """Whether the last token is one of a text, or of what fills a slot, which may hold anything."""
    clause = reading.clauses[-1]
    return bool(clause.slots) or any(part.category in TEXTS and part.end > last for part in clause.parts)
