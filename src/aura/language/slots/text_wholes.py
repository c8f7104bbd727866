"""What is of a text besides its words, or goes on with it: its last mark, brackets, what an answer goes on with."""

from __future__ import annotations

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import NAMING, YES_NO, Predicates, requests
from aura.language.utterance.stretches import may_order
from aura.language.utterance.subordinates import writes_next
from aura.language.words.tokens import BRACKETS

ASKED, MARKED = "?", ("?", "!")
EXCLAIMED, INTRODUCING = "!", ":"
HOLDING_UP = "withdrawn_marked"
ANSWERING = ("retraction", "exclaimed", HOLDING_UP)
"""Categories of what answers or holds up somebody: "no", "ok", "hold on"."""
JOINED = ("joint", "preposition")
COMMA, COLON, QUOTED = ",", ":", "quoted"
LED = ("determiner", "coordinating", "containing")
"""Sets of words that say before the word for a title that it has one."""
LONGEST_KIND, LONGEST_LED = 3, 4


def is_marked(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a mark stands right behind a text, amid a sentence that goes on: "type *ok!* and press enter"."""
    if end + 1 >= lattice.size or lattice.low[end] not in MARKED or lattice.tokens[end - 1].shape == "quoted":
        return False
    mark, behind = lattice.tokens[end], lattice.tokens[end + 1]
    goes_on = lattice.class_name(end + 1) in JOINED and behind.text.islower()
    asked = mark.low == ASKED and any(requests(lattice, at) for at in range(start))
    return goes_on and mark.start == lattice.tokens[end - 1].end and not asked


def exclaimed_with(lattice: Lattice, start: int, end: int, behind: str) -> str:
    """The marks behind a text that are of it, if it is exclaimed: "type: happy birthday*!*", "type Happy birthday*!*".

    A colon introduces it, or a capital amid the sentence begins it; else the order may be exclaimed: "type hello!".
    No figure is.
    """
    if start == 0 or not lattice.tokens[end - 1].text[-1:].isalpha() or lattice.tokens[start].shape == "quoted":
        return ""
    marks = behind[: len(behind) - len(behind.lstrip(EXCLAIMED))]
    token, before = lattice.tokens[start], lattice.tokens[start - 1]
    begun = before.text.islower() and token.shape == "word" and token.text.istitle()
    told = lattice.low[start - 1] == INTRODUCING or (begun and not lattice.in_set(start, "own_subject"))
    return marks if told else ""


def is_asked_with(lattice: Lattice, at: int) -> bool:
    """Whether a word is, or has on it, the verb of a question: "*what's* my pin again", "what *is* it again"."""
    return any(kind != YES_NO for word in (at - 1, at) for _, _, kind in lattice.at(word, "asks"))


def begins_in_an_order(lattice: Lattice, start: int) -> bool:
    """Whether a text begins in an order, right behind the verb that it is written with: "write *put* the cat out"."""
    if not may_order(lattice, start) or lattice.ends_like(start, "judged"):
        return False
    asked = (at for at in range(start, 0, -1) if not (lattice.in_set(at - 1, "polite") or lattice.is_word(at - 1, ",")))
    end = next(asked, 0)
    written = lattice.starts(end, "verb")
    led = ("joint", "filler", "request")
    return any(
        begin == 0 or lattice.tokens[begin - 1].shape == "mark" or any(lattice.ending(begin, kind) for kind in led)
        for begin in written
    )


def begins_in_a_statement(lattice: Lattice, at: int) -> bool:
    """Whether somebody tells something right behind a verb that writes: "write *I am late, sorry* in a.txt"."""
    return lattice.in_set(at, "own_subject") and writes_next(lattice, at)


def is_within_brackets(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a bracket that was opened from a token on is closed at another or behind it: "(see *page 4)*"."""
    low = lattice.low
    for opened, closed in BRACKETS:
        if closed in lattice.text and closed in low[end:]:
            text = low[start:end]
            if text.count(opened) > text.count(closed):
                return True
    return False


def is_dictated_on(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words for a mark stand behind a text with other such words: "hello comma how are you *question mark*"."""
    marks = [last for last in lattice.ends(end, "filler") if lattice.in_set(last - 1, "mark_word")]
    return bool(marks) and any(lattice.in_set(at, "spoken_mark") for at in range(start + 1, end))


def answers_on(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a text that answers somebody goes on with what it says to him: "type no *thank you*", "wait *for me*"."""
    if start == 0 or end >= lattice.size or lattice.tokens[end].shape != "word":
        return False
    if lattice.hits[start].keys().isdisjoint(ANSWERING):
        return False
    if lattice.tokens[start - 1].shape == "mark" or lattice.in_set(end, "pleading"):
        return False
    answers = {kind for kind in ANSWERING for stop in lattice.ends(start, kind) if stop == end}
    thanked = lattice.in_set(end, "polite") or HOLDING_UP in answers
    filled = thanked and lattice.begins(end, "filler")
    return bool(answers) and (filled or lattice.in_set(end, "own_subject"))


def splits_what_is_named(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a text would end amid what names a new file that it goes into: "hello in a new text | *file*"."""
    if end >= lattice.size or "kind" not in lattice.beginnings:
        return False
    for begin in range(max(start + 2, end - LONGEST_KIND), end + 1):
        if any(stop > end for stop in lattice.ends(begin, "kind")):
            article = next(at for at in range(begin - 1, start - 1, -1) if at <= start or not _is_between(lattice, at))
            led = article > start and lattice.in_set(article, "determiner")
            if led and lattice.class_name(article - 1) == "preposition":
                return True
    return False


def _is_between(lattice: Lattice, at: int) -> bool:
    """Whether a word may stand between an article and what is new: "a *new* file", "a *small text* file"."""
    fresh = lattice.in_set(at, "indefinite") and lattice.in_set(at - 1, "determiner")
    return fresh or lattice.in_set(at, "adjective") or lattice.in_set(at, "text_intro")


def is_titled_in_short(lattice: Lattice, start: int) -> bool:
    """Whether nothing leads to a title but the word for it: "create document *title* Trip"."""
    word = start - 1 - (start > 1 and lattice.is_word(start - 1, COLON))
    if word < 1 or not lattice.in_set(word, "title_word"):
        return False
    led = lattice.class_name(word - 1) == "preposition" or any(lattice.in_set(word - 1, name) for name in LED)
    return not led


def text_behind_title(lattice: Lattice, start: int, at: int) -> bool | None:
    """Whether the text surely begins at a token, behind such a title: "Trip *text We leave*"; None where it may."""
    behind = at + 1 + lattice.is_word(at + 1, COLON)
    if at <= start or behind >= lattice.size or not lattice.in_set(at, "body_word"):
        return False
    if not is_titled_in_short(lattice, start):
        return False
    token, first = lattice.tokens[at], lattice.tokens[behind]
    apart = behind > at + 1 or lattice.is_word(at - 1, COMMA) or first.shape == QUOTED
    return True if token.text.islower() and (apart or first.text[0].isupper()) else None


def ends_surely(lattice: Lattice, start: int, at: int) -> bool:
    """Whether a title surely ends before a token: its text begins there, another thing, or what says where it goes."""
    short = bool(text_behind_title(lattice, start, at)) or _goes_to_what_was_said(lattice, at)
    return short or _names_another(lattice, at)


def _names_another(lattice: Lattice, at: int) -> bool:
    """Whether another thing is named behind a joint: "a slide called Costs and one called Plan"."""
    led = (end for end, _, _ in lattice.at(at, "joint") if lattice.in_set(end, "indefinite"))
    return any(lattice.class_name(word) in NAMING for end in led for word in range(end + 1, end + LONGEST_LED))


def _goes_to_what_was_said(lattice: Lattice, at: int) -> bool:
    """Whether a title in capitals ends in where it goes, without them: "titled Road Works *to it*, short and …"."""
    behind = at + 2
    if behind >= lattice.size or lattice.tokens[behind].shape != "mark" or not lattice.tokens[at - 1].text.istitle():
        return False
    small = lattice.text_of(at, behind).islower()
    return small and lattice.class_name(at) == "preposition" and lattice.class_name(at + 1) == "pronoun"


def is_written_out(lattice: Lattice, start: int) -> bool:
    """Whether a colon behind what says that a text follows leads to it: "with the text: *we are late, as it snows*"."""
    if start < 3 or lattice.low[start - 1] != COLON:
        return False
    last = start - 2 - (lattice.class_name(start - 2) == "being")
    return any(lattice.in_set(last, name) for name in ("body_word", "quoting"))


def is_again(lattice: Lattice, at: int) -> bool:
    """Whether "again" is the last word of a title, as its text is said behind it: "boiler *again*, text …"."""
    named = at + 2 < lattice.size and lattice.is_word(at + 1, COMMA)
    return named and lattice.in_set(at, "asked_again") and lattice.in_set(at + 2, "body_word")


def is_given(lattice: Lattice, at: int) -> bool:
    """Whether a token is of whom something ends with: "it was given *to me*", "please call *me*"."""
    last = at + lattice.in_set(at, "infinitive")
    if not lattice.in_set(last, "speaker"):
        return False
    ended = lattice.is_over(last + 1) or lattice.in_set(last + 1, "polite")
    ended = ended or lattice.class_name(last + 1) in ("preposition", "joint")
    return ended or lattice.size in lattice.ends(last + 1, "filler")


def says_for_when(lattice: Lattice, at: int) -> bool:
    """Whether words say for how long, and for nobody: "bye *for now*"."""
    return lattice.class_name(at) == "preposition" and not lattice.in_set(at + 1, "speaker")


def lacks_its_place(lattice: Lattice, start: int, end: int) -> bool:
    """Whether "here" says where what a text tells of is, or is done: "the crates remain *here*", "is kept *here*"."""
    if not lattice.begins(end, "here"):
        return False
    predicates, last = Predicates(lattice), end - 1
    verb = predicates.verb(start, end)
    amid = any(lattice.class_name(behind) == "preposition" for behind in lattice.ends(end, "here"))
    told = lattice.in_set(start, "determiner") and last - start > 1
    return (amid and told) or (verb is not None and (amid or verb == last or predicates.is_past(last)))
