"""Text cut finer than tokens, as sentence templates need it: "50%", "1-hour" and "kitchen's" are two pieces each."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from aura.language.grammar.net import SPACE

PIECE = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+(?:'[^\W\d_]+)*|'[^\W\d_]+|[^\w\s\-]")
CHUNK = re.compile(r"[\s\-_]+|[^\s\-_]+")
POSSESSIVE = "'s"
SHORTEST_VERB = 3

Edge = tuple[str, int]


def pieces_of(text: str) -> list[str]:
    """The pieces of a text in lower case: words, numbers, marks; hyphens and underscores are spaces."""
    return PIECE.findall(text.lower().replace("’", "'"))


def compounds(words: str, particles: Collection[str]) -> list[str]:
    """A name as it is spelled, and with each compound of a verb and a particle apart or together: "set up", "setup"."""
    said = words.split(" ")
    apart = [" ".join(_apart(word, particles)) for word in said]
    together = words
    for particle in (particle for particle in particles if f" {particle}" in words):
        together = re.sub(rf"(?<=\w{{{SHORTEST_VERB}}}) {particle}\b", particle, together)
    return list(dict.fromkeys((words, " ".join(apart), together)))


def _apart(word: str, particles: Collection[str]) -> tuple[str, ...]:
    ends = (end for end in particles if word.endswith(end) and len(word) >= len(end) + SHORTEST_VERB)
    end = max(ends, key=len, default="")
    return (word.removesuffix(end), end) if end else (word,)


def cut(text: str) -> list[str]:
    """The pieces of a template's text chunk with the boundaries between them; a word may go on in the next chunk."""
    found: list[str] = []
    for chunk in CHUNK.findall(text):
        for number, piece in enumerate(pieces_of(chunk)):
            mark = not (piece[0].isalnum() or piece[0] == "'")
            found += [SPACE, piece, SPACE] if mark else [SPACE, piece] if number else [piece]
        if not chunk.strip(" \t\n-_"):
            found.append(SPACE)
    return found


class Pieces:
    """An utterance as a graph of pieces: a token can be passed whole, or piece by piece where it has several.

    `edges` are the words that lead on from a place; `place` is where each token begins (and the last one ends),
    `token` the token that begins at a place, or -1 inside one.
    """

    def __init__(self, low: Sequence[str]) -> None:
        self.edges: list[list[Edge]] = []
        self.place: list[int] = []
        self.token: list[int] = []
        edges, here = self.edges, 0
        for number, word in enumerate(low):
            self.place.append(here)
            self.token.append(number)
            if word.isalpha():
                here += 1
                edges.append([(word, here)])
            else:
                self._several(word)
                here = len(edges)
        self.place.append(here)
        self.token.append(len(low))
        self.size = here

    def _several(self, word: str) -> None:
        """One token of several pieces, or of none that a template could name."""
        here = len(self.edges)
        small = pieces_of(word)
        if len(small) == 1 and word.endswith(POSSESSIVE):
            small = [word.removesuffix(POSSESSIVE), POSSESSIVE]
        end = here + max(1, len(small))
        self.edges.append([(word, end)])
        self.edges.extend([] for _ in small[1:])
        self.token.extend(-1 for _ in small[1:])
        for number, piece in enumerate(small if len(small) > 1 or small != [word] else ()):
            self.edges[here + number].append((piece, here + number + 1))
