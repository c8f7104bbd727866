"""What an utterance shows of itself to the classifier: words, neighbours, pieces of words, shapes of names."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from zlib import crc32

from aura.language.words.tokens import Token

BUCKETS = 1 << 15
PIECE = 4
SHORT = 3
START, END, NUMBER = "<", ">", "0"


def features(tokens: Sequence[Token], silent: Collection[str] = ()) -> list[int]:
    """The numbers of the features that an utterance has, each once, without its silent words.

    Two features may share a number.
    """
    words = [said for token in tokens if (said := _said(token)) and said not in silent]
    return list({crc32(name.encode()) % BUCKETS: None for name in _names(words)})


def _names(words: Sequence[str]) -> list[str]:
    around = [START, *words, END]
    names = [f"={word}" for word in words]
    names += [f"{first} {second}" for first, second in pairwise(around)]
    names += [f"{first} _ {third}" for first, third in zip(around, around[2:], strict=False)]
    for word in words:
        if len(word) >= PIECE and word[0].isalpha():
            whole = f"{START}{word}{END}"
            names += [f"#{whole[at : at + PIECE]}" for at in range(len(whole) - PIECE + 1)]
    if len(words) <= SHORT:
        names.append(f"short {len(words)}")
    return names


def _said(token: Token) -> str:
    """A word as it is, anything else by its shape alone: a name says nothing about what is asked."""
    if token.shape == "mark":
        return token.low if token.low in "+*/=$%" else ""
    if token.shape != "word":
        return f"[{token.shape}]"
    return NUMBER if token.low[0].isdigit() else token.low
