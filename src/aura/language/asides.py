"""Remarks in words that nobody knows, told by how they are built: before a command, or behind it."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.lattice import Lattice
from aura.language.names import Names
from aura.language.texts import Texts

Ended = tuple[int, float]

LED, LED_WORD, REPEATED, OTHERWISE = 6.0, 0.5, 5.0, 6.0
MOST_WORDS = 8
MINDING, SPEAKERS = "minding", "speakers"
COMMAND_STARTS = frozenset(("verb", "filler", "from", "in"))
NOUN_STARTS = ("quantifier", "pronoun")
SAYS_LITTLE = frozenset(("", "article", "quantifier", "loose", "filler"))


class Asides:
    """Remarks of one utterance that are told by their form: where they end, and what they cost."""

    def __init__(self, lattice: Lattice, names: Names, texts: Texts) -> None:
        self.lattice = lattice
        self.names = names
        self.texts = texts

    def before(self, start: int) -> Iterator[Ended]:
        """ "as discussed", "for the love of god", "between you and me": no subject, and nothing that is there."""
        for begin, slipped, sense in self.lattice.at(start, "aside_lead"):
            if not slipped:
                ends = self._minding(begin) if sense == MINDING else self._led(begin, sense == SPEAKERS)
                yield from ((end, LED + LED_WORD * (end - start)) for end in ends)

    def behind(self, start: int) -> Iterator[Ended]:
        """ "chop chop", "or my boss gets mad", "if that's all right with you"."""
        lattice = self.lattice
        if start + 1 < lattice.size and lattice.low[start] == lattice.low[start + 1]:
            if (self._is_of_no_list(start) or self._begins_nothing(start)) and self._ends(start + 2):
                yield start + 2, REPEATED
            return
        for begin, slipped, _ in lattice.at(start, "otherwise"):
            if not slipped:
                yield from ((end, OTHERWISE + cost) for end, cost in self.texts.consequence(begin))
        for begin, slipped, sense in lattice.at(start, "aside_lead"):
            if not slipped and sense == MINDING:
                yield from ((end, LED + LED_WORD * (end - start)) for end in self._minding(begin) if self._ends(end))

    def _led(self, begin: int, of_speakers: bool) -> Iterator[int]:
        """Where words behind a preposition end: right before a command, the last of them saying something."""
        lattice = self.lattice
        for at in range(begin, min(lattice.size, begin + MOST_WORDS)):
            small = lattice.class_name(at) == "article" or lattice.is_word(at, "of")
            if of_speakers:
                says = lattice.in_set(at, "speaker")
                small = at > begin and lattice.in_set(at - 1, "speaker") and bool(lattice.at(at, "item_separator"))
            else:
                says = not small and self._says_nothing(at)
            if says and self._begins(at + 1):
                yield at + 1
            if not says and not small:
                return

    def _minding(self, begin: int) -> Iterator[int]:
        """Where "if it's all the same to you" ends: it asks whether the hearer minds, and is no condition."""
        lattice = self.lattice
        for at in range(begin + 1, min(lattice.size, begin + MOST_WORDS)):
            for end, slipped, _ in lattice.at(at, "to_hearer"):
                if not slipped and all(lattice.class_name(word) in SAYS_LITTLE for word in range(begin, at)):
                    yield end

    def _says_nothing(self, at: int) -> bool:
        """Whether a word is of no list, names nothing that is there and is no slip; or is said in asides."""
        lattice = self.lattice
        if lattice.in_set(at, "aside"):
            return not lattice.class_name(at)
        return self._is_of_no_list(at) and not lattice.corrected(at)

    def _is_of_no_list(self, at: int) -> bool:
        """Whether a word is none of the grammar, and names nothing that is there."""
        lattice, low = self.lattice, self.lattice.low[at]
        if lattice.tokens[at].shape != "word" or self.names.exists_at(at) or lattice.in_set(at, "unasked"):
            return False
        listed = lattice.in_set(at, "commanding") or lattice.in_set(at, "restricting")
        return not listed and low not in lattice.grammar.opposites and low.isalpha()

    def _begins_nothing(self, at: int) -> bool:
        """Whether a word only stands inside of sentences of domains, and begins none here."""
        lattice = self.lattice
        if lattice.tokens[at].shape != "word" or self.names.exists_at(at) or lattice.in_set(at, "restricting"):
            return False
        return not (lattice.hits[at] or lattice.class_name(at) or lattice.begins_sentence(at))

    def _begins(self, at: int) -> bool:
        """Whether a command or question may begin at a token: with its verb, a filler, a place, or what it is about."""
        lattice = self.lattice
        if at >= lattice.size:
            return False
        opened = not COMMAND_STARTS.isdisjoint(lattice.hits[at]) or lattice.class_name(at) in NOUN_STARTS
        if opened or lattice.in_set(at, "determiner") or lattice.begins_clause(at):
            return True
        return lattice.tokens[at].shape not in ("word", "mark") or self.names.exists_at(at)

    def _ends(self, at: int) -> bool:
        """Whether the utterance or the clause ends before a token."""
        return at == self.lattice.size or bool(self.lattice.at(at, "joint"))
