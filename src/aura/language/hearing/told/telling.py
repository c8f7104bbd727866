"""What only speaks of a command: what somebody did, or what the words of it are like."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import pairwise

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import CAUSE, Predicates
from aura.language.utterance.stretches import is_ended
from aura.language.utterance.whens import only_says_when
from aura.language.words.morphology import bases

COMMA = ","
FEWEST_DOING = 2
"""Words of "still deleting a.txt" but one."""
LEADING = ("article", "preposition", "joint", "pronoun", "negation", "being", "called")
"""Kinds of words behind which a verb is none of what is told of a command."""
BEARER_AND_VERB = 3
"""Words of what bears words, and that it does: "the sign reads"."""
LONGEST_ASIDE = 8
"""Tokens between two commas, at most, that only set a word apart: "mute, *as far as words go*, sounds sad"."""
MEANT = ("meaning", "wanting", "reporting", "intending", "states")
"""What somebody did by saying it, who still wants it: "that's what I *meant*"."""


def told_of_itself(lattice: Lattice, free: Container[int]) -> tuple[int, int] | None:
    """Where an utterance tells, in no free words, that it is what was done, or of its own words; nothing elsewhere."""
    return next((span for find in (_done, _like, _read_out) for span in find(lattice) if span[0] not in free), None)


def rests(lattice: Lattice, *, let: bool = False) -> int | None:
    """Where somebody is said to do what a computer does as well: "*time* to sleep", or that he be `let` do it."""
    for at in (at for at in range(lattice.size - 1) if lattice.in_set(at, "object_form" if let else "rested_by")):
        end = lattice.skip(at + 1, "resting")
        slept = any(lattice.in_set(word, "sleeping") for word in range(at + 1, end))
        if slept and is_ended(lattice, end) and (not let or _is_let(lattice, at - 1)):
            return at
    return None


def _is_let(lattice: Lattice, at: int) -> bool:
    """Whether a word lets somebody do something, at the beginning of an order: "mute it and *let* me sleep"."""
    begun = at < 1 or lattice.tokens[at - 1].shape == "mark" or lattice.class_name(at - 1) == "joint"
    return begun and lattice.in_set(max(at, 0), "letting")


def predicates_behind(lattice: Lattice) -> Iterator[tuple[int, int]]:
    """Where a verb stands right behind other words, as what is told of them: "mute it *woke* the baby", "*solves* it".

    What is done now shows by what it is done to.
    """
    predicates = Predicates(lattice)
    for at in range(2, lattice.size - 1):
        begun = lattice.tokens[at].shape == "word" and lattice.tokens[at - 1].shape != "mark"
        begun = begun and lattice.low[at].isalpha() and lattice.low[at] not in lattice.known.folders
        led_on = (
            lattice.class_name(at - 1) in LEADING or predicates.is_adverb(at - 1) or lattice.in_set(at - 1, "number")
        )
        if not begun or led_on or lattice.in_set(at, "polite") or lattice.at(at, "remark_lead"):
            continue
        if _is_timed(lattice, at):
            continue
        led = lattice.class_name(at + 1)
        person = lattice.in_set(at + 1, "object_form")
        object_ = (
            person or any(lattice.in_set(at + 1, name) for name in ("no_matter", "determiner")) or led == "quantifier"
        )
        past = predicates.is_past(at) or (person and lattice.ends_like(at, "past"))
        past = past and led != "preposition" and not lattice.in_set(at, "forgetting")
        does = lattice.ends_like(at, "subject") and not lattice.ends_like(at, "no_subject")
        does = does or (person and _is_a_verb_heard_otherwise(lattice, at))
        plain = not lattice.class_name(at)
        if (past and plain) or (does and (person or (object_ and plain))):
            yield at, at + 1 + bool(object_)


def _is_timed(lattice: Lattice, verb: int) -> bool:
    """Whether only a time stands between a mark and a verb, whose subject follows: "…, *at ten* comes my boss"."""
    mark = next((at for at in range(verb - 1, 0, -1) if lattice.tokens[at].shape == "mark"), verb)
    return mark + 1 < verb and only_says_when(lattice, mark + 1, verb)


def _is_a_verb_heard_otherwise(lattice: Lattice, at: int) -> bool:
    """Whether a word only lacks in what it was heard as the ending of what is told: "it *drives* me mad", no drive."""
    said, heard = lattice.tokens[at].low, lattice.low[at]
    return said != heard and said.removesuffix(next(iter(lattice.grammar.words["subject_ending"]))) == heard


def begins_in_doing(lattice: Lattice) -> bool:
    """Whether it begins with what somebody does, and goes on or asks: "*deleting* a.txt, what an idea"."""
    marks = (at for at in range(lattice.size - 1) if lattice.tokens[at].shape == "mark")
    marks = (at for at in marks if not lattice.in_set(at + 1, "exclaiming_of"))
    orders = (lattice.class_name(at + 1) == "verb" or lattice.at(at + 1, "verb") for at in marks)
    if any(orders):
        return False
    if lattice.size > 1 and _is_doing(lattice, 0):
        return True
    still = (lattice.in_set(0, "condition") or lattice.in_set(0, "adverb")) and not lattice.in_set(0, "minding")
    return still and lattice.size > FEWEST_DOING and _is_doing(lattice, 1)


def _is_doing(lattice: Lattice, at: int) -> bool:
    """Whether a word is a verb of the grammar in the form of what somebody does: "deleting", but not "bring"."""
    low, grammar = lattice.low[at], lattice.grammar
    verbs = (verb for ending in grammar.words["judged_ending"] for verb in bases(low, ending))
    return any(verb in grammar.vocabulary for verb in verbs) and lattice.begins_clause(at)


def _done(lattice: Lattice) -> Iterator[tuple[int, int]]:
    """ "Mute it *that's what I did*": what is said is what somebody did, and not what is to be done.

    As a cause that is why it is to be done: "mute it *because* that's what I did".
    """
    predicates = Predicates(lattice)
    causes = {end for at in range(lattice.size) for end, _, sense in lattice.at(at, "remark_lead") if sense == CAUSE}
    for at in (at for at in range(1, lattice.size) if at not in causes):
        for who in _those_who(lattice, predicates, at):
            did = _behind_adverbs(predicates, who, lattice.size)
            meant = any(lattice.in_set(did, name) for name in MEANT)
            does = lattice.in_set(who - 1, "third_person") and lattice.ends_like(did, "subject")
            past = predicates.is_past(did) or lattice.in_set(did, "unasked")
            if did < lattice.size and (past or does) and not meant:
                yield at, did + 1


def _those_who(lattice: Lattice, predicates: Predicates, at: int) -> Iterator[int]:
    """Where somebody ends of whom a token begins to tell: "that's exactly what *my boss* did", "it's how *I* did"."""
    begin = at + 1 + predicates.is_aux(at + 1)
    if not lattice.in_set(at, "relative") or (begin == at + 1 and not lattice.in_set(at, "saying_so")):
        return
    begin = _behind_adverbs(predicates, begin, lattice.size)
    who = begin + 1
    if lattice.in_set(begin, "definite"):
        who = begin + 2
    elif not lattice.in_set(begin, "embedding"):
        return
    if lattice.in_set(who, "own_subject") or lattice.in_set(who, "third_person"):
        yield who + 1
    elif lattice.in_set(who, "determiner"):
        yield who + 2


def _behind_adverbs(predicates: Predicates, start: int, size: int) -> int:
    return next((at for at in range(start, size) if not predicates.is_adverb(at)), size)


def _read_out(lattice: Lattice) -> Iterator[tuple[int, int]]:
    """ "Mute the sound, *the sign reads*": what something that bears words says is no order."""
    begin = lattice.size - BEARER_AND_VERB
    bears = begin > 1 and lattice.low[begin - 1] == COMMA and lattice.in_set(begin, "definite")
    if bears and lattice.in_set(begin + 1, "quoted_from") and lattice.in_set(begin + 2, "reporting"):
        yield begin, lattice.size


def _like(lattice: Lattice) -> Iterator[tuple[int, int]]:
    """ "Mute, as a word, *looks* sad": a word that something is told of is no command."""
    predicates = Predicates(lattice)
    commas = [at for at in range(1, lattice.size - 2) if lattice.low[at] == COMMA]
    for first, second in pairwise(commas):
        verb = second + 1
        subject = lattice.in_set(verb, "own_subject")
        told = lattice.in_set(verb, "states") and lattice.ends_like(verb, "subject") and not subject
        asks = lattice.class_name(verb + 1) == "pronoun" and predicates.is_aux(verb)
        ordered = any(lattice.at(at, kind) for at in range(first + 1, second) for kind in ("verb", "intent"))
        polite = lattice.in_set(first + 1, "polite")
        if told and second - first <= LONGEST_ASIDE and not (asks or ordered or polite):
            yield first - 1, verb + 1
