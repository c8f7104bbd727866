"""What led to a command, said before it or behind it: "my phone's ringing, mute the computer"."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.lattice import Lattice
from aura.language.slots import Slotted

BEFORE, BEHIND, UNMARKED, WORD = 8.0, 6.0, 4.0, 0.3
LONGEST = 16
MARKS = (",", ".", "!", ";", ":", "-", "—", "...", "!!")
OPENING = ("start", "opening")
NEVER_TOLD = frozenset(("later", "day"))
SHAPES = ("word", "mark")


class Occasion:
    """The words beside the sentences of domains in one utterance that only say what led to them."""

    def __init__(self, lattice: Lattice, slotted: Slotted) -> None:
        self._lattice = lattice
        self._slotted = slotted

    def before(self) -> Iterator[tuple[int, float]]:
        """From the first token up to where a command may begin: behind a mark, or with the words of a request."""
        lattice = self._lattice
        if self._is_clause(0):
            return
        for at in range(min(lattice.size, LONGEST)):
            price = BEFORE + WORD * at
            if at > 1 and self._requests(at) and not lattice.in_set(at - 1, "unfinished"):
                yield at, price + UNMARKED
            if self._is_mark(at):
                if at:
                    yield at + 1, price
            elif self._tells_more(at):
                return

    def behind(self, position: int) -> Iterator[tuple[int, float]]:
        """From behind a command to the end, where the words begin like a statement and hold no other command."""
        lattice, begin = self._lattice, position
        while begin < lattice.size and self._is_mark(begin):
            begin += 1
        states = begin < lattice.size and bool(lattice.at(begin, "aside"))
        marked = begin > position and begin < lattice.size and (states or lattice.in_set(begin, "determiner"))
        led = begin == position and (lattice.in_set(begin, "possessive") or lattice.in_set(begin, "infinitive"))
        if not (states or marked) or led or self._is_clause(begin):
            return
        for at in range(begin, lattice.size):
            if self._tells_more(at) or (at > begin and self._apart(at) and self._is_clause(at)):
                return
        yield lattice.size, BEHIND + WORD * (lattice.size - begin) + (0.0 if begin > position else UNMARKED)

    def _is_mark(self, at: int) -> bool:
        return self._lattice.tokens[at].shape == "mark" and self._lattice.low[at] in MARKS

    def _is_clause(self, at: int) -> bool:
        """Whether a command or a question begins at a token."""
        lattice = self._lattice
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
        if lattice.at(at, "forbidden") or lattice.may_say_when(at) or self._slotted.times(at):
            return True
        return lattice.in_set(at, "reporting") or lattice.in_set(at, "untold")
