"""Words that nobody knows before or behind a command, which say nothing of it."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.decoding.phrases import Phrases
from aura.language.decoding.standing import Passed
from aura.language.utterance.predicates import may_turn, says_which_of_kind
from aura.language.words.tokens import VERBS

STRANGE, STRANGE_WORD = 13.0, 1.0
MOST_STRANGE = 8
NEVER_STRANGE = frozenset(("being", "negation", "later", "day", "kind", *VERBS))
SMALL_WORDS = frozenset(("article", "pronoun", "filler"))


class Strangers:
    """The runs of such words in one utterance."""

    def __init__(self, phrases: Phrases) -> None:
        self.lattice, self.phrases, self.remarks = phrases.lattice, phrases, phrases.remarks
        self.least = STRANGE

    def before(self, position: int) -> Iterator[tuple[float, Passed]]:
        """Words that nobody knows before a command, if they could not be part of what it begins with."""
        lattice, slotted = self.lattice, self.phrases.slotted
        for end in self._runs(position):
            if end == lattice.size or self.remarks.harmless.doubted(position, end):
                continue
            if slotted.begins(end) or self.addressed(end):
                yield STRANGE + STRANGE_WORD * (end - position), Passed("strange", position, end)

    def after(self, position: int, closed: bool) -> Iterator[tuple[float, Passed]]:
        """A remark behind a command: it begins like one, and says nothing about the command.

        A comma is enough where it is closed what can be named; else what follows may be one more name.
        """
        lattice = self.lattice
        apart = closed and position > 0 and lattice.low[position - 1] == ","
        if (not apart and not lattice.in_set(position, "aside")) or says_which_of_kind(lattice, position):
            return
        for end in self._runs(position):
            ended = end == lattice.size or lattice.at(end, "joint")
            if ended and not self.remarks.harmless.doubted(position, end):
                yield STRANGE + STRANGE_WORD * (end - position), Passed("strange", position, end)

    def addressed(self, position: int) -> bool:
        """Whether a verb at a token can be a command though strange words open the utterance.

        They are words of no list, so that none is about time, doubt or who does it, and do not end like a subject.
        """
        lattice = self.lattice
        if not lattice.at(position, "verb") or any(self._listed(at) for at in range(position)):
            return False
        last = position - 1
        subject = lattice.ends_like(last, "subject") and not lattice.ends_like(last, "no_subject")
        owned = last > 0 and lattice.in_set(last - 1, "possessive") and not lattice.ends_like(last, "no_doer")
        return not (subject or owned) and not lattice.ends_like(last, "adverb")

    def _listed(self, at: int) -> bool:
        """Whether a token is a word of the grammar, determiners and adjectives left out."""
        lattice = self.lattice
        word = lattice.tokens[at].shape == "word" and not lattice.in_set(at, "determiner")
        return word and not lattice.in_set(at, "adjective") and lattice.in_set(at, "commanding")

    def _is_slip(self, position: int) -> bool:
        """Whether a word may be a misspelt one of a loaded domain."""
        return bool(self.phrases.slotted.values.corrected(self.lattice.low[position]))

    def _runs(self, start: int) -> Iterator[int]:
        """The ends of runs of words that say nothing: none of them restricts, mentions, counts, or is of a domain.

        Nor is one a slip of the hand for a word of a domain.
        """
        lattice, grammar = self.lattice, self.lattice.grammar
        words = self.phrases.slotted.values.words
        for position in range(start, min(lattice.size, start + MOST_STRANGE)):
            low = lattice.low[position]
            if low == "," and position > start:
                yield position + 1
                continue
            if lattice.tokens[position].shape != "word" or any(character.isdigit() for character in low):
                return
            if low in grammar.opposites or lattice.in_set(position, "restricting") or lattice.may_say_when(position):
                return
            if may_turn(lattice, position):
                return
            structure = lattice.class_name(position)
            harmless = structure in SMALL_WORDS or lattice.in_set(position, "aside")
            spoken = lattice.in_set(position, "musing") or (structure not in NEVER_STRANGE and harmless)
            if not spoken and (structure in NEVER_STRANGE or low in words or self._is_slip(position)):
                return
            yield position + 1
