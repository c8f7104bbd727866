"""Names that exist where the user is looking."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain

from msgspec import Struct, field

WORD = re.compile(r"[^\W_]+")


class KnownNames(Struct, frozen=True, dict=True):
    """Names that exist where the user is looking, in lower case."""

    folders: frozenset[str] = field(default_factory=frozenset)
    files: frozenset[str] = field(default_factory=frozenset)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word that one of the names has in it."""
        return frozenset(word for name in chain(self.folders, self.files) for word in WORD.findall(name))
