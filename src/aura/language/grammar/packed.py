"""Tables of a grammar that are kept packed, and opened as far as they are asked for."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

import msgspec

from aura.language.words.spelling import edit_cost, one_letter_less

SHORTEST_MISSPELT = 4
MOST_REMEMBERED = 4096

Row = TypeVar("Row")
Near = list[tuple[str, float]]


class Rows(dict[int, Row], Generic[Row]):
    """What each state of an automaton has; a row is decoded when it is first asked for."""

    def __init__(self, kind: Any, bounds: bytes, content: bytes) -> None:
        super().__init__()
        self.packed = bounds, content
        self._bounds = memoryview(bounds).cast("I")
        self._content = memoryview(content)
        self._decode: Callable[[memoryview], Row] = msgspec.msgpack.Decoder(kind).decode

    @classmethod
    def of(cls, kind: Any, rows: Iterable[Row]) -> Rows[Row]:
        """The rows as they are counted, packed."""
        bounds, content = array("I", [0]), bytearray()
        for row in rows:
            content += msgspec.msgpack.encode(row)
            bounds.append(len(content))
        return cls(kind, bounds.tobytes(), bytes(content))

    def __missing__(self, number: int) -> Row:
        row = self._decode(self._content[self._bounds[number] : self._bounds[number + 1]])
        self[number] = row
        return row

    @property
    def count(self) -> int:
        """How many rows there are, opened or not."""
        return len(self._bounds) - 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and self.packed == other.packed


class Slips:
    """Words, found under what is left of them, or of what was said, without any one letter (symmetric deletion)."""

    def __init__(self, packed: bytes) -> None:
        self.packed = packed
        self._index: dict[str, list[str]] | None = None
        self._remembered: dict[str, Near] = {}

    @classmethod
    def unpacked(cls, packed: bytes) -> Slips:
        """An index that was kept."""
        return cls(packed)

    @classmethod
    def of(cls, words: Iterable[str]) -> Slips:
        """The index of all words that are long enough."""
        index: dict[str, list[str]] = {}
        for word in sorted(words):
            if len(word) >= SHORTEST_MISSPELT and word.isalpha():
                for key in sorted(one_letter_less(word)):
                    index.setdefault(key, []).append(word)
        return cls(msgspec.msgpack.encode(index))

    def near(self, said: str) -> Near:
        """The words that are one slip of the hand away from what was said, each with what the slip costs."""
        found = self._remembered.get(said)
        if found is None:
            if len(self._remembered) > MOST_REMEMBERED:
                self._remembered.clear()
            found = self._remembered[said] = self._search(said)
        return found

    def _search(self, said: str) -> Near:
        if self._index is None:
            self._index = msgspec.msgpack.decode(self.packed, type=dict[str, list[str]])
        words = {word for key in one_letter_less(said) for word in self._index.get(key, ())} - {said}
        return [(word, cost) for word in sorted(words) if (cost := edit_cost(said, word, SHORTEST_MISSPELT))]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Slips) and self.packed == other.packed

    __hash__ = object.__hash__
