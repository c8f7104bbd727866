"""What an utterance says where a text stands before the command that points at it: "milk and eggs, add that to a.txt".

The text takes the place of the word that points, in quotes. Whether it is written then tells whether it was meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aura.language.decoding.phrases import Phrases
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark, past_mark
from aura.language.utterance.predicates import Predicates
from aura.language.utterance.stretches import is_ended, may_order, past, says_next

STOP = "."
QUOTE, POINTING, WORD, INTRODUCING, OWNED = '"', "it", "word", ":", "'s"
PASSED, LED = ("exclaimed", "filler", "remark"), ("remark_lead", "condition_lead", "time", "asks")
LEADING = ("preposition", "negation", "later", "being", "called")
LEADING_ON = ("conditional", "subordinating", "when", "embedding", "occasioning", "as_what", "own_data", "relative")
"""What begins no text: what is passed over, conditions, times, reasons and what leads on."""
LONGEST_OWNER = 3
SHORTEST, FARTHEST = 2, 3
"""Words of such a text at least; tokens from the verb to the word that points, at most."""


class TextFirst(NamedTuple):
    """An utterance whose command says the text that stood before it, and that text."""

    text: str
    said: str


def text_first(lattice: Lattice) -> Iterator[TextFirst]:
    """The utterance with what stands before its command, in quotes, in the place of the word that points there.

    Orders before that text stay where they are: "*mute it.* we meet at six. add that to a.txt".
    """
    first = _behind_hesitations(lattice)
    begin = _behind_orders(lattice, first)
    if may_order(lattice, begin) or lattice.begins(begin, "request"):
        return
    if begin >= lattice.size:
        return
    orders = lattice.text[lattice.tokens[first].start : lattice.tokens[begin].start] if begin > first else ""
    for start in range(begin + 1, lattice.size - 1):
        end = start
        while end > begin and lattice.tokens[end - 1].shape == "mark":
            end -= 1
        verb = next((at for at in _verbs(lattice, start) if (end < start or at == start)), None)
        pointing = None if verb is None else _pointing(lattice, verb + 1)
        marked = end < start
        if pointing is None or not _is_text(lattice, begin, end) or not (marked or _is_plain(lattice, start - 1)):
            continue
        if lattice.class_name(pointing[0]) == "pronoun" and not _points_at_text(lattice, pointing[0], begin, end):
            continue
        tokens, quoted = lattice.tokens, end == begin + 1 and lattice.tokens[begin].shape == "quoted"
        said = tokens[begin].text if quoted else lattice.text_of(begin, end)
        if QUOTE not in said:
            first, last = pointing
            last += lattice.in_set(last, "particle") and last + 1 < lattice.size
            before = lattice.text[tokens[start].start : tokens[first].start]
            behind = lattice.text[tokens[last - 1].end :]
            yield TextFirst(f"{orders}{before}{QUOTE}{said}{QUOTE}{behind}", said)


def written_as_wanted(lattice: Lattice) -> str | None:
    """The command to write a text where somebody wants it: "'wash up' *is what I want written in* a.txt".

    Without quotes it ends in what says so, and points at no other: "the tap drips *is what I want written in* a.txt".
    """
    tokens, begin = lattice.tokens, _behind_hesitations(lattice)
    if begin >= lattice.size or lattice.class_name(begin) == "pronoun" or lattice.at(begin, "asks"):
        return None
    quoted = tokens[begin].shape == "quoted"
    ends = [begin + 1] if quoted else [at for at in range(begin + 1, lattice.size) if lattice.class_name(at) == "being"]
    for at in ends:
        said = tokens[begin].text if quoted else lattice.text_of(begin, at)
        end, verb = max(
            ((end, verb) for end, cost, verb in lattice.at(at, "wanted_written") if not cost), default=(at, "")
        )
        placed = end > at and lattice.class_name(end) == "preposition"
        if placed and QUOTE not in said and said.lower() not in lattice.known.files:
            return _put(lattice, end, verb, f"{QUOTE}{said}{QUOTE}")
    return None


def _put(lattice: Lattice, at: int, verb: str, said: str) -> str:
    """The command to write a text where words from a preposition on say, which may be something new.

    What follows a file there, behind a mark or joint, is said after it: "… in a new file called a.txt *and lock it*".
    """
    anew = next((plain for _, cost, plain in lattice.at(at, "written_anew") if not cost), None)
    start, size = lattice.tokens[at + (anew is not None)].start, lattice.size
    file = next((one for one in range(at, size) if lattice.tokens[one].shape == "file"), size)
    end = lattice.tokens[next(one for one in range(file, size + 1) if is_ended(lattice, one)) - 1].end
    place, behind = lattice.text[start:end], lattice.text[end:]
    return f"{verb} {said} {place}{behind}" if anew is None else f"{anew.format(place.rstrip(STOP), said)}{behind}"


def _behind_hesitations(lattice: Lattice) -> int:
    """Where what is only said before going on ends: "*um, right*, boots and socks"."""
    said = ("hesitation", "taking_breath")
    marks = (token.shape == "mark" and at > 0 for at, token in enumerate(lattice.tokens))
    passed = (mark or any(lattice.in_set(at, name) for name in said) for at, mark in enumerate(marks))
    return next((at for at, one in enumerate(passed) if not one), lattice.size)


def _behind_orders(lattice: Lattice, begin: int) -> int:
    """Where what follows orders ends that a mark or a joint parts from it: "*full screen.* we meet at six"."""
    while (behind := _behind_order(lattice, begin)) is not None:
        begin = behind
    return begin


def _behind_order(lattice: Lattice, begin: int) -> int | None:
    """Where what follows one order begins; None where nothing parts it from what is said on."""
    mark = next_mark(lattice, begin)
    if mark < lattice.size - 1 and _orders(lattice, begin, mark):
        return past(lattice, past_mark(lattice, mark), "joint")
    behind = [(at, max(lattice.ends(at, "joint"))) for at in _order_ends(lattice, begin, mark)]
    return next((after for at, after in behind if _tells_apart(lattice, begin, at, after, mark)), None)


def _order_ends(lattice: Lattice, begin: int, stop: int) -> Iterator[int]:
    """The joints before a token up to which all is one order: "*mute it* and milk and eggs"."""
    harmless = Phrases(lattice).remarks.harmless
    ends = (at for at in range(begin + 1, stop) if lattice.begins(at, "joint"))
    yield from (at for at in ends if harmless.is_whole_order(begin, at))


def _tells_apart(lattice: Lattice, begin: int, end: int, behind: int, mark: int) -> bool:
    """Whether what is joined to an order is told by itself: "mute it and *the gate is broken*", "and then *we eat*".

    "*Mute and volume* are broken" is one text: an order of one word may be half of what is spoken of.
    """
    if lattice.begins_clause(behind):
        return False
    told = lattice.in_set(behind, "determiner") or lattice.in_set(behind, "own_subject")
    states = Predicates(lattice).verb(behind, mark) is not None
    return says_next(lattice, behind) or (states and (told or end > begin + 1))


def _orders(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether words order something, also without a verb: "*full screen*", "*next song*"."""
    fixed = end in lattice.ends(begin, "intent")
    return may_order(lattice, begin) or fixed or Phrases(lattice).remarks.harmless.is_whole_order(begin, end)


