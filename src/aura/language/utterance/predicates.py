"""Who does what, by the form of the words: where the verb of a statement stands behind its subject."""

from __future__ import annotations

from collections.abc import Container

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark
from aura.language.utterance.whens import is_away
from aura.language.words.spelling import misspelt

LONGEST_SUBJECT, LONGEST_PLACED = 4, 8
NAMING = frozenset(("called", "naming"))
PLACING = ("of", "from")
PLAINLY = ("", "noun", "verb", "article", "pronoun")
"""What the word is that a text begins with, if nothing but words that point at it leads to it."""
NO_NOUN = frozenset(("preposition", "joint", "negation", "being", "later", "day", "filler"))
NO_VERB = frozenset(("preposition", "joint", "article", "quantifier", "later", "day", "kind", "pronoun"))
OBJECTS = frozenset(("pronoun", "article"))
BEHIND_BEING = frozenset(("preposition", "article", "negation", "quantifier"))
WISHED_WITHIN = 3
"""So near behind its verb what a statement wishes is said."""
SHORT_VERBS = ("'s", "’s")
OF_MADE, LEAD, CAUSE, REASON = "of_made", "remark_lead", "cause", "reason"
YES_NO, CONCLUDED = "yes_no", "so"
"""The kind of a question that is answered by yes or no."""
POINTING = frozenset(("it", "it_place", "its_content"))


def joins_order(lattice: Lattice, at: int) -> bool:
    """Whether a verb behind a joint orders something, though it may as well say how a thing is: "and *empty* b.txt"."""
    joined = lattice.ended(at, "joint")
    return joined and lattice.begins(at, "verb")


def says_which_of_kind(lattice: Lattice, start: int) -> bool:
    """Whether words right behind things of a kind say which of them are meant: "all files *Tom sent me*".

    What names them again only tells of them: "delete the photos *I have them* on my phone".
    """
    kinds = lattice.ended(start, "kinds")
    if not (kinds or lattice.in_set(start - 1, "file_nouns")) or start + 1 >= lattice.size:
        return False
    of_kind = any(where == OF_MADE for _, _, where in lattice.at(start, "filler"))
    predicates = Predicates(lattice)
    somebody = lattice.in_set(start, "own_subject") or lattice.in_set(start, "several_subjects")
    named = lattice.tokens[start].shape == "word" and not lattice.class_name(start) and predicates.is_past(start + 1)
    end = next_mark(lattice, start)
    again = any(lattice.begins(at, "it") for at in range(start + 1, end))
    return of_kind or (not again and (named or (somebody and lattice.tokens[start + 1].shape == "word")))


def is_torn(lattice: Lattice, start: int) -> bool:
    """Whether what stands before a text concludes nothing, since no mark sets it apart: "thank you *so* much"."""
    concluding = (begin for begin, _, sense in lattice.ending(start, "request") if sense == CONCLUDED)
    return any(begin > 1 and lattice.tokens[begin - 1].shape != "mark" for begin in concluding)


def says_what_for(lattice: Lattice, at: int) -> bool:
    """Whether "to" goes on with what is told ("I forgot, silly me, *to* delete it"), or says what something is for.

    Before a mark that is so where what can be done follows: "*to make room,* delete a.txt".
    """
    marks = (end for end in range(2, lattice.size) if lattice.tokens[end].shape == "mark")
    fronted = lattice.in_set(at + 1, "aim") and any(lattice.begins_clause(end + 1) for end in marks)
    joined = bool(lattice.ending(at, "joint")) and lattice.tokens[at - 1].shape != "mark"
    return not joined if at else fronted


def thanks_or_asks(lattice: Lattice, at: int) -> bool:
    """Whether somebody is thanked, or asked to do something, from a token on, and not only begged: "please"."""
    thanked = lattice.in_set(at, "polite") and not lattice.in_set(at, "pleading")
    return thanked or (lattice.in_set(at, "modal") and lattice.in_set(at + 1, "speaker"))


def is_done_besides(lattice: Lattice, start: int) -> bool:
    """Whether what follows comes to what was said before it, not in its place: "actually *hide the icons too*"."""
    stop = next_mark(lattice, start)
    return any(lattice.in_set(at, "besides") for at in range(start, stop))


