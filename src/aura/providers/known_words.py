"""Whether a word is one that anybody knows: a word of English or a common name, and so no slip of the hand."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files

from aura.providers.word_pieces import is_piece

LISTED = "resources/en.json.gz"
"""The words of pyspellchecker (MIT): an object of 160,000 English words and names, one a line, with how often each is
seen."""


@cache
def is_anybodys(word: str) -> bool:
    """Whether a lower-case word is one that anybody knows."""
    return is_piece(word) or f'"{word}":' in _listed()


@cache
def _listed() -> str:
    """The words as they are kept: found in some milliseconds, where a set of them would take 20 MB."""
    return gzip.decompress(files("spellchecker").joinpath(LISTED).read_bytes()).decode()
