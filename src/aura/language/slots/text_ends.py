"""Where free text ends: where something is taken back, told, asked for, or said of something else."""

from __future__ import annotations

from aura.language.slots.nothing_else import says_nothing_else
from aura.language.slots.text_wholes import (
    answers_on,
    ends_surely,
    exclaimed_with,
    is_again,
    is_asked_with,
    is_dictated_on,
    is_given,
    is_marked,
    is_within_brackets,
    is_written_out,
    lacks_its_place,
    says_for_when,
)
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import Predicates, requests
from aura.language.utterance.stretches import beyond

LONGEST_JOINT, LONGEST_MARKER, LONGEST_SUBJECT = 3, 4, 6
LONGEST_SHORTENED = 3
"""Letters of what a dot shortens: "Mr."."""
TAKING_BACK = ("correction", "retraction")
SHORTENED = ("'s", "'m", "'re", "’s", "’m", "’re")
CONCLUDED, CAUSE = "so", "cause"
STATED_BEHIND, STOPS = (",", ";", "-", "—"), (".", "!")
MANNERLY = ("filler", "beside_fact")
FINITE = ("statement_verb", "states", "asked_with", "ought", "intending")
"""Sets of words that are the verb of a statement."""
OPENING, ENDING, ANYWHERE = "opening", "ending", "anywhere"
"""Where a filler stands that ends nothing: "how are you", and that may as well be the end of a text: ", sorry"."""
ASKED = "?"
GREETED = (",", ".", "!", ":")
"""Marks behind what a text begins with: "write *hello.* how are you"."""
LEADING_TO_TIMES = ("preposition", "later")
FILES = ("file", "path", "extension")
"""What is written as the name of a file."""


