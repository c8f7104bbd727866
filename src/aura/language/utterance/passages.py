"""Where the words of a text stand in an utterance, marks aside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from aura.language.utterance.lattice import Lattice, tokens_of
from aura.language.words.tokens import Token


def words_of(text: str, lattice: Lattice) -> list[str]:
    """The words of a text, as they would be those of an utterance; marks have none, since they may be left out.

    Those of a quotation in it are what they would be outside of it.
    """
    tokens = tokens_of(lattice.grammar, text)
    return [*chain.from_iterable(_words(token, lattice) if len(tokens) > 1 else _plainly(token) for token in tokens)]


def passages(wanted: Sequence[str], lattice: Lattice) -> Iterator[tuple[int, int]]:
    """Each stretch of whole tokens, from a first to before a last, whose words are these."""
    words = [(word, at) for at, token in enumerate(lattice.tokens) for word in _words(token, lattice)]
    edges = [-1, *(at for _, at in words), lattice.size]
    for first in range(len(words) - len(wanted) + 1 if wanted else 0):
        last = first + len(wanted)
        if [word for word, _ in words[first:last]] == [*wanted]:
            start, end = edges[first + 1], edges[last]
            if edges[first] != start and edges[last + 1] != end:
                yield start, end + 1


def _words(token: Token, lattice: Lattice) -> list[str]:
    return words_of(token.text, lattice) if token.shape == "quoted" else _plainly(token)


def _plainly(token: Token) -> list[str]:
    return [] if token.shape == "mark" else token.low.split()
