"""What each token of an utterance shows to the tagger: its word and neighbours, and what the lexicon knows of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from zlib import crc32

from aura.language.utterance.lattice import Lattice

BUCKETS = 1 << 17
START, END, NUMBER = "<", ">", "0"
AROUND = (-1, 0, 1, 2)
"""The neighbours whose word sets and classes are signs of a token."""
ENDING_HERE = ("joint", "verb", "conclusion", "remark_lead", "intent", "anchor")
PIECES = (2, 3)


def signs(lattice: Lattice) -> list[list[int]]:
    """The numbers of the signs of each token, each once; two signs may share a number."""
    words = [said(lattice, at) for at in range(lattice.size)]
    known = [_sets(lattice, at) for at in range(lattice.size)]
    found = [[*_words(words, at), *_known(lattice, known, at)] for at in range(lattice.size)]
    return [sorted({crc32(sign.encode()) % BUCKETS for sign in each}) for each in found]


def _words(words: Sequence[str], at: int) -> Iterator[str]:
    """A token's word, its endings, and the words around it."""
    word, before, behind = words[at], _word(words, at - 1), _word(words, at + 1)
    yield "always"
    yield f"0={word}"
    for away in (-2, -1, 1, 2):
        yield f"{away}={_word(words, at + away)}"
    yield f"{before} {word}"
    yield f"{word} {behind}>"
    yield f"{word} {behind} {_word(words, at + 2)}>"
    if word.isalpha():
        yield from (f"#{word[-length:]}" for length in PIECES)


def _word(words: Sequence[str], at: int) -> str:
    return START if at < 0 else END if at >= len(words) else words[at]


def _known(lattice: Lattice, known: Sequence[Sequence[str]], at: int) -> Iterator[str]:
    """What the lexicon knows of a token and its neighbours, and what begins and ends there."""
    for away in AROUND:
        near = at + away
        if 0 <= near < lattice.size:
            yield f"{away}:{lattice.class_name(near)}"
            yield from (f"{away}/{name}" for name in known[near])
            if away < 2:
                yield from (f"{away}!{name}" for name, hits in lattice.hits[near].items() if not hits[0][1])
    for name in ENDING_HERE:
        if any(not cost for _, cost, _ in lattice.ending(at, name)):
            yield f"|{name}"
    before = lattice.class_name(at - 1) if at else START
    yield f"{before}:{lattice.class_name(at)}:{lattice.class_name(at + 1) if at + 1 < lattice.size else END}"
    yield from (name for name, so in (("first", at == 0), ("last", at == lattice.size - 1)) if so)
    spoken = lattice.text[lattice.tokens[at - 1].end : lattice.tokens[at].start] if at else ""
    if spoken.strip():
        yield "hesitates"


def said(lattice: Lattice, at: int) -> str:
    """A word as it is, a number as a number, anything else by its shape alone."""
    token = lattice.tokens[at]
    if token.shape not in ("word", "mark"):
        return f"[{token.shape}]"
    return NUMBER if lattice.low[at].isdigit() else lattice.low[at]


def _sets(lattice: Lattice, at: int) -> list[str]:
    """The word sets of the lexicon that a token is in."""
    if lattice.tokens[at].shape != "word":
        return []
    return [name for name, words in lattice.grammar.words.items() if lattice.low[at] in words]
