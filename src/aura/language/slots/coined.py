"""Names that nobody knows here: a new file's, or a program's."""

from __future__ import annotations

from typing import Any

from aura.language.slots.text_ends import TextEnds
from aura.language.slots.text_wholes import is_marked
from aura.language.utterance.lattice import Lattice

Filled = tuple[int, float, Any]

PLAIN_NAME, LONGEST_FILE_NAME = 1.0, 4
EXCLAIMED = 8.0
"""The price of a name with a mark right behind it, which is rather the text of something: "type *wow!* and …"."""
STRANGE_PROGRAM, LONGEST_PROGRAM = 4.0, 2


class Coined:
    """What may be such a name in one utterance: (end, cost, name)."""

    def __init__(self, lattice: Lattice, text_ends: TextEnds) -> None:
        self._lattice = lattice
        self._text_ends = text_ends

    def file_name(self, start: int) -> list[Filled]:
        """What can be the name of a new file: in quotes, with an extension, in a folder or not, or an idle word."""
        token = self._lattice.tokens[start]
        of_a_file = token.shape == "path" and "." in token.text.replace("\\", "/").rpartition("/")[2]
        if token.shape in ("file", "quoted") or of_a_file:
            return [(start + 1, 0.0, token.text)]
        if not self._is_idle(start) or self._lattice.opens_aside(start):
            return []
        if self._text_ends.leaves_a_word(start, start + 1):
            return []
        price = EXCLAIMED if is_marked(self._lattice, start, start + 1) else PLAIN_NAME
        found: list[Filled] = [(start + 1, price, token.text)]
        for at in range(start + 1, min(self._lattice.size, start + LONGEST_FILE_NAME)):
            last = self._lattice.tokens[at]
            if last.shape == "file":
                found.append((at + 1, PLAIN_NAME, f"{self._lattice.text_of(start, at)} {last.text}"))
            if not self._is_idle(at):
                break
        return found

    def name(self, start: int) -> list[Filled]:
        """What can be such a name, and idle words behind which nothing else goes on: "call it garden party"."""
        found = self.file_name(start)
        longest = min(self._lattice.size, start + LONGEST_FILE_NAME)
        last = next((at for at in range(start, longest) if not self._is_idle(at)), longest)
        ends = (end for end in range(start + 2, last + 1) if self._ends(end))
        return [*found, *((end, PLAIN_NAME, self._lattice.text_of(start, end)) for end in ends)]

    def _ends(self, at: int) -> bool:
        """Whether what was said ends before a token, or says where, or is joined to something else there."""
        lattice = self._lattice
        return (
            at == lattice.size
            or lattice.tokens[at].shape == "mark"
            or lattice.class_name(at) in ("joint", "preposition")
        )

    def _is_idle(self, at: int) -> bool:
        """Whether a word has no work to do in a sentence, and is no place."""
        plain = self._lattice.tokens[at].shape == "word" and not self._lattice.class_name(at)
        return plain and not self._is_place(at)

    def program(self, start: int) -> list[Filled]:
        """A program that nobody knows here: a word with a capital that says nothing to the grammar, or two."""
        found: list[Filled] = []
        for at in range(start, min(self._lattice.size, start + LONGEST_PROGRAM)):
            if not self._is_strange_name(at):
                break
            found.append((at + 1, STRANGE_PROGRAM, self._lattice.text_of(start, at + 1)))
        return found[-1:]

    def _is_strange_name(self, at: int) -> bool:
        lattice = self._lattice
        token = lattice.tokens[at]
        named = token.shape == "word" and token.text[:1].isupper() and token.low.isalpha()
        known = any(not cost for hits in lattice.hits[at].values() for _, cost, _ in hits)
        return named and not (known or lattice.class_name(at) or lattice.in_set(at, "when"))

    def _is_place(self, at: int) -> bool:
        return at + 1 in self._lattice.ends(at, "anchor")
