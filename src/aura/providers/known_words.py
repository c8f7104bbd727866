"""Whether a word is one that anybody knows: a word of English or a common name, and so no slip of the hand."""

from __future__ import annotations

import gzip
import re
from functools import cache
from importlib.resources import files

from aura.providers.word_pieces import is_piece

LISTED = "resources/en.json.gz"
"""The words of pyspellchecker (MIT): an object of 160,000 English words and names, one a line, with how often each is
seen."""

SHORTEST = 4
"""Letters of a word of which it is certain that nobody knows it."""
RAREST, FAR_RARER = 50, 5000
"""The least that is counted, and how many times as often one word is seen than another that is hardly meant."""
COUNT = re.compile(r"\s*(\d+)")


@cache
def is_anybodys(word: str) -> bool:
    """Whether a lower-case word is one that anybody knows."""
    return is_piece(word) or f'"{word}":' in _listed()


@cache
def is_hardly(word: str, other: str) -> bool:
    """Whether a lower-case word is seen so much more seldom than another that it is hardly meant: "tat" for "that"."""
    return max(_seen(word), RAREST) * FAR_RARER < _seen(other)


def _seen(word: str) -> int:
    """How often a word is seen in what was counted; 0 for one that is not listed."""
    said = f'"{word}":'
    at = _listed().find(said)
    found = COUNT.match(_listed(), at + len(said)) if at >= 0 else None
    return int(found[1]) if found else 0


@cache
def _listed() -> str:
    """The words as they are kept: found in some milliseconds, where a set of them would take 20 MB."""
    return gzip.decompress(files("spellchecker").joinpath(LISTED).read_bytes()).decode()
