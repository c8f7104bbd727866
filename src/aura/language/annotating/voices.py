"""Marked sentences in another voice: dictated, by a learner who leaves articles out, or typed in haste.

What is asked for is the same in each, so that it is learned apart from capitals, marks and little words.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from aura.language.annotating.marks import Change, Marked, changed
from aura.language.grammar.grammar import Grammar

DICTATED, WITHOUT_ARTICLES, IN_HASTE = 0.4, 0.55, 0.7
"""Up to which share of the sentences each voice goes; the rest stay as they are."""
HESITATES, LEFT_OUT, MISTYPED = 0.3, 0.6, 0.12
"""How often a dictated sentence hesitates, an article is left out, and a word is mistyped."""
LEAST_LETTERS = 5
"""Letters of a word that is mistyped."""
SPELLED = {".": " dot ", "_": " underscore ", "/": " slash ", "@": " at ", "://": " colon slash slash "}
"""How the marks that stand within a name are said."""
ARTICLE = "article"
HIDDEN = re.compile(r"(?<!\S)\.(?=[^\W\d_])")
"""The dot that a name begins with."""
MARKS = re.compile(
    r"(?<=\w)://(?=\w)|[.,;:!?\"“”()…—–]{2,}|(?<=[^\W_])[._/@](?=[^\W_])|[,;:!?\"“”()…—–]|(?<!\w)[.-](?!\d)|[.-](?!\w)"
)
WORD = re.compile(r"[^\W\d_]+")


def voices(grammar: Grammar, marked: Iterable[Marked], chance: random.Random) -> Iterator[Marked]:
    """Each sentence as it is, or in another voice, drawn by `chance`."""
    hesitations = sorted(grammar.words["hesitation"])
    classes = ((word, grammar.classes.get(word)) for word in grammar.words["determiner"])
    articles = {word for word, its in classes if its is not None and its.name == ARTICLE}
    for one in marked:
        drawn = chance.random()
        if drawn < DICTATED:
            yield _dictated(one, chance, hesitations)
        elif drawn < WITHOUT_ARTICLES:
            yield changed(one, _outside(one, lambda word: "" if _is_left_out(word, articles, chance) else word))
        elif drawn < IN_HASTE:
            yield changed(one, _outside(one, lambda word: _mistyped(word, chance)))
        else:
            yield one


def _dictated(one: Marked, chance: random.Random, hesitations: Sequence[str]) -> Marked:
    """A sentence as it is written down where it is spoken: no capitals and no marks, and now and then an "um"."""
    spelled = [Change(*mark.span(), _spelled(one.plain, mark)) for mark in MARKS.finditer(one.plain)]
    said = changed(one, spelled)
    if any(not said.plain[slot.start : slot.end].strip() for slot in said.slots):
        return one
    said = said._replace(plain=said.plain.lower()) if len(said.plain.lower()) == len(said.plain) else said
    starts = [span.start for span in (*said.slots, *said.actions) if span.start]
    if not starts or chance.random() > HESITATES:
        return said
    at = chance.choice(starts)
    within = any(span.start < at < span.end for span in (*said.slots, *said.beside))
    return said if within else changed(said, [Change(at, at, f"{chance.choice(hesitations)} ")])


def _spelled(plain: str, mark: re.Match[str]) -> str:
    """How a mark is said, which one that is in no name is not; one amid figures is written."""
    if HIDDEN.match(plain, mark.start()):
        return SPELLED[mark[0]].lstrip()
    before, behind = plain[: mark.start()][-1:], plain[mark.end() :][:1]
    if before.isdigit() and behind.isdigit():
        return mark[0]
    return SPELLED.get(mark[0], " ") if before.isalnum() and behind.isalnum() else ""


def _outside(one: Marked, put: Callable[[str], str]) -> list[Change]:
    """The words that are in no slot as they are put; one that is left out takes the space behind it along."""
    found = []
    for word in WORD.finditer(one.plain):
        start, end = word.span()
        said = put(word[0])
        if said != word[0] and not any(slot.start < end and start < slot.end for slot in one.slots):
            found.append(Change(start, end + (not said and one.plain[end : end + 1] == " "), said))
    return found


def _is_left_out(word: str, articles: set[str], chance: random.Random) -> bool:
    return word.lower() in articles and chance.random() < LEFT_OUT


def _mistyped(word: str, chance: random.Random) -> str:
    """A word with two letters exchanged, or one left out, now and then."""
    if len(word) < LEAST_LETTERS or chance.random() > MISTYPED:
        return word
    at = chance.randrange(1, len(word) - 1)
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return chance.choice((swapped, word[:at] + word[at + 1 :]))
