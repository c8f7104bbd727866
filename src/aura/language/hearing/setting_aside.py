"""What an utterance says without a stretch of it that nobody could call part of its command: what is left, and that.

A remark that is known as one is passed over by the decoder (`remarks.py`). Here is what only looks like one: nothing in
it names, narrows, forbids, delays or commands. Who sets it aside may be wrong, so a person is shown what was left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from aura.language.asides.remarks import POINTING, Remarks
from aura.language.asides.statements import MEANWHILE
from aura.language.hearing.marking import commands, follows, may_order, states
from aura.language.utterance.lattice import Lattice

LONGEST, MOST_BEFORE = 16, 2
"""Tokens of a stretch, and adverbs before its subject."""
OPENING = ("joint", "conclusion", "remark_lead")
LEADING_ON = ("conclusion", "remark_lead")
LEADS = ("remark_lead", "exclaimed")
TIMES, OPEN_ENDS = ("later", "day"), ("negation", "later", "being")
OBJECTS = ("article", "pronoun", "quantifier")
MAY_BE_VERBS = ("", "noun", "verb")
WHICH = ("pronoun", "preposition")
"""Behind "the one": "the one that …", "the one I …", "the one with …"."""
ASKED, INTRODUCING, MARKS, STOPS = "?", ":", " ,;:-—", (".", "!")
LONGEST_PLACE = 5
BRACKETS = ("(", ")")
FILE = "file"


class Rest(NamedTuple):
    """An utterance without a stretch of it, that stretch, and the character of the rest at which it stood."""

    text: str
    aside: str
    start: int


class Asides:
    """The stretches of one utterance that may be set aside."""

    def __init__(self, lattice: Lattice, remarks: Remarks) -> None:
        self._lattice = lattice
        self._remarks = remarks
        self._harmless = remarks.harmless
        self._statements = remarks.statements
        inner = range(1, lattice.size)
        self._ordered = {at for at in inner if follows(lattice, remarks, at)}
        self._stated = {at for at in inner if states(lattice, remarks, at)}
        self._commanded = {at for at in inner if commands(lattice, remarks, at)}
        marked = {at for at in inner if self._ends_mark(at) or self._hesitates(at) or self._opens(at)}
        self._bounds = sorted({0, lattice.size} | self._ordered | self._stated | self._commanded | marked)

    def rests(self) -> Iterator[Rest]:
        """The utterance without each stretch between two bounds that may go, the shortest stretch first."""
        whole = (0, self._lattice.size)
        stretches = sorted(combinations(self._bounds, 2), key=lambda stretch: stretch[1] - stretch[0])
        for start, end in stretches:
            inside = end - start <= LONGEST and (start, end) != whole and start not in self._commanded
            if inside and end not in self._stated and self._may_go(start, end):
                yield self._without(start, end)

    # -- where a stretch may begin or end

    def _is_enclosed(self, start: int, end: int) -> bool:
        """Whether brackets enclose a stretch of the speaker's own words: "(yes I know)"."""
        lattice = self._lattice
        enclosed = (lattice.low[start], lattice.low[end - 1]) == BRACKETS
        return enclosed and any(lattice.in_set(at, "own_subject") for at in range(start, end))

    def _opens_bracket(self, start: int, end: int) -> bool:
        """Whether brackets around a stretch, or in it, would be left with nothing, or with half of what they hold."""
        lattice = self._lattice
        inside = [lattice.low[at] for at in range(max(0, start - 1), end)]
        return any(bracket in inside for bracket in BRACKETS)

    def _opens(self, at: int) -> bool:
        """Whether a bracket, what joins clauses, concludes, or leads to a reason begins at a token."""
        lattice = self._lattice
        led = any(not cost for category in OPENING for _, cost, _ in lattice.at(at, category))
        return led or lattice.low[at] == BRACKETS[0]

    def _ends_mark(self, at: int) -> bool:
        return self._lattice.tokens[at - 1].shape == "mark"

    def _hesitates(self, at: int) -> bool:
        """Whether something was said before a token that is no word of the utterance: "um"."""
        lattice = self._lattice
        return bool(lattice.text[lattice.tokens[at - 1].end : lattice.tokens[at].start].strip())

    def _is_apart(self, at: int) -> bool:
        """Whether nothing joins what is before a token to what is behind, which may share its wish or doubt."""
        lattice = self._lattice
        if at in (0, lattice.size) or any(at in bounds for bounds in (self._ordered, self._stated, self._commanded)):
            return True
        led = any(not cost and end + 1 < lattice.size for name in LEADING_ON for end, cost, _ in lattice.at(at, name))
        begins, ends = lattice.tokens[at].shape == "mark", self._ends_mark(at) or self._hesitates(at)
        joined = any(not cost and end > at + begins for end, cost, _ in lattice.at(at, "joint"))
        return led or ((begins or ends) and not joined)

    # -- what it may hold

    def _may_go(self, start: int, end: int) -> bool:
        """Whether a stretch states something, and names, asks, orders, forbids, delays and narrows nothing."""
        lattice, harmless, begin = self._lattice, self._harmless, self._without_lead(start, end)
        stretch = range(begin, end)
        enclosed = self._is_enclosed(start, end)
        narrowed = lattice.in_set(begin, "merely") if begin < end else False
        if narrowed or (not enclosed and self._opens_bracket(start, end)):
            return False
        if begin == end or not (enclosed or (self._is_apart(start) and self._is_apart(end))):
            return False
        if (begin and lattice.tokens[begin - 1].low == INTRODUCING) or self._remarks.tells_which(start):
            return False
        if start == 1 and lattice.tokens[start].shape == "word" and lattice.tokens[0].shape == "word":
            return False
        if harmless.doubted(start, end) or harmless.doubt_begins(start, end) or any(map(self._is_barred, stretch)):
            return False
        if start == 0 and (any(lattice.in_set(at, "reporting") for at in stretch) or self._points_back(end)):
            return False
        if enclosed:
            return not any(self._narrows(at) or self._counts(at) or self._delays(at) for at in stretch)
        verb = self._verb(begin, end)
        ordered = any(may_order(lattice, self._remarks, at) for at in stretch[1:] if not self._is_object(at, verb))
        if ordered or self._goes_on(begin, end, verb):
            return False
        counted, delayed = ({at for at in stretch if judged(at)} for judged in (self._counts, self._delays))
        if verb is None:
            return start == 0 and self._says_little(begin, end) and not (counted or delayed)
        wished = any(self._wishes(at) for at in range(begin, min(verb + 3, end)))
        ordered = lattice.in_set(end - 1, "ordinal") and not lattice.in_set(end - 1, "noun_again")
        if ordered or any(self._lasts(at) for at in stretch):
            return False
        elsewhere = [at for at in range(lattice.size) if not start <= at < end]
        if counted and (wished or min(counted) <= verb or any(map(self._counts, elsewhere))):
            return False
        if delayed and not self._tells_when(begin, end, verb, min(delayed)):
            return False
        return not (wished and any(map(self._narrows, stretch)))

    def _tells_when(self, begin: int, end: int, verb: int, time: int) -> bool:
        """Whether a time in a stretch is that of what it tells, and the rest speaks of no time that was told."""
        lattice, statements = self._lattice, self._statements
        bounded = end == lattice.size or lattice.tokens[end].shape == "mark" or self._ends_mark(end)
        pointed = any(lattice.in_set(at, "adding") for at in (*range(begin), *range(end, lattice.size)))
        own = statements.has_own_time(begin, verb, end) and statements.is_event(begin, verb, time)
        return bounded and own and not pointed

    def _goes_on(self, begin: int, end: int, verb: int | None) -> bool:
        """Whether a command or a question begins in a stretch, or what it tells goes on behind it."""
        lattice, stretch = self._lattice, range(begin, end)
        subject = lattice.in_set(begin, "determiner") or bool(lattice.at(begin, "there"))
        short = self._tells_in_short(begin, end) or self._was_done(begin, end)
        short = short or lattice.in_set(begin, "unnamed") or lattice.in_set(begin, "there_is")
        asked = any(lattice.in_set(at, "conditional") and self._is_found_out(at) for at in stretch)
        told = verb is not None and ((subject and verb > begin) or short or asked)
        commanded = any(self._statements.is_clause(at) for at in (begin, *self._bounds) if at in stretch[told:])
        joined = any(self._statements.goes_on(at) for at in stretch[1:])
        open_end = lattice.class_name(end - 1) in OPEN_ENDS and not self._statements.tells_what(begin, end - 1)
        open_end = open_end or lattice.in_set(end - 1, "statement_opening")
        return commanded or joined or open_end

    def _points_back(self, start: int) -> bool:
        """Whether a word from a token on may mean something that was told before it."""
        lattice = self._lattice
        return any(not POINTING.isdisjoint(lattice.hits[at]) for at in range(start, lattice.size))

    def _is_barred(self, at: int) -> bool:
        """Whether a word is a name, says on what condition, or begins an order or a question."""
        lattice, harmless, token = self._lattice, self._harmless, self._lattice.tokens[at]
        if token.shape == "mark":
            return token.low == ASKED
        if (token.shape != "word" and not token.low.isdigit()) or harmless.names.exists_at(at):
            return True
        if harmless.orders(at) or self._says_where(at):
            return True
        if lattice.at(at, "meant"):
            return True
        one = lattice.in_set(at, "noun_again") and lattice.in_set(at - 1, "definite")
        tells_which = one and lattice.class_name(at + 1) in WHICH
        conditional = lattice.in_set(at, "conditional") and not self._is_found_out(at)
        return tells_which or conditional or self._retracts(at)

    def _is_found_out(self, at: int) -> bool:
        """Whether "if" asks what is so of the speaker alone: "work out *if* i passed", not "if i need it"."""
        lattice = self._lattice
        own = lattice.in_set(at - 1, "finding_out") and lattice.in_set(at + 1, "speaking")
        return own and not self._points_back(at + 1)

    def _retracts(self, at: int) -> bool:
        """Whether a word may take something back, and does not only tell how somebody does something."""
        lattice = self._lattice
        told = lattice.in_set(at - 1, "infinitive") or lattice.in_set(at - 1, "own_subject")
        lacking = lattice.in_set(at, "lacking") and lattice.in_set(at + 1, "concern")
        return lattice.in_set(at, "retracting") and not (lacking or (told and lattice.in_set(at, "adverb")))

    def _lasts(self, at: int) -> bool:
        """Whether a word says until when, or from when, at a figure: "until nine"."""
        return self._lattice.class_name(at) == "later" and at + 1 < self._lattice.size and self._counts(at + 1)

    def _says_where(self, at: int) -> bool:
        """Whether a place that the language knows follows a preposition: "somewhere *in* my documents"."""
        lattice = self._lattice
        place = at + 1 + lattice.in_set(at + 1, "determiner")
        return lattice.class_name(at) == "preposition" and bool(lattice.at(place, "anchor"))

    def _counts(self, at: int) -> bool:
        lattice = self._lattice
        if lattice.tokens[at].shape == FILE:
            return False
        said = lattice.in_set(at, "number") and not lattice.in_set(at, "noun_again")
        return said or any(character.isdigit() for character in lattice.low[at]) or lattice.may_be_number(at)

    def _delays(self, at: int) -> bool:
        return self._harmless.delays(at) or self._harmless.opens_with_time(at)

    def _narrows(self, at: int) -> bool:
        return self._harmless.narrows(at) or self._lattice.class_name(at) == "negation"

    def _verb(self, begin: int, end: int) -> int | None:
        """The verb of a statement that begins with its subject, behind a few adverbs at most; None without one."""
        lattice = self._lattice
        if lattice.at(begin, "there") and lattice.class_name(begin + 1) == "being":
            return begin + 1
        if self._statements.tells_of_there(begin) and begin + 1 < end:
            return begin
        if self._tells_in_short(begin, end) or self._was_done(begin, end):
            return begin
        for at in range(begin, min(end, begin + MOST_BEFORE + 1)):
            verb = self._statements.verb(at, end)
            if verb is not None and (at == begin or lattice.in_set(at, "own_subject")):
                return verb
            if not (self._statements.is_adverb(at) or lattice.at(at, "there")):
                return None
        return None

    def _is_object(self, at: int, verb: int | None) -> bool:
        """Whether a word right behind the verb of a statement is what that is done to: "they take *place*"."""
        lattice = self._lattice
        if verb is None or at != verb + 1 or not lattice.at(verb, "verb") or lattice.in_set(verb, "wishing"):
            return False
        return at + 1 >= lattice.size or lattice.class_name(at + 1) == "preposition"

    def _wishes(self, at: int) -> bool:
        """Whether a word wishes something, and does not tell what its speaker is busy with: "I need to revise"."""
        lattice = self._lattice
        busy = lattice.in_set(at + 1, "infinitive") and at + 2 < lattice.size and not lattice.at(at + 2, "verb")
        return lattice.in_set(at, "wishing") and not busy

    def _tells_in_short(self, begin: int, end: int) -> bool:
        """Whether what the speaker must do or is doing, or what is not, ends the utterance: ", have to go"."""
        lattice = self._lattice
        first = begin + lattice.in_set(begin, "adverb")
        doing = lattice.ends_like(first, "judged") and first + 1 < end and not lattice.at(first, "verb")
        if begin > 0 and end == lattice.size and doing and not lattice.class_name(first):
            return True
        led = lattice.in_set(begin + 1, "infinitive") or lattice.in_set(begin, "infinitive")
        told = (led and lattice.in_set(begin, "obliged")) or lattice.in_set(begin, "never_orders")
        told = told or self._is_so(begin, end) or self._does_no_more(begin, end) or self._wishes_not(begin)
        return begin > 0 and end == lattice.size and told

    def _is_so(self, begin: int, end: int) -> bool:
        """Whether how something is is told without what it is told of: ", is empty since years"."""
        lattice = self._lattice
        if lattice.class_name(begin) != "being" or begin + 1 >= end:
            return False
        return lattice.in_set(begin + 1, "condition") or self._statements.is_past(begin + 1)

    def _wishes_not(self, begin: int) -> bool:
        """Whether what the speaker does not want to happen to him is told: ", dont want to end up late"."""
        lattice = self._lattice
        denied = lattice.class_name(begin) == "negation" and lattice.in_set(begin + 1, "wishing")
        return denied and not self._wishes(begin + 1) and lattice.in_set(begin + 2, "infinitive")

    def _does_no_more(self, begin: int, end: int) -> bool:
        """Whether what the speaker no longer does is told: ", don't play it anymore"; no verb of the command is one."""
        lattice = self._lattice
        denied = lattice.class_name(begin) == "negation" and begin + 1 < end and lattice.in_set(end - 1, "no_more")
        return denied and lattice.low.count(lattice.low[begin + 1]) == 1 and not self._harmless.orders(begin + 1)

    def _was_done(self, begin: int, end: int) -> bool:
        """Whether what somebody did, who is not named, opens the utterance: "passed the exam"."""
        lattice = self._lattice
        own = self._statements.is_past(begin) and not lattice.at(begin, "verb") and not lattice.class_name(begin)
        return begin == 0 and begin + 1 < end and own

    def _says_little(self, begin: int, end: int) -> bool:
        """Whether a few words before a command lead to nothing, and have no verb that it could be a part of."""
        lattice = self._lattice
        words = [at for at in range(begin, end) if lattice.tokens[at].shape == "word"]
        if any(lattice.in_set(at, "when") or lattice.class_name(at) in TIMES for at in words):
            return False
        verbs = any(not cost for at in words for _, cost, _ in lattice.at(at, "verb"))
        led = lattice.class_name(begin) == "preposition" or bool(lattice.at(begin, "remark_lead"))
        return not (verbs or led or any(map(self._narrows, words)) or self._is_strange_verb(begin))

    def _is_strange_verb(self, at: int) -> bool:
        """Whether a word stands before a thing as a verb would: "colour it red"."""
        lattice = self._lattice
        if at + 1 >= lattice.size or lattice.class_name(at) not in MAY_BE_VERBS:
            return False
        return lattice.in_set(at + 1, "determiner") or lattice.class_name(at + 1) in OBJECTS

    def _without_lead(self, start: int, end: int) -> int:
        """Past the marks, and what leads to a reason or is exclaimed; what happens meanwhile may be a time."""
        lattice, at = self._lattice, start
        while at < end:
            leads = (hit for category in LEADS for hit in lattice.at(at, category))
            led = [after for after, cost, sense in leads if not cost and after > at and sense != MEANWHILE]
            if lattice.tokens[at].shape == "mark":
                led.append(at + 1)
            if not led:
                break
            at = max(led)
        return self._behind_place(min(at, end), end)

    def _behind_place(self, begin: int, end: int) -> int:
        """Past where something is told to be before its subject: "in this text I have made mistakes"."""
        lattice = self._lattice
        if lattice.class_name(begin) != "preposition":
            return begin
        subjects = (at for at in range(begin + 2, min(end, begin + LONGEST_PLACE)) if lattice.in_set(at, "own_subject"))
        return next((at for at in subjects if self._statements.verb(at, end) is not None), begin)

    def _without(self, start: int, end: int) -> Rest:
        lattice, tokens, text = self._lattice, self._lattice.tokens, self._lattice.text
        first = tokens[start].start
        before = text[:first].rstrip(MARKS if end == lattice.size else None)
        after = text[tokens[end].start :] if end < lattice.size else ""
        if not before or before.endswith((*STOPS, *MARKS)):
            after = after.lstrip(MARKS + "".join(STOPS))
        return Rest(f"{before} {after}".strip(), text[first : tokens[end - 1].end].strip(MARKS), len(before.lstrip()))
