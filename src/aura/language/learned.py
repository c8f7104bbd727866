"""What was learned from sentences, kept in a file after the digest of what it was learned from."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

DIGEST_SIZE = 64
"""Characters of a digest."""
CHECK = "--check"
FINEST = 127
"""The largest number that a weight of one signed byte has."""

OUT_OF_DATE = "The weights of {name} are out of date: run python -m {module}."

Value = TypeVar("Value")


def quantised(rows: Iterable[Sequence[float]]) -> tuple[float, bytes]:
    """Weights as signed bytes, and what one of them is worth."""
    weights = [weight for row in rows for weight in row]
    unit = max(map(abs, weights)) / FINEST
    return unit, bytes(round(weight / unit) & 0xFF for weight in weights)


class Kept(Generic[Value]):
    """What was learned, of one type, in one file."""

    def __init__(self, path: Path, type: type[Value]) -> None:
        self._path = path
        self._type = type

    @cached_property
    def value(self) -> Value:
        """What was learned; it is read once."""
        kept = zlib.decompress(self._path.read_bytes()[DIGEST_SIZE:])
        return msgspec.msgpack.decode(kept, type=self._type)

    def digest(self) -> str:
        """The digest of what it was learned from; nothing where nothing was learned."""
        return self._path.read_bytes()[:DIGEST_SIZE].decode() if self._path.exists() else ""

    def kept_up(self, arguments: Sequence[str], name: str, module: str, digest: str, learn: Callable[[], Value]) -> int:
        """Learn anew what is out of date, or with `--check` only say so; 1 where it is out of date and stays so.

        `name` says what was learned, and `module` which one learns it.
        """
        if self.digest() == digest:
            return 0
        if CHECK in arguments:
            print(OUT_OF_DATE.format(name=name, module=module))
            return 1
        self.keep(learn(), digest)
        return 0

    def keep(self, value: Value, digest: str) -> None:
        """Write what was learned, after the digest of what it was learned from."""
        self._path.write_bytes(digest.encode() + zlib.compress(msgspec.msgpack.encode(value), 9))