class Predicates:
    """The verbs of the statements of one utterance."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice

    def verb(self, begin: int, end: int) -> int | None:
        """The token of the verb of a statement that begins at a token: what follows its subject."""
        lattice = self._lattice
        if begin >= end or lattice.tokens[begin].shape != "word":
            return None
        if lattice.in_set(begin, "statement_opening"):
            return begin if begin + 1 < end else None
        if begin + 1 < end and self._lacks_apostrophe(begin):
            return begin
        if lattice.in_set(begin, "unnamed") and begin + 1 < end:
            return begin
        if lattice.in_set(begin, "spoken_of"):
            at = begin + 1
            at += lattice.in_set(at, "noun_again") or lattice.in_set(at, "else")  # "anyone *else* calls"
            while at < end and self.is_adverb(at):
                at += 1
            return at if at < end and self._may_be_verb(at) else None
        return self._verb_of_noun(begin, end)

    def states(self, begin: int, end: int) -> bool:
        """Whether a statement of a word that points begins at a token, as its words show: "this week *is* busy".

        Who speaks may do anything; what else points tells by the form of its verb, and not "this hello".
        """
        lattice = self._lattice
        if lattice.in_set(begin, "speaking"):
            return self.verb(begin, end) is not None
        told = range(begin + 1, min(end, begin + LONGEST_SUBJECT))
        if lattice.class_name(begin) != "pronoun" or not told:
            return False
        third = lattice.ends_like(begin + 1, "subject") and not lattice.ends_like(begin + 1, "no_subject")
        third = third and self._may_be_verb(begin + 1)
        return third or any(self.tells(at) or (self.is_adverb(at) and self.tells(at + 1)) for at in told)

    def enabled(self, begin: int) -> int | None:
        """The verb of who is let do something, behind what leads to a reason: "so *grandma can* see it"."""
        lattice = self._lattice
        for at in range(begin, min(lattice.size - 1, begin + LONGEST_SUBJECT)):
            if at > begin and lattice.in_set(at, "modal"):
                return at
            command = at == begin and (lattice.at(at, "verb") or self._commands(at))
            if lattice.tokens[at].shape != "word" or self._ends_subject(at, noun=at > begin) or command:
                return None
        return None

    def _lacks_apostrophe(self, begin: int) -> bool:
        """ "its frozen": a subject with its verb, since how something is follows and not what somebody has."""
        lattice = self._lattice
        if not lattice.in_set(begin, "half_spelled"):
            return False
        at = next((word for word in range(begin + 1, lattice.size) if not self.is_adverb(word)), begin)
        return at > begin + 1 or self.may_be_so(at)

    def may_be_so(self, at: int) -> bool:
        """Whether a word is how something is, where, what it does or what was done to it, and hardly a thing."""
        lattice = self._lattice
        told = any(lattice.in_set(at, name) for name in ("condition", "ended")) or self.is_past(at)
        if told or lattice.class_name(at) in BEHIND_BEING:
            return True
        return lattice.ends_like(at, "judged") and at + 1 < lattice.size and not self.is_aux(at + 1)

    def _has_short_verb(self, at: int) -> bool:
        """Whether a noun ends with its verb: "the caterer's on her way", and not "the caterer's list"."""
        lattice = self._lattice
        if not lattice.tokens[at].low.endswith(SHORT_VERBS) or at + 1 >= lattice.size:
            return False
        return self.is_adverb(at + 1) or self.may_be_so(at + 1)

    def _verb_of_noun(self, begin: int, end: int) -> int | None:
        lattice, noun = self._lattice, False
        for at in range(begin, min(end, begin + self._longest_subject(begin) + 1)):
            if lattice.tokens[at].shape != "word" or self._ends_subject(at, noun=noun):
                return None
            if self._has_short_verb(at) or (noun and self._is_verb_behind(at, begin)):
                return at
            if noun and (self.is_adverb(at) or lattice.class_name(at) == "preposition"):
                continue
            plain = lattice.in_set(at, "determiner") or lattice.in_set(at, "adjective")
            again = at > begin + 1 and lattice.in_set(at, "noun_again") and lattice.class_name(at + 1) != "pronoun"
            plain = plain and not again
            if not noun and not plain and at == begin and (lattice.at(at, "verb") or self._commands(at)):
                return None
            noun = noun or not plain
        return None

    def _longest_subject(self, begin: int) -> int:
        """How many words a subject may have: more where it says of what, or from where, it is."""
        placed = any(self._lattice.is_word(at, *PLACING) for at in range(begin + 1, begin + LONGEST_SUBJECT))
        return LONGEST_PLACED if placed and self._lattice.in_set(begin, "determiner") else LONGEST_SUBJECT

    def _ends_subject(self, at: int, *, noun: bool) -> bool:
        """Whether a word is of no subject: neither its verb, nor how it does something, nor of what it is."""
        lattice = self._lattice
        if lattice.class_name(at) not in NO_NOUN or self.is_aux(at):
            return False
        return not (noun and (self.is_adverb(at) or lattice.is_word(at, *PLACING)))

    def _is_verb_behind(self, at: int, begin: int) -> bool:
        return self.is_aux(at) or self._ends_as_verb(at, begin) or self._lacks_short_verb(at)

    def _lacks_short_verb(self, at: int) -> bool:
        """ "my brothers coming", "the landlords been asking": what something does, behind a verb without its mark."""
        lattice = self._lattice
        if not lattice.ends_like(at - 1, "subject") or at + 1 >= lattice.size:
            return False
        return lattice.in_set(at, "unnamed") or (lattice.ends_like(at, "judged") and not lattice.at(at, "verb"))

    def _commands(self, at: int) -> bool:
        """Whether a sentence of a domain may begin with a word, so that it is hardly a subject without an article."""
        lattice = self._lattice
        spoken_of = lattice.in_set(at, "own_subject") or bool(lattice.at(at, "aside"))
        return lattice.begins_clause(at) and not spoken_of and not lattice.corrected(at)

    def _ends_as_verb(self, at: int, begin: int) -> bool:
        lattice = self._lattice
        if not self._may_be_verb(at) or self._names(at):
            return False
        if lattice.in_set(at - 1, "many_people") and not lattice.class_name(at):
            return True
        if lattice.ends_like(at - 1, "subject") and not lattice.ends_like(at - 1, "no_subject"):
            return at == begin + 1 or bool(lattice.at(at, "verb"))
        return self.is_past(at) or (lattice.ends_like(at, "subject") and not lattice.ends_like(at, "no_subject"))

    def _names(self, at: int) -> bool:
        """Whether a word gives a thing its name, and calls nobody: "called first", not "called me"."""
        lattice = self._lattice
        if lattice.class_name(at) not in NAMING or at + 1 >= lattice.size:
            return False
        return not (lattice.in_set(at + 1, "speaker") or lattice.class_name(at + 1) in OBJECTS)

    def is_past(self, at: int) -> bool:
        lattice = self._lattice
        regular = lattice.ends_like(at, "past") and not lattice.ends_like(at, "no_past")
        return regular or lattice.in_set(at, "simple_past")

    def is_aux(self, at: int) -> bool:
        lattice = self._lattice
        return (
            lattice.in_set(at, "states")
            or lattice.in_set(at, "statement_verb")
            or lattice.in_set(at, "consequence_verb")
            or self._hides(at)
        )

    def _hides(self, at: int) -> bool:
        """Whether somebody is said not to see or hear something: "the client *shouldn't* see it"."""
        lattice = self._lattice
        behind = at + 1 + (lattice.class_name(at + 1) == "negation")
        return lattice.in_set(at, "hiding") and lattice.in_set(behind, "perceiving")

    def _may_be_verb(self, at: int) -> bool:
        lattice = self._lattice
        if lattice.tokens[at].shape != "word" or lattice.may_be_number(at):
            return False
        return self.is_aux(at) or lattice.class_name(at) not in NO_VERB

    def is_adverb(self, at: int) -> bool:
        lattice = self._lattice
        said = lattice.in_set(at, "adverb") or (lattice.ends_like(at, "adverb") and not lattice.at(at, "verb"))
        return said or lattice.is_word(at, *lattice.grammar.words["denying"])

    def tells(self, at: int, *, shortened: bool = False) -> bool:
        """Whether a word behind a thing begins what is told of it; `shortened` where its verb is a mere "'s"."""
        lattice = self._lattice
        if lattice.in_set(at, "condition") or self.is_past(at):
            return True
        return self.is_adverb(at) if shortened else self.is_aux(at) or self._is_done_by_thing(at)

    def _is_done_by_thing(self, at: int) -> bool:
        """Whether a word right behind a file or a folder is the verb of what that does: "draft.txt *bores* me"."""
        lattice = self._lattice
        thing = at > 0 and lattice.tokens[at - 1].shape == "file"
        thing = thing or at - 1 in lattice.starts(at, "kind")
        goes_on = at + 1 < lattice.size and lattice.tokens[at + 1].shape == "word"
        verb = lattice.ends_like(at, "subject") and not lattice.ends_like(at, "no_subject") and self._may_be_verb(at)
        return thing and goes_on and verb and not self._names(at)

    def tells_own_time(self, begin: int, verb: int, end: int, time: int) -> bool:
        """Whether a time is that of what a statement tells, and not of the command beside it.

        So is what has lasted since then, whatever else is told of: "she is waiting for them *since Monday*".
        """
        lattice = self._lattice
        lasts = lattice.class_name(verb) == "being" or lattice.in_set(verb, "perfect")
        begun = lattice.in_set(time, "begun") or lattice.in_set(time - 1, "begun")
        if (lasts and begun and self._is_set_apart(begin)) or is_away(lattice, begin, verb, time):
            return True
        reasons = any(sense in (REASON, CAUSE) and not cost for _, cost, sense in lattice.ending(begin, LEAD))
        if reasons and lattice.class_name(time) == "quantifier" and not lattice.begins(begin - 1, "conclusion"):
            return True  # "as we need it *every day*": a reason says how often something is so
        return self._has_own_time(begin, verb, end) and self._is_event(begin, verb, time)

    def is_behind_him(self, begin: int, verb: int, at: int) -> bool:
        """Whether a token is of what the speaker has behind him: "we are already *after the wedding*"."""
        lattice = self._lattice
        first = at - (lattice.tokens[at].shape == "word" and not lattice.in_set(at, "left_behind"))
        first -= lattice.in_set(first, "determiner")
        been = verb == begin or lattice.class_name(verb) == "being"
        told = (lattice.in_set(word, "begun") or self.is_adverb(word) for word in range(verb + 1, first))
        return lattice.in_set(first, "left_behind") and lattice.in_set(begin, "being_away") and been and any(told)

    def _has_own_time(self, begin: int, verb: int, end: int) -> bool:
        """Whether a time behind the verb of a statement is that of what it tells: "the landlord comes at nine".

        What is to be done, wished or meant by a word that points could be the command ("it should be off at nine"), and
        so could what is no event, what is spoken of twice, and what no mark sets apart. What was could not ("it *was*
        awful this morning"), nor what is a cause: "because they *will* deny it later".
        """
        lattice = self._lattice
        if not self._is_set_apart(begin) or lattice.class_name(begin) in ("quantifier", "vague"):
            return False
        said = range(begin, min(lattice.size, verb + WISHED_WITHIN))
        if any(lattice.in_set(at, name) for at in said for name in ("ought", "wishing", "conditional")):
            return False
        obliged = lattice.in_set(verb, "obliged") and lattice.in_set(verb + 1, "infinitive")
        apart = any(lattice.tokens[at].shape == "mark" for at in range(verb, min(end, lattice.size) - 1))
        if obliged or apart or any(lattice.class_name(at) == "later" for at in range(verb, min(end + 1, lattice.size))):
            return False
        behind = {verb, end}
        was = lattice.in_set(verb, "past_being") or self.is_past(verb)
        pointed = any(self._points(at, behind) for at in range(begin, min(end, lattice.size)))
        return was or self._is_caused(begin) or not pointed

    def _is_event(self, begin: int, verb: int, time: int) -> bool:
        """Whether a statement tells more of its subject than when it is, and of nothing that the rest speaks of."""
        lattice = self._lattice
        told = [at for at in range(begin, verb + 1) if not lattice.class_name(at)]
        happened = self._is_caused(begin) or lattice.in_set(verb, "perfect") or self.is_past(verb)
        again = any(lattice.low.count(lattice.low[at]) > 1 for at in told)
        again = again or any(lattice.at(at, "verb") for at in told if not (at == verb and happened))
        return not again and not (lattice.class_name(verb) == "being" and time == verb + 1)

    def _is_caused(self, begin: int) -> bool:
        """Whether a statement tells why something is to be done now, or what for.

        "Because *the auditors come at ten*", "so *I can find it on Monday*".
        """
        lattice = self._lattice
        leads = [sense for _, _, sense in lattice.ending(begin, LEAD)]
        spared = lattice.in_set(begin, "own_subject") and lattice.class_name(begin + 1) == "negation"
        enables = bool(leads) and lattice.begins(begin - 1, "conclusion")
        return CAUSE in leads or (enables and (spared or self.enabled(begin) is not None))

    def _is_set_apart(self, begin: int) -> bool:
        """Whether a statement begins the utterance, or stands behind a mark or what leads to a reason."""
        lattice = self._lattice
        return begin == 0 or lattice.tokens[begin - 1].shape == "mark" or bool(lattice.ending(begin, LEAD))

    def _points(self, at: int, ends: Container[int]) -> bool:
        """Whether a word stands for a thing, and does not only tell which one: "that", not "that jingle"."""
        lattice = self._lattice
        if POINTING.isdisjoint(lattice.hits[at]):
            return False
        return at + 1 in ends or not lattice.in_set(at, "possessive") or bool(lattice.class_name(at + 1))


def tells_on(lattice: Lattice, position: int) -> bool:
    """Whether a word tells how it is with its speaker and goes on: "I *still* need excel"."""
    return position > 0 and lattice.in_set(position, "told_along") and lattice.in_set(position - 1, "speaking")


def past_lead(lattice: Lattice, at: int) -> int:
    """Where a text begins behind words that point at it, else the token: "these *words for me* hello"."""
    begin = at + 1
    if lattice.class_name(begin) == "preposition" and lattice.in_set(begin + 1, "speaker"):
        begin += 2
    determined = lattice.in_set(at - 1, "determiner") and lattice.class_name(at - 1) != "article"
    pointed = determined or (lattice.in_set(at - 1, "announcing") and lattice.in_set(at - 1, "text_intro"))
    plain = begin < lattice.size and lattice.tokens[begin].shape == "word" and lattice.class_name(begin) in PLAINLY
    return begin if pointed and lattice.in_set(at, "text_intro") and plain else at


def begins_a_name(lattice: Lattice, position: int) -> bool:
    """Whether a polite word stands where a name begins, and is of it: "called *thank you letter*"."""
    return position > 0 and lattice.in_set(position, "polite") and lattice.class_name(position - 1) in NAMING


def is_strange(lattice: Lattice, at: int) -> bool:
    """Whether a word is none that the language knows, so that it may name something."""
    token, words = lattice.tokens[at], lattice.grammar.words
    known = (lattice.grammar.vocabulary, words["common"], words["real"])
    return token.shape == "word" and len(token.low) > 1 and not any(token.low in some for some in known)


def orders_behind(lattice: Lattice, at: int) -> bool:
    """Whether an order may begin at a token without a mark, behind how somebody is: "i'm tired *restart* it"."""
    being = at > 1 and (lattice.in_set(at - 2, "states") or lattice.class_name(at - 2) == "being")
    told = lattice.ends_like(at - 1, "past") and not lattice.ends_like(at - 1, "no_past")
    return being and told and not lattice.class_name(at) and lattice.begins_clause(at)


def requests(lattice: Lattice, at: int) -> bool:
    """Whether a question by yes or no at a token asks for something to be done: "*could you* close it"."""
    asks = any(kind == YES_NO for _, _, kind in lattice.at(at, "asks"))
    return asks and lattice.begins(at, "filler")


def did_call(lattice: Lattice, position: int) -> bool:
    """Whether somebody tells before a token what he did: "already *called* my mum, so …"."""
    begin = max((at + 1 for at in range(position) if lattice.tokens[at].shape == "mark"), default=0)
    told = (lattice.in_set(at, "adverb") or lattice.in_set(at, "own_subject") for at in range(begin, position))
    return begin < position and all(told)


def may_turn(lattice: Lattice, at: int) -> bool:
    """Whether a word that nobody knows may be a slip of one that turns what follows into its opposite: "*nto* move"."""
    low, grammar = lattice.tokens[at].low, lattice.grammar
    known = (grammar.vocabulary, grammar.words["common"], grammar.words["real"], grammar.spelling)
    return not any(low in words for words in known) and misspelt(low, grammar.words["turning"])
