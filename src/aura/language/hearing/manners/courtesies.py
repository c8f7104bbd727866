"""What an utterance asks for in the past: "it would be best if you restarted it" → "please restart it".

What is done "if you restarted it" is what is wished, so its verb, and those that are joined to it, command. So does
what nothing speaks against: "why don't you restart it" → "please restart it", and what nobody should mind: "mind
restarting it?" → "please restarting it". So is what wishes for a thing by its noun: "might I trouble you for a
screenshot" → "I'd like a screenshot".
"""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.hearing.said_anew import is_fresh
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_ended
from aura.language.utterance.subordinates import writes_next

ACTIVE, NAMED = " active", ("file", "path", "quoted")
LEAST_MINDED = 2
"""Words of "mind closing" without what is closed."""


def asked_plainly(lattice: Lattice) -> str | None:
    """The utterance with its first such wish said as an order; None where it has none."""
    for begin in lattice.beginnings.get("if_only", ()):
        for end, cost, _ in lattice.at(begin, "if_only"):
            verbs = {} if cost else dict(_verbs(lattice, end))
            if verbs:
                return _said(lattice, begin, end, verbs)
    if _asks_whether_minded(lattice):
        return f"{next(iter(lattice.grammar.words['polite']))} {lattice.text[lattice.tokens[1].start :]}"
    return next((said for end in _why_not(lattice) if (said := _ordered(lattice, end)) is not None), None)


def wished_plainly(lattice: Lattice) -> str | None:
    """The utterance with its first new thing wished for plainly: "*I could use* a tab", "a folder *would be great*"."""
    text, tokens = lattice.text, lattice.tokens
    for begin in lattice.beginnings.get("wishing_for", ()):
        for end, cost, plainly in lattice.at(begin, "wishing_for"):
            written = any(writes_next(lattice, at) for at in range(1, begin + 1))
            if not (cost or written) and is_fresh(lattice, begin) and _is_new_thing(lattice, end, lattice.size):
                return f"{text[: tokens[begin].start]}{plainly} {text[tokens[end].start :]}"
    for at in lattice.beginnings.get("wished_for", ()):
        begin = next((word for word in range(at - 1, -1, -1) if is_fresh(lattice, word)), at)
        for end, cost, plainly in lattice.at(at, "wished_for"):
            written = any(lattice.at(word, "text_intro") for word in range(begin, at))
            written = written or any(writes_next(lattice, word) for word in range(1, at))
            over = is_ended(lattice, end) or lattice.begins(end, "filler")
            if not (cost or written) and over and _is_new_thing(lattice, begin, at):
                behind = text[tokens[at - 1].end : tokens[at].start].rstrip() + text[tokens[end - 1].end :]
                thing = text[tokens[begin].start : tokens[at - 1].end]
                return f"{text[: tokens[begin].start]}{plainly} {thing}{behind}"
    return None


def _is_new_thing(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether words are a thing that is not there yet, and here: "*a folder called Wills*", but "a file *cabinet*"."""
    if begin + 1 >= end or not lattice.in_set(begin, "indefinite"):
        return False
    last = max(lattice.ends(lattice.skip(begin, "indefinite"), "kind"), default=end)
    plain = last < end and lattice.tokens[last].text.islower() and not lattice.class_name(last)
    return not plain or any(lattice.at(last, name) for name in ("called", "text_intro"))


def _asks_whether_minded(lattice: Lattice) -> bool:
    """Whether an utterance begins by asking whether one minds what is to be done: "*mind closing* chrome?"."""
    if lattice.size <= LEAST_MINDED or not lattice.in_set(0, "minding") or lattice.tokens[1].shape != "word":
        return False
    done = lattice.ends_like(1, "judged") and lattice.begins_clause(1)
    return done and lattice.tokens[2].shape != "mark"


def _why_not(lattice: Lattice) -> Iterator[int]:
    """Where words end that ask why something is not done, at the beginning of an utterance."""
    return lattice.ends(0, "why_not")


def _ordered(lattice: Lattice, at: int) -> str | None:
    """What is said from a verb on, asked for politely, where it is done to something that is told: "close *it*"."""
    ends = [end for end, cost, form in lattice.at(at, "verb") if not cost and form.endswith(ACTIVE)]
    ends += [at + 1] if lattice.begins_clause(at) and not lattice.at(at, "asks") else []
    if not any(end < lattice.size and _is_told(lattice, end) for end in ends):
        return None
    return f"{next(iter(lattice.grammar.words['polite']))} {lattice.text[lattice.tokens[at].start :]}"


def _is_told(lattice: Lattice, at: int) -> bool:
    """Whether a word may be, or lead to, what something is done to."""
    led = lattice.in_set(at, "determiner") or lattice.class_name(at) == "pronoun" or bool(lattice.at(at, "kind"))
    return led or lattice.stands_out[at] or lattice.tokens[at].shape in NAMED


def _verbs(lattice: Lattice, start: int) -> Iterator[tuple[int, str]]:
    """The verbs in the past, each with its plain form: the one of the wish, and those behind what joins them to it."""
    at = next((word for word in range(start, lattice.size) if not lattice.in_set(word, "adverb")), start)
    past = lattice.grammar.past
    if at >= lattice.size or lattice.low[at] not in past:
        return
    yield at, past[lattice.low[at]]
    for word in range(at + 1, lattice.size):
        if lattice.low[word] in past and lattice.ending(word, "joint"):
            yield word, past[lattice.low[word]]


def _said(lattice: Lattice, begin: int, end: int, verbs: dict[int, str]) -> str:
    """The text with an order in the place of the words that wish."""
    text, tokens = lattice.text, lattice.tokens
    said, seen = text[: tokens[begin].start] + next(iter(lattice.grammar.words["polite"])) + " ", tokens[end].start
    for at, plain in verbs.items():
        said, seen = said + text[seen : tokens[at].start] + plain, tokens[at].end
    return said + text[seen:]
