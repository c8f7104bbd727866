"""What an utterance says without the stretches that look like no part of its command: what is left, and these.

A remark that is known as one is passed over by the decoder (`asides/remarks.py`). What only looks like one was learned
from sentences (`language/tagging`), and is a guess: the rest must be a command of its own, a person is shown what was
left out before anything is done, and what could change what is done is never guessed away. That is told by rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from typing import NamedTuple

from aura.language.asides.remarks import Remarks
from aura.language.asides.statements import MEANWHILE
from aura.language.hearing.marking import commands, follows
from aura.language.tagging.tagger import Tagging, taggings
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import POINTING

MOST, FEW = 12, 4
LEAST_LIKELY, LIKELY, SURE, SURE_OF_PLACE, SURE_UNMARKED = 0.1, 0.6, 0.7, 0.75, 0.8
"""How probable a guess is at least: where all that it leaves out states something, where not, to be sure, and to be
sure that something is to be left out just there, behind a mark or a word that leads it on, and without one."""
LEAD = "remark_lead"
NARROWING_LEADS = ("except", "condition_lead", LEAD)
OPEN_ENDS, UNTOLD = ("negation", "later", "being"), ("negation", "later")
WHICH = ("pronoun", "preposition")
"""Behind "the one": "the one that …", "the one I …", "the one with …"."""
BRACKETS, INTRODUCING, ASKED, MARKS, STOPS = ("(", ")"), ":", "?", " ,;:-—", (".", "!")
FILE = "file"
CELL = re.compile(r"[a-z]{1,3}\d+")
"""A cell, or what is numbered like one: "b3", "v2"."""

Span = tuple[int, int]


class Rest(NamedTuple):
    """An utterance without some stretches of it, these, and the characters of the rest at which each stood.

    `probability` is that of the guess; with `only_reads` only reading may go without what is left out.
    """

    text: str
    asides: tuple[str, ...]
    starts: tuple[int, ...]
    probability: float = 1.0
    only_reads: bool = False


def rests(lattice: Lattice, remarks: Remarks, least: float = LEAST_LIKELY) -> Iterator[Rest]:
    """The utterance without what may be beside its command, the likeliest first."""
    staying = Staying(lattice, remarks)
    for tagging in taggings(lattice, MOST):
        if tagging.probability < least:
            return
        states = all(staying.states(start, end) for start, end in tagging.stretches)
        unlikely = tagging.probability < LIKELY and not states
        if not unlikely and not any(staying.must(start, end) for start, end in tagging.stretches):
            rest = rest_of(lattice, tagging.stretches, tagging.probability)
            yield rest._replace(only_reads=any(staying.finds_out(*stretch) for stretch in tagging.stretches))


def surely_beside(
    lattice: Lattice, remarks: Callable[[], Remarks], free: Container[int], passed: Container[int]
) -> Rest | None:
    """The utterance without what is surely beside its command, where that was taken for a name or a text.

    Of such stretches some words may have been `passed` over.
    """
    likely = taggings(lattice, FEW)
    if not likely:
        return None
    stretches, staying = likely[0].stretches, Staying(lattice, remarks())
    least = SURE_OF_PLACE if all(staying.is_apart(start) for start, _ in stretches) else SURE_UNMARKED
    if sum(one.probability for one in likely if _alike(one, likely[0])) < least:
        return None
    for start, end in stretches:
        taken = [at in free for at in range(start, end)]
        said = (one or at in passed or bool(lattice.at(at, "exclaimed")) for at, one in enumerate(taken, start))
        if not any(taken) or not all(said):
            return None
    stays = any(
        staying.must(start, end)
        or staying.finds_out(start, end)
        or staying.belongs(start, end)
        or not staying.states(start, end)
        for start, end in stretches
    )
    return None if stays else rest_of(lattice, stretches, likely[0].probability)


def _alike(one: Tagging, other: Tagging) -> bool:
    """Whether two taggings say that something is beside the command at the same places, if not just how much of it."""
    pairs = zip(one.stretches, other.stretches, strict=False)
    return len(one.stretches) == len(other.stretches) and all(a < d and c < b for (a, b), (c, d) in pairs)


class Staying:
    """What must stay of one utterance, whatever it looks like."""

    def __init__(self, lattice: Lattice, remarks: Remarks) -> None:
        self._lattice = lattice
        self._remarks = remarks
        self._harmless = remarks.harmless
        self._statements = remarks.statements

    def must(self, start: int, end: int) -> bool:
        """Whether a stretch could change what is done: it narrows, delays, forbids, retracts, orders, or names."""
        lattice = self._lattice
        begin = next((at for at in range(start, end) if lattice.tokens[at].shape != "mark"), end)
        if begin == end or self._is_introduced(begin) or (end < lattice.size and lattice.low[end] == INTRODUCING):
            return True
        inside = [lattice.low[at] for at in range(start, end)]
        if inside.count(BRACKETS[0]) != inside.count(BRACKETS[1]) or self._remarks.tells_which(start):
            return True
        if self._narrows_first(begin) or self._ends_openly(end - 1) or self._is_delayed(begin, end):
            return True
        if self._harmless.doubted(start, end) or self._harmless.doubt_begins(start, end):
            return True
        if not self._may_end(begin, end) or (start == 0 and self._points_back(end)):
            return True
        reported = any(self._is_reported(begin, at, end) for at in range(begin, end))
        return (
            reported or self._wishes_for_some(begin, end) or any(self._matters(begin, at) for at in range(begin, end))
        )

    def states(self, start: int, end: int) -> bool:
        """Whether a subject and its verb are in a stretch, or it opens with a verb that only tells: "doesn't fit"."""
        lattice = self._lattice
        told = any(lattice.in_set(at, "never_orders") for at in range(start, min(start + 2, end)))
        return told or any(self._statements.verb(at, end) is not None for at in range(start, end))

    def finds_out(self, start: int, end: int) -> bool:
        """Whether what is still to be found out may be about what is acted on: "checking *if* I can email it"."""
        lattice = self._lattice
        found_out = (at for at in range(start, end) if self._is_found_out(at))
        return any(
            not lattice.in_set(at + 1, "speaking")
            or any(not POINTING.isdisjoint(lattice.hits[word]) for word in range(at + 1, end))
            for at in found_out
        )

    def belongs(self, start: int, end: int) -> bool:
        """Whether words may be of a text: "*in* …", "the budget *my boss wants*", "*since* tea is cheaper"."""
        lattice = self._lattice
        led = [after for after, cost, _ in lattice.at(start, LEAD) if not cost]
        if led:
            return not any(lattice.in_set(after + lattice.in_set(after, "adverb"), "own_subject") for after in led)
        wished = not self.is_apart(start) and lattice.in_set(end - 1, "wishing")
        return wished or lattice.class_name(start) == "preposition"

    def is_apart(self, start: int) -> bool:
        """Whether a mark stands before a stretch, or a word that leads on to a remark: "bc i always forget it"."""
        lattice = self._lattice
        return start == 0 or lattice.tokens[start - 1].shape == "mark" or bool(lattice.at(start, LEAD))

    # -- a stretch as a whole

    def _is_introduced(self, begin: int) -> bool:
        """Whether a colon stands before a stretch in its sentence: what follows it belongs together."""
        lattice = self._lattice
        before = (lattice.low[at] for at in range(begin - 1, -1, -1))
        return next((low for low in before if low == INTRODUCING or low in STOPS), "") == INTRODUCING

    def _narrows_first(self, begin: int) -> bool:
        """Whether a stretch opens with a condition, a time, an exception, a number, or what is told of the command."""
        lattice = self._lattice
        opening = min(begin + lattice.in_set(begin, "coordinating"), lattice.size - 1)
        told = lattice.class_name(opening) in OPEN_ENDS and not (
            self._tells_in_short(opening) or lattice.in_set(opening, "speaking") or lattice.at(opening, LEAD)
        )
        if told or self._counts(begin) or lattice.in_set(begin, "merely") or lattice.in_set(opening, "modal"):
            return True
        leads = ((name, hit) for name in NARROWING_LEADS for hit in lattice.at(opening, name))
        led = any(not cost and (name != LEAD or sense == MEANWHILE) for name, (_, cost, sense) in leads)
        return led or lattice.in_set(opening, "conditional") or self._delays(opening)

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
        ended = next((at for at in range(begin + 1, lattice.size) if lattice.tokens[at].shape == "mark"), lattice.size)
        no_more = lattice.in_set(ended - 1, "no_more") and not self._harmless.orders(begin + 1)
        unknown = lattice.in_set(begin, "subjectless") and lattice.in_set(begin + 1, "finding_out")
        wished = lattice.in_set(begin + 1, "wishing") and lattice.in_set(begin + 2, "infinitive")
        return denied and (no_more or unknown or wished or self._statements.tells(begin + 1))

    def _ends_openly(self, last: int) -> bool:
        """Whether what a stretch tells goes on behind it, or comes before the command: "my boss reads it first"."""
        lattice = self._lattice
        counted = lattice.in_set(last, "ordinal") and not POINTING.isdisjoint(lattice.hits[last - 1])
        return counted or lattice.class_name(last) in UNTOLD or lattice.in_set(last, "statement_opening")

    def _may_end(self, begin: int, at: int) -> bool:
        """Whether what is told may end before a token: at a mark, a hesitation, or what leads on.

        Nothing is only intended there; and where a command just follows, nothing is denied: "I can't for the life of
        me delete it".
        """
        lattice, stretch = self._lattice, range(begin, at)
        joined = any(not cost for _, cost, _ in lattice.ending(at, "joint"))
        intended = joined and any(lattice.in_set(word, "intending") for word in stretch)
        if begin <= 1 and (intended or lattice.goes_with(begin, at)):
            return False
        if at == lattice.size or lattice.tokens[at].shape == "mark" or self._ends_mark(at) or self._hesitates(at):
            return True
        if any(not cost for _, cost, _ in lattice.ending(at, "conclusion")):
            return True
        ordered = joined or any(begins(lattice, self._remarks, at) for begins in (follows, commands))
        return ordered and not any(lattice.class_name(word) == "negation" for word in stretch)

    def _points_back(self, start: int) -> bool:
        """Whether a word from a token on may mean what was told before it, since nothing else was named by then."""
        lattice = self._lattice
        pointing = (at for at in range(start, lattice.size) if not POINTING.isdisjoint(lattice.hits[at]))
        first = next(pointing, start)
        named = (at for at in range(start, first) if not lattice.class_name(at) and lattice.tokens[at].shape != "mark")
        return first > start and all(lattice.at(at, "verb") for at in named)

    def _is_delayed(self, begin: int, end: int) -> bool:
        """Whether a stretch says when, and that is not the time of what it tells."""
        time = next((at for at in range(begin, end) if self._delays(at)), None)
        if time is None:
            return False
        lattice, statements = self._lattice, self._statements
        verb = statements.verb(begin, end)
        bounded = end == lattice.size or lattice.tokens[end].shape == "mark" or self._ends_mark(end)
        pointed = any(lattice.in_set(at, "adding") for at in (*range(begin), *range(end, lattice.size)))
        if verb is None or not bounded or pointed:
            return True
        return not (statements.has_own_time(begin, verb, end) and statements.is_event(begin, verb, time))

    def _wishes_for_some(self, begin: int, end: int) -> bool:
        """Whether somebody wishes for less, or later, or keeps it: "I only want its first line", "I keep it"."""
        lattice, stretch = self._lattice, range(begin, end)
        lesser = any(lattice.in_set(at, "merely") or lattice.in_set(at, "someday") for at in stretch)
        return (lesser and any(lattice.in_set(at, "wishing") for at in stretch)) or any(
            lattice.in_set(at, "unsettling") and not POINTING.isdisjoint(lattice.hits[at + 1])
            for at in stretch
            if at + 1 < lattice.size
        )

    # -- a word of it

    def _matters(self, begin: int, at: int) -> bool:
        """Whether a word names what is there, says where or which is meant, takes back, or orders something too."""
        lattice, token = self._lattice, self._lattice.tokens[at]
        if token.shape == "mark":
            return False
        if token.shape != "word" or self._harmless.names.exists_at(at) or lattice.at(at, "meant"):
            return True
        if CELL.fullmatch(token.low):
            return True
        conditional = lattice.in_set(at, "conditional") and lattice.class_name(at) == "later"
        if conditional and not self._is_found_out(at):
            return True
        picked = self._says_where(at) or self._says_which(at) or self._says_before_what(at)
        return picked or self._retracts(at) or self._orders_too(begin, at)

    def _is_reported(self, begin: int, at: int, end: int) -> bool:
        """Whether a word may say that somebody said the command: "she *wrote* that", ", *says* my boss", ", he *said*".

        Behind the command what is said has words of its own there: "the upload page *says* 2mb max".
        """
        lattice = self._lattice
        if not lattice.in_set(at, "reporting") or lattice.in_set(at + 1, "speaker"):
            return False
        own = at + 1 < end and not (lattice.in_set(at + 1, "infinitive") or POINTING.intersection(lattice.hits[at + 1]))
        return begin <= 1 or at == begin or not own

    def _is_found_out(self, at: int) -> bool:
        """Whether "if" asks what is so: "work out *if* i passed", "wanna know *if* it fits", no condition."""
        lattice = self._lattice
        return lattice.in_set(at, "conditional") and lattice.in_set(at - 1, "finding_out")

    def _orders_too(self, begin: int, at: int) -> bool:
        """Whether a command begins at a token that something joins to what is before it."""
        lattice = self._lattice
        joined = at > begin and any(not cost for _, cost, _ in lattice.ending(at, "joint"))
        goes_on = at + 1 < lattice.size and lattice.tokens[at + 1].shape != "mark"
        return joined and goes_on and any(not cost for _, cost, _ in lattice.at(at, "verb"))

    def _says_which(self, at: int) -> bool:
        """Whether something is picked out at a word: "the *one* with the graph", "the big *ones*", "*some* of them"."""
        lattice = self._lattice
        one = lattice.in_set(at, "noun_again") and lattice.in_set(at - 1, "definite")
        counting = lattice.class_name(at) == "quantifier"
        some = lattice.in_set(at, "noun_again") and not counting
        of_them = counting and at + 2 < lattice.size and not POINTING.isdisjoint(lattice.hits[at + 2])
        return (
            some or (one and lattice.class_name(at + 1) in WHICH) or (of_them and bool(lattice.at(at + 1, "which_in")))
        )

    def _says_before_what(self, at: int) -> bool:
        """Whether something is told to come before or behind the command: "she has to sign it *before that*"."""
        lattice = self._lattice
        ends = (end for end, cost, _ in lattice.at(at, "condition_lead") if not cost and end < lattice.size)
        return not self._is_found_out(at) and any(not POINTING.isdisjoint(lattice.hits[end]) for end in ends)

    def _says_where(self, at: int) -> bool:
        """Whether a place that the language knows follows a preposition: "somewhere *in* my documents"."""
        lattice = self._lattice
        place = at + 1 + lattice.in_set(at + 1, "determiner")
        return lattice.class_name(at) == "preposition" and bool(lattice.at(place, "anchor"))

    def _retracts(self, at: int) -> bool:
        """Whether a word may take something back, and does not only tell how somebody does something."""
        lattice = self._lattice
        told = lattice.in_set(at - 1, "infinitive") or lattice.in_set(at - 1, "own_subject")
        lacking = lattice.in_set(at, "lacking") and lattice.in_set(at + 1, "concern")
        return lattice.in_set(at, "retracting") and not (lacking or (told and lattice.in_set(at, "adverb")))

    def _counts(self, at: int) -> bool:
        lattice = self._lattice
        if lattice.tokens[at].shape == FILE:
            return False
        said = lattice.in_set(at, "number") and not lattice.in_set(at, "noun_again")
        return said or any(character.isdigit() for character in lattice.low[at])

    def _delays(self, at: int) -> bool:
        return self._harmless.delays(at) or self._harmless.opens_with_time(at)

    def _ends_mark(self, at: int) -> bool:
        return self._lattice.tokens[at - 1].shape == "mark"

    def _hesitates(self, at: int) -> bool:
        """Whether something was said before a token that is no word of the utterance: "um"."""
        lattice = self._lattice
        return bool(lattice.text[lattice.tokens[at - 1].end : lattice.tokens[at].start].strip())


def rest_of(lattice: Lattice, stretches: Sequence[Span], probability: float = 1.0) -> Rest:
    """An utterance without some stretches, from a token to before another, in order."""
    tokens, text, whole = lattice.tokens, lattice.text, ""
    asides, starts, at = [], [], 0
    for start, end in stretches:
        first = tokens[start].start
        whole = _joined(whole, text[at:first].rstrip(MARKS if end == lattice.size else None))
        asides.append(text[first : tokens[end - 1].end].strip(MARKS + ASKED))
        starts.append(len(whole))
        at = tokens[end].start if end < lattice.size else len(text)
    return Rest(_joined(whole, text[at:]).strip(), tuple(asides), tuple(starts), probability)


def _joined(before: str, after: str) -> str:
    """What stood before a stretch and what stood behind it; marks that parted it from the latter go with it."""
    if not before or before.endswith((*STOPS, *MARKS)):
        after = after.lstrip(MARKS + "".join(STOPS))
    return f"{before} {after}".strip()
