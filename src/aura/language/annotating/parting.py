"""Where what is beside the commands may part from a value, though no mark sets it apart."""

from __future__ import annotations

import math
from functools import cached_property

from aura.language.annotating.annotation import BESIDE, SAID
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import is_mark
from aura.language.utterance.predicates import Predicates

NEAR, APART, TORN, NEVER = 4, 0.005, 0.4, 1e-9
"""How many tokens away a mark is near; how probable it is that a value ends elsewhere then, or a remark anywhere, and
that a value ends amid a phrase."""
LEADING = ("article", "preposition")
"""What stands before a noun: "the | bit"."""
BESIDE_IT = ("polite", "aside", "exclaiming", "own_subject", "determiner", "subjectless", "musing")
"""What somebody says who tells no more of what the value is about."""
SENSES = ("filler", "remark_lead", "correction", "retraction", "exclaimed")


class Parting:
    """How improbable it is that what is beside the commands parts from other words of an utterance."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice

    def weight(self, at: int, before: str, label: str) -> float:
        """The logarithm of how probable it is that one label follows another at a token."""
        if before == label or BESIDE not in (before, label) or self._is_apart(at):
            return 0.0
        if SAID in (before, label):
            return math.log(TORN)
        if label == BESIDE and not self._may_begin(at):
            return math.log(NEVER)
        near = range(max(at - NEAR, 0), min(at + NEAR, self._lattice.size))
        return math.log(APART) * any(is_mark(self._lattice, word) for word in near)

    def _is_apart(self, at: int) -> bool:
        """Whether a mark is at a token or before it, or nothing is."""
        return at >= self._lattice.size or is_mark(self._lattice, at) or is_mark(self._lattice, at - 1)

    def _may_begin(self, at: int) -> bool:
        """Whether something beside a value may begin at a token, which goes on with no phrase: "bad left front | hoof".

        It is a small word, or one of those who tell, or begins a statement.
        """
        lattice = self._lattice
        if lattice.class_name(at) or lattice.tokens[at].shape != "word":
            return True
        if lattice.class_name(at - 1) in LEADING:
            return False
        spoken = any(lattice.in_set(at, name) for name in BESIDE_IT) or any(lattice.at(at, sense) for sense in SENSES)
        return spoken or self._statements.verb(at, lattice.size) is not None

    @cached_property
    def _statements(self) -> Predicates:
        return Predicates(self._lattice)
