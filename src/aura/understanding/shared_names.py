"""Which names have all the words of a name in them: "contract" of "contract jones.txt" and "signed_contract.pdf"."""

from __future__ import annotations

import re
from collections.abc import Iterable

WORD = re.compile(r"[^\W_]+")


def sharing(name: str, names: Iterable[str]) -> list[str]:
    """The names that have every word of a name in them; none for what is a whole name by its extension."""
    said = frozenset(WORD.findall(name.casefold()))
    if not said or "." in name:
        return []
    return [other for other in names if said.issubset(WORD.findall(_stem(other.casefold())))]


def _stem(name: str) -> str:
    return name.rpartition(".")[0] or name
