"""Another thing of the kind that was named before: "close the ebay tab and switch to *the gmail one*" is of a tab."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.stretches import is_ended

WORD, PANES = "word", "panes"
NO_NAME = ("preposition", "pronoun", "negation", "joint", "being", "later", "quantifier", "verb")
"""Classes of words that hardly stand in what tells one thing from the others."""
TELLING_OTHERWISE = ("turned_to", "kinds_of_panes", "ordinal", "singling", "adjective", "quality", "pair", "labels")
"""Sets of words that tell which one is meant by its order or sort, or name a number: "the *last* one"."""
LONGEST = 4
"""Words at most that tell one thing of a kind from the others."""


def another_of_the_kind(lattice: Lattice) -> str | None:
    """The utterance with the kind said again of the last such thing; None where just one kind was not named before."""
    for at in (at for at in range(lattice.size - 1, 4, -1) if lattice.in_set(at, "noun_again")):
        kinds = [*_kinds(lattice, at)]
        if len({*kinds}) == 1 and is_ended(lattice, at + 1) and _is_told(lattice, at, shown=_shows(lattice, kinds[0])):
            token = lattice.tokens[at]
            return f"{lattice.text[: token.start]}{kinds[0]}{lattice.text[token.end :]}"
    return None


def _kinds(lattice: Lattice, end: int) -> Iterator[str]:
    """The kinds of things that are named one by one before a token: "the ebay *tab*", "my notes *file*"."""
    for at in range(2, end):
        shows = _shows(lattice, lattice.low[at])
        kind = (shows or lattice.begins(at, "kind")) and not lattice.ends_like(at, "subject")
        if kind and _is_told(lattice, at, shown=shows):
            yield lattice.low[at]


def _shows(lattice: Lattice, kind: str) -> bool:
    """Whether what is of a kind shows something else, and may be called by what sort that is: "the word *window*"."""
    return kind in lattice.grammar.words[PANES]


def _is_told(lattice: Lattice, end: int, *, shown: bool) -> bool:
    """Whether an article and plain words stand before a token that tell which one is meant: "*the gmail* one"."""
    for at in range(end - 1, max(end - 1 - LONGEST, 0), -1):
        if lattice.in_set(at, "definite"):
            return at < end - 1
        if lattice.tokens[at].shape != WORD or lattice.class_name(at) in NO_NAME or _is_in_order(lattice, at):
            return False
        if not shown and lattice.begins(at, "kind", "kinds"):
            return False
    return False


def _is_in_order(lattice: Lattice, at: int) -> bool:
    """Whether a word tells which by its order or how it is, and not by a name: "the *last* one", "the *new* one"."""
    return any(lattice.in_set(at, name) for name in TELLING_OTHERWISE)
