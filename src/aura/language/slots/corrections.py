"""What is said again, otherwise: "to documents, no sorry, to downloads"."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from aura.language.slots.parts import Name, Part, PartValue, in_its_place
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.predicates import is_done_besides

Priced = tuple[float, Part]

PRICE = 4.0
CALLED = "called"
SAID_AGAIN = {
    "theme": ("theme",), "from": ("from", "place"), "to": ("to", "place"), "in": ("in", "to", "place"),
    "called": ("called", "name"), "as": ("as", "name"),
}  # fmt: skip
"""Parts that may be said again, and as which parts."""


def may_correct(lattice: Lattice) -> bool:
    """Whether anything may be said again in an utterance."""
    return "correction" in lattice.beginnings or any(lattice.in_set(at, "retracting") for at in range(1, lattice.size))


def corrected(
    lattice: Lattice, made: list[Priced], category: str, parts_at: Callable[[int, str], list[Priced]]
) -> Iterator[Priced]:
    """The parts of a category, and each with what replaces it: what was said last holds, where that was."""
    for cost, part in made:
        yield cost, part
        if lattice.at(part.start, "correction") or _is_announced(lattice, part.end):
            continue
        for begin, more in _begins(lattice, part):
            for named in SAID_AGAIN[category]:
                for price, again in parts_at(begin, named):
                    if category == CALLED or _of_one_sort(again.value, part.value):
                        value = in_its_place(again.value, part.value)
                        for end in _ends(lattice, again.end):
                            whole = Part(category, value, part.start, end, part.marker)
                            yield cost + more + PRICE + price, whole


def _is_announced(lattice: Lattice, at: int) -> bool:
    """Whether words before a token announce what it begins, which corrects nothing: ", title *sorry all*"."""
    led = lattice.in_set(at - 1, "text_intro") or lattice.class_name(at - 1) in ("called", "naming")
    return led or lattice.ended(at, "called")


def _begins(lattice: Lattice, part: Part) -> Iterator[tuple[int, float]]:
    """Where what is said again begins: behind a correction, or a bare "no" before the word that the part began with.

    "Call it" names anew as well: "called wifi no call it guests".
    """
    anew = ((begin, more) for begin, more, _ in lattice.at(part.end, "correction"))
    yield from ((begin, more) for begin, more in anew if not is_done_besides(lattice, begin))
    if not lattice.in_set(part.end, "retracting") or lattice.at(part.end, "correction"):
        return
    begin = part.end + 1 + lattice.is_word(part.end + 1, ",")
    named = part.category == CALLED and any(end > begin + 1 for end in lattice.ends(begin, CALLED))
    if named or (begin < lattice.size and lattice.low[begin] == lattice.low[part.start]):
        yield begin, 0.0


def _ends(lattice: Lattice, end: int) -> Iterator[int]:
    """Where what is said again ends, also behind "I meant to say"."""
    yield end
    yield from lattice.ends(end, "meant")


def _of_one_sort(meant: PartValue, said: PartValue) -> bool:
    """Whether a new name can replace another: the name of a file that of a file."""
    if not (isinstance(meant, tuple) and isinstance(said, tuple)):
        return True
    names = [values[0] for values in (meant, said) if isinstance(values[0], Name)]
    return len(names) < 2 or names[0].like_file == names[1].like_file
