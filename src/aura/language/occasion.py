"""What led to a command, said before it or behind it: "my phone's ringing, mute the computer"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.lattice import Lattice
from aura.language.slots import Slotted

BEFORE, BEHIND, UNMARKED, OF_ITSELF, WORD = 8.0, 6.0, 4.0, 7.0, 0.3
LONGEST = 16
LONGEST_BARE = 6
"""Letters of the longest words that end as what somebody does, and command: "bring"."""
MARKS = (",", ".", "!", ";", ":", "-", "—", "...", "!!")
ASKED = "?"
OPENING = ("start", "opening")
NEVER_TOLD = frozenset(("later", "day"))
SHAPES = ("word", "mark")


class Occasion:
    """The words beside the sentences of domains in one utterance that only say what led to them."""

    def __init__(self, lattice: Lattice, slotted: Slotted) -> None:
        self._lattice = lattice
        self._slotted = slotted

    def before(self) -> Iterator[tuple[int, float]]:
        """From the first token up to where a command may begin: behind a mark, or with the words of a request.

        Behind a statement that has its verb a command may begin with its own.
        """
        lattice, begin = self._lattice, 0
        while begin + 1 < lattice.size and lattice.class_name(begin) == "filler":
            begin = max((end for end, _, _ in lattice.at(begin, "filler")), default=begin + 1)
        if begin >= lattice.size or self._is_clause(begin):
            return
        said = False
        for at in range(begin, min(lattice.size, begin + LONGEST)):
            price = BEFORE + WORD * at
            if at > begin + 1 and not lattice.in_set(at - 1, "unfinished"):
                if self._requests(at):
                    yield at, price + UNMARKED
                elif said and self._is_clause(at) and not lattice.in_set(at, "states"):
                    yield at, price + OF_ITSELF
            if self._is_mark(at):
                if at > begin:
                    yield at + 1, price
                if at + 1 < lattice.size and self._is_clause(at + 1):  # No command is passed over.
                    return
            elif self._tells_more(at):
                return
            said = said or (at > begin and lattice.in_set(at, "states"))

    def behind(self, position: int) -> Iterator[tuple[int, float]]:
        """From behind a command to the end, where the words are like a statement and hold no other command."""
        lattice, begin = self._lattice, position
        while begin < lattice.size and (self._is_mark(begin) or self._is_asked(begin)):
            begin += 1
        apart = begin > position
        states = begin < lattice.size and bool(lattice.at(begin, "aside"))
        marked = apart and begin < lattice.size and (lattice.in_set(begin, "determiner") or self._is_statement(begin))
        led = not apart and (lattice.in_set(begin, "possessive") or lattice.in_set(begin, "infinitive"))
        if not (states or marked) or led or self._is_clause(begin):
            return
        for at in range(begin, lattice.size):
            if self._tells_more(at) or (at > begin and self._apart(at) and self._is_clause(at)):
                return
        yield lattice.size, BEHIND + WORD * (lattice.size - begin) + (0.0 if apart else UNMARKED)

    def _is_statement(self, begin: int) -> bool:
        """Whether words up to the end state something, though in short: "revision time", "cant study in silence"."""
        lattice, last = self._lattice, self._lattice.size - 1
        if begin == last:
            return False
        said = any(lattice.in_set(at, "states") for at in range(begin + 1, lattice.size))
        return said or lattice.in_set(begin, "subjectless") or lattice.in_set(last, "ringing")

    def _is_mark(self, at: int) -> bool:
        return self._lattice.tokens[at].shape == "mark" and self._lattice.low[at] in MARKS

    def _is_asked(self, at: int) -> bool:
        """Whether a token is the mark of a request that ends politely: "would you?"."""
        return self._lattice.low[at] == ASKED and bool(self._lattice.ending(at, "filler"))

    def _is_clause(self, at: int) -> bool:
        """Whether a command or a question begins at a token."""
        lattice = self._lattice
        if lattice.ends_like(at, "judged") and len(lattice.low[at]) > LONGEST_BARE:
            return False
        return bool(lattice.at(at, "asks")) or (lattice.begins_clause(at) and not lattice.at(at, "aside"))

    def _apart(self, at: int) -> bool:
        return self._is_mark(at - 1) or any(True for _ in self._lattice.ending(at, "joint"))

    def _requests(self, at: int) -> bool:
        """Whether words at a token open a request: "can you", "so please"."""
        lattice = self._lattice
        asked = lattice.in_set(at, "speaker") or (at + 1 < lattice.size and lattice.in_set(at + 1, "speaker"))
        if lattice.in_set(at, "infinitive") or (lattice.in_set(at, "unfinished") and not asked):
            return False
        opens = any(where in OPENING for _, _, where in lattice.at(at, "filler"))
        return opens or bool(lattice.at(at, "request"))

    def _tells_more(self, at: int) -> bool:
        """Whether a word is a name, says when or on what condition, takes back, or tells what somebody said or did."""
        lattice = self._lattice
        if lattice.tokens[at].shape not in SHAPES or lattice.class_name(at) in NEVER_TOLD:
            return True
        if lattice.is_word(at, *lattice.grammar.words["denying"]) and at and lattice.in_set(at - 1, "states"):
            return False
        if lattice.at(at, "forbidden") or lattice.may_say_when(at) or self._slotted.times(at):
            return True
        return lattice.in_set(at, "reporting") or lattice.in_set(at, "untold")
