"""Names that exist where the user is looking."""

from __future__ import annotations

from msgspec import Struct, field


class KnownNames(Struct, frozen=True):
    """Names that exist where the user is looking, in lower case."""

    folders: frozenset[str] = field(default_factory=frozenset)
    files: frozenset[str] = field(default_factory=frozenset)
