"""Which questions are about what is here, and so are none for somebody who only knows the world."""

from __future__ import annotations

from aura.language.decoding.phrases import Phrases
from aura.language.decoding.standing import FixedRead, Standing
from aura.language.grammar.grammar import FIXED, Intent
from aura.language.slots.topics import QUESTIONS
from aura.language.utterance.predicates import NAMING, YES_NO, Predicates
from aura.language.utterance.stretches import SEQUENCE

STOPS, TAG = (".", "!", "?", ";", ":"), 2
GOES_ON = frozenset(("joint", "later", "vague"))
ONE = "1"
NAMED = ("file", "path", "quoted")


class Questions:
    """The questions of one utterance."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self.lattice = phrases.lattice

    def begins(self, start: int, end: int, tail: bool) -> int | None:
        """Where a question begins; None where it is about what is here, or is but a tag of a sentence.

        One that is the `tail` of a sentence, words of which were passed over, begins where the sentence does.
        """
        if self.about_here(start, end):
            return None
        first = max((at + 1 for at in range(start) if self.lattice.low[at] in STOPS), default=0) if tail else start
        if first < start and not self._stands_alone(first, start, end):
            return None if end - start <= TAG else first
        return self._past_what_leads(start)

    def _stands_alone(self, first: int, start: int, end: int) -> bool:
        """Whether it is only asked what something is, and nothing told before that can be meant: "…, *what's a fez*".

        What points, or counts, may need what was told: "I have three, *what is half of that*".
        """
        lattice, thing = self.lattice, start + 2
        own = lattice.in_set(first, "own_subject") or lattice.in_set(first, "possessive")
        told = lattice.in_set(first, "speaking") or (own and self._tells(first, start))
        asked = lattice.in_set(start, "asking") and lattice.class_name(start + 1) == "being"
        if not (told and asked and thing < end):
            return False
        points = any(lattice.class_name(at) == "pronoun" or lattice.in_set(at, "definite") for at in range(thing, end))
        counts = any(lattice.may_be_number(at) for at in range(thing + lattice.in_set(thing, "indefinite"), end))
        counted = any(lattice.may_be_number(at) for at in range(first, start))
        return not (points or counts or (counted and not lattice.in_set(thing, "indefinite")))

    def _tells(self, first: int, start: int) -> bool:
        """Whether somebody tells what he does, or did: "*everyone in the room nodded*, but what's a fez"."""
        lattice, predicates = self.lattice, Predicates(self.lattice)
        did = (predicates.is_past(at) and lattice.class_name(at) not in NAMING for at in range(first + 1, start))
        return predicates.verb(first, start) is not None or any(did)

    def _past_what_leads(self, start: int) -> int:
        """Where a question begins behind what only leads to it: "tell me *who painted the scream*"."""
        ends = self.lattice.ends(start, "asked_to_tell")
        return next((end for end in ends if any(kind != YES_NO for _, _, kind in self.lattice.at(end, "asks"))), start)

    def is_beside(self, start: int) -> bool:
        """Whether words behind a command and a comma are no question by any mark: "…, which ought to help".

        What begins as nothing but a question does is one: "…, how do volcanoes form".
        """
        lattice, at = self.lattice, start
        rhetorical = lattice.in_set(start + 2, "own_subject") or lattice.ending(start, "exclaimed")
        asked = lattice.in_set(start, "asking") and lattice.in_set(start + 1, "asked_with")
        if asked and not (rhetorical or self._tells_of_itself(start)):
            return False
        while at and (lattice.class_name(at - 1) == "filler" or lattice.at(at - 1, "exclaimed")):
            at -= 1
        parting = (",", *STOPS) if self._is_subjectless(start) else (",",)
        return at > 0 and lattice.low[at - 1] in parting and not lattice.text.rstrip().endswith("?")

    def _is_subjectless(self, start: int) -> bool:
        """ "*Is for* the baby": a statement whose subject is left out, and the form of a question."""
        return self.lattice.class_name(start) == "being" and self.lattice.class_name(start + 1) == "preposition"

    def _tells_of_itself(self, start: int) -> bool:
        """ "…, what is not saved *is* lost": what begins as a question does is told of."""
        lattice = self.lattice
        verbs = (at for at in range(start + 2, lattice.size) if lattice.class_name(at) == "being")
        return any(lattice.class_name(at - 1) != "pronoun" for at in verbs)

    def about_here(self, start: int, end: int) -> bool:
        """Whether a question names a file that is there, asks for something to be done, or is more than one."""
        lattice = self.lattice
        files = (at for at in range(start, end) if lattice.tokens[at].shape == "file")
        return (
            any(lattice.low[at] in lattice.known.files for at in files)
            or any(self._is_place(at) for at in range(start, end))
            or self._asks_to_act(start)
            or self._is_several(start)
        )

    def _is_place(self, at: int) -> bool:
        """Whether a folder that is there is named as one: "the thesis folder", "files are in documents"."""
        lattice = self.lattice
        named = self.phrases.names.exists_at(at) or lattice.begins(at, "anchor")
        around = (kind for near in (at - 1, at + 1) for kind in ("kind", "kinds") if lattice.at(max(near, 0), kind))
        return named and (bool(at and lattice.at(at - 1, "in")) or any(around))

    def _asks_to_act(self, start: int) -> bool:
        """ "Can you make …": a request, which has the form of a question."""
        lattice = self.lattice
        return any(
            form.endswith(" active")
            for end, _, _ in lattice.at(start, "filler")
            for _, _, form in lattice.at(end, "verb")
        )

    def ends_before(self, standing: Standing, begin: int) -> bool:
        """Whether a question about anything has ended where an order begins: "who painted it *and create a folder x*".

        Behind a helping verb an order may go on with what is asked ("why do cats purr *and open doors*") unless it
        comes then, or names a file; behind a person, and in a condition, it may anyway: "how do I zip it *and
        delete it*". Two deeds are asked about as one: "what is *copy and paste*".
        """
        lattice = self.lattice
        asked = next((event for event in standing.events() if isinstance(event, FixedRead)), None)
        named = lattice.tokens[begin].shape in NAMED
        orders = named or (lattice.begins_clause(begin) and not lattice.corrected(begin))
        if asked is None or lattice.at(begin, "asks") or not orders:
            return False
        kinds = {kind for _, cost, kind in lattice.at(asked.start, "asks") if not cost}
        words = range(asked.start + 1, asked.end)
        if kinds.isdisjoint(QUESTIONS) or self._points(words) or any(self._may_go_on(at) for at in words):
            return False
        then = any(strength == SEQUENCE for _, _, strength in lattice.ending(begin, "joint"))
        apart = then or lattice.low[begin - 1] == ","
        if not (apart or lattice.in_set(begin - 1, "coordinating")):
            return False  # "Why is it *so loud? mute the sound*" asks nothing.
        if any(lattice.in_set(at, "helping") for at in words if not self._is_told(at)):
            return apart or any(token.shape in NAMED for token in lattice.tokens[begin:])
        finite = lattice.in_set(asked.start, "doer_asked") or any(map(self._is_finite, range(asked.start, asked.end)))
        return finite and (apart or not (self._is_deed(asked.end - 1) or begin + 1 == lattice.size))

    def _points(self, words: range) -> bool:
        """Whether a question is about nothing that it names, and so hardly one: "what was *that*", "who *cares*"."""
        lattice = self.lattice
        pronouns = (at for at in words if lattice.class_name(at) == "pronoun")
        short = len(words) == 1 and not self._is_shortened(words.start - 1)
        return short or lattice.in_set(words.stop - 1, "particle") or any(not self._is_told(at) for at in pronouns)

    def _may_go_on(self, at: int) -> bool:
        """Whether a word of a question leads to what somebody does, or to a condition, or is an order that is quoted.

        What was told has been told: "where did I say the keys are *and lock the screen*".
        """
        lattice = self.lattice
        if self._is_told(at) or self._is_told(at + 1):
            return False
        ordered = any(not cost and form.endswith(" active") for _, cost, form in lattice.at(at, "verb"))
        if lattice.in_set(at + 1, "determiner") and ordered and self._is_deed(at):
            return not (self._is_finite(at) or lattice.in_set(at, "helping"))
        if lattice.in_set(at, "mentioning") and self._is_deed(at + 1):
            return True
        acting = lattice.in_set(at, "speaking") or lattice.in_set(at, "speaker") or lattice.in_set(at, "infinitive")
        return acting or lattice.in_set(at, "within_which")

    def _is_told(self, at: int) -> bool:
        """ "Where *did I say* the keys are": how it is asked about what was said before."""
        lattice = self.lattice
        if lattice.in_set(at, "mentioning"):
            return lattice.in_set(at - 1, "speaking")
        own = lattice.in_set(at, "speaking") or lattice.in_set(at, "helping")
        return own and any(lattice.in_set(word, "mentioning") for word in range(at, at + 3))

    def _is_deed(self, at: int) -> bool:
        """Whether a word orders something by itself: "what is *restart* and shut down", and no "the radio"."""
        lattice = self.lattice
        noun = lattice.class_name(at - 1) == "article" or lattice.in_set(at - 1, "possessive")
        return lattice.begins_clause(at) and not (lattice.corrected(at) or noun)

    def _is_finite(self, at: int) -> bool:
        """Whether a word is a verb that is no infinitive, so that no infinitive is joined to it."""
        lattice = self.lattice
        told = lattice.in_set(at, "finite") or Predicates(lattice).is_past(at)
        return told or self._is_shortened(at)

    def _is_shortened(self, at: int) -> bool:
        """Whether a word ends in a verb that was shortened: "*what's*"."""
        return self.phrases.lattice.low[at].endswith(tuple(self.phrases.lattice.grammar.words["short_verb"]))

    def needs_more(self, intent: Intent, start: int, end: int, *, first: bool) -> bool:
        """Whether more is said than a sentence holds: an order behind it, or numbers of a story that it leaves out.

        So is the `first` that says how much one of something is: "I drink 2 litres a day, *how many litres in a year*".
        """
        told = intent.untold and first and any(self._is_counted(at) for at in range(start))
        return told or (bool(intent.whole) and self._goes_on_ordering(start, end))

    def _is_counted(self, at: int) -> bool:
        """Whether a number begins at a token, and more than one of something is counted."""
        number = self.phrases.kinds.numbers.at(at)
        return number is not None and number[1] != ONE

    def _goes_on_ordering(self, start: int, end: int) -> bool:
        """Whether an order begins behind a comma: "it doesn't answer, kill it by force"."""
        lattice, harmless = self.lattice, self.phrases.remarks.harmless
        behind = (at for at in range(start + 1, end) if lattice.low[at - 1] == ",")
        return any(lattice.at(at, "verb") and harmless.orders(at) for at in behind)

    def _is_several(self, start: int) -> bool:
        """Whether a question that is known goes on with another clause."""
        search = self.phrases.slotted.sentences(FIXED, start)
        intents = self.lattice.grammar.intents
        known = (found.end for found in search.found if not found.slots and not intents[found.number].alone)
        return any(self.lattice.class_name(end) in GOES_ON for end in known)
