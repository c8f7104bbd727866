"""Which thing "the april one" is, behind "the march report": what is called so but for what tells the one from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

WORD = re.compile(r"[^\W_]+")


def others_of_a_kind(said: str, before: Iterable[str], names: Sequence[str]) -> list[str]:
    """The names with what is `said` in the place of as many words of a thing that was named `before`.

    All its other words are in both, and at least one is: "tide table 2024.pdf" for "2024" behind "tide table 2023.pdf".
    """
    told = WORD.findall(said.casefold())
    found = set[str]()
    for one in before:
        kind = _words(one)
        for name in names:
            other = _words(name)
            shared = [word for word in other if word not in told]
            apart = len(kind) - len(shared)
            if (
                told
                and name != one
                and shared
                and len(other) == len(kind)
                and {*told}.issubset(other)
                and {*shared}.issubset(kind)
                and apart == len(told)
                and {*told}.isdisjoint(kind)
            ):
                found.add(name)
    return sorted(found)


def _words(name: str) -> list[str]:
    """The words of a name without its extension."""
    return WORD.findall((name.rpartition(".")[0] or name).casefold())
