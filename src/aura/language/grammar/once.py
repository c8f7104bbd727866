"""What is made of a grammar once, and kept as long as that grammar is in use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from aura.language.grammar.grammar import Grammar

Made = TypeVar("Made")


class Once(Generic[Made]):
    """Makes something of a grammar the first time it is asked for."""

    def __init__(self, make: Callable[[Grammar], Made]) -> None:
        self._make = make
        self._kept: tuple[Grammar, Made] | None = None

    def __call__(self, grammar: Grammar) -> Made:
        if self._kept is None or self._kept[0] is not grammar:
            self._kept = grammar, self._make(grammar)
        return self._kept[1]
