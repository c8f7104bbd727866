"""What must stay of an utterance, whatever it looks like: what could change what is done is never guessed away."""

from __future__ import annotations

from functools import cached_property

from aura.language.annotating.estimates import Estimates
from aura.language.asides.remarks import Remarks
from aura.language.hearing.beside.marking import commands, follows
from aura.language.hearing.beside.own_times import LEAD, OPENED, OwnTimes, is_apart
from aura.language.hearing.beside.words_that_matter import WordsThatMatter
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark
from aura.language.utterance.predicates import POINTING, YES_NO, is_strange, may_turn, says_which_of_kind
from aura.language.utterance.whens import MEANWHILE, SOONER, only_says_when, opens_condition
from aura.language.words.tokens import CELL

ORDER = 2
"""Tokens of an order in a verb that nobody knows: "*frobnicate it*"."""
BARE = 5
"""Letters of a verb that only looks like one that goes on: "bring"."""
CLOSING = "closing"
"""Where a filler stands that ends what is said: "i'll do the rest *after*"."""
NARROWING_LEADS = ("except", "condition_lead", LEAD)
OPEN_ENDS, UNTOLD = ("negation", "later", "being"), ("negation", "later")
BRACKETS, INTRODUCING, STOPS = ("(", ")"), ":", (".", "!")


