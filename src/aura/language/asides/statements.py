"""Statements of a speaker in open words, by their form: a subject with its own verb, or a few words that say little."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.asides.harmless import PURPOSE, Harmless
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import NAMING, OBJECTS, Predicates, orders_behind
from aura.language.utterance.verbs import verbs_at
from aura.language.utterance.whens import MEANWHILE, SOONER, is_absent

LONGEST, LONGEST_BRIEF, LONGEST_EXCLAIMED = 16, 6, 4
LONGEST_BARE = 6
"""Letters of the longest words that end as what somebody does, and command: "bring"."""
CAUSE, REASON, SUBJECTLESS = "cause", "reason", "subjectless"
"""What leads to a statement; a cause and a purpose are always why, a reason may be where it is set apart."""
ACTIVE = " active"
ANYWHERE = "anywhere"
FEWEST_BRIEF = 2


class Statements:
    """The statements of one utterance that may stand beside a command; none of them holds what is not harmless."""

    def __init__(self, lattice: Lattice, harmless: Harmless) -> None:
        self._lattice = lattice
        self._harmless = harmless
        self._predicates = Predicates(lattice)
        self.verb = self._predicates.verb
        self.tells = self._predicates.tells
        self.is_adverb = self._predicates.is_adverb
        self.tells_own_time = self._predicates.tells_own_time
        self.is_past = self._predicates.is_past
        self.is_aux = self._predicates.is_aux

    def ends_before(self, start: int) -> Iterator[int]:
        """Where a statement, or a few words, may end that are said before a command."""
        for begin, sense in self.leads(start):
            yield from self._stated(begin, sense)
        yield from self._in_brief(start, first=True)

    def told_before(self, begin: int) -> Iterator[int]:
        """Where what the speaker tells of himself ends at a mark, whatever it speaks of; no time or wish is in it.

        Only where nothing behind it can mean what it speaks of.
        """
        lattice, harmless = self._lattice, self._harmless
        verb = self._predicates.verb(begin, lattice.size) if lattice.in_set(begin, "own_subject") else None
        if verb is None:
            return
        for at in range(begin, min(lattice.size, begin + LONGEST)):
            if at > verb and lattice.tokens[at].shape == "mark" and self._is_finished(at, verb):
                yield at
            wished = any(lattice.in_set(at, name) for name in ("reporting", "untold", "wishing"))
            denied = lattice.class_name(at) == "negation" and not self._denies(at, begin, verb)
            if wished or denied or harmless.delays(at) or harmless.narrows(at) or (at > verb and self.goes_on(at)):
                return

    def ends_behind(self, start: int, apart: bool) -> Iterator[int]:
        """Where they may end behind a command; `apart` where a mark or what is exclaimed sets them apart."""
        for begin, sense in self.leads(start):
            if sense or apart or self.is_whole(start):
                yield from (at for at in self._stated(begin, sense) if self._is_end(at))
            if sense in (CAUSE, PURPOSE) or (sense == REASON and apart):
                yield from (at for at in self._reasoned(begin, sense) if self._is_end(at))
        begun = self._lattice.in_set(start, "unmarked") or self.tells_of_there(start)
        if begun and not self._harmless.orders(start):
            yield from (at for at in self._stated(start, SUBJECTLESS) if self._is_end(at))
        if apart:
            yield from (at for at in self._in_brief(start, first=False) if self._is_end(at))

    def lacks_reason(self, begin: int) -> bool:
        """Whether what may lead to a reason leads to a noun alone, and goes on with what is before: "*as a nurse*"."""
        lattice = self._lattice
        reasons = [end for end, cost, sense in lattice.at(begin, "remark_lead") if sense == REASON and not cost]
        longer = any(end > begin + 1 for end in lattice.ends(begin, "aside"))
        led = bool(reasons) and not longer and lattice.in_set(max(reasons), "determiner")
        return led and self._predicates.verb(max(reasons), lattice.size) is None

    def tells_of_there(self, begin: int) -> bool:
        """Whether a statement begins with what there is: "theres a password on it"."""
        lattice = self._lattice
        return lattice.in_set(begin, "there_is") and lattice.low[begin].endswith("s")

    def is_whole(self, begin: int) -> bool:
        """Whether no mark need set a statement apart: its verb has its object, so it tells nothing from others.

        "The tab I opened" goes on with what the tab is.
        """
        lattice = self._lattice
        verb = self._predicates.verb(begin, lattice.size) if lattice.in_set(begin, "own_subject") else None
        if verb is None or verb == begin or verb + 1 >= lattice.size:
            return verb is not None and verb == begin
        return self._predicates.is_aux(verb) or lattice.class_name(verb + 1) in OBJECTS

    def leads(self, start: int) -> Iterator[tuple[int, str]]:
        """Where the statement itself begins, and what leads to it: a reason, what happens meanwhile, or nothing."""
        yield start, ""
        for end, slipped, sense in self._lattice.at(start, "remark_lead"):
            aim = end > start + 1 or sense != PURPOSE or self._is_aim(end)
            if not slipped and aim and end < self._lattice.size and not self._lattice.in_set(end, "measuring"):
                yield from ((at, sense) for at in (end, *(self._behind_time(end) if sense != PURPOSE else ())))

    def _behind_time(self, at: int) -> set[int]:
        """Where a reason begins behind its own time: "so that *on Saturday* I will not run"."""
        return {time.end for time in self._harmless.times(at) if self._lattice.in_set(time.end, "own_subject")}

    def _is_aim(self, verb: int) -> bool:
        """Whether what a verb behind "to" does may be what something else is for: "mute *to concentrate*"."""
        return self._lattice.in_set(verb, "aim") and not self._harmless.names.exists_at(verb)

    def _is_end(self, at: int) -> bool:
        lattice = self._lattice
        if at == lattice.size:
            return True
        return any(self.is_clause(end) and not self._contrasts(end) for end, _, _ in lattice.at(at, "joint"))

    def _contrasts(self, at: int) -> bool:
        """Whether a verb at a token only says what is not to be done: "keep it"."""
        frames = [frame for _, frame in verbs_at(self._lattice, at)]
        return bool(frames) and not any(frame.goal for frame in frames)

    def is_clause(self, at: int) -> bool:
        """Whether a command or a question begins at a token."""
        lattice = self._lattice
        if at >= lattice.size:
            return False
        if lattice.ends_like(at, "judged") and len(lattice.low[at]) > LONGEST_BARE:
            return False
        if lattice.in_set(at, "instead") and lattice.begins_clause(at + 1):
            return True
        if self._has_done(at):
            return False
        told = self._predicates.is_aux(at + 1) or lattice.in_set(at + 1, "simple_past")
        if told and lattice.corrected(at) and not lattice.in_set(at, "determiner"):
            return False
        return bool(lattice.at(at, "asks")) or (lattice.begins_clause(at) and not lattice.at(at, "aside"))

    def _has_done(self, at: int) -> bool:
        """Whether what somebody has done, or must have, is told from a token on: "I must have hit it"."""
        lattice = self._lattice
        behind = at + 1 + lattice.in_set(at + 1, "modal")
        return lattice.in_set(at, "own_subject") and lattice.in_set(behind, "perfect") and self.is_past(behind + 1)

    # -- with a verb of their own

    def _stated(self, begin: int, sense: str) -> Iterator[int]:
        """The ends of a statement that begins at a token: at a mark, a joint, a request, or the end."""
        lattice = self._lattice
        verb = begin if sense in (SUBJECTLESS, PURPOSE) else self._predicates.verb(begin, lattice.size)
        if verb is None and (sense in (CAUSE, REASON) or self._warns()):
            verb = self._predicates.enabled(begin)
            verb = None if verb is not None and self._spares(verb) else verb
        if verb is None or (sense in (MEANWHILE, SOONER) and not self._is_meanwhile(begin, verb, sense)):
            return
        timed = begin
        for at in range(begin, min(lattice.size, begin + LONGEST)):
            if at < timed:
                continue
            if at > verb and self._may_end(at, verb):
                yield at
            if at > verb and lattice.tokens[at].shape == "mark" and self._harmless.turns(at + 1):
                return
            timed = self.own_time(at, begin, verb)
            barred = self._bars(at, begin, verb) and not (at == verb and sense == SOONER)
            if timed == at and (barred or (at > begin and self.goes_on(at))):
                return
        if lattice.size <= begin + LONGEST and self._is_finished(lattice.size, verb):
            yield lattice.size

    def _warns(self) -> bool:
        """Whether an utterance ends in what would come of it otherwise: "the engineers will moan *otherwise*"."""
        lattice = self._lattice
        last = lattice.size - 1 - (lattice.tokens[-1].shape == "mark")
        return lattice.in_set(last, "else")

    def _spares(self, modal: int) -> bool:
        """Whether what somebody is let do keeps something, or speaks of something that is there: "so I can keep it"."""
        lattice, harmless = self._lattice, self._harmless
        behind = range(modal + 1, lattice.size)
        return lattice.in_set(modal + 1, "unsettling") or any(harmless.names.exists_at(at) for at in behind)

    def own_time(self, at: int, begin: int, verb: int) -> int:
        """Where a time at a token ends that is of what a statement tells; the token itself where there is none."""
        ends = [time.end for time in self._harmless.times(at)] if at > verb else []
        own = ends and self._predicates.tells_own_time(begin, verb, at, at)
        return max(ends) if own else at

    def _reasoned(self, begin: int, sense: str) -> Iterator[int]:
        """The ends of a reason behind a command, which may speak of what is there and of when.

        The times and things in it belong to its own verb, so it is held to less than what stands by itself.
        """
        lattice, harmless = self._lattice, self._harmless
        verb = begin if sense == PURPOSE else self._predicates.verb(begin, lattice.size)
        enabled = self._predicates.enabled(begin)
        verb = enabled if verb is None else verb
        if verb is None or (enabled is not None and self._spares(enabled)):
            return
        for at in range(begin, min(lattice.size, begin + LONGEST)):
            if at > verb and self._may_end(at, verb):
                yield at
            if harmless.changes_what_is_meant(at) or (at > verb and (self.goes_on(at) or self._names(at))):
                return
            if lattice.tokens[at].shape == "mark" and harmless.turns(at + 1):
                return
        if lattice.size <= begin + LONGEST and self._is_finished(lattice.size, verb):
            yield lattice.size

    def _names(self, at: int) -> bool:
        """Whether what is said at a token gives something a name: "called", not "the old name"."""
        lattice = self._lattice
        noun = lattice.in_set(at - 1, "determiner") or lattice.in_set(at - 1, "adjective")
        return lattice.class_name(at) in NAMING and not noun

    def _may_end(self, at: int, verb: int) -> bool:
        lattice = self._lattice
        bounds = ("joint", "conclusion", "request", "exclaimed")
        joined = lattice.tokens[at].shape == "mark" or any(lattice.at(at, bound) for bound in bounds)
        return joined and self._is_finished(at, verb)

    def _is_finished(self, at: int, verb: int) -> bool:
        lattice = self._lattice
        last = at - 1
        if lattice.class_name(last) == "negation" or (last == verb and lattice.class_name(last) == "being"):
            return False
        what = lattice.class_name(last) == "being" and self.tells_what(verb, last)
        led_on = lattice.in_set(last, "unfinished") and not what
        return not led_on or (last > verb and lattice.in_set(last, "particle") and not self.tells_of_there(verb))

    def tells_what(self, begin: int, last: int) -> bool:
        """Whether words tell what something is, so that its verb may end them: "no idea what they are"."""
        return any(self._lattice.in_set(at, "embedding") for at in range(begin, last))

    def goes_on(self, at: int) -> bool:
        """Whether another command begins behind a mark, a joint or what opens a request, or an order without one."""
        lattice = self._lattice
        apart = lattice.tokens[at - 1].shape == "mark" or bool(lattice.ending(at, "joint"))
        opened = any(lattice.begins_clause(end) for end, _, _ in lattice.at(at, "request"))
        verbs = lattice.at(at, "verb")
        described = lattice.in_set(at - 1, "condition") or (
            self._predicates.is_past(at - 1) and self._predicates.is_aux(at - 2)
        )
        told = described and not self._predicates.is_adverb(at - 1)
        whole = lattice.in_set(at - 1, "object_form")
        ordered = (verbs or told or whole) and self._harmless.orders(at)
        named = told and any(not cost and form.endswith(ACTIVE) for _, cost, form in verbs)
        apart = apart or self._is_settled(at)
        return (apart and self.is_clause(at)) or opened or ordered or named or orders_behind(lattice, at)

    def _is_settled(self, at: int) -> bool:
        """Whether a phrase that opens nothing ends before a token: "that's it", and not "I have to"."""
        ending = self._lattice.ending(at, "filler")
        return any(begin < at - 1 and not cost and where == ANYWHERE for begin, cost, where in ending)

    def _bars(self, at: int, begin: int, verb: int) -> bool:
        """Whether a word is not of a statement that changes nothing."""
        lattice, harmless = self._lattice, self._harmless
        if self._quotes(at, verb):
            return True
        if (lattice.in_set(at, "embedding") and at > verb and self._knows(at - 1)) or self._has_done(at - 1):
            return False
        others = at + 1 == verb and (lattice.in_set(at, "noun_again") or lattice.in_set(at, "else"))
        if others or (at == lattice.size - 1 and self._warns()):
            return False
        if at > verb and (self._was_then(at) or (self._was_then(at - 2) and lattice.in_set(at, "own_past"))):
            return False
        if self._predicates.is_behind_him(begin, verb, at):
            return False
        denied = lattice.class_name(at) == "negation" or lattice.is_word(at, *lattice.grammar.words["denying"])
        if denied or lattice.at(at, "forbidden"):
            return not self._denies(at, begin, verb)
        if harmless.keeps_out(at) or (lattice.in_set(at, "own_past") and not self._is_own(at, begin, verb)):
            return True
        if harmless.delays(at):
            return not self._has_lasted(at, verb)
        if lattice.in_set(at, "someday"):
            return at <= verb or (at == verb + 1 and lattice.ends_like(verb, "subject"))
        return False

    def _was_then(self, at: int) -> bool:
        """Whether a moment that is past is told of, behind its own verb: "I made a mistake *when I was* writing"."""
        lattice = self._lattice
        led = at > 0 and lattice.in_set(at, "when") and lattice.in_set(at + 1, "own_subject")
        return led and (lattice.in_set(at + 2, "own_past") or self.is_past(at + 2))

    def _knows(self, at: int) -> bool:
        """Whether what is not known follows a word: "no *idea* what they are", "i don't *know* what"."""
        lattice = self._lattice
        return lattice.in_set(at, "concern") or (
            lattice.in_set(at, "finding_out") and lattice.class_name(at - 1) == "negation"
        )

    def _quotes(self, at: int, verb: int) -> bool:
        """Whether what somebody else told to do begins at a word: "the trainer said *open* word"."""
        lattice = self._lattice
        teller = next((word for word in (at - 1, at - 2) if word >= verb and lattice.in_set(word, "quoting")), None)
        told = lattice.class_name(at - 1) in OBJECTS or lattice.in_set(at - 1, "infinitive")
        if teller is None or (teller == at - 2 and not told):
            return False
        return bool(lattice.at(at, "verb")) or lattice.begins_clause(at)

    def _has_lasted(self, at: int, verb: int) -> bool:
        """ "Has not answered for ten minutes", "is broken since monday": how long something has been so already."""
        lattice = self._lattice
        begun = any(lattice.in_set(word, "begun") for word in (at - 1, at))
        return at > verb and (begun or (lattice.in_set(at, "lasted") and lattice.in_set(verb, "perfect")))

    def _denies(self, at: int, begin: int, verb: int) -> bool:
        """Whether a negation is that of the statement's verb, whose subject wishes or orders nothing."""
        lattice = self._lattice
        if at == begin or not verb - 1 <= at <= verb + 1:
            return False
        return not any(lattice.in_set(after, "wishing") for after in range(at - 1, min(at + 3, lattice.size)))

    def _is_own(self, at: int, begin: int, verb: int) -> bool:
        """Whether a word that others' wishes and deeds are told with is the verb here, and nothing is wished done."""
        lattice = self._lattice
        wished = lattice.in_set(at + 1, "infinitive") and (at + 2 >= lattice.size or lattice.at(at + 2, "verb"))
        return verb <= at <= verb + 1 and not wished

    def _is_meanwhile(self, begin: int, verb: int, sense: str) -> bool:
        """Whether the speaker, or somebody, is about to do something: "before I head out", and not "before it is".

        Meanwhile he may be away as well, for which not every command is done before: "lock it *while I'm at lunch*".
        """
        lattice = self._lattice
        if sense == MEANWHILE and is_absent(lattice, begin):
            return True
        somebody = lattice.class_name(begin) == "vague" and lattice.in_set(begin, "spoken_of")
        spoken = somebody or (lattice.in_set(begin, "own_subject") and not lattice.is_word(begin, "it"))
        absent = any(lattice.in_set(at, "absent") for at in range(verb, lattice.size))
        return (spoken or not lattice.class_name(begin)) and lattice.class_name(verb) != "being" and not absent

    def is_told(self, begin: int, verb: int, end: int) -> bool:
        """Whether a statement may end before a token, at a mark or a joint or where how something is has been said."""
        lattice = self._lattice
        last = end - 1
        if lattice.tokens[last].shape == "mark" or lattice.at(last, "joint") or lattice.at(last, "conclusion"):
            last -= 1
        finished = last >= verb and self._is_finished(last + 1, verb)
        return finished and (
            last < end - 1 or (lattice.in_set(last, "condition") and not self._predicates.is_adverb(last))
        )

    def bars(self, at: int, begin: int, verb: int) -> bool:
        """Whether a word behind the verb of a statement keeps it from changing nothing."""
        return self._bars(at, begin, verb)

    # -- without one

    def _in_brief(self, begin: int, *, first: bool) -> Iterator[int]:
        """The ends of a few words that say little.

        Before a command they may be any that do; behind it what somebody is busy with some day ("exam tmrw", "big day
        today"), and what is no concern ("no rush"), since other words may say how something is to be done.
        """
        lattice, harmless = self._lattice, self._harmless
        said, end = 0, begin
        if first and lattice.class_name(begin) == "article" and not lattice.in_set(begin, "possessive"):
            return
        while end < min(lattice.size, begin + LONGEST_BRIEF) and self._is_brief(end, begin, said):
            if end > begin and harmless.orders(end):
                return
            said += harmless.is_plain(end)
            end += 1
        ended = lattice.is_over(end) or bool(lattice.at(end, "conclusion"))
        day = lattice.in_set(end - 1, "someday")
        concern = end == begin + 2 and lattice.in_set(end - 1, "concern")
        if ended and said and end - begin >= FEWEST_BRIEF and (first or day or concern):
            yield end

    def _is_brief(self, at: int, begin: int, said: int) -> bool:
        lattice, harmless = self._lattice, self._harmless
        if at == begin and lattice.in_set(at, "lacking"):
            return lattice.in_set(at + 1, "concern")
        if said and lattice.in_set(at, "someday") and not harmless.delays(at):
            return True
        return harmless.is_plain(at) or harmless.says_little(at)

    def beside_exclamation(self, begin: int) -> Iterator[int]:
        """The end of a few words that go with what is exclaimed: "lol wrong link"."""
        lattice, harmless = self._lattice, self._harmless
        denied = any(lattice.class_name(at) == "negation" for at in range(begin, lattice.size))
        if (
            lattice.size - begin <= LONGEST_EXCLAIMED
            and not denied
            and all(
                harmless.is_plain(at) or harmless.says_little(at) or lattice.in_set(at, "adverb")
                for at in range(begin, lattice.size)
            )
        ):
            yield lattice.size
