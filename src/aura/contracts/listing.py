"""What a folder's listing tells about names that are not in it."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Collection

from msgspec import Struct

TELLS = os.name == "posix"
"""Windows knows one thing by several names, of which a listing has one."""
LISTED_A_NAME = 4
"""How many names of a folder may be read, in bulk, to save one look at a single name."""


class Listing(Struct, frozen=True):
    """The names in a folder, as a disk that ignores case and ways of writing may take them."""

    folded: frozenset[str]

    def lacks(self, name: str) -> bool:
        """Whether nothing in the folder has this name on any disk; False when in doubt."""
        return TELLS and name.isascii() and name.lower() not in self.folded


def listing_of(names: Collection[str]) -> Listing:
    """A listing of some names."""
    together = "\0".join(names)
    if together.isascii():
        return Listing(frozenset(together.lower().split("\0")))
    return Listing(frozenset(map(_folded, names)))


def _folded(name: str) -> str:
    """What is left of a name where only plain letters count."""
    return unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode().lower()
