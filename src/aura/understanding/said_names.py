"""What a name that was said may be said for: its numbers in figures, without little words, or without its sort."""

from __future__ import annotations

from aura.language.grammar.grammar import Grammar
from aura.language.utterance.known import KnownNames
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.language.words.tokens import tokenize
from aura.understanding.path_names import spoken

CENTURIES = ("19", "20")
"""What a year begins with that is said as two numbers."""
LITTLE = ("article", "preposition")
"""Kinds of words that a name on disk mostly goes without."""


class SaidNames:
    """Names in the words of a language, as they may stand on disk."""

    def __init__(self, grammar: Grammar, known: KnownNames) -> None:
        self._grammar = grammar
        self._known = known

    def in_figures(self, name: str) -> str:
        """A name with the numbers that it spells in figures, years too: "tax twenty nineteen.pdf" is "tax 2019.pdf"."""
        stem, dot, extension = spoken(name).rpartition(".")
        lattice = self._lattice(stem or extension)
        numbers, words, century, at = Numbers(lattice), list[str](), False, 0
        while at < lattice.size:
            typed = any(map(str.isdecimal, lattice.low[at]))
            end, said = (None if typed else numbers.at(at)) or (at + 1, lattice.tokens[at].text)
            year = century and not typed and len(said) == len(CENTURIES[0]) and said.isdecimal()
            words[-1:] = [words[-1] + said] if year else [*words[-1:], said]
            century, at = not typed and said in CENTURIES, end
        return " ".join(words) + (dot + extension if stem else "")

    def content_words(self, name: str) -> str:
        """A name without its little words, if more than one is left: "letter to the council" is "letter council"."""
        said = spoken(name)
        lattice = self._lattice(said)
        kept = [token.text for at, token in enumerate(lattice.tokens) if lattice.class_name(at) not in LITTLE]
        return " ".join(kept) if len(kept) > 1 else said

    def without_sort(self, name: str) -> str:
        """A name without a last word that only says what it is: "todo list" is "todo"."""
        return self._without(name, "sorts") or name

    def before_one(self, name: str) -> str:
        """What tells a thing from another of its kind, "april" of "april one"; nothing where no such word is said."""
        return self._without(name, "noun_again")

    def _without(self, name: str, words: str) -> str:
        first, _, last = name.rpartition(" ")
        return first if last.lower() in self._grammar.words[words] else ""

    def _lattice(self, said: str) -> Lattice:
        return Lattice(self._grammar, said, tokenize(said), self._known)