class Staying:
    """What must stay of one utterance, whatever it looks like.

    Where something is surely `asked` for now, nothing keeps a remark that only might tell when, or whether, it should
    be done: "my dishwasher is on until six, mute the sound".
    """

    def __init__(self, lattice: Lattice, remarks: Remarks, estimates: Estimates) -> None:
        self._lattice = lattice
        self._estimates = estimates
        self._remarks = remarks
        self._harmless = remarks.harmless
        self._words = WordsThatMatter(lattice, remarks.harmless)
        self._statements = remarks.statements
        self._times = OwnTimes(lattice, remarks.harmless, remarks.statements)

    @cached_property
    def asked(self) -> bool:
        """Whether the utterance surely asks for something to be done now."""
        return self._estimates.surely_asked(self._lattice)

    @cached_property
    def certainly_asked(self) -> bool:
        """Whether the utterance asks for something beyond doubt, so that no word alone unsettles that."""
        return self._estimates.certain(self._lattice, 1.0)

    def must(self, start: int, end: int, *, asked: bool = False) -> bool:
        """Whether a stretch could change what is done or asked: it narrows, delays, retracts, orders, or names."""
        begin = self._first(start, end)
        timeless = asked and not self._times.wants_it(begin, end)
        return (not timeless and self._times.is_delayed(begin, end)) or self._stays(start, end, asked=asked)

    def tells_of_event(self, start: int, end: int) -> bool:
        """Whether nothing keeps a stretch but a time, and that is of what it tells: "…, *client call at ten*".

        What opens an utterance may be told as the time of what follows: "my shift starts at nine, shut it down".
        """
        if (
            not start
            or not self._times.tells_of_event(self._first(start, end), end)
            or self._stays(start, end, asked=True)
        ):
            return False
        return not (self.unsettles(start, end, sure=True) or self.finds_out(start, end))

    def _stays(self, start: int, end: int, *, asked: bool) -> bool:
        """The same, whatever it says of when."""
        begin = self._first(start, end)
        if self.says_what(start, end) or self._remarks.tells_which(start) or self._names_a_kind(start, end):
            return True
        if self._narrows_first(begin, end) or self._ends_openly(begin, end - 1):
            return True
        if begin == start and (self._goes_on_with(begin) or self._tells_which(begin, end)):
            return True
        if self._goes_on(begin, end) or not ((asked and begin > 1) or self._may_end(begin, end)):
            return True
        return start == 0 and self._leads_on(begin, end)

    def _names_a_kind(self, start: int, end: int) -> bool:
        """Whether a stretch states nothing and names a kind of thing: "delete a.txt, *same folder*"."""
        return not self.states(start, end) and any(self._lattice.class_name(at) == "kind" for at in range(start, end))

    def opens_openly(self, start: int, end: int) -> bool:
        """Whether what opens an utterance may go on behind it: nothing ends it, or it says when, or what is meant."""
        if start > 0:
            return False
        begin, ended = self._first(start, end), self._lattice.is_over(end)
        ended = ended or self._lattice.begins(end, "conclusion") or self._asks_next(begin, end)
        open_end = self._narrows_first(begin, end) or self._goes_on(begin, end) or self._ends_openly(begin, end - 1)
        return not ended or open_end or self._leads_on(begin, end) or self._is_said_of_it(begin, end)

    def _asks_next(self, begin: int, end: int) -> bool:
        """Whether a statement without a mark is over where a question begins: "*it's my round* what's 6 times 4"."""
        asks = any(not cost and kind != YES_NO for _, cost, kind in self._lattice.at(end, "asks"))
        return (
            asks and self._statements.verb(begin, end) is not None and not self._lattice.in_set(end - 1, "finding_out")
        )

    def _is_said_of_it(self, begin: int, end: int) -> bool:
        """Whether somebody else says something of what is named next: "*my brother said it would be best*, mute it"."""
        lattice = self._lattice
        said = (at for at in range(begin, end - 1) if lattice.in_set(at, "reporting"))
        return any(lattice.at(at + 1, "it") and not lattice.in_set(at - 1, "speaking") for at in said)

    def _leads_on(self, begin: int, end: int) -> bool:
        """Whether what follows an opening stretch may be about it: "*vlc and firefox look odd*, reboot"."""
        lattice = self._lattice
        bare = self._first(end, lattice.size) == lattice.size - 1 and lattice.begins_clause(lattice.size - 1)
        others = bare and not any(lattice.in_set(at, "speaking") for at in range(begin, end))
        return others or self._points_back(end) or self._goes_on_doing(end)

    def _goes_on_doing(self, end: int) -> bool:
        """Whether what is told goes on with a verb that orders nothing: "*the parrot has finished* deleting it"."""
        verb = self._lattice.begins(end, "verb")
        going_on = self._lattice.ends_like(end, "judged") and len(self._lattice.low[end]) > BARE
        return verb and going_on and not self._ends_mark(end)

    def says_for_sure(self, start: int, end: int) -> bool:
        """Whether a stretch says what is meant, or how much of it, or when, in so many words that no guess counts."""
        begin = self._first(start, end)
        if self.says_what(start, end) or self._wishes_for_some(start, end) or opens_condition(self._lattice, begin):
            return True
        if begin == start and (self._goes_on_with(begin) or self._tells_which(begin, end)):
            return True
        pointed = any(self._lattice.at(at, "it") for at in range(begin, end))
        meant = pointed or self._times.is_so_now(begin, end)
        return meant and self._times.is_delayed(begin, end) and not self.tells_of_event(start, end)

    def says_what(self, start: int, end: int) -> bool:
        """Whether a colon or a bracket holds a stretch, a word names something or takes back, or all says when."""
        lattice, begin = self._lattice, self._first(start, end)
        introduces = end < lattice.size and lattice.low[end] == INTRODUCING and start > OPENED
        if begin == end or introduces or self._is_introduced(begin) or only_says_when(lattice, begin, end):
            return True
        if self._denies_what_is_said(start, end) or self._is_object(start, end):
            return True
        inside = [lattice.low[at] for at in range(start, end)]
        if inside.count(BRACKETS[0]) != inside.count(BRACKETS[1]):
            return True
        if end - begin == ORDER and lattice.at(end - 1, "it") and not lattice.in_set(begin, "own_subject"):
            return True
        named = not self.states(start, end) and all(is_strange(lattice, at) for at in range(begin, end))
        own = self._words.condition_of_told(begin, end)
        return named or any(
            (self._words.matters(begin, at) and at != own) or may_turn(lattice, at) for at in range(begin, end)
        )

    def _is_object(self, start: int, end: int) -> bool:
        """Whether a stretch is all that an utterance says beside its verb: "brighten *my day*"."""
        alone = start == 1 and end == self._lattice.size
        return alone and self._lattice.in_set(start, "determiner")

    def _denies_what_is_said(self, start: int, end: int) -> bool:
        """Whether a stretch denies what is ordered outside of it: "mute it, my aunt sings, *no, don't mute it*"."""
        lattice = self._lattice
        outside = {lattice.low[at] for at in (*range(start), *range(end, lattice.size)) if lattice.begins_clause(at)}
        denied = (at + 1 for at in range(start, end - 1) if lattice.class_name(at) == "negation")
        return any(lattice.low[at] in outside for at in denied)

    def _first(self, start: int, end: int) -> int:
        """The first word of a stretch."""
        return next((at for at in range(start, end) if self._lattice.tokens[at].shape != "mark"), end)

    def unsettles(self, start: int, end: int, *, sure: bool = False, asked: bool = False) -> bool:
        """Whether a stretch doubts, reports or wishes for less, so that nothing may be changed without it.

        Where it is `sure` to be beside the command, a word alone does not unsettle that: "the council's *hold* music".
        """
        if self._wishes_for_some(start, end) or any(map(self._words.counts_some, range(start, end))):
            return True
        if self._harmless.doubted(start, end, sure=sure, asked=asked) or self._harmless.doubt_begins(start, end):
            return True
        return any(self._words.is_reported(start, at, end) for at in range(start, end))

    def states(self, start: int, end: int) -> bool:
        """Whether a subject and its verb are in a stretch, or it opens with a verb that only tells: "doesn't fit"."""
        lattice = self._lattice
        told = any(lattice.in_set(at, "never_orders") for at in range(start, min(start + 2, end)))
        return told or any(self._statements.verb(at, end) is not None for at in range(start, end))

    def finds_out(self, start: int, end: int) -> bool:
        """Whether what is still to be found out may be about what is acted on: "checking *if* I can email it"."""
        lattice = self._lattice
        found_out = (at for at in range(start, end) if self._words.is_found_out(at))
        return any(
            not lattice.in_set(at + 1, "speaking")
            or any(not POINTING.isdisjoint(lattice.hits[word]) for word in range(at + 1, end))
            for at in found_out
        )

    def belongs(self, start: int, end: int) -> bool:
        """Whether words may be of a text: "*in* …", "*since* tea is cheaper", and behind a colon all up to a mark."""
        lattice = self._lattice
        led = [*lattice.ends(start, LEAD)]
        if led:
            return not any(lattice.in_set(after + lattice.in_set(after, "adverb"), "own_subject") for after in led)
        unparted = not self.is_apart(start) and (lattice.in_set(end - 1, "wishing") or self._is_introduced(start))
        return unparted or self._tells_of_it(start, end) or lattice.class_name(start) == "preposition"

    def _tells_of_it(self, start: int, end: int) -> bool:
        """Whether somebody did something to what was named: "the watch is from 1920, *my aunt gave it to me*"."""
        lattice, verb = self._lattice, self._statements.verb(start, end)
        if verb is None or lattice.in_set(start, "speaking") or not self._statements.is_past(verb):
            return False
        asked = any(lattice.in_set(at, "requiring") for at in range(verb, end))
        return not asked and any(lattice.at(at, "it") for at in range(verb + 1, end))

    def is_apart(self, start: int) -> bool:
        """Whether a mark stands before a stretch, or a word that leads on to a remark."""
        return is_apart(self._lattice, start)

    # -- a stretch as a whole

    def _is_introduced(self, begin: int) -> bool:
        """Whether a colon stands before a stretch in its sentence: what follows it belongs together."""
        lattice = self._lattice
        at = next((word for word in range(begin - 1, -1, -1) if lattice.low[word] in (INTRODUCING, *STOPS)), -1)
        if at < 0 or lattice.low[at] != INTRODUCING:
            return False
        return not any(self._harmless.is_occasion(opening, at) for opening in range(min(OPENED + 1, at)))

    def _narrows_first(self, begin: int, end: int) -> bool:
        """Whether a stretch opens with a condition, a time, an exception, a number, or what is told of the command."""
        lattice = self._lattice
        opening = min(begin + lattice.in_set(begin, "coordinating"), lattice.size - 1)
        told = lattice.class_name(opening) in OPEN_ENDS and not (
            self._tells_in_short(opening)
            or any(lattice.in_set(opening, name) for name in ("speaking", "own_subject"))
            or lattice.at(opening, LEAD)
        )
        if self._times.opens_told(opening, end) or self._hurries(opening, end) or self._tells_of_cell(begin, end):
            return False
        if told or self._words.counts(begin) or lattice.in_set(begin, "merely") or lattice.in_set(opening, "modal"):
            return True
        leads = ((name, hit) for name in NARROWING_LEADS for hit in lattice.at(opening, name))
        led = any(not cost and (name != LEAD or sense in (MEANWHILE, SOONER)) for name, (_, cost, sense) in leads)
        return led or lattice.in_set(opening, "conditional") or self._times.delays(opening)

    def _hurries(self, begin: int, end: int) -> bool:
        """Whether what ends an utterance tells what is about to be: "… *before i get tempted*", "*before she sees*"."""
        soon = (after for after, cost, sense in self._lattice.at(begin, LEAD) if not cost and sense == SOONER)
        return end == self._lattice.size and any(
            self._lattice.in_set(after, "speaking") or self._statements.verb(after, end) is not None for after in soon
        )

    def _tells_of_cell(self, begin: int, end: int) -> bool:
        """Whether a stretch only says what is in a cell, and no figure that could go there: "*b4 is the hotel*"."""
        lattice = self._lattice
        told = bool(CELL.fullmatch(lattice.tokens[begin].low)) and lattice.class_name(begin + 1) == "being"
        return told and not any(map(self._words.counts, range(begin + 2, end)))

    def _tells_which(self, begin: int, end: int) -> bool:
        """Whether words without a mark tell which thing of a kind is meant: "the window *my brother opened*"."""
        lattice = self._lattice
        if lattice.in_set(begin, "there_is") and lattice.class_name(end - 1) == "preposition":
            return not self.is_apart(begin)  # "the tab *there's a video on*"
        if says_which_of_kind(lattice, begin):
            return True
        verb = self._statements.verb(begin, end) if lattice.in_set(begin - 1, "narrowed") else None
        return verb is not None and all(self._statements.is_adverb(at) for at in range(verb + 1, end))

    def _goes_on_with(self, begin: int) -> bool:
        """Whether words without a mark go on with what is before them, as what it does, has or is done to.

        "… on the right *sounds nice*", "shut it down *at eleven*", "close it *and lose my tabs*", "restart *the pc*".
        """
        lattice = self._lattice
        if self.is_apart(begin):
            return False
        own = lattice.in_set(begin, "own_subject") or lattice.class_name(begin) == "pronoun"
        placed = lattice.class_name(begin) == "preposition" or lattice.class_name(begin - 1) == "preposition"
        called = lattice.ended(begin, "filler")
        alone = (begin == 1 and not called) or lattice.ended(begin - 1, "joint")
        ordered = alone or lattice.ended(begin, "verb")
        joined = lattice.in_set(begin, "coordinating") or lattice.in_set(begin, "being_so")
        if joined or (not own and (placed or ordered)):
            return True
        first = next((at for at in range(begin, lattice.size) if not self._statements.is_adverb(at)), begin)
        if lattice.in_set(first, "causing") or self._is_a_thing(begin):
            return True
        told = (lattice.in_set(begin, "states") and not lattice.in_set(begin, "subjectless")) or lattice.in_set(
            begin, "never_orders"
        )
        return told and not (own or lattice.class_name(begin + 1) in ("article", "pronoun"))

    def _is_a_thing(self, begin: int) -> bool:
        """Whether what opens like a subject is one of nothing: "shut down *the department, that's what …*"."""
        lattice = self._lattice
        verb = self._statements.verb(begin, lattice.size) if lattice.class_name(begin) == "article" else None
        return verb is not None and any(lattice.tokens[at].shape == "mark" for at in range(begin, verb))

    def _tells_in_short(self, begin: int) -> bool:
        """Whether how something is, or what is not known, not wished or no longer done, is told without a subject.

        ", is empty since years", ", don't play it anymore", ", cant remember where", ", dont want to end up late".
        """
        lattice = self._lattice
        if lattice.in_set(begin, "never_orders") or (
            lattice.in_set(begin, "lacking") and lattice.in_set(begin + 1, "concern")
        ):
            return True
        if lattice.class_name(begin) == "being":
            return lattice.in_set(begin + 1, "condition") or self._statements.is_past(begin + 1)
        denied = lattice.class_name(begin) == "negation"
        no_more = lattice.in_set(next_mark(lattice, begin + 1) - 1, "no_more") and not self._harmless.orders(begin + 1)
        unknown = lattice.in_set(begin, "subjectless") and lattice.in_set(begin + 1, "finding_out")
        shortly = lattice.in_set(begin + 1, "infinitive")  # "dont *wanna* be late"
        wished = shortly or (lattice.in_set(begin + 1, "wishing") and lattice.in_set(begin + 2, "infinitive"))
        bothered = lattice.in_set(begin, "subjectless") and lattice.class_name(begin + 1) == "being"
        does = lattice.ends_like(begin + 1, "subject") and not lattice.ends_like(begin + 1, "no_subject")
        told = no_more or unknown or wished or bothered or does or self._statements.tells(begin + 1)
        return denied and told

    def _ends_openly(self, start: int, last: int) -> bool:
        """Whether what a stretch tells goes on behind it, or comes before the command: "my boss reads it first"."""
        lattice = self._lattice
        ordinal = lattice.in_set(last, "ordinal") and not lattice.in_set(last, "noun_again")
        counted = ordinal and not POINTING.isdisjoint(lattice.hits[last - 1])
        closed = any(where == CLOSING for _, _, where in lattice.ending(last + 1, "filler"))
        meant = lattice.in_set(start, "speaking") and any(lattice.in_set(at, "intending") for at in (start, start + 1))
        own = last + 1 == lattice.size and meant and closed
        verb = self._statements.verb(start, last)
        own = own or (verb is not None and lattice.class_name(last) == "later" and self._statements.is_past(verb))
        return counted or (lattice.class_name(last) in UNTOLD and not own) or lattice.in_set(last, "statement_opening")

    def _goes_on(self, begin: int, at: int) -> bool:
        """Whether what is told first is only intended and goes on behind a joint: "*I'll finish this* and close it"."""
        lattice = self._lattice
        joined = lattice.ended(at, "joint")
        intended = joined and any(lattice.in_set(word, "intending") for word in range(begin, at))
        return begin <= 1 and (intended or lattice.goes_with(begin, at))

    def _may_end(self, begin: int, at: int) -> bool:
        """Whether what is told may end before a token: at a mark, a hesitation, or what leads on.

        Where a command just follows, nothing is denied: "I can't for the life of me delete it".
        """
        lattice, stretch = self._lattice, range(begin, at)
        joined = lattice.ended(at, "joint")
        if lattice.is_over(at) or self._ends_mark(at) or self._hesitates(at):
            return True
        concluded = (*lattice.ending(at, "conclusion"), *lattice.at(at, "conclusion"))
        if any(not cost for _, cost, _ in concluded):
            return True
        behind = lattice.ends(at, "joint")
        joined = joined or any(commands(lattice, self._remarks, after) for after in behind)
        ordered = joined or any(begins(lattice, self._remarks, at) for begins in (follows, commands))
        return ordered and not any(lattice.class_name(word) == "negation" for word in stretch)

    def _points_back(self, start: int) -> bool:
        """Whether a word from a token on may mean what was told before it, since nothing else was named by then."""
        lattice = self._lattice
        first = next((at for at in range(start, lattice.size) if self._means_before(at)), start)
        named = (at for at in range(start, first) if not lattice.class_name(at) and lattice.tokens[at].shape != "mark")
        return first > start and all(lattice.at(at, "verb") for at in named)

    def _means_before(self, at: int) -> bool:
        """Whether words at a token may mean what was told before, and are not named: "the folder *Bills*"."""
        lattice = self._lattice
        ends = [end for kind in POINTING.intersection(lattice.hits[at]) for end, _, _ in lattice.at(at, kind)]
        named = (end for end in ends if lattice.class_name(end - 1) == "kind" and end < lattice.size)
        return len(ends) > sum(lattice.tokens[end].shape != "mark" and not lattice.class_name(end) for end in named)

    def _wishes_for_some(self, begin: int, end: int) -> bool:
        """Whether somebody wishes for less, or later, or keeps it: "I only want its first line", "I keep it"."""
        lattice, stretch = self._lattice, range(begin, end)
        fewer = any(lattice.in_set(at, "merely") for at in stretch)
        someday = any(lattice.in_set(at, "someday") for at in stretch)
        wishes = [at for at in stretch if lattice.in_set(at, "wishing")]
        own = all(lattice.in_set(at + 1, "infinitive") for at in wishes)  # "I need to sleep today."
        return (bool(wishes) and (fewer or (someday and not own))) or any(
            lattice.in_set(at, "unsettling") and not POINTING.isdisjoint(lattice.hits[at + 1])
            for at in stretch
            if at + 1 < lattice.size
        )

    # -- a token

    def _ends_mark(self, at: int) -> bool:
        return self._lattice.tokens[at - 1].shape == "mark"

    def _hesitates(self, at: int) -> bool:
        """Whether something was said before a token that is no word of the utterance: "um"."""
        lattice = self._lattice
        return bool(lattice.text[lattice.tokens[at - 1].end : lattice.tokens[at].start].strip())
