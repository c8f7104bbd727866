"""Which verbs of a sentence that the grammar could not read are commands, and which are only spoken of.

"Thanks for moving a.txt", "it reads: please remove all" and "Tom would delete it" have verbs that nobody commands.
"""

from __future__ import annotations

from msgspec import Struct

from aura.language.utterance.lattice import Lattice
from aura.language.utterance.verbs import verbs_at
from aura.language.words.tokens import Token

NAMING = frozenset(("article", "quantifier", "called", "naming", "kind", "preposition", "description"))
"""What a verb may follow as a word of a name: "the copy", "a folder called move"."""
POINTING = ("file", "quoted", "path", "glob")
SEPARATORS = (",", ":")
WANTED = " after"
"""How a thing should be: "should go in"."""
TOUCHED = frozenset(("file", "path", "glob", "anchor", "kind", "kinds"))
"""What a sentence that points at something has: a name, a place, a kind of file."""


class Said(Struct, frozen=True):
    """A verb as it stands in a sentence: the goals it may have, none where any, and whether it is a command."""

    goals: frozenset[str]
    commanded: bool


def verbs_of(lattice: Lattice) -> tuple[Said, ...]:
    """The verbs of a sentence in order, those that are part of a name left out."""
    return Verbs(lattice).found()


def touches(lattice: Lattice) -> bool:
    """Whether a sentence points at anything that could be changed."""
    return not TOUCHED.isdisjoint((*lattice.beginnings, *(token.shape for token in lattice.tokens)))


class Verbs:
    """One pass over a sentence; a verb that is joined to one which is only spoken of is spoken of too."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice

    def found(self) -> tuple[Said, ...]:
        """The verbs, each judged by what stands before it."""
        found: list[Said] = []
        at, spoken_of = 0, False
        while at < self._lattice.size:
            end, goals = self._verb(at)
            commanded = self._commanded(at, spoken_of) if end > at else None
            if commanded is not None:
                found.append(Said(goals, commanded))
                spoken_of = not commanded and not self._tells(at)
            at = max(end, at + 1)
        return tuple(found)

    def _verb(self, at: int) -> tuple[int, frozenset[str]]:
        """Where a verb that begins at a token ends, and its goals; the token itself where none begins."""
        lattice = self._lattice
        if lattice.tokens[at].shape != "word":
            return at, frozenset()
        hits = [(end, frame.goal) for end, frame in verbs_at(lattice, at) if frame.goal]
        return max((end for end, _ in hits), default=at + self._tells(at)), frozenset(goal for _, goal in hits)

    def _tells(self, at: int) -> bool:
        """Whether a word has a form in which one tells of something: "deleted", "moves", "nuked my files"."""
        lattice = self._lattice
        if lattice.in_set(at, "participle") or lattice.in_set(at, "telling"):
            return True
        return touches(lattice) and lattice.ends_like(at, "past") and not lattice.ends_like(at, "no_past")

    def _commanded(self, at: int, spoken_of: bool) -> bool | None:
        """Whether a verb is a command by what stands before it; None where it is part of a name."""
        lattice = self._lattice
        judged = lattice.ends_like(at, "judged")
        if self._in_name(at) and not (judged and lattice.class_name(at - 1) == "preposition"):
            return None
        if self._tells(at):
            return False
        if judged:
            return at > 0 and lattice.in_set(at - 1, "minding")
        if all(form.endswith(WANTED) for _, cost, form in lattice.at(at, "verb") if not cost):
            return True
        first = self._without_fillers(at)
        return first == 0 or self._free(first, spoken_of, asked=self._asked(at))

    def _asked(self, at: int) -> bool:
        """Whether somebody is asked right before a verb: "please", "can you"."""
        return self._lattice.ended(at, "request")

    def _in_name(self, at: int) -> bool:
        """Whether the word before makes a name of a verb; "to" before it does not."""
        lattice = self._lattice
        named = lattice.class_name(at - 1) in NAMING or lattice.in_set(at - 1, "determiner") if at else False
        return named and not lattice.in_set(at - 1, "infinitive")

    def _free(self, first: int, spoken_of: bool, *, asked: bool) -> bool:
        """Whether what stands before a token lets a command begin there."""
        lattice = self._lattice
        before: Token = lattice.tokens[first - 1]
        if lattice.in_set(first - 1, "infinitive"):
            return first > 1 and lattice.in_set(first - 2, "wanting")
        if before.text in SEPARATORS and first > 1 and self._quotes(first - 2):
            return False
        if asked:
            return not self._quotes(first - 1)
        if before.shape == "mark" or lattice.ending(first, "joint"):
            firm = before.shape == "mark" and before.text not in SEPARATORS
            return firm or not spoken_of
        return before.shape in POINTING or lattice.ended(first, "anchor")

    def _quotes(self, at: int) -> bool:
        """Whether a word leads to what somebody said or a thing says."""
        return self._lattice.in_set(at, "reporting") or self._lattice.in_set(at, "text_intro")

    def _without_fillers(self, at: int) -> int:
        """The token from which on only fillers stand before a verb."""
        lattice = self._lattice
        while at:
            begins = [begin for begin in lattice.starts(at, "filler") if begin < at]
            if begins:
                at = min(begins)
            elif lattice.class_name(at - 1) == "filler" or lattice.in_set(at - 1, "inside"):
                at -= 1
            else:
                break
        return at
