"""What is ordered beside what is put plainly stays: "*mute it*, the will is in Documents: find it" keeps its order."""

from __future__ import annotations

from collections.abc import Callable

from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.stretches import stretches_of

Way = Callable[[Lattice], str | None]


def with_the_rest(lattice: Lattice, way: Way, text: str) -> str:
    """What an utterance is put as in some way, with what it orders before and behind that which alone comes to it."""

    def comes_to_it(start: int, end: int) -> bool:
        stop = lattice.tokens[end].start if end < lattice.size else None
        part = lattice.text[lattice.tokens[start].start : stop].rstrip()
        return way(lattice_of(lattice.grammar, part, lattice.known)) == text

    stretches, size = [*stretches_of(lattice)], lattice.size
    starts = [start for _, start, _ in stretches if start and comes_to_it(start, size)]
    start = next((at for at in starts if not _orders(lattice, at, starts[-1])), 0)
    ends = [end for _, begin, end in stretches if begin >= start and end < size and comes_to_it(start, end)]
    end = next((at for at in reversed(ends) if not _orders(lattice, ends[0], at)), size)
    before = lattice.text[: lattice.tokens[start].start] if _orders(lattice, 0, start) else ""
    behind = lattice.text[lattice.tokens[end - 1].end :] if _orders(lattice, end, size) else ""
    return f"{before}{text}{behind}"


def _orders(lattice: Lattice, begin: int, end: int) -> bool:
    """Whether something is ordered or asked between two tokens, at the beginning or behind a mark or joint."""
    return any(
        _order_begins(lattice, start) for _, start, stop in stretches_of(lattice) if begin <= start < stop <= end
    )


def _order_begins(lattice: Lattice, at: int) -> bool:
    """Whether a token begins an order or a question, and not what somebody tells of himself: "*I* have lost it"."""
    tells = lattice.in_set(at, "own_subject") and not lattice.in_set(at + 1, "wanting")
    return lattice.begins_clause(at) and (not tells or lattice.begins(at, "request"))
