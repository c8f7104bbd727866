"""What an utterance says with a mark where its speaker made none: "open word i gotta go" → "open word, i gotta go".

A statement behind a command needs a mark, since without one it may tell which thing is meant ("the tab i opened").
Where nothing could be read without, and what stands before is no such thing, a mark is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aura.language.asides.remarks import Remarks
from aura.language.utterance.lattice import COUNTING, Lattice
from aura.language.utterance.predicates import POINTING, YES_NO
from aura.language.utterance.verbs import is_order, orders_at

SHORTEST_COMMAND, MARK = 1, ","
COMMANDING = " active"
VERBAL = frozenset(("", "verb", "noun"))
TOLD_LAST = 4
"""So near before it, a verb of saying or seeing may have an order in what it tells."""
TELLING = ("quoting", "wishing", "perceiving", "reporting")
SHORTEST_BEFORE = 2
NOTICED, SAYS_WHERE = 4, 3
"""Words in which at least it is said who is where, and where: "boss *in the hall*"."""
UNFINISHED = frozenset(("article", "pronoun", "preposition", "negation", "being", "later", "joint"))
"""Behind such a word a verb goes on with what is told."""
LEADING_ON = ("later", "joint")
QUALIFYING = ("adjective", "quality", "singling", "telling_apart")
"""Sets of words that stand between an article and its noun."""
OVER = ("file", "quoted", "url", "path")


class Marked(NamedTuple):
    """An utterance with a mark beside what may be a remark, and the character at which what is behind it begins.

    It only `asks` where that is no remark; it `spares` what would be lost where what is told may go on with the verb.
    """

    text: str
    start: int
    asks: bool = False
    spares: bool = False


def marked(lattice: Lattice, remarks: Remarks) -> Iterator[Marked]:
    """The utterance with a mark wherever a remark or a request may begin without one, the longest first.

    What only says when tells nothing: "called estimates *this year*".
    """
    for at in range(SHORTEST_COMMAND, lattice.size - 1):
        asked = any(kind == YES_NO for _, _, kind in lattice.at(at - 1, "asks"))
        when = any(time.end == lattice.size for time in remarks.harmless.times(at))
        if asked or when or lattice.in_set(at - 1, "relative") or remarks.tells_which(at):
            continue
        thing = at == SHORTEST_COMMAND and not (lattice.in_set(at, "own_subject") or lattice.in_set(at, "possessive"))
        if (
            lattice.tokens[at].shape == "word"
            and not thing
            and (_is_over(lattice, at - 1) or _has_object(lattice, remarks, at))
            and _may_tell(lattice, remarks, at)
        ):
            yield _with_a_mark(lattice.text, lattice.tokens[at].start)
        elif _requests(lattice, at):
            yield _with_a_mark(lattice.text, lattice.tokens[at].start)._replace(asks=True)


def _has_object(lattice: Lattice, remarks: Remarks, at: int) -> bool:
    """Whether a statement at a token lacks nothing, so that it is of no thing before it: "documents *he wants it*"."""
    verb = remarks.statements.verb(at, lattice.size) if lattice.in_set(at, "own_subject") else None
    if verb is None or lattice.class_name(at - 1) in UNFINISHED or lattice.tokens[at - 1].shape == "mark":
        return False
    done = verb + 1 + lattice.in_set(verb + 1, "own_past")
    return lattice.class_name(done) in ("pronoun", "article")


def _requests(lattice: Lattice, at: int) -> bool:
    """Whether words that ask for something begin at a token, behind what it is about: "a.txt *could you* open it"."""
    marked = "mark" in (lattice.tokens[at - 1].shape, lattice.tokens[at].shape)
    if marked or lattice.class_name(at - 1) in UNFINISHED:
        return False
    told = any(lattice.in_set(word, "own_subject") and not lattice.in_set(word, "possessive") for word in range(at))
    asked = not told and any(end < lattice.size for end in lattice.ends(at, "request"))
    return asked or _takes_up(lattice, at)


def _takes_up(lattice: Lattice, at: int) -> bool:
    """Whether an order at a token is for what was named right before it: "the one on my desktop *rename it* to …"."""
    verbs = (end for end, cost, form in lattice.at(at, "verb") if not cost and is_order(form))
    pointed = any(lattice.at(end, "it") and lattice.class_name(end) == "pronoun" for end in verbs)
    return pointed and not lattice.in_set(at - 1, "unfinished") and not lattice.in_set(at - 1, "spoken_of")


def marked_off(lattice: Lattice, remarks: Remarks) -> Iterator[Marked]:
    """The utterance with a mark behind what may be a remark that an order follows without one, the shortest first.

    How something is, or where, ends such a remark; a noun could be who does what follows: "I heard Tom close it".
    """
    verb = remarks.statements.verb(0, lattice.size)
    for at in range(NOTICED if verb is None else verb + 2, lattice.size - 1):
        if follows(lattice, remarks, at) if verb is not None else _is_noticed(lattice, remarks, at):
            yield _with_a_mark(lattice.text, lattice.tokens[at].start)._replace(spares=verb is None)


def _is_noticed(lattice: Lattice, remarks: Remarks, at: int) -> bool:
    """Whether words before an order only say who is where, as what one calls out: "*boss in the hall* lock it".

    Nothing of them is a command, and nobody who stands there does what follows.
    """
    place, said = at - SAYS_WHERE, range(at)
    where = bool(lattice.at(place, "in")) and lattice.in_set(place + 1, "determiner")
    names = any(lattice.tokens[word].shape != "word" or lattice.at(word, "kind") for word in said)
    ordered = any(orders_at(lattice, word) for word in said)
    if not where or names or ordered or lattice.class_name(at - 1):
        return False
    return remarks.harmless.orders(at) or orders_at(lattice, at)


def _with_a_mark(text: str, start: int) -> Marked:
    before = f"{text[:start].rstrip()}{MARK} "
    return Marked(before + text[start:], len(before))


def follows(lattice: Lattice, remarks: Remarks, at: int) -> bool:
    """Whether an order may begin at a token without a mark: behind a word for how something is, or where."""
    ended = lattice.is_over(at + 1) or lattice.class_name(at + 1) == "joint"
    alone = (ended and lattice.in_set(at, "particle")) or lattice.tokens[at].shape != "word"
    if (
        alone
        or lattice.class_name(at) == "preposition"
        or not _is_described(lattice, remarks, at - 1)
        or lattice.in_set(at, "determiner")
    ):
        return False
    ordered = lattice.begins(at, "verb") or remarks.harmless.orders(at)
    return ordered or (not lattice.class_name(at) and lattice.begins_clause(at))


def _is_described(lattice: Lattice, remarks: Remarks, last: int) -> bool:
    """Whether a word says how something is or where, and nothing need follow it as behind "all" and "so".

    So does what ends a verb in the past: "went up", "went up again".
    """
    before = last - lattice.in_set(last, "anew")
    gone = lattice.in_set(before, "particle") and lattice.in_set(before - 1, "simple_past")
    if gone or (before < last and lattice.in_set(before, "simple_past")):
        return True
    where = lattice.ended(last + 1, "here", "there")
    grade = remarks.statements.is_adverb(last) or bool(lattice.class_name(last))
    said = lattice.in_set(last, "condition") or lattice.in_set(last, "adjective")
    return where or (not grade and said and not _goes_before_a_noun(lattice, last))


def _goes_before_a_noun(lattice: Lattice, last: int) -> bool:
    """Whether an article leads to an adjective, and such words alone, so that a noun follows: "*a wrong* click"."""
    before = last - 1
    while before > 0 and any(lattice.in_set(before, name) for name in QUALIFYING):
        before -= 1
    return before >= 0 and lattice.class_name(before) == "article"


def _is_over(lattice: Lattice, last: int) -> bool:
    """Whether a command may end with a token, and what follows does not tell which thing is meant."""
    goes_on = lattice.class_name(last) in LEADING_ON or lattice.in_set(last, "statement_opening")
    if lattice.tokens[last].shape == "mark" or goes_on or lattice.in_set(last, "narrowed"):
        return False
    return lattice.tokens[last].shape in OVER or not lattice.in_set(last, "unfinished")


def _counts(lattice: Lattice, at: int) -> bool:
    return lattice.low[at].isdigit() or any(lattice.in_set(at, name) for name in COUNTING)


def states(lattice: Lattice, remarks: Remarks, at: int) -> bool:
    """Whether a statement with a subject of its own may begin at a token, behind what is over and without a mark.

    Its verb goes on to something: "the tab *my mom opened*" only tells which one. By its form alone "lamps" is none.
    """
    if at < SHORTEST_BEFORE or lattice.tokens[at].shape != "word" or not _is_over(lattice, at - 1):
        return False
    statements = remarks.statements
    verb = statements.verb(at, lattice.size)
    if verb is None or remarks.harmless.orders(at) or any(is_order(form) for _, _, form in lattice.ending(at, "verb")):
        return False
    behind = range(verb + 1, lattice.size)
    goes_on = any(not statements.is_adverb(word) and not lattice.in_set(word, "speaker") for word in behind)
    return goes_on and _tells_of_itself(lattice, remarks, at, verb)


def _tells_of_itself(lattice: Lattice, remarks: Remarks, at: int, verb: int) -> bool:
    """Whether a subject can be nothing else: somebody, what is ours, or a thing whose verb is none but by its form."""
    told = remarks.statements.is_aux(verb) or remarks.statements.is_past(verb)
    somebody = lattice.in_set(at, "own_subject") and not any(lattice.at(at, name) for name in POINTING)
    ours = lattice.in_set(at, "possessive") and not lattice.in_set(verb, "possessive")
    return somebody or ours or (told and (lattice.in_set(at, "determiner") or lattice.in_set(at, "own_subject")))


def commands(lattice: Lattice, remarks: Remarks, at: int) -> bool:
    """Whether an order may begin at a token, behind a statement that has its verb and without a mark.

    What somebody says, sees, wishes or lets happen is no order: "I heard Tom close it".
    """
    last, verb = at - 1, remarks.statements.verb(0, at)
    if verb is None or last <= verb or not may_order(lattice, remarks, at):
        return False
    if all(remarks.statements.is_adverb(word) for word in range(verb + 1, at)):
        return False
    told = range(max(0, at - TOLD_LAST), at) if not lattice.in_set(last, "no_matter") else ()
    return not any(lattice.in_set(word, name) for word in told for name in TELLING)


def may_order(lattice: Lattice, remarks: Remarks, at: int) -> bool:
    """Whether a verb at a token may be an order by what stands before it, and no verb of what is told."""
    last = at - 1
    nobody = lattice.in_set(last, "no_matter") or lattice.in_set(last, "no_doer")
    how = last - (lattice.in_set(last, "adverb") or lattice.in_set(last, "narrowing"))
    spoken_of = lattice.in_set(how, "spoken_of") and not nobody
    goes_on = lattice.class_name(last) in UNFINISHED and not lattice.in_set(last, "object_form")
    if lattice.tokens[at].shape != "word" or any(lattice.in_set(at, name) for name in ("infinitive", "unnamed")):
        return False
    if spoken_of or goes_on or lattice.in_set(last, "unfinished"):
        return False
    thing = any(lattice.in_set(word, "determiner") for word in (last, at)) or lattice.in_set(last, "adjective")
    if thing:
        return False
    verbal = lattice.class_name(at) in VERBAL and at + 1 < lattice.size
    ordered = verbal and orders_at(lattice, at)
    return ordered or (not lattice.ends_like(at, "judged") and remarks.harmless.orders(at))


def _may_tell(lattice: Lattice, remarks: Remarks, at: int) -> bool:
    """Whether a statement may begin at a token; a few words that say little may behind what is said along.

    "To thirty" could be said of the command.
    """
    size, along = lattice.size, lattice.class_name(at - 1) == "filler" or bool(lattice.ending(at, "exclaimed"))
    verb, own = remarks.statements.verb(at, lattice.size), lattice.in_set(at, "own_subject")
    subject = own or lattice.in_set(at, "determiner") or lattice.tokens[at - 1].shape in OVER
    told = (verb is not None and subject) or lattice.in_set(at, "unmarked")
    goes_on = lattice.in_set(at, "states") and not own
    levelled = any(lattice.in_set(word - 1, "infinitive") and _counts(lattice, word) for word in range(at, size))
    if goes_on or levelled or not (told or along) or remarks.harmless.orders(at):
        return False
    return any(end == lattice.size for end in remarks.statements.ends_behind(at, apart=True))
