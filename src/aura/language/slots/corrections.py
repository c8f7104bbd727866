"""What is said again, otherwise: "to documents, no sorry, to downloads"."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from aura.language.slots.parts import Name, Part, PartValue, in_its_place
from aura.language.utterance.lattice import Lattice

Priced = tuple[float, Part]

PRICE = 4.0
SAID_AGAIN = {
    "theme": ("theme",), "from": ("from", "place"), "to": ("to", "place"), "in": ("in", "to", "place"),
    "called": ("called", "name"), "as": ("as", "name"),
}  # fmt: skip
"""Parts that may be said again, and as which parts."""


def corrected(
    lattice: Lattice, made: list[Priced], category: str, parts_at: Callable[[int, str], list[Priced]]
) -> Iterator[Priced]:
    """The parts of a category, and each with what replaces it: what was said last holds, where that was."""
    for cost, part in made:
        yield cost, part
        if lattice.at(part.start, "correction"):
            continue
        for begin, more, _ in lattice.at(part.end, "correction"):
            for named in SAID_AGAIN[category]:
                for price, again in parts_at(begin, named):
                    if _of_one_sort(again.value, part.value):
                        value = in_its_place(again.value, part.value)
                        whole = Part(category, value, part.start, again.end, part.marker)
                        yield cost + more + PRICE + price, whole


def _of_one_sort(meant: PartValue, said: PartValue) -> bool:
    """Whether a new name can replace another: the name of a file that of a file."""
    if not (isinstance(meant, tuple) and isinstance(said, tuple)):
        return True
    names = [values[0] for values in (meant, said) if isinstance(values[0], Name)]
    return len(names) < 2 or names[0].like_file == names[1].like_file