class TextEnds:
    """The words of one utterance, judged by whether a text without quotes can go on with them."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = self._lattice = lattice
        self._predicates = Predicates(lattice)
        self._kept: dict[int, bool] = {}
        self._left: dict[int, bool] = {}

    def ends_title(self, at: int, start: int) -> bool:
        """Whether words tell why, since when, or of what place, or a mark sets apart what somebody states.

        A title that begins at a token also ends where its text begins; a text behind a colon may itself tell anything.
        """
        ended = ends_surely(self._lattice, start, at)
        if ended or is_written_out(self._lattice, start):
            return ended
        told = self._is_stated(at) or self._is_told(at) or self._is_sworn(at)
        return told or bool(self._lattice.at(at, "title_end"))

    def tells_why(self, at: int) -> bool:
        """Whether a reason, or a mark and a statement, begin at a token: ", as I need it", "cos he talks too fast"."""
        lattice = self._lattice
        causes = (end for end, cost, sense in lattice.at(at, "remark_lead") if not cost and sense == CAUSE)
        if any(self._predicates.verb(end, lattice.size) is not None for end in causes):
            return True
        if lattice.tokens[at].shape != "mark":
            return False
        ends = (end for end, _, _ in lattice.at(at, "title_end"))
        led = any(lattice.in_set(end, "own_subject") for end in ends)
        return led or self._is_stated(at) or (lattice.low[at] in STATED_BEHIND and self._does_something(at + 1))

    def is_forgotten(self, at: int) -> bool:
        """Whether the speaker tells at the end why he says what is before it: ", I always forget it", "bc …"."""
        lattice = self._lattice
        apart = lattice.low[at] in STATED_BEHIND or lattice.low[at] in STOPS
        causes = [end for end, cost, sense in lattice.at(at, "remark_lead") if sense == CAUSE and not cost]
        begin = max(causes, default=at + 1)
        subject = any(lattice.in_set(begin, name) for name in ("own_subject", "spoken_of"))
        recalled = any(lattice.in_set(word, "forgetting") for word in range(begin + 1, lattice.size))
        last = lattice.size - 1 - lattice.in_set(lattice.size - 1, "adverb")
        if self._forgets(at):
            return True
        forgotten = recalled and lattice.class_name(last) == "pronoun"
        return (apart or bool(causes)) and subject and (forgotten or self._is_asked_of_speaker(begin))

    def is_done_to_file(self, at: int) -> bool:
        """Whether words say what was to be done to a file: "forget what I said about *renaming pitch.pptx*"."""
        tokens, verbs = self._lattice.tokens, self._lattice.at(at, "verb")
        return any(end < len(tokens) and tokens[end].shape in FILES for end, cost, _ in verbs if not cost)

    def _forgets(self, at: int) -> bool:
        """Whether the speaker tells without a mark what he does not know by heart: "i never know it in exams"."""
        lattice = self._lattice
        denied = lattice.class_name(at + 1) == "negation"
        known = lattice.in_set(at + 2, "forgetting") and lattice.class_name(at + 3) == "pronoun"
        return lattice.in_set(at, "speaking") and denied and known

    def _is_asked_of_speaker(self, begin: int) -> bool:
        """Whether somebody is told to ask for what is before it: ", they ask for it on every form"."""
        lattice = self._lattice
        asked = (word for word in range(begin + 1, lattice.size) if lattice.in_set(word, "requiring"))
        behind = (after for word in asked for after in range(word + 1, word + 3))
        return any(
            after < lattice.size and (lattice.class_name(after) == "pronoun" or lattice.in_set(after, "object_form"))
            for after in behind
        )

    def tells_of_memory(self, at: int) -> bool:
        """Whether the speaker tells from a token on why he asks what he said once: "I can't remember a thing".

        So does the mark of a question, whatever stands behind it.
        """
        lattice = self._lattice
        if lattice.is_word(at, ASKED):
            return True
        begin = at + (lattice.low[at] in STATED_BEHIND)
        own = lattice.in_set(begin, "own_subject")
        return own and any(lattice.in_set(word, "forgetting") for word in range(begin + 1, begin + LONGEST_MARKER))

    def takes_back(self, at: int) -> bool:
        """Whether words begin that take back what was said before them."""
        return any(self._lattice.at(at, taking) for taking in TAKING_BACK)

    def is_said_anew(self, at: int) -> bool:
        """Whether words of more than one begin that correct what was said before them."""
        return any(end > at + 1 for end in self._lattice.ends(at, "correction"))

    def is_asked_for(self, at: int) -> bool:
        """Whether what follows is asked for: "so please enter", "pls", "but leave …", which no text holds unquoted.

        It is not where nothing that could be follows: "the bus is so late".
        """
        lattice = self._lattice
        ends = (end for end, cost, sense in lattice.at(at, "request") if sense == CONCLUDED and not cost)
        concluded = any(map(lattice.begins_clause, ends))
        return concluded or lattice.begs(at) or (lattice.in_set(at, "contrasting") and self._orders(at + 1))

    def _orders(self, at: int) -> bool:
        """Whether a verb that is spelled as it should be, or what forbids one, stands at a token."""
        lattice = self._lattice
        return lattice.begins(at, "verb", "forbidden")

    def begins_order(self, at: int) -> bool:
        """Whether a command begins behind a mark that sets it apart, before or at a token: ", add one"."""
        lattice = self._lattice
        begin = at if at and lattice.low[at - 1] in STATED_BEHIND else at + 1
        return lattice.low[begin - 1] in STATED_BEHIND and lattice.begins_clause(begin)

    def begins_clause(self, at: int) -> bool:
        """Whether another command or question may begin at a token: right behind a joint or a mark."""
        joined = any(at - begin <= LONGEST_JOINT for begin, _, _ in self._lattice.ending(at, "joint"))
        return joined and self._lattice.begins_clause(at)

    def turns_to_clause(self, at: int) -> bool:
        """Whether a mark stands at a token, and behind it words that say nothing and a command: ", ok lock …"."""
        if self._lattice.tokens[at].shape != "mark":
            return False
        begin = beyond(self._lattice, at + 1, "filler")
        return begin > at + 1 and self._lattice.begins_clause(begin)

    def goes_further(self, at: int) -> bool:
        """Whether a joint stands at a token, and behind it a command, or what came out: "and the result"."""
        lattice = self._lattice
        ends = (end for end, _, _ in lattice.at(at, "joint"))
        return any(lattice.begins_clause(end) or bool(lattice.at(end, "its_content")) for end in ends)

    def goes_on(self, end: int) -> bool:
        """Whether a text does not end before a token: behind an article, in "for today" or "for us", in a title."""
        lattice, last = self._lattice, end - 1
        if end >= lattice.size:
            return False
        noun = lattice.in_set(end, "someday") or (lattice.class_name(end) == "pronoun" and end + 1 == lattice.size)
        led = lattice.in_set(last, "determiner") and lattice.class_name(end) != "preposition"  # "lol *same* into …"
        if led or (lattice.at(end, "filler") and self._is_of_title(end)):
            return True
        return lattice.class_name(last) in LEADING_TO_TIMES and noun

    def _lacks_an_end(self, at: int) -> bool:
        """Whether something must follow a word: "said *thanks*", "not *today*", "how to say *thank you*"."""
        lattice = self._lattice
        denied = lattice.class_name(at) == "negation" and not lattice.in_set(at, "exclaiming")
        led = lattice.class_name(at) == "being" or lattice.in_set(at, "modal") or lattice.in_set(at, "intending")
        said = lattice.in_set(at, "quoting") and not lattice.in_set(at - 1, "determiner")
        return denied or led or said or lattice.in_set(at, "instead")

    def has_begun(self, at: int) -> bool:
        """Whether a text has begun before a token, in words that only fill elsewhere: "type *thank you,* Tom".

        Who asks politely, or says for whom, may say so before it: "type *please* hello". Quotes begin it themselves.
        """
        lattice = self._lattice
        if lattice.tokens[at].shape == "quoted" or says_nothing_else(lattice, at - 1):
            return False
        last = at - 1 if at and lattice.low[at - 1] in GREETED else at
        return (at > 0 and (self._is_within(at) or self._is_spoken_of(at - 1))) or any(
            begin > 0 and lattice.tokens[begin - 1].shape != "mark" and not self._asks(begin)
            for begin, cost, where in lattice.ending(last, "filler")
            if not cost and (where == ANYWHERE or lattice.in_set(begin, "speaking") or (where == OPENING and last < at))
        )

    def _is_spoken_of(self, at: int) -> bool:
        """Whether "this" is what the text tells of, or of when: "*this* is mine", "*this* week is busy".

        It announces the text where no such statement follows: "this buy milk", "this the code is 12".
        """
        lattice, behind = self._lattice, at + 1
        if not lattice.in_set(at, "announcing") or lattice.class_name(at) != "pronoun" or behind >= lattice.size:
            return False
        apart = any(lattice.in_set(behind, name) for name in ("determiner", "own_subject", "polite"))
        if apart or lattice.class_name(behind) == "pronoun" or lattice.tokens[behind].shape != "word":
            return False
        alone = lattice.in_set(behind, "when") or lattice.in_set(behind, "coordinating")
        return alone or self._predicates.states(at, lattice.size)

    def _asks(self, at: int) -> bool:
        """Whether words that only fill begin at a token as they do before what is asked for."""
        lattice = self._lattice
        aside = lattice.may_stand_inside(at) and not lattice.in_set(at, "polite")
        spoken = lattice.in_set(at, "speaker") and not lattice.in_set(at, "own_subject")
        whom = spoken or lattice.class_name(at) == "preposition"
        return aside or whom or lattice.in_set(at, "pleading")

    def _is_within(self, end: int) -> bool:
        """Whether a token is amid words that only fill together: "many *thanks*", "do it right *away*"."""
        begins = range(max(0, end - LONGEST_MARKER), end)
        hits = (hit for begin in begins for hit in self._lattice.at(begin, "filler"))
        return any(stop > end and where == ANYWHERE and not cost for stop, cost, where in hits)

    def is_manners(self, start: int, at: int) -> bool:
        """Whether text ends in words that only fill: "ok", "please", "for me"."""
        first = max(start + 1, at - LONGEST_MARKER)
        ending = [hit for kind in MANNERLY for hit in self._lattice.ending(at + 1, kind)]
        if not ending:
            return False
        repeated = self._lattice.in_set(at, "asked_again") and self._tells_or_orders(start, at)
        again = repeated or self._tells_of_today(start, at)
        kept = {at} if again or self._lattice.in_set(at, "told_along") else set[int]()
        kept.update(begin for begin in range(first, at + 1) if self._is_of_title(begin) or self._is_kept(start, begin))
        kept.update(begin for begin in range(first, at + 1) if answers_on(self._lattice, start, begin))
        fills = (begin for begin, _, where in ending if begin >= first and where not in (OPENING, ENDING))
        return any(begin not in kept and not is_given(self._lattice, begin) for begin in fills)

    def _tells_or_orders(self, start: int, end: int) -> bool:
        """Whether a text says what is done or is to be done, so that it may be so again: "do it *again*"."""
        told = any(map(self._says_what_is, range(start, end)))
        return told or self._orders(start) or self._predicates.verb(start, end) is not None

    def _tells_of_today(self, start: int, at: int) -> bool:
        """Whether a token says when something is, or is done, that a text tells: "I live in Rome *now*"."""
        lattice = self._lattice
        if not lattice.in_set(at, "told_of_today"):
            return False
        subject = any(lattice.in_set(start, name) for name in ("own_subject", "spoken_of"))
        done = subject and self._predicates.verb(start, at) is not None
        return done or any(map(self._says_what_is, range(start, at)))

    def _says_what_is(self, at: int) -> bool:
        """Whether a word may be the verb of what is or was: "is", "slept", "walked", or have it on it: "Bob's"."""
        lattice = self._lattice
        shortened = lattice.low[at].endswith(SHORTENED) and at + 1 < lattice.size
        half = lattice.in_set(at, "half_spelled") and at + 1 < lattice.size
        being = lattice.class_name(at) == "being" or shortened or half
        return being or lattice.in_set(at, "statement_verb") or self._predicates.is_past(at)

    def _is_of_title(self, at: int) -> bool:
        """Whether a word is written with a capital as the one before it: "Physics *Today*"."""
        return all(word.text.istitle() for word in self._lattice.tokens[at - 1 : at + 1])

    def opens_letter(self, start: int) -> bool:
        """Whether a text begins as letters do: what follows its comma is what it goes on with."""
        return self._lattice.begins(start, "salutation")

    def may_end_letter(self, end: int) -> bool:
        """Whether a letter may end before a token: where another command begins, or what says where it goes."""
        lattice = self._lattice
        if end >= lattice.size or lattice.at(end, "in") or lattice.at(end, "to"):
            return True
        if any(lattice.in_set(at, "typed_into") for at in range(end + 1, end + LONGEST_MARKER)):
            return True
        begun = (after for after, _, _ in lattice.at(end, "joint") if lattice.begins_clause(after))
        return any(lattice.class_name(after) != "preposition" and not lattice.corrected(after) for after in begun)

    def leaves_a_word(self, start: int, end: int) -> bool:
        """Whether a text would leave its last words to mere manners: "meat *anymore*", "gave it *to me*".

        So would "explained *simply*", "said *thanks*", "I live in Rome *now*", and what is amid brackets.
        """
        lattice = self._lattice
        if end not in self._left:
            self._left[end] = self._is_left(end)
        if self._left[end] or is_within_brackets(lattice, start, end) or lacks_its_place(lattice, start, end):
            return True
        again = lattice.in_set(end, "asked_again") and self._tells_or_orders(start, end)
        said_on = answers_on(lattice, start, end) or is_dictated_on(lattice, start, end)
        return again or said_on or (end < lattice.size and self._is_kept(start, end))

    def _is_left(self, end: int) -> bool:
        """Whether any text would leave what begins at a token: "gave it *to me*", "explained *simply*"."""
        lattice = self._lattice
        if end >= lattice.size:
            return False
        told_along = end == lattice.size - 1 and lattice.in_set(end, "told_along")
        return told_along or is_again(lattice, end) or is_given(lattice, end) or self._is_how_it_was(end)

    def said(self, start: int, end: int) -> str:
        """A text as it was said, with the mark that it ends in: "type *how are you?*", "*ok!* and …", ": *wow!*"."""
        lattice = self._lattice
        text = lattice.text_of(start, end + is_marked(lattice, start, end))
        behind = lattice.text[lattice.tokens[end - 1].end :].lstrip() if end == lattice.size else ""
        marks = (at + 1 for at in range(end - 1, start, -1) if lattice.tokens[at].shape == "mark")
        asked = behind.startswith(ASKED) and (self.asks(start) or self.asks(next(marks, start)))
        return text + (ASKED if asked else exclaimed_with(lattice, start, end, behind))

    def asks(self, start: int) -> bool:
        """Whether a text asks, in an utterance that does not: "type *how are you?*", and not "can you type why?"."""
        lattice = self._lattice
        asked = bool(lattice.at(start, "asks")) or lattice.in_set(start, "asked_with")
        return start > 0 and asked and not any(requests(lattice, at) for at in range(start))

    def _is_kept(self, start: int, at: int) -> bool:
        """Whether words at a token that only fill elsewhere are of the text before them, or its question mark is."""
        if self._lattice.low[at] == ASKED:
            return self.asks(start)
        if at not in self._kept:
            self._kept[at] = self._is_within(at) or (self._fills(at) and self._must_follow(at))
        return self._kept[at] or (self._fills(at) and self._tells_of_today(start, at))

    def _fills(self, at: int) -> bool:
        """Whether words begin at a token that only fill, and end something."""
        return any(not cost and where in (ANYWHERE, ENDING) for _, cost, where in self._lattice.at(at, "filler"))

    def _must_follow(self, at: int) -> bool:
        thanked = self._lattice.in_set(at, "polite") and not self._lattice.in_set(at, "pleading")
        thanked = thanked and self._lattice.class_name(at - 1) == "preposition"  # "Return it with *thanks*."
        return thanked or self._lacks_an_end(at - 1) or says_for_when(self._lattice, at)

    def _is_how_it_was(self, at: int) -> bool:
        """Whether a word says how something was done or is: "explained *simply*", "broke down *again*"."""
        lattice = self._lattice
        verb, again = at - 1 - lattice.in_set(at - 1, "particle"), lattice.in_set(at, "asked_again")
        told = (word for word in range(max(1, at - LONGEST_MARKER), at) if self._says_what_is(word))
        if again and not all(is_asked_with(lattice, word) for word in told):
            return True
        return (lattice.in_set(at, "adverb") or again) and self._predicates.is_past(verb)

    def ends_apart(self, start: int, at: int) -> bool:
        """Whether a mark sets apart what only opens the next clause at the end of a text: ", alright"."""
        lattice, hits = self._lattice, self._lattice.ending(at + 1, "filler")
        opened = (begin for begin, cost, _ in hits if not cost and begin > start + 1)
        ended = any(where == ENDING for _, _, where in hits)
        return not ended and any(lattice.tokens[begin - 1].shape == "mark" for begin in opened)

    def _is_stated(self, at: int) -> bool:
        """Whether a mark sets apart what somebody states."""
        lattice = self._lattice
        stated = any(lattice.in_set(word, "states") for word in range(at + 2, at + LONGEST_SUBJECT))
        stated = stated or (lattice.in_set(at + 1, "own_subject") and lattice.in_set(at + 1, "states"))
        behind = range(at + 2, min(lattice.size - 1, at + LONGEST_SUBJECT))
        told = any(lattice.in_set(word, "quoting") and lattice.in_set(word + 1, "speaker") for word in behind)
        if lattice.low[at] in STOPS and len(lattice.low[at - 1]) > LONGEST_SHORTENED:
            return any(find(at + 1) is not None for find in (self._verb, self._predicates.enabled))
        if lattice.low[at] not in STATED_BEHIND:
            return False
        return stated or told

    def _verb(self, begin: int) -> int | None:
        return self._predicates.verb(begin, self._lattice.size)

    def _does_something(self, begin: int) -> bool:
        """Whether somebody does something, or a thing does it to what is before: "the textbook *explains it*"."""
        lattice = self._lattice
        verb = self._verb(begin)
        if verb is None:
            return False
        thing = lattice.in_set(begin, "determiner") and lattice.class_name(verb + 1) == "pronoun"
        return lattice.in_set(begin, "own_subject") or thing

    def _is_told(self, at: int) -> bool:
        """Whether words say how something is that was named: "the terminal it's already open"."""
        lattice = self._lattice
        told = next((word for word in range(at + 1, lattice.size) if not lattice.in_set(word, "adverb")), at)
        begun = lattice.in_set(at, "half_spelled") or lattice.in_set(at, "statement_opening")
        return begun and (told > at + 1 or lattice.in_set(told, "condition"))

    def is_told_of(self, at: int) -> bool:
        """Whether a word may be the verb of what is told of the words before it: "was deleted", "looks good"."""
        return any(self._lattice.in_set(at, verb) for verb in FINITE)

    def _is_sworn(self, at: int) -> bool:
        """Whether a mark sets apart what ends in something exclaimed: ", last one I swear"."""
        lattice = self._lattice
        exclaimed = any(begin > at + 1 for begin, _, _ in lattice.ending(lattice.size, "exclaimed"))
        return lattice.low[at] in STATED_BEHIND and exclaimed