def _verbs(lattice: Lattice, start: int) -> Iterator[int]:
    """The verb of a command that begins at a token, behind a request too: "*could you please add* that"."""
    starts = [start, *lattice.ends(start, "request")]
    yield from (at for at in starts if lattice.begins(at, "verb") or lattice.at(at, "intent"))


def _pointing(lattice: Lattice, start: int) -> tuple[int, int] | None:
    """The first words from a token on that point at something said: "that", "all of that", "these"."""
    for at in range(start, min(start + FARTHEST, lattice.size)):
        ends = [*lattice.ends(at, POINTING)]
        if ends and any(lattice.class_name(word) == "pronoun" for word in range(at, max(ends))):
            return at, max(ends)
        if lattice.tokens[at].shape != WORD:
            break
    return _led_to(lattice, start)


def _led_to(lattice: Lattice, start: int) -> tuple[int, int] | None:
    """The words at the end of a command that point at what it is to hold: "make x.txt with *that text*", "of *it*"."""
    for at in range(start, lattice.size):
        ends = [*lattice.ends(at, POINTING)]
        end = max(ends, default=at)
        end += end > at and lattice.in_set(at, "demonstrative") and lattice.in_set(end, "text_intro")
        last = lattice.is_over(end)
        if end > at and last and lattice.class_name(at - 1) == "preposition" and lattice.class_name(at) == "pronoun":
            return at, end
    return None


def _is_plain(lattice: Lattice, at: int) -> bool:
    """Whether a word may end a text that no mark ends: "milk and *eggs* add that", but not "no need *to* add that"."""
    return lattice.tokens[at].shape == WORD and lattice.class_name(at) in ("", "noun")


def _points_at_text(lattice: Lattice, at: int, begin: int, end: int) -> bool:
    """Whether a word points at words, and not at what they tell of: "Tom called, write *that*", "tea, add *it*"."""
    states = any(lattice.in_set(word, "finite") or lattice.in_set(word, "states") for word in range(begin, end))
    return lattice.in_set(at, "demonstrative") or not states


def _is_text(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether words are a quotation, a list or a statement, and no condition, time, aside or description of a text."""
    words = [at for at in range(begin, end) if lattice.tokens[at].shape != "mark"]
    if lattice.tokens[begin].shape == "quoted":
        return end == begin + 1
    first = [at for at in {0, begin, *words[:2]} if at < end]
    passed = any(stop >= end for kind in PASSED for at in first for stop in lattice.ends(at, kind))
    led = any(lattice.begins(at, *LED) for at in first)
    led = led or lattice.class_name(begin) in LEADING
    led = led or any(lattice.in_set(begin, name) for name in LEADING_ON)
    points = any(lattice.in_set(at, "demonstrative") for at in words)
    ordered = any(_is_apart(lattice, at) and _orders(lattice, at, next_mark(lattice, at)) for at in words if at > begin)
    ordered = ordered or any(end > begin + 1 for end in _order_ends(lattice, begin, end))
    if len(words) < SHORTEST or passed or led or points or ordered:
        return False
    told = (lattice.class_name(at) == "being" or lattice.in_set(at, "states") for at in words[1:])
    states = Predicates(lattice).verb(begin, end) is not None or any(told)
    owned = any(lattice.low[at].endswith(OWNED) for at in words[:LONGEST_OWNER])
    listed = len(words) < end - begin or any(lattice.class_name(at) == "joint" for at in words)
    described = owned or lattice.in_set(begin, "determiner")
    if owned:
        return any(lattice.class_name(at) == "being" for at in words)
    return states or (not described and (listed or lattice.is_word(end, INTRODUCING)))


def _is_apart(lattice: Lattice, at: int) -> bool:
    """Whether a word stands behind a mark or a joint: "and *mute* it"."""
    return lattice.tokens[at - 1].shape == "mark" or lattice.class_name(at - 1) == "joint"
