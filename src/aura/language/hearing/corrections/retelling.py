"""What an utterance says if what its speaker took back is left out: "the third, no, the fifth tab" → "the fifth tab".

Where a correction says a whole name or a value again, the decoder replaces it as it reads. Here is what it cannot see:
a correction in the middle of a phrase of any domain. What is said anew tells where what it replaces began: with the
same word, a number with a number, an article with an article, else with the last word. A quotation takes
the place of the one before it: 'copy "a" to the clipboard, no sorry, "b"'; so does a number of the same things: "press
two times tab, no, three times", and what has the same noun: "on the left half of the screen, no, the right half".
What is said anew may be said twice, "no, three, number three", or behind what it is not: "not a.txt, I mean b.txt".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from aura.language.hearing.corrections.apologies import apologizes_to_somebody
from aura.language.hearing.corrections.denials import (
    forbidden_then,
    is_denied_in_turn,
    is_named_again,
    past_denied,
    with_its_file,
)
from aura.language.hearing.corrections.likes import (
    Stretches,
    cell_at,
    cells_at,
    day_anew,
    ends_alike,
    is_plain,
    numbered_anew,
    replaced_by_its_like,
)
from aura.language.hearing.corrections.others_of_a_kind import others_of_a_kind
from aura.language.hearing.corrections.placed_anew import placed_anew
from aura.language.hearing.corrections.reasons import ordered_behind_reason, reason_before
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import next_mark, past_mark
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.predicates import is_done_besides
from aura.language.utterance.stretches import past

LONGEST = 8
"""Tokens that may be said anew."""
LONGEST_TWICE, WORDS_ALIKE = 3, 2
BEFORE_ORDER = "commanding"
SMALL = ("article", "pronoun", "being", "preposition")
STANDS_FOR_A_NOUN = "one"
"""Such a word behind a correction keeps the noun before it: "a red scarf, no, a blue one" is of a blue scarf."""


class Retold(NamedTuple):
    """An utterance without what was taken back, and the tokens that are left out.

    It is `certain` where what is said anew is built as what it replaces, so that even in a text it can hardly be meant.
    """

    text: str
    start: int
    end: int
    certain: bool = False


def retold(lattice: Lattice, numbers: Numbers) -> Iterator[Retold]:
    """The utterance without what each of its corrections takes back, the first correction first.

    Where it ends in taking all back ("wait, no, forget it") nothing is said anew.
    """
    if any(sense != BEFORE_ORDER for _, _, sense in lattice.ending(lattice.size, "retraction")):
        return
    yield from _which(lattice)
    yield from (Retold(text, begin, end, certain=True) for begin, end, text in others_of_a_kind(lattice))
    after = 0
    for at in range(1, lattice.size - 1):
        corrections = _corrections(lattice, at) if at >= after else []
        after = max(after, _all_taken_back(lattice, at) if not corrections else after)
        for end, sure in corrections:
            after = end
            yield from _begun_anew(lattice, numbers, at, end)
            yield from _denied_first(lattice, numbers, at, end)
            if sure and (ordered := ordered_behind_reason(lattice, at, end)) is not None:
                begin, last, text = ordered
                yield Retold(text, begin, last, certain=True)
            if (placed := placed_anew(lattice, at, end)) is not None:
                begin, last, text = placed
                yield Retold(text, begin, last)
            twice = _said_twice(lattice, end)
            yield from _in_place_of(lattice, numbers, at, end, sure=sure, once=twice)
            reasoned = _behind_reason(lattice, numbers, end)
            if reasoned is not None:
                yield from _in_place_of(lattice, numbers, at, reasoned, sure=sure, once="")
            if twice:
                yield Retold(lattice.text[: lattice.tokens[end].start] + twice, at, end)


def _behind_reason(lattice: Lattice, numbers: Numbers, end: int) -> int | None:
    """Where a number is said anew behind why, or what it is: "no wait *she's on nights,* 15", "no *it's* twenty".

    What corrects once more may lead to it: "no wait *the brother is greedy make that* nine hundred".
    """
    if not any(lattice.in_set(end, name) for name in ("own_subject", "determiner")):
        return None
    marks = (at + 1 for at in range(end + 1, lattice.size - 1) if lattice.tokens[at].shape == "mark")
    later = (at for at in lattice.beginnings.get("correction", ()) if at > end)
    again = (after for at in later for after, _ in _corrections(lattice, at))
    said = [end + 1 + (lattice.class_name(end + 1) == "being")] if lattice.in_set(end, "points_to_one") else []
    behind = (at for at in (*said, *marks, *again) if lattice.size - at <= LONGEST)
    return next((at for at in behind if numbers.at(at) is not None), None)


def _begun_anew(lattice: Lattice, numbers: Numbers, at: int, end: int) -> Iterator[Retold]:
    """The utterance with what is begun again said as it is then: "38 times 17 *no 19* 38 times 19".

    What is said anew is said twice: alone, and then as what it belongs to is said again from its beginning.
    """
    low, tokens = lattice.low, lattice.tokens
    if cells_at(lattice, numbers, end):
        return
    for again in range(end + 1, min(end + LONGEST_TWICE, lattice.size - WORDS_ALIKE)):
        behind = range(again + WORDS_ALIKE, min(again + LONGEST, lattice.size))
        whole = any(low[word : word + again - end] == low[end:again] for word in behind)
        begins = (one for one in range(max(0, at - LONGEST), at - 1) if tokens[one].shape == "word")
        begin = next((one for one in begins if low[one : one + WORDS_ALIKE] == low[again : again + WORDS_ALIKE]), None)
        if whole and begin is not None:
            yield Retold(_without(lattice, begin, again), begin, again, certain=True)
            return


def _in_place_of(lattice: Lattice, numbers: Numbers, at: int, end: int, *, sure: bool, once: str) -> Iterator[Retold]:
    """The utterance with what is said anew in the place of what it replaces; `once` is what is said twice, once."""
    reason = reason_before(lattice, at)
    like = replaced_by_its_like(lattice, numbers, at, end)
    if like is not None and like[0] < reason:
        certain = sure and like == day_anew(lattice, at, end)
        yield Retold(_in_its_place(lattice, like, at, end), like[0], end, certain=certain)
        return
    begin = _replaced(lattice, numbers, at, end, sure=sure, twice=bool(once))
    if begin is not None and begin < reason:
        text = lattice.text[: lattice.tokens[begin].start] + (once or _said_anew(lattice, numbers, end))
        yield Retold(text, begin, end, certain=_is_parallel(lattice, numbers, begin, at, end))


def _said_anew(lattice: Lattice, numbers: Numbers, end: int) -> str:
    """The utterance from where something is said anew, without an apology behind a number: "no 85 *sorry* in b4"."""
    rest, number = _without_praise(lattice, end), numbers.at(end)
    if number is None or not lattice.in_set(number[0], "exclaiming") or number[0] + 1 >= lattice.size:
        return rest
    first, last = lattice.tokens[end].start, lattice.tokens[number[0]].start
    return lattice.text[first:last] + lattice.text[lattice.tokens[number[0] + 1].start :]


def _which(lattice: Lattice) -> Iterator[Retold]:
    """The utterance with another one of the same things: "the second desktop, no, the third one"."""
    text, tokens, last = lattice.text, lattice.tokens, lattice.size - 1
    if last < 1 or lattice.low[last] != STANDS_FOR_A_NOUN or not lattice.in_set(last - 1, "ordinal"):
        return
    anew = last - 1
    end = anew - (lattice.class_name(anew - 1) == "article")
    begins = [*lattice.starts(end, "correction")]
    for begin in begins or ([end - 1] if lattice.in_set(end - 1, "retracting") else []):
        said = [at for at in range(begin) if lattice.in_set(at, "ordinal") and lattice.low[at] != STANDS_FOR_A_NOUN]
        if said:
            at = said[-1]
            kept = text[tokens[at].end : tokens[begin - 1].end]
            yield Retold(f"{text[: tokens[at].start]}{tokens[anew].text}{kept}", at, end)


def _corrections(lattice: Lattice, at: int) -> list[tuple[int, bool]]:
    """Where words at a token end that take back what was said, and whether they can do nothing else."""
    feels = lattice.class_name(at - 1) == "being" or any(lattice.in_set(at - 1, name) for name in ("states", "adverb"))
    if feels and lattice.in_set(at, "retracting"):
        return []
    first = past_mark(lattice, at)
    if lattice.in_set(first, "lacking") and lattice.in_set(first + 1, "concern"):
        return []
    if is_denied_in_turn(lattice, at):
        return []
    if lattice.in_set(at - 1, "coordinating") and not _is_a_letter(lattice, at):
        return []  # What is joined on is said along: "and make it snappy".
    stands = (value for word in range(at, min(lattice.size, at + LONGEST)) for _, _, value in lattice.at(word, "it"))
    if STANDS_FOR_A_NOUN in stands:
        return []
    found = [end for end in lattice.ends(at, "correction") if end < lattice.size]
    if any(apologizes_to_somebody(lattice, at, end) for end in found):
        return []
    if any(lattice.in_set(end, "merely") or is_done_besides(lattice, end) for end in found):
        return []
    if lattice.in_set(first, "placing") and any(lattice.class_name(end) == "preposition" for end in found):
        return []  # It is a command of its own: "make it to a pdf".
    if _all_taken_back(lattice, at) > max(found, default=at + 1):
        return []
    if found:
        return [(max(found), True)]
    return [(at + 1, False)] if lattice.in_set(at, "retracting") else []


def _is_a_letter(lattice: Lattice, at: int) -> bool:
    """Whether what joins before a token is rather the letter that it is written with: "control shift *n* no …"."""
    joins = lattice.in_set(at - 1, "coordinating") and len(lattice.tokens[at - 1].text) == 1
    return joins and lattice.in_set(at, "retracting")


def takes_back(lattice: Lattice, at: int) -> bool:
    """Whether words at a token hardly stand in a text: "no wait", "no not"; "no no" may."""
    if not lattice.in_set(at, "retracting") or at + 1 >= lattice.size or lattice.low[at] == lattice.low[at + 1]:
        return False
    denied = lattice.in_set(at, "no") and lattice.class_name(at + 1) == "negation"
    return denied or any(sure and end > at + 1 for end, sure in _corrections(lattice, at))


def _all_taken_back(lattice: Lattice, at: int) -> int:
    """Where words at a token end that take back the whole clause before them; the token where there are none."""
    return past(lattice, at, "retraction")


def _without_praise(lattice: Lattice, start: int) -> str:
    """What is said anew from a token on, without how it is: "forty is enough"."""
    text, tokens = lattice.text, lattice.tokens
    for at in range(start + 1, lattice.size):
        for end, slipped, _ in lattice.at(at, "settling"):
            if not slipped:
                behind = text[tokens[end].start :] if end < lattice.size else ""
                return f"{text[tokens[start].start : tokens[at].start]}{behind}"
    return text[tokens[start].start :]


def _said_twice(lattice: Lattice, end: int) -> str:
    """What is said anew, once, where it is twice: "no, three, number three", "no, documents, it's in documents"."""
    text, tokens, low = lattice.text, lattice.tokens, lattice.low
    stops = (word for word in range(end, lattice.size) if tokens[word].shape == "mark" and low[word] != ",")
    last = next(stops, lattice.size)
    for length in range(1, min(LONGEST_TWICE, (last - end) // 2) + 1):
        between = last - end - 2 * length
        same = between <= LONGEST_TWICE and low[end : end + length] == low[last - length : last]
        if same and all(_says_little(lattice, word, end) for word in range(end + length, last - length)):
            behind = text[tokens[last].start :] if last < lattice.size else ""
            return text[tokens[end].start : tokens[end + length - 1].end] + behind
    return ""


def _says_little(lattice: Lattice, word: int, end: int) -> bool:
    """Whether a word between what is said twice was said before the correction too, or says nothing: "it's in"."""
    small = lattice.tokens[word].shape == "mark" or lattice.class_name(word) in SMALL
    return small or lattice.in_set(word, "numbering") or lattice.low[word] in lattice.low[:end]


def _denied_first(lattice: Lattice, numbers: Numbers, at: int, end: int) -> Iterator[Retold]:
    """The utterance without what is denied before it is said anew: "no, not a.txt, I mean b.txt", "not to x, to y"."""
    if end + 1 >= lattice.size or lattice.class_name(end) != "negation":
        return
    forbidden = next(lattice.ends(end, "forbidden"), lattice.size)
    ordered = forbidden < lattice.size and lattice.begins_clause(forbidden)
    if ordered or lattice.ends_like(end + 1, "judged"):
        anew = forbidden_then(lattice, at, forbidden if ordered else end + 1)
        yield from [] if anew is None else [Retold(with_its_file(lattice, at, *anew), *anew)]
        if ordered or anew is not None:
            return
    for word in range(end + 2, min(end + LONGEST, lattice.size)):
        if is_named_again(lattice, range(end + 1, word), at):
            after = next((after for after, sure in _corrections(lattice, word) if sure), lattice.size)
            if after < lattice.size:
                yield Retold(_without(lattice, end, after), at, end)
                return
        if not _was_said(lattice, range(end + 1, word), at):
            continue
        led = {lattice.low[end + 1], lattice.low[at - (word - end)]}
        again = word + 1 < lattice.size and lattice.low[word + 1] in led
        if again and lattice.tokens[word].shape == "mark" and lattice.class_name(word + 1) == "preposition":
            yield Retold(_without(lattice, end, word + 1), at, end)
            return
        begin = _replaced(lattice, numbers, at, word, sure=False) if _orders(lattice, word) else None
        if begin is not None:
            yield Retold(_without(lattice, begin, word), begin, word)
            return
    behind = past_denied(lattice, end + 1, at)
    if behind is not None:
        yield Retold(_without(lattice, end, behind), at, end)


def _without(lattice: Lattice, start: int, end: int) -> str:
    """The utterance without the tokens from one to before another."""
    return lattice.text[: lattice.tokens[start].start] + lattice.text[lattice.tokens[end].start :]


def _was_said(lattice: Lattice, words: range, at: int) -> bool:
    """Whether some words were said right before a token too, a file by its name alone."""
    low, begin = lattice.low, at - len(words)
    return begin >= 0 and all(
        low[begin + away] == low[word] or low[begin + away].startswith(f"{low[word]}.")
        for away, word in enumerate(words)
    )


def _is_parallel(lattice: Lattice, numbers: Numbers, begin: int, at: int, end: int) -> bool:
    """Whether a number is said anew for a number, or what begins alike: "call the … no sorry call the".

    A number may have its noun before it: "desktop three no desktop two", "at five no at half six"; as many words may
    stand before the same noun ("the red bucket no the blue bucket"), or behind a preposition that is said again: "is
    *with Desmond*, no sorry, *with Yolanda*". A name of one word with a capital is replaced by another.
    """
    noun = end + 1 < lattice.size and lattice.low[begin] == lattice.low[end] and not numbers.at(end)
    number, anew = numbers.at(begin + noun), end + noun
    anew += noun and anew + 1 < lattice.size and lattice.in_set(anew, "selecting")
    if number is not None and number[0] == at and numbers.at(anew):
        return True
    last = next_mark(lattice, end)
    named = all(_is_named(lattice, word) for word in (begin, *range(end, last)))
    if begin == at - 1 and named and not lattice.tokens[begin - 1].text.istitle():
        return True
    noun_again = end + at - begin <= lattice.size and lattice.low[at - 1] == lattice.low[end + at - begin - 1]
    if noun_again and lattice.class_name(end) == "article" and lattice.low[begin] == lattice.low[end]:
        return True
    again = lattice.low[begin] == lattice.low[end] and lattice.class_name(end) == "preposition"
    if again and end + 1 < last == end + at - begin:
        return True
    alike = min(at - begin, lattice.size - end, WORDS_ALIKE)
    return alike == WORDS_ALIKE and lattice.low[begin : begin + alike] == lattice.low[end : end + alike]


def _is_named(lattice: Lattice, at: int) -> bool:
    """Whether a word amid an utterance is written as a name is, with a capital."""
    return lattice.tokens[at].shape == "word" and lattice.tokens[at].text.istitle() and not lattice.class_name(at)


def _in_its_place(lattice: Lattice, like: Stretches, at: int, end: int) -> str:
    """The text with what is said anew in the place of what it replaces, without the correction; the rest stays."""
    text, tokens = lattice.text, lattice.tokens
    begin, stop, last = like
    anew = text[tokens[end].start : tokens[last - 1].end]
    between = text[tokens[stop - 1].end : tokens[at - 1].end]
    return text[: tokens[begin].start] + anew + between + text[tokens[last - 1].end :]


def _replaced(lattice: Lattice, numbers: Numbers, at: int, end: int, *, sure: bool, twice: bool = False) -> int | None:
    """The token at which what is replaced began; None where nothing tells.

    What is said anew may be said `twice`, and then has its noun only the second time: "no two, virtual desktop two".
    """
    begun = [begin for begin in range(max(0, at - LONGEST), at) if (it := numbers.at(begin)) and at - 1 <= it[0] <= at]
    last = at - _is_a_letter(lattice, at)
    joined = (begin for begin in range(last, max(0, at - LONGEST), -1) if _joins(lattice, begin - 1))
    first = next(joined, 0)
    said = range(at - 1, max(min([first, *begun]), at - LONGEST) - 1, -1)
    apart = lattice.tokens[end].shape == "mark"
    same = next((begin for begin in said if not apart and lattice.low[begin] == lattice.low[end]), None)
    if same is not None:
        return _phrase_of(lattice, same, first)
    numbered = None if twice else numbered_anew(lattice, numbers, at, end)
    if numbered is not None or cell_at(lattice, numbers, end):
        return numbered
    if numbers.at(end):
        return min(begun, default=None)
    if lattice.class_name(end) == "preposition":
        return next((begin for begin in said if lattice.class_name(begin) == "preposition"), None)
    if lattice.class_name(end) == "article":
        return next((begin for begin in said if lattice.class_name(begin) == "article"), None)
    ordered = _orders(lattice, end + apart) or (apart and lattice.begins_clause(end + 1))
    if ends_alike(lattice, at, end) and not ordered:
        return _with_plain_words(lattice, at - 1, first)
    return at - 1 if sure and not ordered and not _is_verb_alone(lattice, at - 1, end) else None


def _joins(lattice: Lattice, at: int) -> bool:
    """Whether a joint that is spelled as it should be stands at a token."""
    return lattice.begins(at, "joint")


def _orders(lattice: Lattice, at: int) -> bool:
    """Whether a verb that is spelled as it should be stands at a token."""
    return lattice.begins(at, "verb")


def _phrase_of(lattice: Lattice, at: int, first: int) -> int:
    """Where the plain words begin that a word stands behind: "to *new* plan, no, plan b" is no "new plan b"."""
    if lattice.class_name(at) or lattice.tokens[at].shape != "word":
        return at
    return _with_plain_words(lattice, at, first)


def _with_plain_words(lattice: Lattice, at: int, first: int) -> int:
    """Where the plain words before a token begin, behind the first of what was said."""
    while at - 1 > first and is_plain(lattice, at - 1):
        at -= 1
    return at


def _is_verb_alone(lattice: Lattice, at: int, end: int) -> bool:
    """Whether a word says what to do, and what is said anew does not, so that it is a text: "type *sorry i'm late*"."""
    begun = at == 0 or bool(lattice.ending(at, "joint"))
    verbs = [lattice.begins(word, "verb") for word in (at, end)]
    return begun and verbs[0] and not verbs[1]
