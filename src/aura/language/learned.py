"""What was learned from sentences, kept in a file after the digest of what it was learned from."""

from __future__ import annotations

import zlib
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

DIGEST_SIZE = 64
"""Characters of a digest."""
FINEST = 127
"""The largest number that a weight of one signed byte has."""

Value = TypeVar("Value")


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

    def keep(self, value: Value, digest: str) -> None:
        """Write what was learned, after the digest of what it was learned from."""
        self._path.write_bytes(digest.encode() + zlib.compress(msgspec.msgpack.encode(value), 9))
