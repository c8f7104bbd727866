"""Text as the numbers of the pieces of words that a sentence encoder was taught with (WordPiece, lower case)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

VOCABULARY = Path(__file__).with_name("vocabulary.txt")
"""The pieces, one a line, numbered from 0: the vocabulary of bert-base-uncased (Apache-2.0)."""

START, END, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
INSIDE = "##"
ENDINGS = ("s", "es", "d", "ed", "ing", "r", "er", "ers", "ly")
"""What forms of a word end in."""
SHORTEST_STEM = 4
UNSEEN = frozenset(("Cc", "Cf", "Co"))
MOST_PIECES = 128
LONGEST_WORD = 100
SYMBOLS = frozenset("$+<=>^`|~")
"""What stands alone like punctuation, though Unicode calls it a symbol."""

IDEOGRAPHS = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))


@cache
def _numbered(vocabulary: Path) -> Mapping[str, int]:
    """The number of each piece; a process reads a vocabulary once."""
    return {piece: number for number, piece in enumerate(vocabulary.read_text("utf-8").splitlines())}


class WordPieces:
    """The pieces of any text; a word that the vocabulary cannot spell is one unknown piece."""

    def __init__(self, vocabulary: Path = VOCABULARY) -> None:
        self._numbers = _numbered(vocabulary)

    def numbers(self, text: str) -> list[int]:
        """The numbers of a text's pieces between a start and an end, at most MOST_PIECES."""
        pieces = [piece for word in _words(text) for piece in self._pieces(word)]
        return [self._numbers[piece] for piece in (START, *pieces[: MOST_PIECES - 2], END)]

    @property
    def unknown(self) -> list[int]:
        """The number of the piece that stands for what the vocabulary cannot spell."""
        return [self._numbers[UNKNOWN]]

    def _pieces(self, word: str) -> Sequence[str]:
        """The longest pieces from the left."""
        if len(word) > LONGEST_WORD:
            return [UNKNOWN]
        found: list[str] = []
        at = 0
        while at < len(word):
            lead = INSIDE if at else ""
            ends = range(len(word), at, -1)
            end = next((end for end in ends if lead + word[at:end] in self._numbers), None)
            if end is None:
                return [UNKNOWN]
            found.append(lead + word[at:end])
            at = end
        return found


def is_word(said: str) -> bool:
    """Whether a word, or what it is a form of, is a piece by itself: one of twenty thousand English words and names."""
    stems = (said.removesuffix(ending) for ending in ENDINGS)
    return is_piece(said) or any(stem in _whole() for stem in stems if len(stem) >= SHORTEST_STEM)


def is_piece(said: str) -> bool:
    """Whether a word is a piece by itself."""
    return said in _whole()


@cache
def _whole() -> frozenset[str]:
    return frozenset(filter(str.isalpha, _numbered(VOCABULARY)))


def _words(text: str) -> Iterator[str]:
    """Lower-case words without accents; punctuation and ideographs stand alone."""
    plain = (_plain(letter) for letter in text)
    bare = unicodedata.normalize("NFD", "".join(plain))
    apart = (f" {letter} " if _alone(letter) else letter for letter in bare if unicodedata.category(letter) != "Mn")
    yield from "".join(apart).lower().split()


def _plain(letter: str) -> str:
    """A letter without what cannot be seen."""
    if letter.isspace():
        return " "
    return "" if letter == "\ufffd" or unicodedata.category(letter) in UNSEEN else letter


def _alone(letter: str) -> bool:
    if letter in SYMBOLS or unicodedata.category(letter).startswith("P"):
        return True
    return any(first <= ord(letter) <= last for first, last in IDEOGRAPHS)
