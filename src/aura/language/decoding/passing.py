"""What may be passed over between the parts of a clause: fillers, remarks, marks, times, and words nobody knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from aura.language.decoding.phrases import Phrases
from aura.language.decoding.standing import Passed
from aura.language.decoding.strangers import Strangers
from aura.language.grammar.grammar import FIXED
from aura.language.slots.sentences import FREELY
from aura.language.slots.topics import QUESTIONS
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.predicates import (
    is_done_besides,
    says_what_for,
    says_which_of_kind,
    tells_on,
    thanks_or_asks,
)
from aura.language.utterance.stretches import OF_DEED, SEQUENCE, is_ended, puts_before, spares
from aura.language.utterance.verbs import verbs_before

FILLER, TIME = 2.0, 2.5
OPENING_LATE = 4.0  # and what may as well end a text
AFTER_TEXT, ASIDE_AFTER_TEXT = 6.0, 12.0
COMMA = 3.0
WHY_ASKED = 4.0
STOP_AT_START, STOP_LATER = 6.0, 9.0
FALSE_START, LONGEST_FALSE_START, SHORTEST_CORRECTION = 8.0, 6, 2
INTRODUCING = ":"
WRITTEN = frozenset(("text", "bare_text", "quoted"))
"""The roles of a text in a frame."""
ASKED = (*QUESTIONS, "yes_no")
COMMANDING, AGAINST = "commanding", "against"
TOLD_BEHIND = ("asked_with", "own_subject")
"""With these something is asked or told."""
CLAUSE_STARTS = frozenset(("verb", "filler", "in", "from"))

Priced = tuple[float, float, Passed]
NOTHING: list[Priced] = []


class Passing:
    """What may be passed over in one utterance, memoised by token."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self.lattice: Lattice = phrases.lattice
        self.remarks = phrases.remarks
        self.strangers = Strangers(phrases)
        self._found: dict[tuple[int, bool, bool], list[Priced]] = {}

    def at(self, position: int, fresh: bool, led: bool) -> list[Priced]:
        """What may be passed over at a token: its price, and what that is right after a text.

        `fresh` where nothing of the clause has been read, `led` where no more than a place has.
        """
        key = (position, fresh, led)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = list(self._passed(position, fresh, led)) or NOTHING
        return found

    def forbids(self, position: int) -> Iterator[tuple[int, float]]:
        """Words at a token that forbid what comes next; they are first, or behind a mark, a joint or a polite word."""
        lattice, last = self.lattice, position - 1
        joined = position > 0 and (lattice.tokens[last].shape == "mark" or bool(lattice.ending(position, "joint")))
        if position == 0 or joined or lattice.in_set(last, "polite"):
            yield from ((end, cost) for end, cost, _ in lattice.at(position, "forbidden"))

    def clause_may_start(self, position: int, told: bool = False) -> bool:
        """Whether the first words look like a clause: a verb that is no word for a text, a place, a whole phrase.

        Behind what is only `told` a thing goes on with it: "I've already taken *a screenshot*".
        """
        if (told and self.lattice.in_set(position, "determiner")) or self.remarks.tells_which(position - 1):
            return False
        if not CLAUSE_STARTS.isdisjoint(self.lattice.hits[position]):
            return not self.lattice.in_set(position, "text_intro")
        search = self.phrases.slotted.sentences(FIXED, position)
        search.go_on(FREELY)
        return any(not found.slots for found in search.found)

    def bounded(self, position: int) -> bool:
        """Whether what ends before a token hardly goes on: a file, a quotation, the desktop, what a modal follows."""
        lattice = self.lattice
        last = position - (lattice.low[position - 1] == ",")
        if lattice.tokens[last - 1].shape in ("file", "quoted") or lattice.class_name(position) == "filler":
            return True
        return bool(lattice.ending(last, "anchor"))

    def _passed(self, position: int, fresh: bool, led: bool) -> Iterator[Priced]:
        lattice, hits = self.lattice, self.lattice.hits[position]
        if not fresh and says_which_of_kind(lattice, position):
            return
        if "filler" in hits and not self._corrects(position):
            yield from self._fillers(position, fresh)
        if "beforehand" in hits and not fresh:
            contrasted = any(lattice.in_set(at, "contrasting") for at in range(position))
            for end, more, _ in hits["beforehand"]:
                over = is_ended(lattice, end)
                if (contrasted and over) or self._comes_first_of_two(position, end):
                    kind = "beforehand" if contrasted else "first of two"
                    yield more, more + AFTER_TEXT, Passed(kind, position, end)
        if fresh and puts_before(lattice, position):
            for end, more, sense in hits["beforehand"]:
                yield more, more, Passed("before it" if sense == OF_DEED else "beforehand", position, end)
        for time in self.phrases.slotted.times(position):
            price = TIME + time.cost
            yield price, price + AFTER_TEXT, Passed("time", position, time.end)
        if (mark := self._mark_price(position, fresh)) is not None:
            yield mark, mark, Passed("mark", position, position + 1)
        if self._points_ahead(position):
            yield FILLER, FILLER, Passed("filler", position, position + 1)
        if led and "joint" in hits and lattice.tokens[position].shape == "word":
            for end, more, _ in hits["joint"]:
                yield more + COMMA, more + COMMA, Passed("joint", position, end)
        told = self.remarks.opening(position) if fresh else self.remarks.closing(position)
        for end, cost in self.without_orders(position, chain(self.phrases.texts.remarks(position, fresh), told)):
            kept = self._is_introduced(position) or self.remarks.tells_which(position)
            if not (kept or self.remarks.harmless.doubted(position, end)):
                yield cost, cost + ASIDE_AFTER_TEXT, self._remark(position, end, fresh)
        if lattice.low[position] == "?":
            yield from self._after_question(position)
        if not position:
            yield from ((FALSE_START, FALSE_START, Passed("remark", 0, end)) for end in self._false_starts())

    def _comes_first_of_two(self, position: int, end: int) -> bool:
        """Whether words end what is said, behind the last of two commands: "lock it*,* mute it *first*, open it".

        "Then" behind them may as well say before what they come first: "lock it, mute it first, *then* open it"; not so
        behind what sets them against the other: "mute it first *though* and then open it".
        """
        lattice = self.lattice
        rest = range(end, lattice.size)
        ended = all(lattice.tokens[at].shape == "mark" or lattice.in_set(at, "polite") for at in rest)
        hits = lattice.at(position, "beforehand")
        against = bool(lattice.at(end, "joint")) and (end, AGAINST) in ((stop, sense) for stop, _, sense in hits)
        apart = end < lattice.size and lattice.tokens[end].shape == "mark" and not self._in_turn(end)
        before = [at for at in range(1, position) if lattice.at(at, "joint") and lattice.begins_clause(at + 1)]
        then = max((at for at in before if self._in_turn(at)), default=0)
        joints = [at for at in before if at > then + 1]
        joined = len(joints) == 1 and (lattice.in_set(joints[0], "joins_the_last") or lattice.low[joints[0]] == ",")
        return (ended or against or apart) and joined

    def _in_turn(self, at: int) -> bool:
        """Whether a joint says that what follows comes after what was said: "and then"."""
        return any(how == SEQUENCE for _, _, how in self.lattice.at(at, "joint"))

    def _corrects(self, position: int) -> bool:
        """Whether a correction begins at a token amid an utterance, or at the mark before it.

        None does where something is asked or told behind it: "…, wait, *did anna read it?*", "…, sorry, *I need it*".
        """
        lattice = self.lattice
        begins = range(position - (lattice.tokens[position - 1].shape == "mark"), position + 1) if position else ()
        end = max((end for at in begins for end, _, _ in lattice.at(at, "correction")), default=0)
        if not position < end < lattice.size or is_done_besides(lattice, end):
            return False
        return not (lattice.at(end, "asks") or any(lattice.in_set(end, name) for name in TOLD_BEHIND))

    def _says_anew(self, start: int, end: int) -> bool:
        """Whether a correction opens some words and nobody tells anything in them: "*, I mean 60*", no remark."""
        hits = self.lattice.at(start, "correction")
        anew = max((after for after, slipped, _ in hits if after < self.lattice.size and not slipped), default=0)
        if not anew:
            return False
        counted = self.phrases.kinds.numbers.at(anew) is not None
        return end <= anew or counted or self.remarks.statements.verb(anew, end) is None

    def _points_ahead(self, position: int) -> bool:
        """Whether a word behind a verb of writing points at the text that follows the next mark, a colon.

        "Add *this* to notes.txt: buy milk".
        """
        lattice = self.lattice
        if not (position and lattice.in_set(position, "announcing") and lattice.at(position, "it")):
            return False
        frames = (frame for _, frame in verbs_before(lattice, position))
        led = position + 1 < lattice.size and lattice.class_name(position + 1) == "preposition"
        if not led or not any(WRITTEN & frame.takes.keys() for frame in frames):
            return False
        for at in range(position + 2, lattice.size - 1):
            if lattice.tokens[at].shape == "mark" or lattice.at(at, "joint"):
                return lattice.low[at] == INTRODUCING
        return False

    def without_orders(self, start: int, told: Iterable[tuple[int, float]]) -> Iterator[tuple[int, float]]:
        """Those of some remarks that say nothing anew and order nothing, behind a joint or, up to one, at all.

        Not "lol clicked too fast *and full brightness*", nor "for the lesson *mute the sound* and …".
        """
        orders = self.remarks.harmless.orders
        for end, cost in told:
            inside = (after for at in range(start + 1, end) for after in self.lattice.ends(at, "joint"))
            joined = end < self.lattice.size and self.lattice.tokens[end].shape == "word"
            begins = chain(inside, range(start + 2, end) if joined and self.lattice.at(end, "joint") else ())
            if not (self._says_anew(start, end) or any(after < end and orders(after) for after in begins)):
                yield end, cost

    def taken_back(self, position: int) -> Iterator[int]:
        """The ends of words at a token that take back the whole clause before them."""
        lattice = self.lattice
        no_correction = lattice.begins(position, "no_correction")
        if "retraction" in lattice.hits[position] and not (no_correction or spares(lattice, position)):
            for end, slipped, sense in lattice.at(position, "retraction"):
                anew = end < lattice.size and not self._is_said_anew(position, end)
                anew = anew and not (is_done_besides(lattice, end) or self._is_all_ordered(position, end))
                if anew and not slipped and (sense != COMMANDING or self.remarks.harmless.is_order(end)):
                    yield end

    def _is_all_ordered(self, position: int, end: int) -> bool:
        """Whether what seems to take back is an order with what follows it: ", *cancel that* shutdown"."""
        follows = self.lattice.tokens[end].shape == "word" and self.lattice.in_set(end - 1, "determiner")
        return follows and any(self.remarks.harmless.orders_past(at, end) for at in range(position, end))

    def _is_said_anew(self, position: int, end: int) -> bool:
        """Whether what follows takes the place of a part of the clause, not of all: "desktop 3, no, desktop 2"."""
        lattice = self.lattice
        return not lattice.at(end, "verb") and lattice.low[end] in lattice.low[1:position]

    def _false_starts(self) -> Iterator[int]:
        """Where a command is said anew that opens with the word it began with, or began with its verb alone.

        "*Open red, no sorry,* open green", "*copy no I mean* move a.txt".
        """
        lattice = self.lattice
        for at in range(1, min(lattice.size, LONGEST_FALSE_START)):
            if lattice.tokens[at - 1].shape != "word" or lattice.at(at - 1, "joint"):
                return
            for end, slipped, _ in lattice.at(at, "correction"):
                orders = end < lattice.size and bool(lattice.at(end, "verb"))
                anew = orders and (lattice.low[end] == lattice.low[0] or (at == 1 and lattice.begins_clause(0)))
                if anew and not slipped and end - at >= SHORTEST_CORRECTION:
                    yield end

    def _after_question(self, mark: int) -> Iterator[Priced]:
        """ "Where is a.txt? I cannot find it": a remark, a reason, or thanks, that the utterance ends in."""
        begin, size = mark + 1, self.lattice.size
        found = [(end, FILLER + cost) for end, cost, where in self.lattice.at(begin, "filler") if where == "anywhere"]
        told = [*found, *self.phrases.texts.remarks(begin, False)]
        ends = [cost for end, cost in told if end == size and not self.remarks.harmless.doubted(mark, end)]
        if self.remarks.harmless.tells_why_asked(begin):
            ends.append(WHY_ASKED + size - begin)
        yield from ((cost, cost, Passed("remark", mark, size)) for cost in ends)

    def _remark(self, start: int, end: int, fresh: bool) -> Passed:
        """A remark; it is about time where it ends in one, or where a word of it may be a slip of one.

        What is somebody's own is a thing, whatever time it is: "because they changed *our Sundays*".
        """
        own = (at for at in range(start + 2, end) if self.lattice.in_set(at, "possessive"))
        things = {at + 1 for at in own if self.lattice.class_name(at + 1) != "preposition"}
        apart = sorted({*range(start, end)}.difference(things))
        says_when = not fresh and self._says_when(apart, end) and not self._is_of_its_own(start, end)
        says_when = says_when or any(self.lattice.may_say_when(at) for at in apart)
        return Passed("time" if says_when else "remark", start, end)

    def _says_when(self, words: list[int], end: int) -> bool:
        """Whether the utterance ends in a remark that ends in a time: what that is the time of cannot be told."""
        times = self.phrases.slotted.times
        return end == self.lattice.size and any(time.end == end for at in words[1:] for time in times(at))

    def _is_of_its_own(self, start: int, end: int) -> bool:
        """Whether a time is that of what is told, or what the speaker will do with it: ", I'll need it in an hour"."""
        lattice, statements = self.lattice, self.remarks.statements
        first = past_mark(lattice, start)
        if any(self._ends_in_own_time(begin, end) for begin, _ in statements.leads(first)):
            return True
        used = (at for at in range(first + 1, end - 1) if lattice.in_set(at, "later_use"))
        own = lattice.in_set(first, "speaking") and lattice.tokens[first - 1].shape == "mark"
        return own and any(lattice.class_name(at + 1) == "pronoun" for at in used)

    def _ends_in_own_time(self, begin: int, end: int) -> bool:
        statements = self.remarks.statements
        verb = statements.verb(begin, end)
        return verb is not None and any(statements.own_time(at, begin, verb) == end for at in range(verb + 1, end))

    def _ends_name(self, position: int) -> bool:
        """Whether a word that may fill ends a name that no other word is in: "called *oh well*", "*morning me*"."""
        lattice, name = self.lattice, position - 1
        if position < 1 or not lattice.ended(name, "called"):
            return False
        said = lattice.in_set(name, "exclaiming") or bool(lattice.at(name, "filler"))
        return said or lattice.in_set(position, "object_form")

    def _fillers(self, position: int, fresh: bool) -> Iterator[Priced]:
        polite = self.lattice.in_set(position, "polite")
        if self.lattice.at(position, "no_filler") or self._ends_name(position):
            return
        said = position > 0 and self.lattice.ended(position, "verb")
        named = self.lattice.stands_out[position]
        thanks = said and thanks_or_asks(self.lattice, position)
        for end, more, where in self.lattice.at(position, "filler"):
            if more and named:
                continue  # A name is no slip of the hand: "call it *Lease* unit 6".
            led = where != "anywhere" and not polite and self.lattice.class_name(end) == "preposition"
            if said and (led or (thanks and end < self.lattice.size and self.lattice.tokens[end].shape == "word")):
                continue  # It is what is to be said: "write *hello* in notes.txt", "search for *thank you* cards".
            halts = where == "before_question"
            if halts and not (fresh and any(kind in ASKED for _, _, kind in self.lattice.at(end, "asks"))):
                continue
            if where == "closing" and not self._closes(position, end):
                continue
            if where == "ending" and not (position and self.lattice.is_over(end)):
                continue
            if tells_on(self.lattice, position) or (more and self._may_be_called(position, end)):
                continue
            doubted = not halts and self.remarks.harmless.doubt_begins(position, end)
            file = end < self.lattice.size and self.lattice.tokens[end].shape in ("file", "path")
            if doubted or (where == "start" and (not fresh or file)):
                continue  # "And *to notes.txt*, call Jo" leads to a file.
            if where == "opening" and not fresh and self.lattice.class_name(position) == "later":
                continue
            if where == "opening" and (self._is_done(end) or self._is_wished_by_another(position)):
                continue
            if (
                end == position + 1
                and self.lattice.in_set(position, "infinitive")
                and says_what_for(self.lattice, position)
            ):
                continue
            late = OPENING_LATE if where == "ending" or (where == "opening" and not fresh) else 0.0
            price = FILLER + more + late
            yield price, price + (0.0 if polite else AFTER_TEXT), Passed("filler", position, end)

    def _may_be_called(self, position: int, end: int) -> bool:
        """Whether what could be a slip of a filler is rather of a name: "call it *lease* agreement"."""
        lattice = self.lattice
        return lattice.ended(position, "called") and end < lattice.size and lattice.tokens[end].shape == "word"

    def _is_wished_by_another(self, at: int) -> bool:
        """Whether a wish stands behind a noun, whose wish it is: "the support guys *want to* see it"."""
        lattice, last = self.lattice, at - 1
        plain = last > 0 and lattice.tokens[last].shape == "word" and not lattice.class_name(last)
        return plain and lattice.in_set(at, "wishing") and lattice.in_set(at + 1, "infinitive")

    def _closes(self, start: int, end: int) -> bool:
        """Whether words end a command that another stands before: "… and open it *afterwards*"."""
        lattice = self.lattice
        behind = (after for at in range(1, start) for after, _, _ in lattice.at(at, "joint") if after < start)
        joined = any(map(lattice.begins_clause, behind))
        return joined and is_ended(lattice, end)

    def _is_introduced(self, at: int) -> bool:
        """Whether what begins at a token is a text and no remark: right behind a colon, in the middle of a clause."""
        return at > 0 and INTRODUCING in self.lattice.low[at - 1 : at + 1]

    def _is_done(self, at: int) -> bool:
        """Whether somebody has, or must have, done something already, which is no wish: "I must *have hit* it".

        Many a verb has one form for both: "I *have put* it there".
        """
        past, lattice = self.remarks.statements.is_past, self.lattice
        while at and lattice.in_set(at - 1, "lately"):
            at -= 1
        begun = [each for each in (at - 1, at) if lattice.in_set(each, "perfect") and each + 1 < lattice.size]
        owned = (each for each in begun if each > 0 and lattice.in_set(each - 1, "own_subject"))
        told = (each for each in owned if each == 1 or not lattice.in_set(each - 2, "modal"))
        verbs = (lattice.skip(each + 1, "lately") for each in told)
        return any(past(each + 1) for each in begun) or any(map(lattice.begins_clause, verbs))

    def _mark_price(self, position: int, fresh: bool) -> float | None:
        """What it costs to pass over a mark; None for a token that is none, or must be read."""
        if self.lattice.tokens[position].shape != "mark":
            return None
        low = self.lattice.low[position]
        if low == "," or (low == ":" and fresh):
            return COMMA
        if low == "?" and not fresh and self.lattice.ending(position, "filler"):
            return STOP_LATER
        if low in (".", "!", "-", "—", "(", ")", "...", ";"):
            return STOP_AT_START if fresh else STOP_LATER
        return None
